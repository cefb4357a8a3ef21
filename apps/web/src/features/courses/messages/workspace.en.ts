import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, type Count } from '#web/platform/language/numbers.ts'

export const workspaceMessages = defineMessages('workspace', {
  overview: 'Overview',
  content: 'Content',
  learners: 'Learners',
  salesPage: 'Sales page',
  pricing: 'Pricing',
  questions: 'Questions',
  grades: 'Grades',
  settings: 'Settings',

  unanswered: (count: Count) => counted(count, 'unanswered question', 'unanswered questions'),
  toGrade: (count: Count) => counted(count, 'answer to grade', 'answers to grade'),

  figures: 'Course figures',
  figuresHint: 'How far learners get',

  priceSaved: 'The price has been saved',
  detailsFirst: 'Something in the course’s details must be mended before the price can be saved.',
  accessLength: 'Access length',
  accessForEver: 'Learners keep the course for ever.',
  accessLasts: (length: string) => `Learners have the course for ${length}.`,
  change: 'Change',
  changeOf: (what: string) => `Change: ${what}`,

  details: 'Details',
  detailsHint: 'Title, description, category, image',
  certificate: 'Certificate',
  certificateHint: 'What a learner does for it',
  prerequisites: 'Prerequisites',
  prerequisitesHint: 'Courses to complete first',
  cohortsHint: 'Groups that start on the same day.',
  open: 'Open',
  openOf: (what: string) => `Open: ${what}`,
})
