import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const repetitionsMessages = defineMessages('repetitions', {
  title: 'Questions to repeat',
  lead: 'What you answered wrongly in quizzes, and what you were asked after videos, comes back after 1, 3, 7, 16 and 35 days. A wrong answer starts again with the first day.',
  learning: 'My learning',
  loadFailed: 'Your questions could not be loaded',
  questionOf: (place: number, count: number) => `Question ${place} of ${count}`,
  from: (assessment: string, course: string) => `${assessment}, ${course}`,
  chooseFirst: 'Choose an answer first.',
  check: 'Check answer',
  checking: 'Checking...',
  checkFailed: 'Your answer could not be checked. Please try again.',
  checkedLater: 'It is checked when the connection is back.',
  askedAgain: (date: string) => `Asked again on ${date}.`,
  notAskedAgain: 'You have answered it correctly five times. It is not asked again.',
  next: 'Next question',
  finish: 'Finish',
  done: 'Done for now',
  correctOf: (correct: number, count: number) =>
    `${correct} of ${counted(count, 'answer', 'answers')} correct.`,
  savedOf: (count: number) =>
    `${counted(count, 'answer is', 'answers are')} saved on this device and checked when the connection is back.`,
  savedHere: 'Your answers are saved on this device and checked when the connection is back.',
  moreDue: (count: number) => `${counted(count, 'more question is', 'more questions are')} due.`,
  goOn: 'Go on',
  noneDue: 'No question is due',
  nextDue: (date: string) => `The next one is due on ${date}.`,
  noneWaits: 'A question that you answer wrongly in a quiz or after a video appears here the next day.',
  due: (count: number) => `${counted(count, 'question is', 'questions are')} due again`,
})
