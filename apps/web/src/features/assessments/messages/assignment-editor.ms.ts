import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { assignmentEditorMessages } from './assignment-editor.en.ts'

export const assignmentEditor = {
  task: 'Apa yang perlu dibuat',
  instructions: 'Arahan',
  instructionsHint: 'Apa yang pelajar lakukan, dan rupa hasil yang baik.',
  handIn: 'Apa yang pelajar hantar',
  handInText: 'Teks',
  handInFiles: 'Fail',
  handInBoth: 'Teks, fail atau kedua-duanya',
  mostFiles: 'Fail, paling banyak',
  isHandedIn: (n) =>
    `Pelajar telah memulakan ${figure(n)} percubaan. Arahan atau kriteria yang diubah hanya untuk percubaan baharu.`,

  grading: 'Penilaian',
  criteria: 'Kriteria',
  criteriaHint: 'Pelajar melihatnya sebelum mula. Tanpa kriteria, anda memberi mata sebagai nombor.',
  addCriterion: 'Tambah kriteria',
  criterion: (n) => `Kriteria ${n}`,
  levels: 'Tahap, daripada paling rendah kepada paling baik',
  addLevel: 'Tambah tahap',
  levelPoints: 'Mata',
  levelWords: 'Rupa kerja itu',
  sum: (points) => `Tahap terbaik berjumlah ${figure(points)} mata.`,
  points: 'Mata',
  guide: 'Nota untuk orang yang menilai',
  guideHint: 'Pelajar tidak melihatnya.',
  counts: 'Dikira untuk kemajuan dan sijil',
  countsHint: 'Pelajaran selesai apabila kerja itu lulus.',

  rules: 'Masa dan percubaan',
  due: 'Tarikh akhir',
  dueNone: 'Tiada',
  dueOn: 'Pada satu tarikh',
  dueAfter: 'Beberapa hari selepas akses bermula',
  day: 'Tarikh',
  days: 'Hari',
  dayNeeded: 'Tanpa tarikh, tugasan ini tiada tarikh akhir',
  daysNeeded: 'Tanpa nombor, tugasan ini tiada tarikh akhir',
  cohorts: 'Tarikh kohort',
  cohortsFailed: 'Kohort tidak dapat dimuatkan',
  cohortsHint: 'Kohort tanpa tarikh mengikut tarikh akhir di atas.',
  late: 'Kerja lewat',
  lateAccepted: 'Terima dan tandakan sebagai lewat',
  lateRefused: 'Tutup tugasan selepas tarikh akhir',
  lateHint:
    'Tarikh akhir adalah untuk percubaan pertama. Kerja yang dikembalikan boleh dihantar semula kemudian.',
  tries: 'Percubaan, paling banyak',
  triesHint: '1 hingga 20. Kosong: sehingga kerja itu lulus.',
} satisfies Translation<typeof assignmentEditorMessages>
