import { defineMessages } from '#web/platform/language/messages.ts'

export const previewMessages = defineMessages('preview', {
  watchPreview: 'Watch preview',
  freePreview: (course: string) => `A free preview of ${course}`,
})
