import type { Translation } from '#web/platform/messages.ts'
import type { accessMessages } from './access-messages.en.ts'

export const accessMalay = {
  forgotTitle: 'Lupa kata laluan',
  forgotLead: 'Masukkan e-mel anda dan kami akan menghantar pautan untuk memilih kata laluan baharu.',
  sendLink: 'Hantar Pautan',
  sendingLink: 'Menghantar...',
  linkSent: 'Semak e-mel anda',
  linkSentTo: (email: string) =>
    `Jika ada akaun untuk ${email}, pautan sedang dihantar. Pautan itu sah sekali sahaja, selama 1 jam.`,
  otherEmail: 'Guna e-mel lain',
  remembered: 'Sudah ingat?',
  backToLogin: 'Kembali ke Log Masuk',
  forgotFailed: 'Pautan tidak dapat dihantar. Sila cuba lagi.',
  resetTitle: 'Tetapkan semula kata laluan',
  resetLead: 'Pilih kata laluan baharu. Anda akan dilog keluar daripada semua peranti lain.',
  newPassword: 'Kata laluan baharu',
  resetPassword: 'Tetapkan Semula Kata Laluan',
  resetting: 'Menyimpan...',
  resetFailed: 'Kata laluan tidak dapat ditukar. Sila cuba lagi.',
  resetSpent: 'Pautan ini telah tamat tempoh atau pernah digunakan',
  resetSpentHint: 'Setiap pautan sah sekali sahaja, selama 1 jam.',
  askAgain: 'Minta pautan baharu',
  resetDone: 'Kata laluan anda telah ditukar',
  resetDoneHint: 'Anda telah dilog keluar daripada semua peranti. Log masuk dengan kata laluan baharu anda.',
  changeTitle: 'Tukar kata laluan',
  changeLead: 'Peranti anda yang lain dilog keluar apabila anda menukarnya.',
  currentPassword: 'Kata laluan semasa',
  changePassword: 'Tukar Kata Laluan',
  changing: 'Menukar...',
  changed: 'Kata laluan anda telah ditukar. Peranti lain telah dilog keluar.',
  changeFailed: 'Kata laluan tidak dapat ditukar. Sila cuba lagi.',
  unverified: 'Sila sahkan alamat e-mel anda.',
  unverifiedSent: (email: string) => `Kami telah menghantar pautan ke ${email}.`,
  unverifiedSells: 'Penerimaan wang jualan dan jemputan memerlukannya.',
  unverifiedLabel: 'Alamat e-mel belum disahkan',
  sendAgain: 'Hantar e-mel itu sekali lagi',
  sendingAgain: 'Menghantar...',
  sentAgain: (email: string) => `E-mel baharu sedang dihantar ke ${email}.`,
  sendAgainFailed: 'E-mel tidak dapat dihantar. Sila cuba lagi.',
  signingInWith: 'Anda sedang dilog masuk...',
  providerUnset: (provider: string) =>
    `Log masuk dengan ${provider} belum disediakan di laman ini. Sila gunakan e-mel dan kata laluan anda.`,
  providerCancelled: (provider: string) => `Log masuk dengan ${provider} telah dibatalkan.`,
  providerExpired: (provider: string) =>
    `Log masuk dengan ${provider} mengambil masa terlalu lama, atau dimulakan di tetingkap lain. Sila cuba lagi.`,
  providerUnverified: (provider: string) =>
    `${provider} belum mengesahkan alamat e-mel anda, jadi anda tidak dapat log masuk dengannya di sini. Sila gunakan e-mel dan kata laluan anda.`,
  providerFailed: (provider: string) =>
    `${provider} tidak menjawab seperti yang dijangka. Sila cuba lagi, atau gunakan e-mel dan kata laluan anda.`,
  providerBusy: 'Terlalu banyak percubaan. Sila tunggu beberapa minit dan cuba lagi.',
} satisfies Translation<typeof accessMessages>
