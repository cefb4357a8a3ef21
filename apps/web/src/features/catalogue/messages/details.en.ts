import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, figure } from '#web/platform/language/numbers.ts'

/** The texts appear below a sales page's tabs and load after first paint. */
export const detailsMessages = defineMessages('salesDetails', {
  opensAfterItem: 'Opens when an earlier lesson is finished',
  opensOn: (day: string) => `Opens on ${day}`,
  opensAfter: (days: number) => `Opens ${counted(days, 'day', 'days')} after you enroll`,
  moduleCount: (count: number) => counted(count, 'module', 'modules'),
  lessonCount: (count: number) => counted(count, 'lesson', 'lessons'),
  videoCount: (count: number) => counted(count, 'video', 'videos'),
  otherItems: (count: number) => counted(count, 'other item', 'other items'),
  itemCount: (count: number) => counted(count, 'item', 'items'),
  previewCount: (count: number) => counted(count, 'free preview', 'free previews'),
  pages: (count: number) => counted(count, 'page', 'pages'),
  /** This text tells how long reading a text lesson takes. */
  minutes: (minutes: number) => counted(minutes, 'minute', 'minutes'),
  live: 'Live sessions',
  liveCount: (count: number) => counted(count, 'live session', 'live sessions'),
  liveHint: 'Times are in Malaysia. Learners get the link to join before each session.',
  liveOf: (cohort: string, count: number) => `${cohort}: ${counted(count, 'live session', 'live sessions')}`,
  liveFrom: (start: string) => `from ${start}`,
  liveMore: (count: number) => `and ${figure(count)} more`,
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  preview: 'Preview',
  noContentTitle: 'No Content Available Yet',
  noContent: 'The course content is being prepared. Please check back later.',
  coursesBy: (count: number) => `${counted(count, 'course', 'courses')} on Apogee`,
  studentsOf: (count: number) => counted(count, 'student', 'students'),
  soldBy: (name: string) => `Sold by ${name}`,
  aboutBusiness: (name: string) => `About ${name}`,
  noInstructor: 'The seller has not named an instructor for this course.',
  faqAccess: 'How long can I watch the lessons?',
  faqAccessAnswer: 'For as long as you like. You pay once and keep access, on any device you sign in with.',
  faqFreeAccessAnswer: 'For as long as you like, on any device you sign in with.',
  faqAccessFor: (length: string) =>
    `For ${length}, on any device. After that your notes, progress and certificate stay.`,
  faqRefund: 'What if the course is not for me?',
  faqRefundAnswer: (days: number, percent: number) =>
    `Ask for your money back in My purchases within ${days} days of buying, while less than ${percent}% of the course is watched.`,
  faqPay: 'How do I pay?',
  faqPayAnswer:
    'In ringgit through CHIP: card, online banking (FPX) or e-wallet, whichever the seller offers.',
  faqCertificate: 'Do I get a certificate?',
  faqCertificateAnswer: 'Yes. Finish every lesson to get a certificate with a link you can share.',
  faqCertificateNeeds:
    'Yes. Finish every lesson and fulfil what this page names below the sample to get a certificate with a link you can share.',
  related: 'More courses like this',
})
