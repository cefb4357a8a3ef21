import { figure } from './numbers.ts'
import type { Translation } from './messages.ts'
import type { platformMessages } from './messages.en.ts'

export const platform = {
  loading: 'Memuatkan...',
  tryAgain: 'Cuba lagi',
  moreFailed: 'Selebihnya tidak dapat dimuatkan.',
  dismiss: 'Ketepikan',
  notices: 'Makluman',
  close: 'Tutup',
  cancel: 'Batal',
  hour: ' j',
  minute: ' min',
  hours: (hours: number) => `${figure(hours)} jam`,
  listPrice: 'Harga asal',
  free: 'Percuma',
  previewAlt: 'Nama Apogee di sebelah orbit yang titik terjauhnya ditandakan',
  yourTime: (time: string) => `${time} waktu anda`,
  somethingWentWrong: 'Ada sesuatu yang tidak kena',
  startPage: 'Ke halaman utama',
  somethingWentWrongHint: 'Halaman ini berhenti berfungsi. Kerja anda di halaman lain selamat.',
  needsScript:
    'Bahagian ini memerlukan JavaScript: hidupkannya dalam pelayar anda dan muat semula halaman ini. Kursus, harga dan rencana boleh dibaca tanpanya.',
  unreachable: 'Apogee tidak dapat dihubungi sekarang',
  unreachableHint: 'Semak sambungan anda. Anda kekal log masuk, dan kami terus mencuba.',
  logoutNotTold:
    'Anda telah log keluar pada peranti ini, tetapi Apogee tidak dapat dihubungi. Tamatkan sesi itu kemudian di Tetapan.',
  days: (days: number) => `${figure(days)} hari`,
  months: (months: number) => `${figure(months)} bulan`,
  accessFor: (length: string) => `Akses selama ${length}`,
} satisfies Translation<typeof platformMessages>
