/** Computes points and the states of an attempt. Pure functions. Points are whole numbers. */
import type { AttemptState, QuestionResult, Review } from '@apogee/contracts/assessments/assessments.ts'
import type { QuizGroup } from '@apogee/contracts/assessments/quiz-groups.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { shuffled } from './answers.rules.ts'
import { dayAfter, dayAt, instantAt } from '#server/platform/zoned-time.ts'

const defaultTimeLimitMinutes = 60

/** Returns the limit in seconds: 3600, unless the quiz sets another (docs/specification.md#9-business-constants-and-limits). */
export const timeLimitOf = (quiz: Pick<QuizFile, 'timeLimitMinutes'>): number =>
  (quiz.timeLimitMinutes ?? defaultTimeLimitMinutes) * 60

/** The default is the specification's summary of each question, unless the author shows less. */
export const reviewOf = (quiz: Pick<QuizFile, 'review'>): Review => quiz.review ?? 'answers'

/** Returns the results that the author's rule shows for a graded attempt. */
export function shownResults(review: Review, results: readonly QuestionResult[]): QuestionResult[] {
  // A comment by the grader is always visible to the learner.
  if (review === 'score') return results.filter(({ comment }) => comment !== undefined)
  if (review === 'answers') return [...results]
  return results.map((result) => ({
    ...result,
    correctAnswer: null,
    explanation: '',
    feedback: [],
  }))
}

export const percentageOf = (earned: number, total: number): number => Math.round((earned / total) * 100)

/** Returns points for the passed tests, rounded down, so that only passing every test gives all points. */
export function pointsForTests(points: number, passed: number, total: number): number {
  return total === 0 ? 0 : Math.floor((points * passed) / total)
}

/**
 * Returns the state: open → grading → graded, or waiting in between if the attempt holds hand-ins. The deadline alone closes an
 * attempt.
 */
export function stateOf(
  attempt: { submittedAt: Date | null; gradedAt: Date | null; deadlineAt: Date; waitingSince: Date | null },
  now: Date,
): AttemptState {
  if (attempt.gradedAt) return 'graded'
  if (attempt.waitingSince) return 'waiting'
  return attempt.submittedAt || attempt.deadlineAt <= now ? 'grading' : 'open'
}

/** Returns the drawn questions in the order of the quiz: as many of each group as it draws. Null means all questions. */
export function drawnOf(
  questions: readonly { id: number; group: string | null }[],
  groups: readonly QuizGroup[],
  random: () => number,
): number[] | null {
  if (groups.length === 0) return null
  const drawn = groups.flatMap(({ name, draw }) => {
    const ids = questions.filter(({ group }) => group === name).map(({ id }) => id)
    return shuffled(ids.length, random)
      .slice(0, draw)
      .map((index) => ids[index])
  })
  const isGrouped = (group: string | null) => groups.some(({ name }) => name === group)
  return questions.filter(({ id, group }) => !isGrouped(group) || drawn.includes(id)).map(({ id }) => id)
}

/** The days until a missed question is asked again, indexed by the number of consecutive correct answers since. */
const daysBetween = [1, 3, 7, 16, 35] as const

/** Returns the start of the day in Malaysia, this many days after `at`. */
const startOfDay = (at: Date, days: number): Date =>
  instantAt(dayAfter(dayAt(at, malaysiaTimeZone), days), 0, malaysiaTimeZone)

export const dueAfterMiss = (at: Date): Date => startOfDay(at, daysBetween[0])

/** Returns when a question is due after `step` consecutive correct answers; null means that it is not asked again. */
export function dueAfterCorrect(step: number, at: Date): Date | null {
  const days = daysBetween[step]
  return days === undefined ? null : startOfDay(at, days)
}
