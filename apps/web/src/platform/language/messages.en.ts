import { counted } from './numbers.ts'
import { defineMessages } from './messages.ts'

export const platformMessages = defineMessages('platform', {
  loading: 'Loading...',
  tryAgain: 'Try again',
  moreFailed: 'The rest could not be loaded.',
  dismiss: 'Dismiss',
  notices: 'Notices',
  close: 'Close',
  cancel: 'Cancel',
  hour: 'h',
  minute: 'm',
  hours: (hours: number) => counted(hours, 'hour', 'hours'),
  free: 'Free',
  listPrice: 'List price',
  previewAlt: 'The name Apogee beside an orbit whose farthest point is marked',
  yourTime: (time: string) => `${time} your time`,
  somethingWentWrong: 'Something went wrong',
  startPage: 'Go to the start page',
  somethingWentWrongHint: 'This page stopped working. Your work on other pages is safe.',
  needsScript:
    'This needs JavaScript: switch it on in your browser and reload the page. Courses, prices and articles can be read without it.',
  unreachable: 'Apogee cannot be reached right now',
  unreachableHint: 'Check your connection. You stay signed in, and we keep trying.',
  logoutNotTold:
    'You are signed out on this device, but Apogee could not be reached. End the session later in Settings.',
  days: (days: number) => counted(days, 'day', 'days'),
  months: (months: number) => counted(months, 'month', 'months'),
  accessFor: (length: string) => `Access for ${length}`,
})
