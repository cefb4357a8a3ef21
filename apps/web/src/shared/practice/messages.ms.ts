import type { Translation } from '../../platform/language/messages.ts'
import { figure } from '../../platform/language/numbers.ts'
import type { practiceMessages } from './messages.en.ts'

export const practice = {
  exercise: 'Latihan Amali',
  code: 'Kod latihan',
  scratchpad: (language) => `Cuba ${language} anda sendiri di sini. Ia tidak disemak.`,
  symbols: 'Kekunci untuk kod',
  indent: 'Engsot',
  runCode: 'Jalankan Kod',
  ownBrowser: 'Kod anda hanya berjalan dalam pelayar ini.',
  keys: 'Ctrl + Enter juga menjalankannya.',
  reset: 'Mula semula',
  undoReset: 'Buat asal: kembalikan kod saya',
  printed: 'Yang dicetak oleh kod anda',
  nothingPrinted:
    'Kod anda telah berjalan dan tidak mencetak apa-apa. console.log(nilai) mencetak sesuatu nilai.',
  nothingPrintedPython:
    'Kod anda telah berjalan dan tidak mencetak apa-apa. print(nilai) mencetak sesuatu nilai.',
  cut: '… dan lagi, tidak ditunjukkan di sini',
  allPassed: 'Lulus',
  passed: (passed, all) => `${passed} daripada ${all} semakan lulus`,
  right: (got) => `memberi ${got}`,
  wrong: (got, expected) => `memberi ${got}, sepatutnya ${expected}`,
  notRight: (got) => `memberi ${got}, yang belum betul`,
  empty: 'belum ada nilai',
  inLine: (line, message) => `Baris ${line}: ${message}`,
  tooLong: (seconds) =>
    `Kod anda berjalan lebih daripada ${seconds} saat lalu dihentikan. Adakah terdapat gelung tanpa henti?`,
  noInput: 'Kod di sini tidak boleh meminta input. Tulis nilainya terus dalam kod.',
  loadingPython: 'Python sedang dimuatkan: kira-kira 6 MB pada kali pertama.',
  solution: 'Penyelesaian pengarang',
  tooMuchMemory: 'Kod anda menggunakan terlalu banyak memori lalu dihentikan.',
  sqlTables: 'Jadual latihan ini',
  sqlSetup: 'SQL yang menghasilkannya',
  sqlResult: 'Keputusan',
  sqlTotal: (rows) => `${rows} baris`,
  sqlShown: (shown, rows) => `${shown} yang pertama daripada ${rows} baris`,
  sqlRight: 'Betul: inilah keputusan yang diminta.',
  sqlNoResult: 'Tiada apa-apa yang dipilih. Akhiri dengan SELECT.',
  sqlColumns: (got, wanted) => `Keputusan ini ada ${got} lajur, sepatutnya ${wanted}.`,
  sqlRows: (got, wanted) => `Keputusan ini ada ${got} baris, sepatutnya ${wanted}.`,
  sqlOrder: 'Barisnya betul, tetapi bukan mengikut susunan yang diminta.',
  sqlRow: (row) => `Baris ${row} belum betul.`,
  sqlTooLong: 'Kueri anda berjalan lebih daripada 2 saat lalu dihentikan.',
  sqlTooManyRows: (rows) => `Kueri anda melebihi ${figure(rows)} baris lalu dihentikan.`,
  unavailable: 'Kod tidak dapat dijalankan. Periksa sambungan anda dan cuba lagi.',
} satisfies Translation<typeof practiceMessages>
