import { defineMessages } from '#web/platform/messages.ts'
import { counted } from '#web/platform/numbers.ts'

export const uploadsMessages = defineMessages('uploads', {
  uploads: 'Uploads',
  summary: (open: number) =>
    open === 0 ? 'All files are uploaded' : `Uploading ${counted(open, 'file', 'files')}`,
  to: (module: string) => `to ${module}`,
  progressOf: (name: string) => `Upload of ${name}`,
  queued: 'Waiting for its turn',
  percent: (percent: number) => `${percent}% uploaded`,
  adding: 'Checking the file',
  waiting: 'Waiting for the network',
  failed: 'The upload failed.',
  needsFile: 'Choose the same file to continue',
  chooseFor: (name: string) => `Choose ${name} to continue`,
  anotherFile: (name: string) => `This is another file. Choose ${name} as it was.`,
  done: 'Added',
  retry: 'Retry',
  retryOf: (name: string) => `Retry ${name}`,
  cancelOf: (name: string) => `Cancel ${name}`,
  clear: 'Clear finished',

  uploadFiles: 'Upload files',
  drop: (module: string) => `Drop files to add them to ${module}`,
  dropFirst: 'Drop files to add them to a new module',
  firstModule: 'Module 1',
  firstModuleFailed: 'The module could not be added. Please try again.',
  fileUnsupported: (name: string) =>
    `${name}: Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.`,
  fileTooLarge: (name: string) => `${name}: File size exceeds 100MB limit`,
  videoTooLarge: (name: string) => `${name}: A video holds at most 2 GB`,
})
