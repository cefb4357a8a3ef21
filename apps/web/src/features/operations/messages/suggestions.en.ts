import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const suggestionsMessages = defineMessages('suggestions', {
  title: 'What to do next',
  stopped: (learners: number, lesson: string, course: string) =>
    `${counted(learners, 'learner', 'learners')} stopped at “${lesson}” in ${course} and have not come back.`,
  stoppedAction: 'See who',
  missedQuestion: (percent: number, question: string, quiz: string) =>
    `“${question}” in the quiz ${quiz} loses ${percent}% of its points. The question or the lesson before it may be unclear.`,
  missedQuestionAction: 'Open the quiz',
  abandonedCarts: (carts: number, orders: number, course: string) =>
    `${counted(carts, 'visitor', 'visitors')} put ${course} into the cart in the last 30 days, and ${orders} paid. A coupon may help.`,
  abandonedCartsAction: 'Create a coupon',
  unsold: (rating: string, course: string) =>
    `${course} is rated ${rating}, and nobody joined it in the last 30 days. Share it again.`,
  unsoldAction: 'Share the course',
  unvisited:
    'Nobody visited the pages of your courses in the last 30 days. Share a link to bring the first visitors.',
  unvisitedAction: 'Share a link',
})
