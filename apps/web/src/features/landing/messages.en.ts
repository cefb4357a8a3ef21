import { defineMessages } from '#web/platform/messages.ts'

export const landingMessages = defineMessages('landing', {
  title: 'Courses worth finishing',
  description:
    'Practical courses priced in ringgit, bought once and kept for life. Every lesson shows how far you have come and what is left.',
  headline: 'Go further than where you started.',
  lead: 'Practical courses, bought once and kept for life. Every lesson shows how far you have come and what is left.',
  browse: 'Browse courses',
  teachOnApogee: 'Teach on Apogee',
  certificate: 'Certificate of completion',
  guarantee: '30-day money-back guarantee',
  orbitLabel:
    'Diagram: a course drawn as an orbit. Module stops rise from perigee, where you start, to apogee, the farthest point, where you finish.',
  module: (number: number) => `Module ${number}`,
  apogee: 'Apogee',
  farthest: 'the farthest point',
  startWith: 'Start with one of these',
  startWithHint: 'New in the marketplace.',
  allCourses: 'All courses',
  whereYouAre: 'You always know where you are',
  whereYouAreLead:
    'A course is a path with an end. Apogee keeps your place on it, across phone and laptop, and never hides how much is left.',
  stepResume: 'Pick up where you stopped',
  stepResumeText: 'The next lesson is the first thing you see when you return.',
  stepComplete: 'Mark lessons complete when you are ready',
  stepCompleteText: 'Your call, not a timer’s. You can undo it.',
  stepFinish: 'Finish, and have something to show',
  stepFinishText: 'A certificate, and the work you made along the way.',
  example: 'Example',
  inProgress: 'In Progress',
  progressLabel: 'Course progress',
  progressText: '62% complete (13/21 lessons)',
  teachTitle: 'Teach what you know. Set your own price.',
  teachLead:
    'Upload video and PDF lessons, choose who can see them, and share one link. Payments go through your own CHIP account.',
  becomePartner: 'Become a Partner',
  seePlans: 'See plans',
  controlsLabel: 'Example of a course’s selling controls',
  price: 'Price',
  visibility: 'Visibility',
  publicCourse: 'Public in the marketplace',
  salesLink: 'Sales link',
})
