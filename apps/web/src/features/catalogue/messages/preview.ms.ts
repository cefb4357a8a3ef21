import type { Translation } from '#web/platform/language/messages.ts'
import type { previewMessages } from './preview.en.ts'

export const preview = {
  watchPreview: 'Tonton pratonton',
  freePreview: (course: string) => `Pratonton percuma ${course}`,
} satisfies Translation<typeof previewMessages>
