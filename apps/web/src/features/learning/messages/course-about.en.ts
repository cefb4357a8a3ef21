import { defineMessages } from '#web/platform/language/messages.ts'

export const courseAboutMessages = defineMessages('courseAbout', {
  aboutCourse: 'About this course',
  lessons: 'Lessons',
  duration: 'Duration',
  ofVideo: (length: string) => `${length} of video`,
  ofReading: (length: string) => `${length} of reading`,
  lastVisit: 'Last accessed',
  cohort: 'Cohort',
  accessEnds: 'Access ends',
  preview: 'This is what learners see, with your drafts. Nothing you do in the lessons is saved as progress.',
  previewEnrolled:
    'This is what learners see, with your drafts. You are enrolled yourself, so the lessons save your progress.',
  endPreview: 'Back to editing',
})
