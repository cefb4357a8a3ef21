/** Rules of points and of the life of an attempt. Pure. Points are whole. */
import type { AttemptState, QuestionResult, Review } from '@apogee/contracts/assessments/assessments.ts'
import type { QuizGroup } from '@apogee/contracts/assessments/quiz-groups.ts'
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { shuffled } from './answers.rules.ts'
import { dayAfter, dayAt, instantAt } from '#server/platform/zoned-time.ts'

const defaultTimeLimitMinutes = 60

/** 3600 s, unless the quiz sets another limit (docs/specification.md#9-business-constants-and-limits). */
export const timeLimitOf = (quiz: Pick<QuizFile, 'timeLimitMinutes'>): number =>
  (quiz.timeLimitMinutes ?? defaultTimeLimitMinutes) * 60

/** As the specification has it: a summary of each question, unless the author shows less. */
export const reviewOf = (quiz: Pick<QuizFile, 'review'>): Review => quiz.review ?? 'answers'

/** What the author's rule shows of the results of a graded attempt. */
export function shownResults(review: Review, results: readonly QuestionResult[]): QuestionResult[] {
  // What a person says about an answer is always theirs to read.
  if (review === 'score') return results.filter(({ comment }) => comment !== undefined)
  if (review === 'answers') return [...results]
  return results.map((result) => ({
    ...result,
    correctAnswer: null,
    explanation: '',
    feedback: [],
  }))
}

/** round(earned / total × 100). */
export const percentageOf = (earned: number, total: number): number => Math.round((earned / total) * 100)

/** Points per passed test, rounded down: all of them only when every test passes. */
export function pointsForTests(points: number, passed: number, total: number): number {
  return total === 0 ? 0 : Math.floor((points * passed) / total)
}

/** open → grading → graded, with hand-ins by way of waiting; the deadline closes an attempt by itself. */
export function stateOf(
  attempt: { submittedAt: Date | null; gradedAt: Date | null; deadlineAt: Date; waitingSince: Date | null },
  now: Date,
): AttemptState {
  if (attempt.gradedAt) return 'graded'
  if (attempt.waitingSince) return 'waiting'
  return attempt.submittedAt || attempt.deadlineAt <= now ? 'grading' : 'open'
}

/** The questions of an attempt, in the order of the quiz: of each group as many as it draws. Null: all of them. */
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

/** Days until a missed question is asked again, by how often in a row it was answered correctly since. */
const daysBetween = [1, 3, 7, 16, 35] as const

/** The start of a day in Malaysia, this many days after `at`. */
const startOfDay = (at: Date, days: number): Date =>
  instantAt(dayAfter(dayAt(at, malaysiaTimeZone), days), 0, malaysiaTimeZone)

/** When a question that was answered wrongly is due again. */
export const dueAfterMiss = (at: Date): Date => startOfDay(at, daysBetween[0])

/** When a question is due again that was answered correctly `step` times in a row; null: it is not asked again. */
export function dueAfterCorrect(step: number, at: Date): Date | null {
  const days = daysBetween[step]
  return days === undefined ? null : startOfDay(at, days)
}
