import type { Translation } from '../../platform/language/messages.ts'
import type { pictureMessages } from './picture-messages.en.ts'

export const picture = {
  choosePicture: 'Pilih gambar',
  changePicture: 'Tukar gambar',
  removePicture: 'Buang gambar',
  uploading: 'Memuat naik...',
  removing: 'Membuang...',
  uploadFailed: 'Imej gagal dimuat naik',
  pictureUnsupported: 'Jenis fail tidak disokong. Hanya imej PNG, JPEG dan WebP dibenarkan.',
  pictureTooLarge: 'Imej ini lebih besar daripada 10 MB.',
} satisfies Translation<typeof pictureMessages>
