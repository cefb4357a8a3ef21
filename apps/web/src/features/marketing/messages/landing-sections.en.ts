import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, figure } from '#web/platform/language/numbers.ts'

export const landingSectionsMessages = defineMessages('landingSections', {
  categories: 'Find your subject',
  courses: (count: number) => counted(count, 'course', 'courses'),
  whereYouAre: 'You always know where you are',
  whereYouAreLead:
    'A course is a path with an end. Apogee keeps your place on it, across phone and laptop, and never hides how much is left.',
  stepResume: 'Pick up where you stopped',
  stepResumeText: 'The next lesson is the first thing you see when you return.',
  stepComplete: 'See what is done, and what is left',
  stepCompleteText:
    'Videos and quizzes are completed when you finish them. You mark the rest yourself, and can undo it.',
  stepFinish: 'Finish, and have something to show',
  stepFinishText: 'A certificate, and the work you made along the way.',
  example: 'Example',
  exampleCourse: 'Your course',
  progressLabel: 'Course progress',
  progressText: '62% complete (13/21 lessons)',
  teachTitle: 'Teach what you know. Set your own price.',
  teachLead:
    'Upload video and PDF lessons, choose who can see them, and share one link. Payments go through your own CHIP account.',
  becomePartner: 'Become a Partner',
  seePlans: 'See plans',
  controlsLabel: 'Example of a course’s selling controls',
  price: 'Price',
  free: 'Free',
  visibility: 'Visibility',
  publicCourse: 'Public in the marketplace',
  salesLink: 'Sales link',
  lessonName: 'Lesson 14',
  lessonPlace: '3:20 of 8:05',
  nextLesson: 'Next: lesson 15',
  exampleText: 'Your place is the same on every screen.',
  captions: 'Captions where the author adds them',
  noApp: 'No app needed: a browser is enough',
  freeTitle: 'Start for free',
  freeHint: 'Whole courses, not samples. All you need is an account.',
  allFree: 'All free courses',
  questions: 'Before you begin',
  notAnswered: 'Still have a question?',
  contactUs: 'Write to us',
  askPay: 'How do I pay?',
  answerPay:
    'By FPX online banking, by card or by e-wallet, on CHIP’s payment page. Apogee never sees your card number. Prices are in ringgit; nothing is added at checkout, and nothing renews.',
  askRefund: 'Can I get my money back?',
  answerRefund:
    'Yes. Each course page states its seller’s promise, for example: request a refund in My purchases within 30 days of paying, while less than 30% of the course is watched, and the price goes back to your original payment method.',
  askFree: 'What do free courses cost?',
  answerFree: 'Nothing, now or later. You need an account, but no payment details.',
  askCertificate: 'Do I get a certificate?',
  answerCertificate:
    'When you finish a course, yes: a certificate of completion with an address of its own that anybody can check. It is not a licence or a degree.',
  askLanguage: 'Which language is it in?',
  answerLanguage:
    'Apogee is available in English and Malay; you can switch at the bottom of any page. A course is taught in its author’s language.',
  askTime: 'How long can I take?',
  answerTime:
    'As long as you like. A course you bought has no end date, and lessons its author adds later are included.',
  closing: 'The farthest point begins with one lesson.',
  closingText: 'Take a free course today, on the phone in your hand.',
  createAccount: 'Create an account',
  seeAll: (courses: number) => `See ${counted(courses, 'course', 'courses')}`,
  seeAllWithFree: (courses: number, free: number) =>
    `See ${counted(courses, 'course', 'courses')}, ${figure(free)} free`,
})
