import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { accountMessages } from './account.en.ts'

export const account = {
  yourAccount: 'Akaun anda',
  name: 'Nama',
  email: 'E-mel',
  save: 'Simpan',
  saving: 'Menyimpan...',
  saved: 'Nama anda telah disimpan',
  saveFailed: 'Pengguna gagal dikemas kini',
  bio: 'Tentang anda',
  bioHint: (most: number) =>
    `Ditunjukkan di halaman jualan kursus anda: pekerjaan anda dalam satu baris, kemudian baris kosong dan selebihnya. Paling banyak ${figure(most)} aksara.`,
  saveBio: 'Simpan penerangan',
  bioSaved: 'Penerangan anda telah disimpan',
  picture: 'Gambar anda',
  pictureHint: 'PNG, JPEG atau WebP, paling besar 10 MB. Semua orang di Apogee boleh melihatnya.',
  pictureSaved: 'Gambar anda telah disimpan',
  pictureRemoved: 'Gambar anda telah dibuang',

  dataTitle: 'Data anda',
  dataLead:
    'Muat turun salinan apa yang Apogee simpan tentang anda: gambaran keseluruhan untuk dibaca, dan fail yang boleh dibaca oleh perkhidmatan lain, beserta apa yang anda muat naik.',
  dataOthers:
    'Apa yang ditulis orang lain tiada di dalamnya. Kursus yang anda buat mempunyai eksport sendiri dalam menu kursus itu.',
  dataMore: 'Apa yang kami simpan, dan sebabnya',
  dataDownload: 'Muat turun data saya',
  dataPreparing: 'Sedang disediakan…',
  dataStarted: 'Muat turun anda telah bermula. Simpan fail itu di tempat yang hanya anda boleh buka.',
  dataFailed: 'Data anda tidak dapat disediakan. Sila cuba lagi.',

  deleteAccount: 'Padam akaun saya',
  leavingLead: 'Anda mempunyai 14 hari untuk berubah fikiran:',
  leavingSignedOut:
    'Anda dilog keluar di semua peranti serta-merta. Log masuk dalam masa 14 hari untuk mengekalkan semuanya.',
  leavingErased:
    'Selepas itu, nama, alamat e-mel, gambar, kemajuan dan akses kursus anda dipadam secara kekal.',
  leavingOrders: 'Pesanan dan resit disimpan untuk perakaunan, tanpa apa-apa yang mengenal pasti anda.',
  leavingTeaching:
    'Perniagaan anda mengekalkan kursusnya. Kursus yang hanya anda jual ditarik daripada jualan serta-merta. Jika pelajar masih memiliki salah satunya, padam kursus itu dahulu; akses mereka kekal.',
  confirmTitle: 'Padam akaun anda?',
  confirmText:
    'Sila sahkan dengan kata laluan anda. Jika anda hanya log masuk dengan Google atau GitHub, biarkan kosong.',
  password: 'Kata laluan',
  code: 'Kod',
  codeHint: 'Enam digit daripada aplikasi pengesah anda, atau kod pemulihan.',
  show: 'Tunjukkan',
  hide: 'Sembunyikan',
  deleting: 'Memadam...',
  deleteFailed: 'Akaun anda tidak dapat dipadam. Sila cuba lagi.',
  leaving: (day: string) =>
    `Akaun anda akan dipadam pada ${day}. Log masuk sebelum itu untuk mengekalkannya.`,
} satisfies Translation<typeof accountMessages>
