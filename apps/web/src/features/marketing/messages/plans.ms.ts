import type { Translation } from '#web/platform/language/messages.ts'
import type { plansMessages } from './plans.en.ts'

export const plans = {
  basic: 'Asas',
  basicPrice: '$29',
  basicLimit: 'Sehingga 5 kursus',
  professional: 'Profesional',
  professionalPrice: '$79',
  professionalLimit: 'Kursus tanpa had',
  enterprise: 'Perusahaan',
  enterprisePrice: 'Tersuai',
  enterpriseLimit: 'Untuk pasukan lebih besar',
  perMonth: '/bulan',
  recommended: 'Disyorkan',
  contactUs: 'Hubungi kami',
  everyCourse: 'Setiap kursus di Apogee, pada mana-mana pelan, disertakan dengan',
  guarantee: 'Jaminan wang dikembalikan 30 hari',
  guaranteeCondition: 'selagi kurang daripada 30% ditonton, melainkan penjual memilih syarat lain',
  lifetime: 'Akses seumur hidup',
  certificate: 'Sijil tamat kursus',
} satisfies Translation<typeof plansMessages>
