import type { Translation } from '#web/platform/language/messages.ts'
import type { readingMessages } from './reading.en.ts'

export const reading = {
  onThisPage: 'Di halaman ini',
  since: (date) => `Berkuat kuasa sejak ${date}`,
  textFailed: 'Teks ini tidak dapat dimuatkan',
  textFailedHint: 'Semak sambungan anda dan cuba lagi.',
  aboutTitle: 'Tentang Apogee',
  aboutDescription:
    'Mengapa Apogee wujud, pegangannya tentang belajar dan mengajar, dan betapa mudanya ia lagi.',
  roadmapTitle: 'Hala tuju',
  roadmapDescription:
    'Apa yang berfungsi di Apogee hari ini, apa yang dibina seterusnya, dan apa yang tidak dirancang.',
  careersTitle: 'Kerjaya',
  careersDescription: 'Sama ada Apogee mempunyai jawatan kosong, dan apa yang kami cari.',
  termsTitle: 'Terma Perkhidmatan',
  termsDescription: 'Peraturan antara anda dengan Apogee: akaun, pembelian, wang dikembalikan, penerbitan.',
  privacyTitle: 'Dasar Privasi',
  privacyDescription:
    'Apa yang Apogee simpan tentang anda, sebabnya dan berapa lama, serta hak anda di bawah undang-undang Malaysia.',
  cookiesTitle: 'Kuki dan storan setempat',
  cookiesDescription: 'Kuki dan kunci storan setempat yang digunakan Apogee, satu demi satu.',
  pricingTitle: 'Harga',
  pricingDescription:
    'Pelan untuk mereka yang mengajar, dan apa yang dibayar pelajar: satu harga, janji wang dikembalikan daripada penjual, akses seumur hidup.',
  testimonialsTitle: 'Testimoni',
  testimonialsDescription: 'Kisah pelajar dan pengajar: belum ada, dan cara menghantar kisah anda.',
  contactTitle: 'Hubungi kami',
  contactDescription: 'Tulis kepada orang yang mengendalikan Apogee.',
  supportTitle: 'Hubungi sokongan',
  supportDescription:
    'Ada yang tidak berfungsi, atau bayaran tersangkut: jawapan pantas, dan borang yang dibaca orang.',
  partnersTitle: 'Rakan kongsi',
  partnersDescription:
    'Apa yang diperoleh perniagaan dan individu yang menerbitkan kursus di Apogee, dan cara bermula.',
  blogTitle: 'Blog',
  blogDescription: 'Catatan praktikal untuk mereka yang mengajar dan belajar dalam talian.',
  blogLead:
    'Catatan praktikal untuk mereka yang mengajar dan belajar dalam talian. Sedikit, dan untuk digunakan.',
  feed: 'Rencana baharu sebagai suapan (Atom)',
  allArticles: 'Semua rencana',
  readingTime: (minutes) => `${minutes} minit bacaan`,
  readNext: 'Baca seterusnya',
  forTeachers: 'Untuk pengajar',
  forLearners: 'Untuk pelajar',
  articleMissing: 'Rencana tidak ditemui',
  articleMissingHint: 'Namanya mungkin telah ditukar. Semua rencana ada di satu halaman.',
  priceTitle: 'Cara menetapkan harga kursus pertama anda',
  priceSummary:
    'Cari harga pertama dalam sejam dan harga yang lebih baik dalam sebulan, langkah demi langkah.',
  finishTitle: 'Cara menamatkan kursus yang anda mulakan',
  finishSummary: 'Tujuh perkara kecil yang lebih membantu daripada kemahuan, dan bila patut berhenti.',
  pageTitle: 'Halaman kursus yang menjawab soalan',
  pageSummary: 'Apa yang ingin diketahui pelawat daripada halaman anda, mengikut urutan soalannya.',
  booksTitle: 'Simpan kira sejak jualan pertama',
  booksSummary: 'Akaun berasingan, empat lajur, tiga jumlah: sejam persediaan sebelum jualan pertama anda.',
  piecesTitle: 'Belajar dalam kepingan kecil',
  piecesSummary:
    'Apa yang boleh dibuat dengan lima, lima belas dan dua puluh lima minit, supaya ia terkumpul.',
  phoneTitle: 'Pelajaran yang baik, dirakam dengan telefon',
  phoneSummary:
    'Bunyi, panjang dan sepuluh saat pertama lebih penting daripada gambar. Senarai semak mengikut urutan itu.',
} satisfies Translation<typeof readingMessages>
