import type { Translation } from '#web/platform/language/messages.ts'
import type { attachmentMessages } from './attachments.en.ts'

export const attachments = {
  attachment: 'Fail',
  file: 'Fail',
  drop: 'Letakkan fail di sini atau',
  choose: 'pilih fail',
  kinds: (megabytes) => `PDF, gambar, teks, dokumen Office, zip, MP3 atau MP4, paling besar ${megabytes} MB`,
  title: 'Tajuk',
  titleHint: 'Dipaparkan pada kad. Tanpa tajuk, pelajar melihat nama fail.',
  missing: 'Pilih fail',
  tooLarge: (megabytes) => `Fail melebihi ${megabytes} MB`,
  insert: 'Masukkan fail',
  save: 'Simpan tajuk',
  uploading: 'Memuat naik...',
  failed: 'Fail tidak dapat dimuat naik',
} satisfies Translation<typeof attachmentMessages>
