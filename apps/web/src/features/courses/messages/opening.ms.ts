import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { openingMessages } from './opening.en.ts'

export const moduleOpening = {
  open: 'Bila dibuka…',
  title: (module) => `Bila “${module}” dibuka`,
  lead: 'Sebelum itu pelajar melihat kandungan modul, tetapi tidak dapat membukanya. Hari bermula pada tengah malam waktu Malaysia.',
  choice: 'Modul dibuka',
  atOnce: 'Semasa pendaftaran',
  afterDays: 'Beberapa hari selepas pendaftaran',
  afterItem: 'Selepas pelajaran atau kuiz dalam modul yang lebih awal',
  item: 'Pelajaran atau kuiz',
  itemHint:
    'Kuiz dengan markah lulus mesti dilepasi, atau cubaannya habis. Peraturan ini terpakai selagi item itu diterbitkan.',
  chooseItem: 'Pilih satu item',
  noItem: 'Tiada item dalam modul yang lebih awal',
  inModule: (item, module) => `${item} (${module})`,
  opensAfterItem: (item) => `Dibuka apabila “${item}” selesai`,
  opensAfterDraft: (item) => `Dibuka serta-merta selagi “${item}” ialah draf`,
  opensAfterMissing: 'Dibuka serta-merta: item dalam peraturannya tiada dalam modul yang lebih awal',
  onDay: 'Pada satu hari, untuk semua',
  days: 'Hari selepas pendaftaran',
  daysHint: 'Dari 1 hingga 730',
  day: 'Hari',
  daysWrong: 'Masukkan nombor bulat dari 1 hingga 730',
  dayWrong: 'Pilih satu hari',
  save: 'Simpan',
  saving: 'Menyimpan...',
  saved: 'Disimpan',
  saveFailed: 'Perubahan tidak dapat disimpan. Sila cuba lagi.',
  opensAfter: (days) => `Dibuka ${figure(days)} hari selepas pendaftaran`,
  opensOn: (day) => `Dibuka pada ${day}`,
} satisfies Translation<typeof openingMessages>
