import { defineMessages } from '#web/platform/language/messages.ts'

export const handInAnswerMessages = defineMessages('handInAnswer', {
  add: (most: number) => (most === 1 ? 'Add a file' : `Add files, up to ${most}`),
  prompt: 'Drop a file here or',
  browse: 'browse',
  kinds: (megabytes: number) =>
    `PDF, pictures, text, Office documents, zip, MP3 or MP4, at most ${megabytes} MB each`,
  full: (most: number) => (most === 1 ? 'The file is added.' : `All ${most} files are added.`),
  remove: (name: string) => `Remove ${name}`,
  removeFailed: 'The file could not be removed. Please try again.',
  uploading: (name: string) => `Uploading ${name}`,
  uploadFailed: 'The file could not be uploaded. Try again or remove it, then submit.',
  retry: 'Try again',
})
