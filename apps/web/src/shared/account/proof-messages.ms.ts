import type { Translation } from '../../platform/language/messages.ts'
import type { proofMessages } from './proof-messages.en.ts'

export const proof = {
  endedTitle: 'Sesi anda telah tamat',
  endedText: 'Sesi anda telah tamat. Log masuk semula untuk menyimpan. Apa yang anda taip masih ada di sini.',
  staleTitle: 'Sahkan bahawa ini anda',
  staleText: 'Langkah ini dilindungi. Masukkan kata laluan anda sekali lagi untuk meneruskan.',
  email: 'E-mel',
  password: 'Kata laluan',
  code: 'Kod',
  codeHint: 'Enam digit daripada aplikasi pengesah anda, atau kod pemulihan.',
  show: 'Tunjukkan kata laluan',
  hide: 'Sembunyikan kata laluan',
  signIn: 'Log masuk',
  confirm: 'Sahkan',
  checking: 'Menyemak...',
  failed: 'Ini tidak dapat disemak. Sila cuba lagi.',
  noPassword: 'Akaun ini tiada kata laluan. Log masuk semula dengan Google atau GitHub di bawah.',
  elsewhere:
    'Tiada kata laluan? Log masuk semula di tab baharu. Halaman ini akan diteruskan dengan sendirinya.',
  google: 'Log masuk dengan Google',
  github: 'Log masuk dengan GitHub',
  stays: 'Sesi anda telah tamat. Apa yang anda taip masih ada di sini dan belum disimpan.',
  otherAccount: 'Akaun lain telah log masuk, jadi tiada apa-apa yang disimpan.',
} satisfies Translation<typeof proofMessages>
