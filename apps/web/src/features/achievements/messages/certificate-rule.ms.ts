import type { Translation } from '#web/platform/language/messages.ts'
import type { certificateRuleMessages } from './certificate-rule.en.ts'

export const certificateRule = {
  title: 'Sijil',
  lead: (course) => `Perkara yang pelajar terima apabila menamatkan semua pelajaran “${course}”.`,
  give: 'Beri sijil apabila kursus ditamatkan',
  isOff:
    'Tiada sijil baharu diberikan, dan halaman jualan tidak menyebut sijil. Sijil yang dikeluarkan kekal sah.',
  issuedStay:
    'Perubahan tetapan ini tidak menarik balik mana-mana sijil. Pelajar yang kini memenuhi semuanya mendapat sijil mereka.',
  needsWatching: 'Setiap video mesti ditonton sehingga sebahagian daripada tempohnya',
  watched: 'Bahagian setiap video, dalam peratus (50 hingga 95)',
  needsResults: 'Setiap kuiz memerlukan keputusan sekurang-kurangnya',
  result: 'Keputusan terbaik setiap kuiz, dalam peratus (1 hingga 100)',
  hours: 'Jumlah jam pada sijil',
  hoursHint: 'Dalam gandaan setengah jam. Kosong: tempoh video.',
  signerName: 'Ditandatangani oleh',
  signerHint: 'Kosong: tiada penandatangan.',
  signerRole: 'Jawatan penandatangan',
  wrongWatched: 'Masukkan nombor bulat dari 50 hingga 95.',
  wrongResult: 'Masukkan nombor bulat dari 1 hingga 100.',
  wrongHours: 'Masukkan jam dalam gandaan 0.5, dari 0.5 hingga 1000.',
  wrongSignerName: 'Masukkan nama penandatangan, atau kosongkan jawatan.',
  save: 'Simpan',
  saving: 'Menyimpan…',
  saved: 'Tetapan sijil disimpan',
  loadFailed: 'Tetapan tidak dapat dimuatkan. Sila cuba lagi.',
  saveFailed: 'Tetapan tidak dapat disimpan. Sila cuba lagi.',
} satisfies Translation<typeof certificateRuleMessages>
