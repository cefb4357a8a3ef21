import type { pages as english } from '../en/pages.ts'

export const pages: typeof english = {
  manifest: {
    name: 'Apogee: kursus dalam talian',
    description:
      'Kursus yang membawa anda ke titik terjauh. Cari satu, belajar mengikut rentak anda, lihat sejauh mana anda sampai.',
    dashboard: 'Papan pemuka',
    courses: 'Kursus',
    marketplace: 'Pasaran',
    purchases: 'Pembelian saya',
  },
  unsentForm: {
    title: 'Borang ini belum dihantar',
    reason:
      'Borang di Apogee memerlukan JavaScript. Hidupkannya dalam pelayar anda, atau tunggu sehingga halaman dimuatkan sepenuhnya, kemudian hantar borang itu sekali lagi.',
    back: 'Buka borang itu semula',
    typedTitle: 'Yang anda taip',
    fields: {
      name: 'Nama',
      email: 'E-mel',
      text: 'Mesej',
      businessName: 'Nama perniagaan',
      businessEmail: 'E-mel perniagaan',
      businessPhone: 'Telefon perniagaan',
      businessAddress: 'Alamat perniagaan',
    },
  },
  offline: {
    title: 'Apogee tidak dapat dihubungi sekarang',
    reason: 'Tiada sambungan. Halaman ini akan dibuka sendiri sebaik sahaja sambungan pulih.',
    keptTitle: 'Yang masih berfungsi',
    kept: [
      'Anda kekal log masuk, dan troli anda tidak berubah.',
      'Halaman yang terbuka dalam tab lain boleh dibaca hingga habis.',
      'Pelajaran yang terbuka di situ menyimpan kemajuan anda dan menghantarnya kemudian.',
    ],
    keptQuiz: 'Anda boleh meneruskan kuiz yang sedang berjalan:',
    minuteLeft: '1 minit lagi',
    minutesLeft: (minutes) => `${minutes} minit lagi`,
    keptCourses: 'Anda boleh membaca kursus yang disimpan pada peranti ini:',
    tryAgain: 'Cuba lagi',
  },
  status: {
    title: 'Status perkhidmatan',
    allWorking: 'Semuanya berfungsi.',
    someDisrupted: 'Sebahagian daripada Apogee terganggu. Kami sedang memulihkannya.',
    parts: { pages: 'Laman web', buying: 'Pembelian kursus', studying: 'Pembelajaran', mail: 'E-mel' },
    working: 'Berfungsi',
    disrupted: 'Terganggu',
    since: (time: string) => `sejak ${time}`,
    zone: 'Masa ditunjukkan dalam waktu Malaysia (UTC+8).',
    open: 'Buka Apogee',
  },
  failure: {
    lost: {
      title: 'Halaman ini tidak wujud',
      reason:
        'Alamat ini mungkin tidak lengkap atau tersalah taip. Semak alamat itu, atau mulakan dari halaman utama.',
    },
    unreadable: {
      title: 'Permintaan ini tidak dapat dibaca',
      reason:
        'Pelayar anda menghantar sesuatu yang tidak diterima oleh halaman ini. Buka semula halaman ini dari halaman utama.',
    },
    tooLong: {
      title: 'Pelayar anda menghantar terlalu banyak data',
      reason:
        'Alamat atau kuki laman ini terlalu panjang. Padamkan kuki laman ini dalam pelayar anda, kemudian buka halaman ini semula.',
    },
    busy: {
      title: 'Halaman ini tidak dapat ditunjukkan sekarang',
      reason: 'Sila cuba lagi beberapa saat lagi.',
    },
    failed: {
      title: 'Ada sesuatu yang tidak kena',
      reason: 'Ralat ini berpunca daripada kami. Sila cuba lagi.',
    },
    number: (id) => `Nombor ralat ini ialah ${id}.`,
    start: 'Pergi ke halaman utama',
    courses: 'Lihat kursus',
  },
  demo: {
    name: 'Demo',
    notice:
      'Ini demo yang boleh dibuka oleh orang lain. Jangan masukkan maklumat sebenar; tiada bayaran sebenar dibuat.',
  },
  busy: {
    reason: 'Terlalu ramai orang sedang membuka halaman. Sila cuba lagi beberapa saat lagi.',
    tryAgain: 'Cuba lagi',
  },
}
