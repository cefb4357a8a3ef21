import { defineMessages } from './messages.ts'

/** Courses that come before a course, with the viewer's state. */
export const prerequisiteListMessages = defineMessages('prerequisiteList', {
  before: 'Before this course',
  recommended: 'Recommended first',
  required: 'Required first',
  notStarted: 'Not started',
  percentDone: (percent: number) => `${percent}% completed`,
  completed: 'Completed',
})
