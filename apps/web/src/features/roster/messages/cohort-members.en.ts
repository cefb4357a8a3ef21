import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const cohortMembersMessages = defineMessages('cohortMembers', {
  selection: 'Selection',
  select: (name: string) => `Select ${name}`,
  chosen: (count: number) => `${counted(count, 'learner', 'learners')} selected.`,
  moveHint: 'What is open to a learner stays open, and nobody’s access gets shorter.',
  moveInto: 'Move to',
  chooseCohort: 'Choose a cohort',
  move: 'Move learners',
  moving: 'Moving...',
  movedLearners: (count: number) => `${counted(count, 'learner', 'learners')} moved`,
  moveFailed: 'The learners could not be moved',
  chooseNone: 'Clear selection',
  anyCohort: 'All cohorts',
  noCohort: 'Without a cohort',
})
