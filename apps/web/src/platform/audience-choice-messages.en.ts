import { defineMessages } from './messages.ts'

export const audienceChoiceMessages = defineMessages('audienceChoice', {
  for: 'For',
  everybody: 'Everybody',
  withoutCohort: 'Learners without a cohort',
  loadFailed: 'The cohorts could not be loaded',
})
