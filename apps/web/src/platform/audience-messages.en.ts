import { defineMessages } from './messages.ts'

export const audienceMessages = defineMessages('audience', {
  for: 'For',
  everybody: 'Everybody',
  withoutCohort: 'Learners without a cohort',
  loadFailed: 'The cohorts could not be loaded',
  forCohort: (name: string) => `For ${name}`,
  forRemoved: (name: string) => `For ${name}, a cohort that was removed`,
  forWithoutCohort: 'For learners without a cohort',
})
