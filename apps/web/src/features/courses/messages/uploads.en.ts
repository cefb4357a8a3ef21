import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const uploadsMessages = defineMessages('uploads', {
  uploads: 'Uploads',
  summary: (open: number) =>
    open === 0 ? 'All files are uploaded' : `Uploading ${counted(open, 'file', 'files')}`,
  to: (module: string) => `to ${module}`,
  for: (resource: string) => `replaces the file of ${resource}`,
  progressOf: (name: string) => `Upload of ${name}`,
  queued: 'Waiting for its turn',
  percent: (percent: number) => `${percent}% uploaded`,
  adding: 'Checking the file',
  waiting: 'Waiting for the network',
  failed: 'The upload failed.',
  needsFile: 'Choose the same file to continue',
  chooseFor: (name: string) => `Choose ${name} to continue`,
  anotherFile: (name: string) => `This is another file. Choose ${name} as it was.`,
  needsPassword: (name: string) => `${name} needs a password: learners will be asked for it.`,
  done: 'Added',
  replaced: 'Replaced',
  retry: 'Retry',
  retryOf: (name: string) => `Retry ${name}`,
  cancelOf: (name: string) => `Cancel ${name}`,
  clear: 'Clear finished',
  showFiles: 'Show the files',
  hideFiles: 'Hide the files',

  replace: 'Replace file…',
  replaceTitle: 'Replace file',
  replaceText: (title: string) =>
    `${title} gets another file. Its title, place, notes, questions and the progress of learners stay.`,
  replaceVideo:
    'The new video is prepared in several qualities again. Chapters stay: check that they still fit.',
  replaceCaptions: (languages: string) =>
    `The captions (${languages}) stay, too: replace them if the times have changed.`,
  replaceAction: 'Upload and replace',
  newFile: 'New file',
  newVideoLimits: 'MP4 or WebM, at most 2 GB',
  needVideo: 'Choose an MP4 or WebM video',
  needDocument: 'Choose a PDF document',

  uploadFiles: 'Upload files',
  drop: (module: string) => `Drop files to add them to ${module}`,
  dropFirst: 'Drop files to add them to a new module',
  dropLimits: 'Videos: MP4 or WebM, at most 2 GB. Documents: PDF, at most 100 MB.',
  firstModule: 'Module 1',
  firstModuleFailed: 'The module could not be added. Please try again.',
  fileUnsupported: (name: string) =>
    `${name}: Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.`,
  fileTooLarge: (name: string) => `${name}: File size exceeds 100MB limit`,
  videoTooLarge: (name: string) => `${name}: A video holds at most 2 GB`,
})
