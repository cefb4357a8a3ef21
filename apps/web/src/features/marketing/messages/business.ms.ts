import type { Translation } from '#web/platform/language/messages.ts'
import type { businessMessages } from './business.en.ts'

export const business = {
  title: 'Mengajar di Apogee',
  description:
    'Terbitkan kursus video dan PDF, jual dalam ringgit melalui akaun CHIP anda sendiri, dan lihat kemajuan pelajar anda.',
  headline: 'Kursus anda, harga anda, pelajar anda.',
  lead: 'Terbitkan kursus video dan PDF, jual dalam ringgit melalui akaun CHIP anda sendiri, dan lihat kemajuan pelajar anda.',
  becomePartner: 'Jadi Rakan Kongsi',
  partnerLogin: 'Log Masuk Rakan Kongsi',
  start: 'Cara bermula',
  stepRegister: 'Daftarkan perniagaan anda',
  stepRegisterText: 'Nama anda, perniagaan anda, kata laluan. Ia mengambil masa kira-kira dua minit.',
  stepCreate: 'Cipta kursus',
  stepCreateText: 'Modul video dan PDF. Tiada siapa melihat modul sebelum anda menerbitkannya.',
  stepShare: 'Kongsi pautannya',
  stepShareText:
    'Sesiapa yang membukanya boleh membeli. Dengan CHIP disambungkan, wangnya terus masuk kepada anda.',
  features: 'Ciri-ciri',
  sell: 'Jual dalam ringgit',
  sellText:
    'Tetapkan setiap harga sendiri, atau jadikan kursus percuma. Pembeli membayar dengan kad, perbankan dalam talian atau e-dompet melalui CHIP.',
  lessons: 'Pelajaran video dan PDF',
  lessonsText:
    'Muat naik fail MP4, WebM dan PDF sehingga 100 MB setiap satu, disusun dalam modul yang boleh diatur semula.',
  example: 'Contoh',
  sampleData: 'Data contoh',
  share: 'Kongsi satu pautan',
  shareText:
    'Setiap kursus mempunyai halaman jualan yang terbuka tanpa akaun. Hantar pautannya melalui WhatsApp, Telegram atau e-mel.',
  chatLine: 'Kursus saya sudah siap. Anda boleh melihat isinya sebelum membeli:',
  chatCourse: 'Menetapkan Harga Perniagaan Kecil',
  privacy: 'Jual, atau latih pasukan anda sendiri',
  privacyText:
    'Paparkan kursus di pasaran, atau kekalkan persendirian dan daftarkan orang melalui e-mel, sehingga 500 alamat sekali gus.',
  enrolled: 'Didaftarkan',
  waiting: 'Menunggu pendaftaran',
  progress: 'Lihat kemajuan pelajar',
  progressText: 'Siapa yang mendaftar, sejauh mana kemajuan mereka dan berapa jualan anda, sentiasa terkini.',
  newLearners: 'Pelajar baharu setiap minggu',
  week: (week: number) => `Minggu ${week}`,
  team: 'Mengajar bersama',
  teamText: 'Jemput pengajar dan pentadbir lain. Setiap orang melihat apa yang diperlukan peranannya.',
  paid: 'Terima bayaran terus',
  paidText: 'Sambungkan akaun CHIP anda sendiri di Tetapan, dan bayaran untuk kursus anda masuk ke situ.',
  payerName: 'Pelajar',
  payerText: 'Membayar harga anda di halaman CHIP, melalui FPX, kad atau e-dompet.',
  chipName: 'Melalui CHIP',
  chipText: 'Memproses bayaran untuk akaun anda. Yurannya ialah urusan anda dengan CHIP.',
  accountName: 'Akaun anda sendiri',
  accountText: 'Wang itu tidak melalui akaun kami. Keluarkan ke bank anda bila-bila masa.',
  apogeeBeside:
    'Apogee mengesahkan bayaran dengan CHIP hingga ke sen, membuka kursus dan memaklumkan pembeli.',
  severalSellers:
    'Troli dengan kursus daripada beberapa penjual dibayar ke akaun platform. Pesanan merekodkan penjual dan harga setiap kursus.',
  pricing: 'Harga',
  pricingLead: 'Pelan dalam dolar AS sebulan. Hubungi kami, dan kami sediakan pelan anda.',
  pricingExplained: 'Penjelasan harga',
  questions: 'Soalan dan jawapan',
  askStart: 'Berapakah kos untuk bermula?',
  answerStart:
    'Mendaftar dan menerbitkan adalah percuma. Terbitkan dahulu, beritahu kami pelan yang sesuai, dan kami sediakan bersama anda.',
  askChip: 'Adakah saya memerlukan akaun CHIP?',
  answerChip:
    'Untuk dibayar terus, ya. Anda masukkan kunci rahsia dan ID jenamanya di Tetapan, dan kami menyemaknya dengan CHIP sebelum digunakan. Sebelum itu, bayaran masuk ke akaun platform.',
  askTeam: 'Bolehkah saya gunakannya untuk kakitangan sendiri sahaja?',
  answerTeam:
    'Boleh. Jadikan kursus persendirian dan daftarkan orang melalui alamat e-mel mereka, atau hantar pautan jemputan. Orang yang belum mempunyai akaun mendapat akses selepas mendaftar dan mengesahkan alamat mereka.',
  askUpload: 'Apa yang boleh saya muat naik?',
  answerUpload:
    'Video sebagai MP4 atau WebM dan dokumen sebagai PDF, sehingga 100 MB setiap satu, dengan kapsyen dan kuiz, dalam modul yang boleh diatur semula. Pelajar melihat modul selepas anda menerbitkannya.',
  askRefund: 'Bagaimana dengan bayaran balik?',
  answerRefund:
    'Anda memilih janji itu di Perniagaan: tiada, 7, 14 atau 30 hari, dan berapa banyak boleh ditonton. Dalam tempoh itu, pelajar boleh meminta bayaran balik di Pembelian saya, dan anda membuat keputusan. Selagi anda belum memilih, janjinya 30 hari selagi kurang daripada 30% ditonton. Anda juga boleh membayar balik sesuatu kursus bila-bila masa. Wang dikembalikan melalui kaedah pembayaran asal, nota bayaran balik dikeluarkan, dan pelajar hilang akses kepada kursus.',
  askStop: 'Bagaimana jika saya berhenti menjual kursus?',
  answerStop:
    'Anda boleh menghentikan jualannya bila-bila masa. Mereka yang sudah membeli tetap memilikinya.',
  safety: 'Keselamatan dan privasi',
  safeCards: 'Nombor kad kekal di CHIP; ia tidak pernah sampai kepada kami.',
  safeKeys: 'Kunci CHIP anda disulitkan apabila disimpan, dan tidak ditunjukkan lagi, walaupun kepada anda.',
  safeFiles: 'Fail pelajaran hanya terbuka untuk mereka yang mempunyai akses kepada kursus.',
  safePrivate: 'Kursus persendirian tidak kelihatan kepada orang lain.',
  safeSessions: 'Anda melihat setiap peranti yang log masuk dan boleh melog keluar mana-mana satu.',
  safeExport: 'Anda boleh mengeksport pelajar, kursus, pesanan, lejar dan angka anda sebagai CSV.',
  begin: 'Terbitkan kursus pertama anda.',
  beginText: 'Kira-kira dua minit untuk mendaftar, dan satu pautan untuk dikongsi.',
} satisfies Translation<typeof businessMessages>
