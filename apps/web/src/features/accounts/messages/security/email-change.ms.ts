import type { Translation } from '#web/platform/language/messages.ts'
import type { emailChangeMessages } from './email-change.en.ts'

export const emailChange = {
  lead: 'Anda log masuk dengan alamat ini, dan e-mel kami dihantar ke situ.',
  failed: 'Alamat e-mel anda tidak dapat dimuatkan',
  verified: 'Disahkan',
  unverified: 'Belum disahkan',
  change: 'Tukar alamat e-mel',

  changeText: (email) =>
    `Kami menghantar satu pautan ke alamat baharu dan satu ke ${email}. Alamat itu bertukar apabila kedua-duanya disahkan.`,
  changeTextUnverified:
    'Kami menghantar satu pautan ke alamat baharu. Alamat itu bertukar apabila anda mengesahkannya.',
  newEmail: 'Alamat e-mel baharu',
  send: 'Hantar pautan',
  sending: 'Sedang menghantar...',
  sendFailed: 'Pautan tidak dapat dihantar. Sila cuba lagi.',
  sent: (email) => `Pautan sedang dihantar. Cari satu di ${email} juga.`,

  waiting: (email) => `Bertukar kepada ${email}`,
  waitingUntil: (day) => `Buka pautan dalam e-mel kami, dan sahkan. Pautan itu sah sehingga ${day}.`,
  newAddress: (email) => `Alamat baharu, ${email}`,
  presentAddress: (email) => `Alamat sekarang, ${email}`,
  isConfirmed: 'Disahkan',
  isOpen: 'Belum disahkan',
  lostMailbox: (email, time) =>
    `Jika anda tidak lagi dapat membaca e-mel di ${email}, anda boleh menyelesaikannya tanpa alamat itu selepas ${time}. Anda memerlukan log masuk dua langkah atau kunci laluan yang sudah ada sebelum anda memintanya.`,
  finish: (email) => `Selesaikan tanpa ${email}`,
  finishing: 'Sedang menukar...',
  finished: 'Alamat e-mel anda telah ditukar',
  finishFailed: 'Alamat e-mel tidak dapat ditukar. Sila cuba lagi.',
  withdraw: 'Tarik balik',
  withdrawing: 'Sedang menarik balik...',
  withdrawn: 'Alamat e-mel anda kekal seperti sedia ada',
  withdrawFailed: 'Permintaan itu tidak dapat ditarik balik. Sila cuba lagi.',
} satisfies Translation<typeof emailChangeMessages>
