import type { Translation } from '#web/platform/language/messages.ts'
import type { goalsMessages } from './goals.en.ts'

export const goals = {
  weeklyGoal: 'Matlamat mingguan',
  lead: 'Pilih berapa hari seminggu anda mahu belajar. Minggu bermula pada hari Isnin.',
  thisWeek: 'Minggu ini',
  goal: 'Matlamat anda',
  noGoal: 'Tiada matlamat',
  daysAWeek: (days: number) => `${days} hari seminggu`,
  learned: (days: number) => `${days} hari belajar minggu ini`,
  learnedOf: (days: number, goal: number) => `${days} daripada ${goal} hari minggu ini`,
  reached: (days: number, goal: number) => `Matlamat tercapai: ${days} daripada ${goal} hari`,
  failed: 'Matlamat mingguan anda tidak dapat dimuatkan',
  saveFailed: 'Matlamat anda tidak dapat disimpan',

  planTitle: 'Peringatan dan kalendar',
  weekdays: 'Hari anda mahu belajar',
  hour: 'Masa',
  zone: (name: string) => `Zon waktu: ${name}`,
  remind: 'Ingatkan saya melalui e-mel',
  remindHint:
    'Paling banyak satu e-mel pada setiap hari yang dipilih, hanya jika anda belum belajar dan mempunyai kursus yang belum selesai. Selepas tiga tanpa lawatan, kami berhenti.',
  remindUnproven: 'Peringatan dihantar selepas alamat e-mel anda disahkan.',
  remindStopped:
    'Kami telah menghentikan peringatan selepas tiga tanpa lawatan. Simpan masa anda untuk memulakannya semula.',
  savePlan: 'Simpan masa',
  saving: 'Sedang disimpan…',
  planSaved: 'Masa disimpan',
  planFailed: 'Masa anda tidak dapat disimpan',

  calendar: 'Kalendar',
  calendarLead:
    'Tambahkan masa anda pada kalendar yang boleh melanggan alamat, seperti kebanyakan kalendar. Kalendar itu mengikut perubahan kemudian dengan sendirinya.',
  calendarNeedsDays: 'Pilih sekurang-kurangnya satu hari dan simpan, supaya kalendar menunjukkan acara.',
  createAddress: 'Cipta alamat kalendar',
  address: 'Alamat kalendar',
  addressHint: 'Sesiapa yang mempunyai alamat ini boleh melihat masa anda sahaja.',
  copyAddress: 'Salin alamat',
  addressCopied: 'Alamat kalendar disalin',
  copyFailed: 'Alamat tidak dapat disalin. Pilih dan salin sendiri.',
  openInCalendar: 'Buka dalam kalendar',
  replaceAddress: 'Ganti alamat',
  replaceHint:
    'Penggantian menamatkan alamat sebelumnya: kalendar yang menggunakannya tidak lagi mengikut masa anda.',
  addressReplaced: 'Kalendar mempunyai alamat baharu',
  addressFailed: 'Alamat kalendar tidak dapat dicipta',

  stopTitle: 'Hentikan peringatan',
  stopLead:
    'Anda menerima e-mel pada hari anda mahu belajar. Hentikannya di sini; anda tidak perlu log masuk.',
  stop: 'Hentikan peringatan',
  stopping: 'Sedang dihentikan…',
  stopped: 'Peringatan dihentikan',
  stoppedHint: 'Anda tidak akan menerimanya lagi. Anda boleh menghidupkannya semula pada profil anda.',
  stopFailed: 'Peringatan tidak dapat dihentikan',
  stopUnknown: 'Pautan ini tidak sah. Matikan peringatan pada profil anda.',
  toProfile: 'Pergi ke profil anda',

  'state:learned': 'sudah belajar',
  'state:rest': 'hari rehat',
  'state:to-come': 'akan datang',
  'state:today': 'hari ini, belum belajar',

  'short:monday': 'Isn',
  'short:tuesday': 'Sel',
  'short:wednesday': 'Rab',
  'short:thursday': 'Kha',
  'short:friday': 'Jum',
  'short:saturday': 'Sab',
  'short:sunday': 'Ahd',
  'day:monday': 'Isnin',
  'day:tuesday': 'Selasa',
  'day:wednesday': 'Rabu',
  'day:thursday': 'Khamis',
  'day:friday': 'Jumaat',
  'day:saturday': 'Sabtu',
  'day:sunday': 'Ahad',
} satisfies Translation<typeof goalsMessages>
