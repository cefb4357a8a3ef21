import type { Translation } from '#web/platform/language/messages.ts'
import type { brandMessages } from './brand.en.ts'

export const brand = {
  title: 'Jenama',
  lead: 'Rupa e-mel, halaman sekolah, halaman jualan, resit, invois dan sijil anda. Logonya ialah logo profil perniagaan anda.',
  loadFailed: 'Jenama anda tidak dapat dimuatkan',
  colour: 'Warna',
  colourHint: 'Enam digit selepas #, seperti #3b2fa8. Kosong: warna Apogee.',
  choose: 'Pilih warna',
  whiteText: (ratio) => `Teks di atasnya putih (kontras ${ratio} : 1).`,
  blackText: (ratio) => `Putih sukar dibaca di atasnya, jadi teksnya hitam (kontras ${ratio} : 1).`,
  senderName: 'Nama penghantar',
  senderHint: 'E-mel anda memaparkan nama anda bersama Apogee. Kosong: daripada Apogee.',
  footer: 'Baris terakhir e-mel anda',
  footerHint: 'Seperti syarikat dan bandar anda. Tanpa pautan. Paling banyak 160 aksara.',
  replies: (email) => `Balasan kepada e-mel anda dihantar ke ${email}`,
  repliesHint: 'Penerima e-mel anda melihat alamat ini.',
  noContact: 'Supaya orang boleh membalas e-mel anda, sahkan alamat hubungan dahulu:',
  toVerification: 'Pengesahan',
  save: 'Simpan jenama',
  saving: 'Menyimpan…',
  saved:
    'Jenama telah disimpan. E-mel, resit, invois dan sijil anda yang seterusnya menggunakannya. Yang telah dikeluarkan kekal seperti sedia ada.',
  saveFailed: 'Jenama tidak dapat disimpan',
  on: 'Ya',
  off: 'Tidak',
  preview: 'Pratonton',
  mail: 'E-mel',
  receipt: 'Resit',
  certificate: 'Sijil',
  sampleCourse: 'Contoh kursus',
  brandOfSeller:
    'E-mel dan resit pembeli memaparkan jenama penjual. Pratonton ini memaparkannya kepada penjual sahaja.',
  from: 'Daripada',
  answersTo: 'Balasan ke',
} satisfies Translation<typeof brandMessages>
