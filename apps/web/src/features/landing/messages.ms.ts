import type { Translation } from '#web/platform/messages.ts'
import type { landingMessages } from './messages.en.ts'

export const landingMalay = {
  title: 'Kursus yang berbaloi ditamatkan',
  description:
    'Kursus praktikal berharga ringgit, dibeli sekali dan kekal seumur hidup. Setiap pelajaran menunjukkan sejauh mana anda telah pergi dan apa yang tinggal.',
  headline: 'Pergi lebih jauh dari tempat anda bermula.',
  lead: 'Kursus praktikal, dibeli sekali dan kekal seumur hidup. Setiap pelajaran menunjukkan sejauh mana anda telah pergi dan apa yang tinggal.',
  browse: 'Lihat kursus',
  teachOnApogee: 'Mengajar di Apogee',
  certificate: 'Sijil tamat kursus',
  guarantee: 'Jaminan wang dikembalikan 30 hari',
  lifetime: 'Akses seumur hidup',
  orbitLabel:
    'Rajah: kursus dilukis sebagai orbit. Hentian modul naik dari perige, tempat anda bermula, ke apogi, titik terjauh, tempat anda tamat.',
  module: (number: number) => `Modul ${number}`,
  apogee: 'Apogi',
  farthest: 'titik terjauh',
  startWith: 'Mulakan dengan salah satu ini',
  startWithHint: 'Baharu di pasaran.',
  allCourses: 'Semua kursus',
  whereYouAre: 'Anda sentiasa tahu di mana anda berada',
  whereYouAreLead:
    'Kursus ialah laluan yang ada penghujungnya. Apogee menyimpan tempat anda, di telefon dan komputer riba, dan tidak pernah menyembunyikan baki perjalanan.',
  stepResume: 'Sambung dari tempat anda berhenti',
  stepResumeText: 'Pelajaran seterusnya ialah perkara pertama yang anda lihat apabila kembali.',
  stepComplete: 'Tandakan pelajaran selesai apabila anda bersedia',
  stepCompleteText: 'Keputusan anda, bukan pemasa. Anda boleh membatalkannya.',
  stepFinish: 'Tamatkan, dan ada sesuatu untuk ditunjukkan',
  stepFinishText: 'Sijil, dan hasil kerja yang anda buat sepanjang jalan.',
  example: 'Contoh',
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
} satisfies Translation<typeof landingMessages>
