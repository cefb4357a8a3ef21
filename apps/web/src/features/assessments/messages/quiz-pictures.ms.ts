import type { Translation } from '#web/platform/language/messages.ts'
import type { quizPicturesMessages } from './quiz-pictures.en.ts'

export const quizPictures = {
  picture: 'Gambar',
  add: 'Tambah gambar',
  addHint: 'Atau tampal atau letakkan satu gambar. PNG, JPEG atau WebP, paling besar 10 MB.',
  replace: 'Ganti gambar',
  remove: 'Buang gambar',
  file: 'Fail gambar',
  uploading: 'Memuat naik gambar...',
  waitForUpload: 'Satu gambar masih dimuat naik. Terbitkan kuiz setelah gambar itu ada.',
  uploaded: 'Gambar sudah ada. Nyatakan apa yang ditunjukkannya.',
  removed: 'Gambar telah dibuang.',
  optionPicture: (place) => `Gambar pilihan ${place}`,
  addToOption: (place) => `Tambah gambar pada pilihan ${place}`,
  optionFile: (place) => `Fail gambar pilihan ${place}`,
  optionWordsHint: 'Pelajar melihat gambar sahaja jika pilihan tiada teks. Jangan dedahkan jawapan.',
  words: 'Apa yang ditunjukkan oleh gambar',
  wordsHint: 'Dibacakan kepada pelajar yang tidak dapat melihat gambar. Jangan dedahkan jawapannya.',
  failed: 'Gambar tidak dapat dimuat naik. Cuba lagi.',
  notPicture: 'Fail ini bukan gambar yang boleh ditunjukkan',
  tooLarge: 'Gambar ini lebih besar daripada 10 MB',
  gone: 'Satu gambar dalam kuiz ini tidak lagi tersedia, atau bukan milik anda. Buang gambar itu dan tambah semula.',
  goneIn: (place: number) =>
    `Gambar soalan ${place} tidak lagi tersedia, atau bukan milik anda. Buang gambar itu dan tambah semula.`,
  goneHere: 'Gambar ini tidak lagi tersedia, atau bukan milik anda. Buang gambar ini dan tambah semula.',
} satisfies Translation<typeof quizPicturesMessages>
