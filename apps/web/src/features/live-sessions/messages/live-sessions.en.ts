import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const liveSessionsMessages = defineMessages('liveSessions', {
  title: 'Live sessions',
  plan: 'Plan Live Session',
  loadFailed: 'The live sessions could not be loaded',
  noneWritten: 'No live session is planned',
  noneWrittenHint:
    'Meet your learners: they get the link here shortly before the start, and an entry in their calendar.',
  length: (minutes: number) => counted(minutes, 'minute', 'minutes'),
  malaysianTime: 'Malaysian time',
  join: 'Join',
  joinOf: (title: string) => `Join ${title}`,
  joinFrom: (time: string) => `The link appears here at ${time}.`,
  /** This text stands in brackets after the title of a session. */
  withoutCohort: 'without a cohort',
  runs: 'On now',
  past: (count: number) => `Past sessions (${count})`,
  wasPresent: 'You were there',
  wasAbsent: 'You were not there',
})
