import type { Translation } from '#web/platform/language/messages.ts'
import type { textVideoMessages } from './text-videos.en.ts'

export const textVideos = {
  video: 'Video',
  file: 'Fail',
  drop: 'Letakkan video di sini atau',
  choose: 'pilih fail',
  kinds: 'MP4 atau WebM, paling besar 2 GB',
  waiting: 'Sambungan terputus. Muat naik diteruskan apabila sambungan pulih.',
  title: 'Tajuk',
  titleHint: 'Dipaparkan di bawah video, dan sebagai gantinya apabila video tidak dapat dimainkan.',
  missing: 'Pilih video',
  titleMissing: 'Masukkan tajuk',
  insert: 'Masukkan video',
  save: 'Simpan tajuk',
  uploading: 'Memuat naik...',
  failed: 'Video tidak dapat dimuat naik',
} satisfies Translation<typeof textVideoMessages>
