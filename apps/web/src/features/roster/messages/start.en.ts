import { defineMessages } from '#web/platform/language/messages.ts'

export const rosterStartMessages = defineMessages('rosterStart', {
  saving: 'Saving...',
  letStart: 'Allow early start',
  withdrawStart: 'Withdraw early start',
  mayStartEarly: 'The learner may start early',
  waitsAgain: 'The learner waits for the prerequisites again, unless the course was already begun',
  startFailed: 'The change could not be saved. Please try again.',
  startsEarly: 'This learner may start before the courses that come first are completed.',
  waitingNotice: 'The lessons are closed until this learner has completed the courses that come first.',
})
