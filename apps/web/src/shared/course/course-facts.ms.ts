import type { Translation } from '../../platform/language/messages.ts'
import type { courseFactsMessages } from './course-facts.en.ts'

export const courseFacts = {
  language: 'Bahasa',
  level: 'Tahap',
  beginner: 'Asas',
  intermediate: 'Pertengahan',
  advanced: 'Lanjutan',
  all_levels: 'Semua tahap',
  notStated: 'Tidak dinyatakan',
  languageHint: 'Pilihan. Bahasa yang dituturkan dalam pelajaran.',
  levelHint: 'Pilihan. Pelajar boleh menapis pasaran mengikut tahap.',
} satisfies Translation<typeof courseFactsMessages>
