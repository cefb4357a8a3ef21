import type { accounting as english } from '../en/accounting.ts'

export const accounting: typeof english = {
  starts: (name, day) => ` (${name}, bermula pada ${day})`,
  accessUntil: (day) => ` (akses sehingga ${day})`,
  completeFirst: (course) => `Selesaikan ${course} dahulu. Kursus ini dibuka selepas itu.`,
  receipt: ({ kind, isDispute, number, sellerName, amount, opened, link }) => {
    const open = link === null ? '' : `\n\nBuka atau muat turunnya di sini:\n${link}`
    return kind === 'receipt'
      ? {
          subject: `Resit ${number} daripada ${sellerName}`,
          body: isDispute
            ? `Helo\n\nPertikaian sudah selesai: ${sellerName} telah menerima ${amount} yang diambil kembali oleh bank anda. Nombor resit baharu anda ialah ${number}.${open}`
            : `Helo\n\nTerima kasih atas pembelian anda. ${sellerName} telah menerima ${amount}. Nombor resit anda ialah ${number}.${opened}${open}`,
        }
      : {
          subject: `Nota bayaran balik ${number} daripada ${sellerName}`,
          body: isDispute
            ? `Helo\n\nBank anda telah mengambil kembali ${amount} daripada ${sellerName}. Nombor nota bayaran balik ialah ${number}.${open}`
            : `Helo\n\n${sellerName} telah membayar balik ${amount} kepada anda. Nombor nota bayaran balik ialah ${number}. Wang itu kembali melalui kaedah pembayaran asal anda; bank mungkin mengambil masa beberapa hari.${open}`,
        }
  },

  sst: {
    title: 'Ringkasan cukai perkhidmatan',
    seller: 'Orang berdaftar',
    made: 'Dibuat pada',
    rate: 'Kadar',
    sales: 'Jualan tanpa SST',
    refunds: 'Bayaran balik tanpa SST',
    chargebacks: 'Caj balik tanpa SST',
    tax: 'SST',
    withoutTax: 'Tiada SST',
    payable: 'SST ditolak bayaran balik dan caj balik',
    until: (day) => `Hingga ${day}`,
    nothing: 'Tiada jualan, bayaran balik atau caj balik dalam tempoh ini.',
    note: 'Jumlah lejar mengikut hari bayaran, bayaran balik atau caj balik. Ini bukan borang SST-02. Semak dengan akauntan anda bayaran balik dan caj balik yang mengurangkan cukai bagi tempoh ini.',
  },

  paper: {
    receipt: 'Resit',
    refund_note: 'Nota bayaran balik',
    seller: 'Daripada',
    buyer: 'Kepada',
    details: 'Butiran',
    date: 'Tarikh',
    order: 'Pesanan',
    registration: 'No. pendaftaran',
    sst: 'No. SST',
    taxNumber: 'TIN',
    item: 'Perkara',
    tax: 'SST',
    amount: 'Jumlah',
    list: 'Harga asal',
    discount: 'Diskaun',
    taxWithin: 'Termasuk SST',
    total: 'Jumlah dibayar',
    refunded: 'Jumlah dibayar balik',
    provider: 'Dibayar dalam talian melalui CHIP.',
    bank: 'Dibayar melalui pindahan bank.',
    about: 'Bayaran balik bagi resit',
    erased: 'Akaun telah dipadam',
    noSignature: 'Dijana oleh komputer melalui Apogee. Tandatangan tidak diperlukan.',
    page: 'Halaman',
    of: 'daripada',
  },
}
