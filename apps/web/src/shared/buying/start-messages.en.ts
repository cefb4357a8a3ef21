import { defineMessages } from '../../platform/language/messages.ts'

export const startsMessages = defineMessages('starts', {
  legend: 'Choose your start',
  ends: (start: string, end: string) => `${start} – ${end}`,
  /** The text is short because it stands in a phone's bar. */
  begins: (day: string) => `Starts ${day}`,
  from: (start: string) => `from ${start}`,
  enrolUntil: (day: string) => `enroll until ${day}`,
  placesLeft: (count: number) => (count === 1 ? '1 place left' : `${count} places left`),
  full: 'Full',
  starts: (name: string, dates: string) => `Starts with ${name}: ${dates}`,
  notAnnounced: 'The next start is not announced yet',
  notAnnouncedHint: 'Please come back later.',
  allFull: 'All places are taken',
  withoutCohort: 'You can start at once, on your own.',
  loadFailed: 'The starts could not be loaded',
  lostFull: 'The last place of the chosen start is taken.',
  lostClosed: 'The chosen start can no longer be chosen.',
  lostWithoutCohort: 'This course now starts on set days.',
  beginWithoutCohort: 'Start at once, on your own',
})
