import type { Translation } from '#web/platform/language/messages.ts'
import type { landingMessages } from './landing.en.ts'

export const landing = {
  title: 'Kursus yang berbaloi ditamatkan',
  description:
    'Kursus praktikal berharga ringgit, dibeli sekali dan kekal seumur hidup. Setiap pelajaran menunjukkan sejauh mana anda telah pergi dan apa yang tinggal.',
  headline: 'Pergi lebih jauh daripada tempat anda bermula.',
  lead: 'Kursus praktikal, dibeli sekali dan kekal seumur hidup. Setiap pelajaran menunjukkan sejauh mana anda telah pergi dan apa yang tinggal.',
  browse: 'Lihat kursus',
  teachOnApogee: 'Mengajar di Apogee',
  certificate: 'Sijil tamat kursus',
  guarantee: 'Jaminan wang dikembalikan 30 hari',
  guaranteeCondition: 'selagi kurang daripada 30% ditonton, melainkan penjual memilih syarat lain',
  lifetime: 'Akses seumur hidup',
  orbitLabel:
    'Rajah: kursus dilukis sebagai orbit. Hentian modul naik dari perige, tempat anda bermula, ke apogi, titik terjauh, tempat anda tamat.',
  module: (number: number) => `Modul ${number}`,
  apogee: 'Apogi',
  farthest: 'titik terjauh',
  startWith: 'Mulakan dengan salah satu ini',
  startWithHint: 'Kursus paling popular kami, dan satu yang percuma untuk dicuba.',
  allCourses: 'Semua kursus',
} satisfies Translation<typeof landingMessages>
