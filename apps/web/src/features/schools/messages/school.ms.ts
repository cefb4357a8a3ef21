import type { Translation } from '#web/platform/language/messages.ts'
import type { schoolMessages } from './school.en.ts'

export const school = {
  school: 'Sekolah',
  schools: 'Sekolah',
  courses: 'Kursus',
  courseCount: (count) => `${count} kursus`,
  allCourses: (count) => `Semua ${count} kursus di pasaran`,
  bundles: 'Himpunan',
  teachers: 'Tenaga pengajar',
  teaches: (count) => `Mengajar ${count} kursus`,
  reviews: 'Kata pelajar',
  reviewOf: (course) => `Ulasan ${course}`,
  rated: (average) => `Dinilai ${average} daripada 5`,
  reviewCount: (count) => `${count} ulasan`,
  about: (name) => `Tentang ${name}`,
  description: (name, courses) => `Kursus ${name}: ${courses}`,
  copyLink: 'Salin pautan',
  linkCopied: 'Pautan telah disalin.',
  copyFailed: 'Pelayar enggan menyalin. Sila salin alamat halaman ini sendiri.',
  loading: 'Memuatkan sekolah',
  loadFailed: 'Sekolah tidak dapat dimuatkan',
  missing: 'Tiada sekolah di alamat ini',
  missingHint: 'Alamatnya mungkin telah bertukar, atau tiada kursus dijual buat masa ini.',
  toMarketplace: 'Pergi ke pasaran',
  tryAgain: 'Cuba lagi',
} satisfies Translation<typeof schoolMessages>
