import type { Translation } from '#web/platform/language/messages.ts'
import type { booksMessages } from './books.en.ts'

export const books = {
  sst: 'SST mengikut tempoh',
  sstLead:
    'Jualan, bayaran balik dan caj balik dalam lejar anda mengikut kadar SST, untuk mengisi penyata SST-02.',
  taxablePeriod: 'Tempoh',
  months: (first: string, last: string) => `${first} – ${last}`,
  rate: 'Kadar',
  withoutTax: 'Tiada SST',
  taxOf: (amount: string) => `SST ${amount}`,
  taxPayable: (amount: string) => `SST ditolak bayaran balik dan caj balik: ${amount}`,
  number: (number: string) => `No. SST ${number}`,
  numberMissing: 'Tiada nombor SST disimpan. Masukkan nombor itu bersama butiran resit anda.',
  receiptDetails: 'Butiran resit',
  nothing: 'Tiada jualan, bayaran balik atau caj balik dalam tempoh ini.',
  failed: 'SST bagi tempoh ini tidak dapat dimuatkan',
  pdf: 'Muat turun PDF',
  pdfFailed: 'PDF tidak dapat dibuat',
  journals: 'Untuk perisian perakaunan',
  journalsLead: (period: string) =>
    `Lejar anda (${period}) sebagai jurnal: satu bagi setiap hari dan jenis catatan, sehingga semalam. Setiap jurnal seimbang. Bayaran yang dimasukkan kemudian mengubah jurnal hari terdahulu. Fail tanpa baris bermaksud tiada catatan dalam tempoh itu.`,
  program: 'Perisian',
  codes: 'Akaun anda',
  codesHint: 'Taip kod setiap akaun dalam perisian anda. Kod disimpan dalam pelayar ini.',
  nameHint: 'Taip nama setiap akaun seperti dalam QuickBooks. Nama disimpan dalam pelayar ini.',
  download: 'Muat turun jurnal',
  xeroNote:
    'Import melalui Accounting, Manual journals. Xero menerima 300 baris bagi setiap fail: pilih sebulan atau kurang. Kadar cukai setiap baris ialah “Tax Exempt”.',
  quickbooksNote: 'Import melalui Settings, Import data, Journal entries, dengan format tarikh dd/MM/yyyy.',
  fieldsNote:
    'Tukar fail kepada Excel jika import anda memerlukannya, dan pilih lajur bagi setiap medan di situ.',
  sales: 'Jualan bagi kursus',
  tax: 'SST kena dibayar',
  fee: 'Yuran kepada Apogee',
  platform: 'Akan diterima daripada Apogee',
  provider: 'Penjelasan CHIP',
  bank: 'Bank',
  held: 'Bayaran ditahan',
  payable: 'Akan dibayar kepada penjual',
  fee_income: 'Yuran daripada penjual',
} satisfies Translation<typeof booksMessages>
