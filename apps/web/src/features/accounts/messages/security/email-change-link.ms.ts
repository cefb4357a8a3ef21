import type { Translation } from '#web/platform/language/messages.ts'
import type { emailChangeLinkMessages } from './email-change-link.en.ts'

export const emailChangeLink = {
  title: 'Pertukaran alamat e-mel',
  confirmTitle: (email) => `Tukar alamat e-mel anda kepada ${email}?`,
  confirmOwn: (email) => `Akaun Apogee dengan alamat ${email} memintanya.`,
  confirmPassword: (email) =>
    `Akaun Apogee dengan alamat ${email} memintanya. Masukkan kata laluan akaun itu untuk mengesahkan.`,
  signedInAs: (email) => `Anda log masuk sebagai ${email}.`,
  confirm: 'Sahkan pertukaran',
  confirming: 'Sedang mengesahkan...',
  wrongPassword: 'Ini bukan kata laluan akaun ini',
  confirmFailed: 'Pertukaran itu tidak dapat disahkan. Sila cuba lagi.',
  stopLead: 'Anda tidak memintanya?',
  stop: 'Hentikan pertukaran',
  stopping: 'Sedang menghentikan...',
  stopFailed: 'Pertukaran itu tidak dapat dihentikan. Sila cuba lagi.',

  changed: 'Alamat e-mel anda telah ditukar',
  changedHint: (email) => `Log masuk dengan ${email} mulai sekarang.`,
  halfDone: 'Alamat ini telah disahkan',
  halfDoneHint: (email) => `Sekarang buka pautan dalam e-mel yang kami hantar ke ${email}.`,
  stopped: 'Pertukaran itu telah dihentikan',
  stoppedHint:
    'Alamat e-mel kekal seperti sedia ada. Seseorang yang telah log masuk ke akaun anda memintanya: tetapkan kata laluan baharu, yang akan melog keluar semua peranti.',
  newPassword: 'Tetapkan kata laluan baharu',

  undoTitle: (email) => `Pulihkan ${email}?`,
  undoLead: (email) =>
    `Alamat akaun Apogee anda telah ditukar kepada ${email}. Pemulihan akan melog keluar semua peranti, membuang kata laluan, dan membuang kunci laluan, log masuk dua langkah serta pautan yang ditambah dalam minggu sebelum permintaan itu atau selepasnya. Kami kemudian menghantar pautan kepada anda untuk memilih kata laluan baharu.`,
  undo: 'Pulihkan alamat',
  undoing: 'Sedang memulihkan...',
  undoFailed: 'Alamat itu tidak dapat dipulihkan. Sila cuba lagi.',
  undone: 'Alamat e-mel lama anda telah dipulihkan',
  undoneHint: (email) =>
    `Kami telah menghantar pautan ke ${email}. Bukanya untuk memilih kata laluan baharu.`,

  failed: 'Pautan ini tidak berfungsi',
  spentHint:
    'Pautan ini telah digunakan, permintaan itu telah ditarik balik, atau digantikan oleh yang lebih baharu.',
  toSettings: 'Pergi ke Tetapan',
  signIn: 'Log masuk',
} satisfies Translation<typeof emailChangeLinkMessages>
