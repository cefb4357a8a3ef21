import type { Translation } from '#web/platform/language/messages.ts'
import type { payoutBankMessages } from './payout-bank.en.ts'

export const payoutBank = {
  title: 'Akaun bank untuk bayaran keluar',
  lead: 'Apogee membayar bahagian anda daripada jualan melalui akaun CHIP Apogee ke akaun bank ini.',
  failed: 'Butiran bank anda tidak dapat dimuatkan',
  none: 'Belum ada akaun bank. Tambah satu supaya Apogee boleh membayar anda.',
  saved: (bank: string, end: string) => `Bayaran keluar dihantar ke ${bank} ••••${end}.`,
  savedOn: (day: string) => `Dimasukkan pada ${day}.`,
  bank: 'Bank',
  chooseBank: 'Pilih bank',
  other: 'Lain-lain',
  otherBankName: 'Nama bank',
  accountNumber: 'Nombor akaun',
  accountNumberHint: 'Disimpan secara tersulit. Selepas disimpan, hanya 4 digit terakhir ditunjukkan.',
  accountHolder: 'Nama pemegang akaun',
  save: 'Simpan akaun bank',
  replace: 'Tukar akaun bank',
  saving: 'Menyimpan…',
  done: 'Akaun bank anda telah disimpan. Semua yang menguruskan bayaran anda dimaklumkan melalui e-mel.',
  saveFailed: 'Akaun bank anda tidak dapat disimpan. Sila cuba lagi.',
  payTo: 'Bayar ke akaun ini',
  payToFailed: 'Butiran bank tidak dapat dimuatkan',
  payToChanged:
    'Penjual telah menukar akaun bank sejak bayaran keluar ini disediakan, jadi bayaran keluar ini telah tamat. Jangan buat pindahan. Sediakan bayaran keluar baharu.',
  payToNone: 'Penjual ini belum memasukkan butiran bank. Minta mereka menambah akaun bank dalam Perniagaan.',
} satisfies Translation<typeof payoutBankMessages>
