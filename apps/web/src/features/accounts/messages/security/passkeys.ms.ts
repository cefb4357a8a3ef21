import type { Translation } from '#web/platform/language/messages.ts'
import type { passkeysMessages } from './passkeys.en.ts'

export const passkeys = {
  lead: 'Log masuk dengan cap jari, wajah atau kunci skrin anda, tanpa kata laluan atau kod. Kunci laluan berfungsi di laman ini sahaja, jadi halaman palsu tidak dapat memintanya.',
  failed: 'Kunci laluan anda tidak dapat dimuatkan',
  none: 'Anda belum mempunyai kunci laluan',
  noneHint:
    'Tambah satu pada setiap peranti yang anda gunakan, atau satu yang disegerakkan oleh pengurus kata laluan anda.',
  unavailable: 'Pelayar ini tidak dapat menambah kunci laluan di alamat ini.',
  synced: 'Disegerakkan',
  oneDevice: 'Satu peranti',
  added: (day) => `Ditambah pada ${day}`,
  lastUsed: (time) => `Kali terakhir digunakan ${time}`,
  neverUsed: 'Belum digunakan',

  add: 'Tambah kunci laluan',
  addText:
    'Pelayar anda akan bertanya di mana kunci laluan itu hendak disimpan, dan mengesahkan bahawa ini anda.',
  name: 'Nama',
  nameHint: 'Membezakan kunci laluan ini daripada yang lain. Anda boleh menukarnya kemudian.',
  thisDevice: 'Peranti ini',
  create: 'Teruskan',
  creating: 'Menunggu pelayar anda...',
  addFailed: 'Kunci laluan tidak dapat ditambah. Sila cuba lagi.',
  declined: 'Tiada kunci laluan dibuat. Tekan Teruskan untuk mencuba lagi.',
  known: 'Peranti ini sudah mempunyai kunci laluan untuk akaun anda.',
  addedNotice: (name) => `Kunci laluan ditambah: ${name}`,

  rename: 'Namakan semula',
  renameNamed: (name) => `Namakan semula ${name}`,
  renameTitle: 'Namakan semula kunci laluan',
  save: 'Simpan',
  saving: 'Menyimpan...',
  renameFailed: 'Nama tidak dapat disimpan. Sila cuba lagi.',
  renamed: 'Kunci laluan dinamakan semula',

  remove: 'Alih keluar',
  removeNamed: (name) => `Alih keluar ${name}`,
  removeTitle: (name) => `Alih keluar kunci laluan ${name}?`,
  removeText:
    'Ia tidak lagi membolehkan anda log masuk, dan peranti anda yang lain akan dilog keluar. Peranti atau pengurus kata laluan anda mungkin masih memaparkannya: padamkannya di sana juga.',
  removing: 'Sedang mengalih keluar...',
  removeFailed: 'Kunci laluan tidak dapat dialih keluar. Sila cuba lagi.',
  removed: (name) => `Kunci laluan dialih keluar: ${name}`,
} satisfies Translation<typeof passkeysMessages>
