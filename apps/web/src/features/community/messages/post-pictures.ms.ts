import type { Translation } from '#web/platform/language/messages.ts'
import type { postPicturesMessages } from './post-pictures.en.ts'

export const postPictures = {
  pictures: 'Gambar',
  add: 'Tambah gambar',
  hint: (most) => `Sehingga ${most} gambar.`,
  hintPaste: 'Anda juga boleh menampal gambar, atau melepaskannya di sini.',
  count: (count) => `${count} gambar`,
  pictureOf: (place, total) => (total === 1 ? 'Gambar' : `Gambar ${place} daripada ${total}`),
  open: (picture) => `Buka gambar: ${picture}`,
  alt: (place) => `Keterangan gambar ${place} (pilihan)`,
  altHint: 'Untuk orang yang tidak dapat melihatnya.',
  uploading: (place) => `Memuat naik gambar ${place}`,
  added: (count) => (count === 0 ? 'Tiada gambar ditambah.' : `${count} gambar telah ditambah.`),
  remove: (place) => `Buang gambar ${place}`,
  retry: 'Cuba lagi',
  retryPicture: (place) => `Cuba lagi dengan gambar ${place}`,
  tooMany: (most) => `Anda boleh menambah sehingga ${most} gambar.`,
  tooLarge: 'Gambar ini melebihi 5 MB. Pilih gambar yang lebih kecil.',
  notPicture: 'Fail ini bukan gambar yang dapat kami paparkan. Pilih gambar PNG, JPEG atau WebP.',
  noConnection:
    'Gambar memerlukan sambungan. Cuba lagi apabila anda dalam talian, atau buang gambar itu: teks anda boleh disimpan pada peranti ini tanpanya.',
  failed: 'Gambar ini tidak dapat ditambah. Sila cuba lagi.',
  gone: 'Satu gambar tidak lagi tersedia. Buang dan tambahkannya semula. Teks anda masih ada di sini.',
  missing: 'Tidak semua gambar telah ditambah. Cuba lagi atau buang gambar itu sebelum menghantar.',
  previous: 'Gambar sebelumnya',
  next: 'Gambar seterusnya',
  openAlone: 'Buka dalam tab baharu',
} satisfies Translation<typeof postPicturesMessages>
