import { defineMessages } from '../../platform/language/messages.ts'

export const prerequisiteListMessages = defineMessages('prerequisiteList', {
  before: 'Before this course',
  recommended: 'Recommended first',
  required: 'Required first',
  notStarted: 'Not started',
  percentDone: (percent: number) => `${percent}% completed`,
  completed: 'Completed',
})
