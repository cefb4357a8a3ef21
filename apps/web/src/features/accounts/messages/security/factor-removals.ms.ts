import type { Translation } from '#web/platform/language/messages.ts'
import type { factorRemovalsMessages } from './factor-removals.en.ts'

export const factorRemovals = {
  title: 'Langkah kedua yang hilang',
  lead: 'Untuk orang yang kehilangan aplikasi pengesah, kod pemulihan dan kunci laluan. Dua pentadbir utama memutuskannya; 24 jam kemudian kata laluan sahaja boleh digunakan untuk log masuk.',
  failed: 'Permintaan tidak dapat dimuatkan',
  none: 'Tiada permintaan',
  noneHint: 'Pastikan siapa orang itu sebelum anda meminta pengalihan keluar.',
  shown: (shown, total) => `${shown} daripada ${total}`,
  more: 'Tunjukkan lagi',

  ask: 'Minta pengalihan keluar',
  asking: 'Menghantar...',
  askText: 'Pentadbir utama lain perlu mengesahkannya. Orang itu dimaklumkan.',
  email: 'E-mel orang itu',
  reason: 'Apa yang hilang, dan bagaimana',
  identityCheck: 'Bagaimana anda menyemak identitinya',
  identityHint: 'Contohnya panggilan video dengan pasport. E-mel atau panggilan telefon tidak mencukupi.',
  askFailed: 'Permintaan tidak dapat dibuat. Sila cuba lagi.',
  asked: 'Telah diminta. Pentadbir utama lain perlu mengesahkannya.',

  confirm: 'Sahkan pengalihan keluar',
  confirmNamed: (name) => `Sahkan pengalihan keluar untuk ${name}`,
  confirmTitle: (name) => `Alih keluar langkah kedua ${name}?`,
  confirmText:
    'Dalam 24 jam aplikasi pengesah, kod pemulihan dan kunci laluan dialih keluar, dan semua peranti serta token API dilog keluar. Pemiliknya boleh menghentikannya sehingga masa itu.',
  confirming: 'Mengesahkan...',
  confirmFailed: 'Perkara ini tidak dapat disahkan. Sila cuba lagi.',
  confirmedNotice: 'Disahkan. Pemiliknya dimaklumkan melalui e-mel.',

  withdraw: 'Tarik balik',
  withdrawNamed: (name) => `Tarik balik permintaan untuk ${name}`,
  withdrawTitle: (name) => `Tarik balik permintaan untuk ${name}?`,
  withdrawText: 'Langkah kedua kekal. Permintaan lain boleh dibuat kemudian.',
  withdrawing: 'Menarik balik...',
  withdrawFailed: 'Permintaan tidak dapat ditarik balik. Sila cuba lagi.',
  withdrawnNotice: 'Telah ditarik balik. Langkah kedua kekal.',

  state_asked: 'Menunggu pentadbir utama kedua',
  state_confirmed: (day) => `Berkuat kuasa ${day}`,
  state_removed: 'Telah dialih keluar',
  state_stopped: 'Dihentikan oleh pemilik',
  state_withdrawn: 'Telah ditarik balik',
  state_expired: 'Tidak disahkan pada masanya',
  by: (name, at) => `Diminta oleh ${name}, ${at}`,
  confirmedBy: (name, at) => `Disahkan oleh ${name}, ${at}`,
  somebody: 'seorang pentadbir utama',
  recognised: (text) => `Identiti: ${text}`,

  ownNotice: (day) =>
    `Pentadbir utama dimaklumkan bahawa anda kehilangan langkah kedua anda. Mereka akan mengalihnya keluar pada ${day}.`,
  keep: 'Kekalkan langkah kedua saya',
  keeping: 'Menyimpan...',
  kept: 'Langkah kedua anda kekal.',
  keepFailed: 'Perkara ini tidak dapat disimpan. Sila cuba lagi.',
  keepTitle: 'Kekalkan langkah kedua anda?',
  keepLead: 'Tekan butang jika anda tidak meminta langkah itu dialih keluar, atau telah menemuinya semula.',
  keptHint: 'Permintaan itu telah tamat. Jika bukan anda yang membuatnya, tetapkan juga kata laluan baharu.',
  gone: 'Pautan ini tidak lagi berfungsi',
  goneHint:
    'Permintaan itu telah tamat, atau langkah kedua anda telah dialih keluar. Log masuk untuk melihat yang mana satu. Jika bukan anda yang memintanya, tetapkan juga kata laluan baharu.',
  openSettings: 'Buka Tetapan',
  newPassword: 'Tetapkan kata laluan baharu',
} satisfies Translation<typeof factorRemovalsMessages>
