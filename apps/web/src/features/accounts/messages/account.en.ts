import { defineMessages } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'

export const accountMessages = defineMessages('account', {
  yourAccount: 'Your account',
  name: 'Name',
  email: 'Email',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Your name has been saved',
  saveFailed: 'Failed to update user',
  bio: 'About you',
  bioHint: (most: number) =>
    `Shown on the sales pages of your courses: what you do in one line, then an empty line and the rest. At most ${figure(most)} characters.`,
  saveBio: 'Save description',
  bioSaved: 'Your description has been saved',
  picture: 'Your picture',
  pictureHint: 'PNG, JPEG or WebP, at most 10 MB. Everyone on Apogee can see it.',
  pictureSaved: 'Your picture has been saved',
  pictureRemoved: 'Your picture has been removed',

  dataTitle: 'Your data',
  dataLead:
    'Download a copy of what Apogee keeps about you: an overview to read, and files that other services can read, with what you uploaded.',
  dataOthers:
    'What other people wrote is not in it. A course you made has an export of its own in the course’s menu.',
  dataMore: 'What we keep, and why',
  dataDownload: 'Download my data',
  dataPreparing: 'Preparing…',
  dataStarted: 'Your download has started. Keep the file where only you can open it.',
  dataFailed: 'Your data could not be prepared. Please try again.',

  deleteAccount: 'Delete my account',
  leavingLead: 'You have 14 days to change your mind:',
  leavingSignedOut:
    'You are signed out on every device immediately. Sign in within 14 days to keep everything.',
  leavingErased:
    'After that, your name, email address, picture, progress and course access are permanently deleted.',
  leavingOrders: 'Orders and receipts are kept for accounting, without anything that identifies you.',
  leavingTeaching:
    'Your business keeps its courses. Courses that only you sell are taken off sale immediately. If learners still have one of them, delete that course first; they keep their access.',
  confirmTitle: 'Delete your account?',
  confirmText:
    'Please confirm with your password. If you only sign in with Google or GitHub, leave it empty.',
  password: 'Password',
  code: 'Code',
  codeHint: 'The six digits of your authenticator app, or a recovery code.',
  show: 'Show',
  hide: 'Hide',
  deleting: 'Deleting...',
  deleteFailed: 'Your account could not be deleted. Please try again.',
  leaving: (day: string) => `Your account will be deleted on ${day}. Sign in before then to keep it.`,
})
