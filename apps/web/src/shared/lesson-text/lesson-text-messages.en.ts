import { defineMessages } from '#web/platform/language/messages.ts'

export const lessonTextMessages = defineMessages('lessonText', {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  file: 'File',
  fileNotHere: 'This file opens when you are connected.',
  videoNotHere: 'This video plays when you are connected.',
  copyCode: 'Copy code',
  codeCopied: 'Code copied',
  copyFailed: 'The code could not be copied. Select it and copy it yourself.',
  loadFailed: 'The text could not be loaded',
  notOnDevice: 'This text is not on this device. It appears when you are connected again.',
})
