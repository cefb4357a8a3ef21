import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const figuresMessages = defineMessages('courseFigures', {
  title: 'Course figures',
  titleOf: (course: string) => `Figures of ${course}`,
  range: 'Enrolled within',
  days: (days: number) => `${days} days`,
  always: 'All time',
  loadFailed: 'The figures could not be loaded',
  funnel: 'How far learners come',
  funnelLead: 'People with access who enrolled within the chosen days. Progress counts as in their own list.',
  enrolled: 'Enrolled',
  started: 'Started',
  quarter: '25%',
  half: '50%',
  threeQuarters: '75%',
  finished: 'Finished',
  certificate: 'Certificate',
  stepTold: (step: string, learners: number, percent: number) =>
    `${step}: ${counted(learners, 'learner', 'learners')}, ${percent}%`,
  lessons: 'Where learners stop',
  lessonsLead: 'Stopped: the last lesson of people who have not finished and have not studied for 14 days.',
  lesson: 'Lesson',
  opened: 'Opened',
  completed: 'Completed',
  stopped: 'Stopped',
  whoStopped: (stopped: number, lesson: string) => `${stopped} stopped at ${lesson}: see who`,
  steep: 'Unusually many stop here',
  nobody: 'Nobody enrolled within these days',
  nobodyHint: 'Choose a longer time, or share the course.',
  noLessons: 'No published lessons yet',
})
