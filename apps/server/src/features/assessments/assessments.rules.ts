/** Computes points and the states of an attempt. Pure functions. Points are whole numbers. */
import type { AttemptState, QuestionResult, Review } from '@apogee/contracts/assessments/assessments.ts'
import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import type { Verdict } from '@apogee/contracts/assessments/hand-ins.ts'
import type { QuizGroup } from '@apogee/contracts/assessments/quiz-groups.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { minutesOfQuiz, type QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { shuffled } from './answers.rules.ts'
import { dayAfter, dayAt, instantAt } from '#server/platform/zoned-time.ts'

/** Returns the limit in seconds. Null means no limit. */
export function timeLimitOf(quiz: Pick<QuizFile, 'timeLimitMinutes' | 'assignment'>): number | null {
  const minutes = minutesOfQuiz(quiz)
  return minutes === null ? null : minutes * 60
}

export const deadlineOf = (startedAt: Date, limitSeconds: number | null): Date | null =>
  limitSeconds === null ? null : new Date(startedAt.getTime() + limitSeconds * 1000)

/** Learners see a summary of each question, as the specification requires, unless the author shows less. */
export const reviewOf = (quiz: Pick<QuizFile, 'review'>): Review => quiz.review ?? 'answers'

/** Returns the results of a graded attempt that the author allows learners to see. */
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

/**
 * Returned work has 0 %, and work that passed has at least the pass mark of assignments. Null means that the attempt has no
 * verdict.
 */
export function percentageOf(earned: number, total: number, verdict: Verdict | null = null): number {
  const percentage = Math.round((earned / total) * 100)
  if (verdict === 'return') return 0
  return verdict === 'pass' ? Math.max(passedPercentage, percentage) : percentage
}

/** Returns points for the passed tests, rounded down, so that only passing every test gives all points. */
export function pointsForTests(points: number, passed: number, total: number): number {
  return total === 0 ? 0 : Math.floor((points * passed) / total)
}

/**
 * An attempt is open until it is submitted or its deadline passes. Then it is being graded, waits for a person if it contains
 * hand-ins, and is graded in the end. A deadline ends an attempt even if no job runs.
 */
export function stateOf(
  attempt: {
    submittedAt: Date | null
    gradedAt: Date | null
    deadlineAt: Date | null
    waitingSince: Date | null
  },
  now: Date,
): AttemptState {
  if (attempt.gradedAt) return 'graded'
  if (attempt.waitingSince) return 'waiting'
  const isLate = attempt.deadlineAt !== null && attempt.deadlineAt <= now
  return attempt.submittedAt || isLate ? 'grading' : 'open'
}

/**
 * Draws as many questions of each group as the group demands, and returns them with the ungrouped ones in the order of the quiz.
 * Null means that the quiz has no groups, so all questions are asked.
 */
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

/** A missed question is asked again after this many days. The index is the number of consecutive correct answers since the miss. */
const daysBetween = [1, 3, 7, 16, 35] as const

/** Returns the start of the day in Malaysia, this many days after `at`. */
const startOfDay = (at: Date, days: number): Date =>
  instantAt(dayAfter(dayAt(at, malaysiaTimeZone), days), 0, malaysiaTimeZone)

export const dueAfterMiss = (at: Date): Date => startOfDay(at, daysBetween[0])

/** Returns when a question is asked again after `step` consecutive correct answers. Null means never. */
export function dueAfterCorrect(step: number, at: Date): Date | null {
  const days = daysBetween[step]
  return days === undefined ? null : startOfDay(at, days)
}
