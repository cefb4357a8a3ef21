import type { Translation } from '#web/platform/messages.ts'
import type { previewMessages } from './preview.en.ts'

export const preview = {
  freePreview: (course: string) => `Pratonton percuma ${course}`,
  notShown: 'Pelayar ini tidak memaparkan fail ini di dalam halaman.',
} satisfies Translation<typeof previewMessages>
