import type { Translation } from '#web/platform/language/messages.ts'
import type { questionPicturesMessages } from './question-pictures.en.ts'

export const questionPictures = {
  enlarge: (alt: string) => `Besarkan gambar: ${alt}`,
  title: 'Gambar soalan',
  larger: 'Tunjukkan lebih besar',
  whole: 'Tunjukkan seluruh gambar',
  area: 'Gambar, boleh ditatal',
} satisfies Translation<typeof questionPicturesMessages>
