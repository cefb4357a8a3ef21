import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { landingSectionsMessages } from './landing-sections.en.ts'

export const landingSections = {
  categories: 'Cari bidang anda',
  courses: (count: number) => `${figure(count)} kursus`,
  whereYouAre: 'Anda sentiasa tahu di mana anda berada',
  whereYouAreLead:
    'Kursus ialah laluan yang ada penghujungnya. Apogee menyimpan tempat anda, di telefon dan komputer riba, dan tidak pernah menyembunyikan baki perjalanan.',
  stepResume: 'Sambung dari tempat anda berhenti',
  stepResumeText: 'Pelajaran seterusnya ialah perkara pertama yang anda lihat apabila kembali.',
  stepComplete: 'Lihat apa yang sudah siap dan apa yang belum',
  stepCompleteText:
    'Video dan kuiz selesai sebaik sahaja anda menghabiskannya. Yang lain anda tandakan sendiri, dan boleh dibatalkan.',
  stepFinish: 'Tamatkan, dan ada sesuatu untuk ditunjukkan',
  stepFinishText: 'Sijil, dan hasil kerja yang anda buat sepanjang jalan.',
  example: 'Contoh',
  exampleCourse: 'Kursus anda',
  progressLabel: 'Kemajuan kursus',
  progressText: '62% selesai (13/21 pelajaran)',
  teachTitle: 'Ajar apa yang anda tahu. Tetapkan harga sendiri.',
  teachLead:
    'Muat naik pelajaran video dan PDF, pilih siapa yang boleh melihatnya, dan kongsi satu pautan. Bayaran masuk melalui akaun CHIP anda sendiri.',
  becomePartner: 'Jadi Rakan Kongsi',
  seePlans: 'Lihat pelan',
  controlsLabel: 'Contoh kawalan jualan sesebuah kursus',
  price: 'Harga',
  free: 'Percuma',
  visibility: 'Keterlihatan',
  publicCourse: 'Awam di pasaran',
  salesLink: 'Pautan jualan',
  lessonName: 'Pelajaran 14',
  lessonPlace: '3:20 daripada 8:05',
  nextLesson: 'Seterusnya: pelajaran 15',
  exampleText: 'Tempat anda sama di setiap skrin.',
  captions: 'Kapsyen jika disediakan pengajar',
  noApp: 'Tanpa aplikasi: pelayar web sudah cukup',
  freeTitle: 'Mula secara percuma',
  freeHint: 'Kursus penuh, bukan contoh. Hanya perlu akaun.',
  allFree: 'Semua kursus percuma',
  questions: 'Sebelum anda bermula',
  notAnswered: 'Masih ada soalan?',
  contactUs: 'Tulis kepada kami',
  askPay: 'Bagaimana saya membayar?',
  answerPay:
    'Melalui perbankan dalam talian FPX, kad atau e-dompet, di halaman pembayaran CHIP. Apogee tidak pernah melihat nombor kad anda. Harga dalam ringgit; tiada apa ditambah semasa pembayaran, dan tiada apa diperbaharui secara automatik.',
  askRefund: 'Bolehkah wang saya dikembalikan?',
  answerRefund:
    'Boleh. Setiap halaman kursus menyatakan janji penjualnya, misalnya: minta bayaran balik di Pembelian saya dalam 30 hari selepas membayar, selagi kurang daripada 30% kursus ditonton, dan harganya dikembalikan melalui kaedah pembayaran asal anda.',
  askFree: 'Berapakah kos kursus percuma?',
  answerFree: 'Tiada, sekarang mahupun kemudian. Anda perlukan akaun, tanpa butiran pembayaran.',
  askCertificate: 'Adakah saya mendapat sijil?',
  answerCertificate:
    'Ya, apabila anda menamatkan kursus: sijil tamat kursus dengan alamatnya sendiri yang boleh disemak sesiapa sahaja. Ia bukan lesen atau ijazah.',
  askLanguage: 'Dalam bahasa apa?',
  answerLanguage:
    'Apogee sendiri tersedia dalam bahasa Inggeris dan bahasa Melayu; tukar di bahagian bawah mana-mana halaman. Kursus diajar dalam bahasa pengajarnya.',
  askTime: 'Berapa lama masa yang saya ada?',
  answerTime:
    'Selama yang anda mahu. Kursus yang dibeli tiada tarikh tamat, dan pelajaran yang ditambah pengajarnya kemudian sudah termasuk.',
  closing: 'Titik terjauh bermula dengan satu pelajaran.',
  closingText: 'Ambil kursus percuma hari ini, di telefon dalam tangan anda.',
  createAccount: 'Cipta akaun',
  seeAll: (courses: number) => `Lihat ${figure(courses)} kursus`,
  seeAllWithFree: (courses: number, free: number) =>
    `Lihat ${figure(courses)} kursus, ${figure(free)} percuma`,
} satisfies Translation<typeof landingSectionsMessages>
