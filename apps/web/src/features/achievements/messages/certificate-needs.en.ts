import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

/** Contains the requirements of a certificate, for the learner. */
export const certificateNeedsMessages = defineMessages('certificateNeeds', {
  title: 'What your certificate needs',
  lessons: 'Complete every lesson',
  videos: (percent: number) => `Watch at least ${percent}% of each video`,
  quizzes: (percent: number) => `Reach at least ${percent}% in each quiz`,
  of: (done: number, total: number) => `${done} of ${total}`,
  done: '(done)',
  missing: (count: number) => counted(count, 'is missing', 'are missing'),
  percent: (percent: number) => `${percent}% so far`,
  claim: 'Get certificate',
  claiming: 'Getting your certificate…',
  claimFailed: 'Your certificate could not be issued. Please try again.',
})
