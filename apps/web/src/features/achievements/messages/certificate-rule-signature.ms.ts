import type { Translation } from '#web/platform/language/messages.ts'
import type { signatureMessages } from './certificate-rule-signature.en.ts'

export const certificateSignature = {
  signature: 'Gambar tandatangan',
  drop: 'Letakkan gambar di sini atau',
  browse: 'pilih fail',
  hint: 'PNG, JPEG atau WebP, paling besar 2 MB. Dicetak di atas nama, paling besar 60 × 20 mm. PNG dengan latar belakang lut sinar paling sesuai.',
  current: 'Tandatangan semasa',
  preview: 'Pratonton tandatangan',
  remove: 'Buang gambar',
  keep: (name) => `Gambar ini ialah tandatangan ${name}`,
  isDropped: (name) =>
    `Gambar ini disimpan untuk ${name}. Tanpa tanda ini, gambar dibuang apabila anda menyimpan.`,
  tooLarge: 'Gambar ini lebih besar daripada 2 MB.',
  uploading: 'Memuat naik tandatangan',
  uploadFailed: 'Gambar tidak dapat dimuat naik. Sila cuba lagi.',
  nameMissing: 'Masukkan nama penandatangan, atau buang gambar tandatangan.',
} satisfies Translation<typeof signatureMessages>
