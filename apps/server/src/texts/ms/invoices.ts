import type { invoices as english } from '../en/invoices.ts'

export const invoices: typeof english = {
  invoice: ({ hello, number, sellerName, companyName, total, dueOn, link }) => ({
    subject: `Invois ${number} daripada ${sellerName}`,
    body: `${hello}\n\n${sellerName} telah mengeluarkan invois ${number} untuk ${companyName}: ${total}, perlu dibayar selewat-lewatnya ${dueOn} melalui pindahan bank.\n\nLihat invois dan butiran bank:\n${link}\n\nSesiapa yang mempunyai pautan ini boleh melihat invois itu. Semak butiran bank dengan penjual sebelum membayar. Jika anda tidak menjangkakan invois ini, abaikan e-mel ini.`,
  }),

  reminder: ({ hello, number, sellerName, companyName, total, dueOn, link }) => ({
    subject: `Peringatan: invois ${number} daripada ${sellerName} lewat dibayar`,
    body: `${hello}\n\nInvois ${number} daripada ${sellerName} untuk ${companyName} (${total}) perlu dibayar selewat-lewatnya ${dueOn}, dan ${sellerName} belum mencatat bayarannya.\n\nLihat invois dan butiran bank:\n${link}\n\nJika anda sudah membayar, beritahu penjual nombor rujukan bank anda. Semak butiran bank dengan penjual sebelum membayar. Ini satu-satunya peringatan; jika anda tidak menjangkakan invois ini, abaikan e-mel ini.`,
  }),

  payment: ({ hello, invoiceNumber, sellerName, total, link }) => ({
    subject: `Resit untuk invois ${invoiceNumber} daripada ${sellerName}`,
    body: `${hello}\n\n${sellerName} telah menerima ${total} untuk invois ${invoiceNumber}. Terima kasih.\n\nMuat turun resit anda:\n${link}`,
  }),

  creditNote: ({ hello, number, invoiceNumber, sellerName, total, wasPaid, link }) => {
    const owed = wasPaid
      ? `${sellerName} membayar balik ${total} melalui pindahan bank.`
      : 'Anda tidak lagi berhutang apa-apa untuknya.'
    return {
      subject: `Nota kredit ${number} untuk invois ${invoiceNumber}`,
      body: `${hello}\n\n${sellerName} telah membatalkan invois ${invoiceNumber} dengan nota kredit ${number}. ${owed}\n\nLihat nota kredit:\n${link}`,
    }
  },

  seat: ({ hello, companyName, sellerName, courses, email, link }) => ({
    subject: `${companyName} mempunyai tempat kursus untuk anda di Apogee`,
    body: `${hello}\n\n${companyName} telah membeli tempat untuk anda daripada ${sellerName}:\n\n${courses}\n\nDaftar atau log masuk dengan alamat ${email} dan sahkan alamat itu untuk mendapat akses. Dapatkan kursus anda:\n${link}\n\nJika anda tidak menjangkakannya, abaikan e-mel ini: tiada apa-apa berlaku.`,
  }),

  openSeat: ({ hello, companyName, sellerName, courses, link }) => ({
    subject: `${companyName} telah membuka kursus untuk anda di Apogee`,
    body: `${hello}\n\n${companyName} telah membeli tempat untuk anda daripada ${sellerName}. Anda sudah didaftarkan:\n\n${courses}\n\nMula belajar:\n${link}`,
  }),

  courseWaits: (course, first) => `${course}: dibuka selepas ${first} selesai.`,

  paper: {
    invoice: 'Invois',
    'credit-note': 'Nota kredit',
    seller: 'Daripada',
    buyer: 'Kepada',
    details: 'Butiran',
    date: 'Tarikh',
    due: 'Tarikh akhir',
    order: 'Pesanan belian',
    about: 'Invois',
    attention: 'U.p.',
    registration: 'No. pendaftaran',
    sst: 'No. SST',
    taxNumber: 'TIN',
    item: 'Kursus',
    seats: 'Tempat',
    each: 'Seunit',
    amount: 'Amaun',
    taxWithin: 'Termasuk SST',
    total: 'Jumlah perlu dibayar',
    credited: 'Jumlah dikreditkan',
    transfer: 'Bayar melalui pindahan bank',
    quote: 'Rujukan pembayaran',
    holder: 'Akaun',
    paid: 'Dibayar pada',
    reason: 'Sebab',
    cancelled: 'Invois ini dibatalkan oleh nota kredit',
    noSignature: 'Dijana oleh komputer melalui Apogee. Tandatangan tidak diperlukan.',
    page: 'Halaman',
    of: 'daripada',
    accessForDays: (days) => `Akses selama ${days} hari`,
    accessForMonths: (months) => `Akses selama ${months} bulan`,
  },
}
