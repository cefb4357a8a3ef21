import { defineMessages } from '#web/platform/language/messages.ts'

export const attachmentMessages = defineMessages('attachments', {
  attachment: 'File',
  file: 'File',
  drop: 'Drop a file here or',
  choose: 'choose a file',
  kinds: (megabytes: number) =>
    `PDF, pictures, text, Office documents, zip, MP3 or MP4, at most ${megabytes} MB`,
  title: 'Title',
  titleHint: 'Shown on the card. Without a title, learners see the name of the file.',
  missing: 'Choose a file',
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB`,
  insert: 'Insert file',
  save: 'Save title',
  uploading: 'Uploading...',
  failed: 'The file could not be uploaded',
})
