import type { Translation } from '#web/platform/language/messages.ts'
import type { secondFactorMessages } from './second-factor.en.ts'

export const secondFactor = {
  stepTitle: 'Masukkan kod anda',
  stepLead: 'Buka aplikasi pengesah anda dan masukkan enam digit yang dipaparkan untuk Apogee.',
  code: 'Kod',
  codeHint: 'Tanpa aplikasi itu, masukkan salah satu kod pemulihan anda.',
  trust: 'Jangan tanya lagi dalam pelayar ini selama 30 hari',
  signIn: 'Log masuk',
  signingIn: 'Sedang log masuk...',
  startAgain: 'Log masuk dengan akaun lain',
  stepFailed: 'Kod tidak dapat disemak. Sila cuba lagi.',

  lead: 'Selepas kata laluan anda, log masuk juga memerlukan kod daripada aplikasi pada telefon anda. Kata laluan yang dicuri sahaja tidak membuka apa-apa.',
  off: 'Kata laluan anda mencukupi untuk log masuk.',
  on: (day) => `Dihidupkan sejak ${day}.`,
  codesLeft: (count) => `${count} kod pemulihan masih ada.`,
  failed: 'Langkah kedua tidak dapat dimuatkan',
  turnOn: 'Hidupkan',
  turnOff: 'Matikan',
  newCodes: 'Kod pemulihan baharu',

  setUpTitle: 'Sediakan aplikasi pengesah',
  setUpText:
    'Gunakan mana-mana aplikasi yang memaparkan kod, seperti Google Authenticator, Microsoft Authenticator atau 1Password.',
  scan: 'Imbas ini dengan aplikasi.',
  qrAlt: 'Kod QR untuk aplikasi pengesah',
  orType: 'Atau masukkan kunci ini dalam aplikasi',
  copyKey: 'Salin kunci',
  keyCopied: 'Kunci disalin',
  copyFailed: 'Penyalinan gagal. Sila pilih teks dan salin.',
  firstCode: 'Kod yang dipaparkan oleh aplikasi',
  confirming: 'Sedang menyemak...',
  setUpFailed: 'Langkah kedua tidak dapat dihidupkan. Sila cuba lagi.',
  beginFailed: 'Persediaan tidak dapat dimulakan',
  turnedOn: 'Log masuk dua langkah dihidupkan. Peranti anda yang lain telah dilog keluar.',

  codesTitle: 'Simpan kod pemulihan anda',
  codesText:
    'Setiap satu membolehkan anda log masuk sekali tanpa telefon anda. Kod ini tidak ditunjukkan lagi.',
  codesWarning: 'Tanpa telefon anda dan kod ini, anda tidak dapat log masuk.',
  copyCodes: 'Salin',
  codesCopied: 'Kod pemulihan disalin',
  download: 'Muat turun',
  fileName: 'kod-pemulihan-apogee.txt',
  saved: 'Saya telah menyimpannya',

  turnOffTitle: 'Matikan log masuk dua langkah?',
  turnOffText: 'Kata laluan anda sahaja akan mencukupi semula.',
  turningOff: 'Sedang mematikan...',
  turnOffFailed: 'Langkah kedua tidak dapat dimatikan. Sila cuba lagi.',
  turnedOff: 'Log masuk dua langkah dimatikan',
  newCodesTitle: 'Buat kod pemulihan baharu?',
  newCodesText: 'Kod yang anda ada sekarang tidak lagi berfungsi.',
  makeCodes: 'Buat kod baharu',
  makingCodes: 'Sedang membuat kod...',
  newCodesFailed: 'Kod baharu tidak dapat dibuat. Sila cuba lagi.',
} satisfies Translation<typeof secondFactorMessages>
