import { defineMessages } from './messages.ts'

export const audienceMessages = defineMessages('audience', {
  forCohort: (name: string) => `For ${name}`,
  forRemoved: (name: string) => `For ${name}, a cohort that was removed`,
  forWithoutCohort: 'For learners without a cohort',
})
