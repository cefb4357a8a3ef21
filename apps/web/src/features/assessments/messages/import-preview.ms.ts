import type { Translation } from '#web/platform/language/messages.ts'
import type { importPreviewMessages } from './import-preview.en.ts'

export const importPreview = {
  title: (name) => `Import daripada ${name}`,
  summary: (questions, changed, leftOut) =>
    `${questions} soalan boleh ditambah; ${changed} daripadanya berbeza daripada fail. ${leftOut} bahagian ditinggalkan.`,
  add: (count) => `Tambah ${count} soalan`,
  encoding: 'Pengekodan fail',
  encodingHint: 'Fail tidak menyatakannya. Pilih yang lain jika huruf di bawah salah.',
  separator: 'Lajur dipisahkan oleh',
  comma: 'Koma',
  semicolon: 'Koma bertitik',
  tab: 'Aksara tab',
  columns: 'Kandungan setiap lajur',
  columnNumber: (number) => `Lajur ${number}`,
  columnNotRead: 'Tidak dibaca',
  columnType: 'Jenis soalan',
  columnQuestion: 'Soalan',
  columnPoints: 'Mata',
  columnRight: 'Jawapan betul',
  columnOptions: 'Pilihan',
  columnExplanation: 'Penjelasan',
  leftOut: (count) => `Ditinggalkan: ${count} bahagian`,
  questions: 'Soalan dalam fail',
  points: (points) => `${points} mata`,
  pictures: (count) => `${count} gambar`,
  feedback: (count) => `maklum balas bagi ${count} pilihan`,
  right: 'Jawapan betul',
  takenBack: (count) => `${count} soalan telah dikeluarkan semula.`,
  takeBack: 'Batalkan import ini',
} satisfies Translation<typeof importPreviewMessages>
