import { defineMessages } from '../../platform/language/messages.ts'

export const audienceChoiceMessages = defineMessages('audienceChoice', {
  for: 'For',
  everybody: 'Everybody',
  withoutCohort: 'Learners without a cohort',
  chosenAreTold: 'The learners whom you choose get a notification on this site.',
  removed: (name: string) => `${name} (removed)`,
  forRemoved: (name: string) => `For ${name}, a cohort that was removed`,
  anotherCohort: 'Another cohort',
  loadFailed: 'The cohorts could not be loaded',
})
