import { defineMessages } from '../../platform/language/messages.ts'

export const audienceMessages = defineMessages('audience', {
  forCohort: (name: string) => `For ${name}`,
  forWithoutCohort: 'For learners without a cohort',
})
