import type { Translation } from '#web/platform/language/messages.ts'
import type { statesMessages } from './states.en.ts'

export const courseStates = {
  draft: 'Draf',
  archived: 'Diarkibkan',
  noContent: 'Belum Ada Kandungan',
  filterLabel: 'Tapis kursus',
  current: 'Semasa',
  archivedOnes: 'Arkib',
  noArchived: 'Tiada kursus dalam arkib',
  noArchivedHint:
    'Apabila anda memadam kursus yang dimiliki pelajar, kursus itu diarkibkan. Anda boleh memulihkannya di sini.',
  delete: 'Padam',
  more: 'Lagi',
  moreOf: (title: string) => `Lagi tindakan, ${title}`,

  createMeans: '“Cipta Kursus” terus menjualnya tanpa pelajaran. Draf tidak dijual.',
  createDraft: 'Cipta sebagai draf',
  draftCreated: (title: string) => `${title} telah dicipta sebagai draf.`,
  publish: 'Terbitkan',
  publishing: 'Menerbitkan...',
  publishTitle: (title: string) => `Terbitkan ${title}?`,
  publishPublic: 'Kursus ini disenaraikan di pasaran, dan orang boleh membelinya atau mendaftar serta-merta.',
  publishPrivate: 'Kursus ini kekal persendirian: anda boleh mendaftarkan peserta mulai sekarang.',
  publishComplete: 'Tiada apa-apa yang kurang.',
  publishLacks: 'Anda boleh menerbitkannya sekarang. Yang masih belum ada:',
  publishBlocked: 'Satu perkara perlu diselesaikan dahulu.',
  lacksInstructor: 'Pengajar',
  lacksInstructorHint:
    'Pengajar yang dinamakan tidak lagi mengajar di sini. Pilih pengajar lain dalam Sunting butiran.',
  lacksModule: 'Modul yang diterbitkan',
  lacksModuleHint: 'Terbitkan satu modul supaya pelajarannya boleh dipelajari.',
  lacksLesson: 'Pelajaran yang diterbitkan',
  lacksLessonHint: 'Selagi tiada, pembeli melihat “Belum Ada Kandungan” sebelum membayar.',
  lacksCover: 'Imej kursus',
  lacksCoverHint: 'Tanpa imej, kulit kursus dijana.',
  lacksPrice: 'Harga',
  lacksPriceHint: 'Tanpa harga, kursus ini percuma untuk semua orang.',
  lacksCategory: 'Kategori',
  lacksCategoryHint: 'Tanpa kategori, kursus ini hanya ditemui melalui carian di pasaran.',
  promiseTitle: 'Janji wang dikembalikan anda',
  promiseLead:
    'Anda ditanya sekali sahaja, bersama kursus berbayar anda yang pertama. Janji ini terpakai bagi semua kursus anda, dan boleh diubah dalam Perniagaan.',
  promiseOfSeller: (promise: string) =>
    `Pentadbir perniagaan anda belum memilih janji wang dikembalikan. Sehingga dipilih, janji ini terpakai: ${promise}.`,
  promiseDefault: (days: number, percent: number) =>
    `${days} hari, selagi kurang daripada ${percent}% kursus ditonton`,
  promiseHolds: (promise: string) =>
    `Anda belum memilih janji wang dikembalikan. Halaman jualan anda menjanjikan: ${promise}.`,
  choosePromise: 'Pilih dalam Perniagaan',
  published: (title: string) => `${title} telah diterbitkan.`,
  publishFailed: 'Kursus tidak dapat diterbitkan. Sila cuba lagi.',

  unpublish: 'Jadikan draf',
  unpublished: (title: string) =>
    `${title} menjadi draf semula. Hanya anda dan pasukan anda boleh melihatnya.`,
  archive: 'Arkibkan',
  archiving: 'Mengarkibkan...',
  archivedNow: (title: string) => `${title} telah diarkibkan. Peserta sedia ada kekal mempunyai akses.`,
  restore: 'Pulihkan',
  restoreOf: (title: string) => `Pulihkan ${title}`,
  restoring: 'Memulihkan...',
  restored: (title: string) => `${title} dijual semula.`,
  restoredAsDraft: (title: string) => `${title} menjadi draf semula.`,
  prerequisites: 'Prasyarat…',
  certificate: 'Sijil',
  duplicate: 'Buat salinan',
  copyOf: (title: string) => `${title} (salinan)`,
  duplicated: (title: string) => `${title} telah dicipta sebagai draf. Peserta dan ulasan tidak disalin.`,
  changeFailed: 'Kursus tidak dapat diubah. Sila cuba lagi.',

  checking: 'Menyemak peserta kursus ini...',
  checkFailed: 'Peserta kursus ini tidak dapat disemak. Jika ada peserta, kursus ini akan diarkibkan.',
  nobodyHasIt:
    'Kursus ini tiada peserta. Modul dan pelajarannya turut dipadam. Tindakan ini tidak boleh dibuat asal.',
  archiveInstead:
    'Anda juga boleh mengarkibkannya: kursus ini keluar daripada senarai anda dan boleh dipulihkan.',
  cannotBeDeleted: 'Kursus ini mempunyai sejarah, jadi ia diarkibkan dan tidak dipadam:',
  staysArchived: 'Kursus ini mempunyai sejarah, jadi ia tidak boleh dipadam. Ia kekal diarkibkan:',
  keepsIt: (count: number) => `${count} peserta mempunyai kursus ini dan kekal mempunyai akses.`,
  invitationsEnd: (count: number) =>
    `${count} orang yang dijemput belum menerima jemputan; jemputan itu akan tamat.`,
  unpaidPurchases: (count: number) =>
    `${count} pembelian belum dibayar. Jika bayaran masih tiba, orang itu mendapat kursus ini.`,
  isInvoiced: (count: number) => `${count} invois masih terbuka. Tempat yang sudah dibayar kekal sah.`,
  hasUnusedSeats: (count: number) => `${count} tempat berbayar belum digunakan.`,
  wasSold: 'Kursus ini pernah dijual atau diberikan kepada orang.',
  restorable:
    'Selepas diarkibkan, kursus ini tidak lagi dijual. Anda menemuinya dalam Arkib dan boleh memulihkannya di situ.',
} satisfies Translation<typeof statesMessages>
