import { defineMessages } from '#web/platform/language/messages.ts'

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
  guaranteeCondition: 'while less than 30% is watched, unless the seller chooses other terms',
  lifetime: 'Lifetime access',
  orbitLabel:
    'Diagram: a course drawn as an orbit. Module stops rise from perigee, where you start, to apogee, the farthest point, where you finish.',
  module: (number: number) => `Module ${number}`,
  apogee: 'Apogee',
  farthest: 'the farthest point',
  startWith: 'Start with one of these',
  startWithHint: 'Our most popular courses, and a free one to try.',
  allCourses: 'All courses',
})
