import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { answer } from './mock-api.ts'

export const anAssessment = (given: Partial<Assessment> = {}): Assessment => ({
  id: 1,
  title: 'Fundamentals Check',
  timeLimitSeconds: 3600,
  questionCount: 3,
  review: 'answers',
  passPercentage: null,
  totalPoints: 35,
  lesson: null,
  attempts: [],
  ...given,
})

/** Returns an open attempt; `secondsLeft` is in seconds. */
export const anAttempt = (given: Partial<Attempt> = {}, secondsLeft = 3600): Attempt => {
  const now = Date.now()
  return {
    assessmentId: 1,
    title: 'Fundamentals Check',
    review: 'answers',
    passPercentage: null,
    number: 1,
    state: 'open',
    now: new Date(now).toISOString(),
    startedAt: new Date(now - (3600 - secondsLeft) * 1000).toISOString(),
    deadline: new Date(now + secondsLeft * 1000).toISOString(),
    submittedAt: null,
    percentage: null,
    earnedPoints: null,
    totalPoints: 35,
    questions: [
      {
        id: 101,
        kind: 'multiple-choice',
        question: 'Which planet is red?',
        points: 10,
        options: ['Venus', 'Mars'],
        starterCode: '',
        functionName: null,
        given: null,
      },
      {
        id: 102,
        kind: 'coding',
        question: 'Write double(n).',
        points: 20,
        options: [],
        starterCode: 'function double(n) {\n  \n}',
        functionName: 'double',
        given: null,
      },
      {
        id: 103,
        kind: 'true-false',
        question: 'The moon is round.',
        points: 5,
        options: [],
        starterCode: '',
        functionName: null,
        given: null,
      },
    ],
    results: [],
    ...given,
  }
}

export const summaryOf = ({ questions: _, results: __, now: ___, title: ____, ...summary }: Attempt) =>
  summary

/** Returns the graded attempt: 71 %, 25 of 35 points. */
export const graded = (given: Partial<Attempt> = {}): Attempt => {
  const attempt = anAttempt({
    state: 'graded',
    submittedAt: '2026-11-20T02:00:00.000Z',
    percentage: 71,
    earnedPoints: 25,
    ...given,
  })
  const [choice, code, trueFalse] = attempt.questions
  return {
    ...attempt,
    questions: [
      { ...choice!, given: 0 },
      { ...code!, given: 'const double = (n) => n * 2' },
      { ...trueFalse!, given: true },
    ],
    results: [
      {
        questionId: 101,
        isCorrect: false,
        earnedPoints: 0,
        correctAnswer: 1,
        tests: null,
        problem: null,
        explanation: 'Rust colours it.',
      },
      {
        questionId: 102,
        isCorrect: true,
        earnedPoints: 20,
        correctAnswer: null,
        tests: { passed: 4, total: 4 },
        problem: null,
        explanation: '',
      },
      {
        questionId: 103,
        isCorrect: true,
        earnedPoints: 5,
        correctAnswer: true,
        tests: null,
        problem: null,
        explanation: '',
      },
    ],
  }
}

/** Answers with the assessment and this open attempt, as the server does. */
export function answerOpen(attempt: Attempt) {
  answer('readAssessment', { success: true, data: anAssessment({ attempts: [summaryOf(attempt)] }) })
  answer('readAttempt', { success: true, data: attempt })
}
