import type { Translation } from '#web/platform/messages.ts'
import type { businessMessages } from './business-messages.en.ts'

export const businessMalay = {
  title: 'Mengajar di Apogee',
  description:
    'Terbitkan kursus video dan PDF, jual dalam ringgit melalui akaun CHIP anda sendiri, dan lihat kemajuan pelajar anda.',
  headline: 'Kursus anda, harga anda, pelajar anda.',
  lead: 'Terbitkan kursus video dan PDF, jual dalam ringgit melalui akaun CHIP anda sendiri, dan lihat kemajuan pelajar anda.',
  becomePartner: 'Jadi Rakan Kongsi',
  partnerLogin: 'Log Masuk Rakan Kongsi',
  start: 'Cara anda bermula',
  stepRegister: 'Daftarkan perniagaan anda',
  stepRegisterText: 'Nama anda, perniagaan anda, kata laluan. Ia mengambil masa kira-kira dua minit.',
  stepCreate: 'Cipta kursus',
  stepCreateText: 'Modul video dan PDF. Tiada siapa melihat modul sebelum anda menerbitkannya.',
  stepShare: 'Kongsi pautannya',
  stepShareText:
    'Sesiapa yang membukanya boleh membeli. Dengan CHIP disambungkan, wangnya masuk kepada anda.',
  features: 'Ciri-ciri',
  sell: 'Jual dalam ringgit',
  sellText:
    'Tetapkan setiap harga sendiri, atau jadikan kursus percuma. Pembeli membayar dengan kad, perbankan dalam talian atau e-dompet melalui CHIP.',
  paid: 'Terima bayaran terus',
  paidText: 'Sambungkan akaun CHIP anda sendiri di Tetapan. Bayaran untuk kursus anda masuk ke situ.',
  share: 'Kongsi satu pautan',
  shareText:
    'Setiap kursus mempunyai halaman jualan yang terbuka tanpa akaun. Hantar melalui WhatsApp, Telegram atau e-mel.',
  privacy: 'Awam atau peribadi',
  privacyText: 'Paparkan kursus di pasaran, atau simpan untuk mereka yang anda daftarkan.',
  lessons: 'Pelajaran video dan PDF',
  lessonsText:
    'Muat naik fail MP4, WebM dan PDF sehingga 100 MB setiap satu, disusun dalam modul yang boleh diatur semula.',
  progress: 'Lihat siapa yang sampai',
  progressText:
    'Pelajar menandakan pelajaran selesai. Anda lihat siapa yang mendaftar dan sejauh mana mereka.',
  pricing: 'Harga',
  pricingLead: 'Pelan dalam dolar AS sebulan. Hubungi kami dan kami sediakan pelan anda.',
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
  pricingExplained: 'Penjelasan harga',
  everyCourse: 'Setiap kursus di Apogee, pada mana-mana pelan, disertakan dengan',
  guarantee: 'Jaminan wang dikembalikan 30 hari',
  lifetime: 'Akses seumur hidup',
  certificate: 'Sijil tamat kursus',
} satisfies Translation<typeof businessMessages>
