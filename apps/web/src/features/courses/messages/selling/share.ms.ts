import type { Translation } from '#web/platform/language/messages.ts'
import type { shareMessages } from './share.en.ts'

export const shareCourse = {
  title: (course) => `Kongsi ${course}`,
  isPrivate: 'Kursus ini persendirian: hanya orang yang berdaftar boleh membuka pautan ini.',
  code: 'Kod diskaun',
  withoutCode: 'Tanpa kod',
  noCodes: 'Tiada kod yang aktif untuk kursus ini. Kod dibuat di halaman Kupon.',
  source: 'Di mana anda berkongsi',
  sourceHint: 'Satu perkataan, seperti instagram atau surat berita. Statistik kursus menunjukkan hasilnya.',
  link: 'Pautan',
  copyLink: 'Salin pautan',
  linkCopied: 'Pautan telah disalin.',
  message: 'Teks',
  words: (course) => `Lihat kursus ini: ${course}`,
  wordsWithCode: (course, code) => `Lihat kursus ini: ${course}. Kod ${code} menjadikannya lebih murah.`,
  copyText: 'Salin teks dan pautan',
  textCopied: 'Teks dan pautan telah disalin.',
  copied: 'Disalin',
  copyFailed: 'Pelayar tidak membenarkan salinan. Sila pilih teks dan salin sendiri.',
  qrAlt: 'Kod QR bagi pautan',
  qrHint: 'Untuk poster dan slaid: kod ini membawa ke pautan yang sama.',
  savePng: 'Simpan sebagai PNG',
  saveSvg: 'Simpan sebagai SVG',
  figures: 'Hasil bagi setiap sumber',
} satisfies Translation<typeof shareMessages>
