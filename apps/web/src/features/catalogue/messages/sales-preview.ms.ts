import type { Translation } from '#web/platform/language/messages.ts'
import type { salesPreviewMessages } from './sales-preview.en.ts'

export const salesPreview = {
  title: (course) => `Pratonton ${course}`,
  loading: 'Pratonton halaman jualan',
  loadFailed: 'Pratonton tidak dapat dimuatkan',
  notFound: 'Kursus tidak ditemui',
  notFoundHint: 'Kursus mungkin telah dipadamkan, atau anda tidak mengurusnya.',
  backToCourses: 'Kembali ke kursus anda',
  endPreview: 'Kembali menyunting',
  preview:
    'Pratonton: inilah halaman jualan seperti yang dilihat pelawat. Butang-butang di sini tidak berfungsi.',
  draft:
    'Hanya pengurus kursus melihatnya sehingga anda menerbitkannya. Kandungan yang belum diterbitkan turut ditunjukkan.',
  archived: 'Kursus ini diarkibkan: orang lain tidak dapat membuka halaman ini.',
  private: 'Kursus ini peribadi: hanya orang yang mempunyai akses atau jemputan melihatnya.',
} satisfies Translation<typeof salesPreviewMessages>
