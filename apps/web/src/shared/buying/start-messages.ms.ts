import type { Translation } from '../../platform/language/messages.ts'
import type { startsMessages } from './start-messages.en.ts'

export const starts = {
  legend: 'Pilih tarikh mula anda',
  ends: (start, end) => `${start} hingga ${end}`,
  begins: (day) => `Mula ${day}`,
  from: (start) => `mulai ${start}`,
  enrolUntil: (day) => `daftar sehingga ${day}`,
  placesLeft: (count) => `${count} tempat lagi`,
  full: 'Penuh',
  starts: (name, dates) => `Bermula dengan ${name}: ${dates}`,
  notAnnounced: 'Tarikh mula seterusnya belum diumumkan',
  notAnnouncedHint: 'Sila datang semula nanti.',
  allFull: 'Semua tempat telah diambil',
  withoutCohort: 'Anda boleh bermula serta-merta, secara sendiri.',
  loadFailed: 'Tarikh mula tidak dapat dimuatkan',
  lostFull: 'Tempat terakhir untuk tarikh mula pilihan anda telah diambil.',
  lostClosed: 'Tarikh mula pilihan anda tidak lagi boleh dipilih.',
  lostWithoutCohort: 'Kursus ini kini bermula pada tarikh tertentu.',
  beginWithoutCohort: 'Mula serta-merta, secara sendiri',
} satisfies Translation<typeof startsMessages>
