/** Computes figures of a question and the problems that they indicate. Pure functions (docs/decisions/quizzes.md). */
import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import {
  statisticsLeast,
  type QuestionProblem,
  type QuestionStatistics,
} from '@apogee/contracts/assessments/quiz-statistics.ts'
import type { AnswerKey } from '../answers.rules.ts'

/**
 * Sums over the attempts that showed a question. `x` is the sum of its points, `t` the sum of the attempts' points, and `xt` the
 * sum of their products.
 */
export interface Sums {
  asked: number
  x: number
  xx: number
  xt: number
  t: number
  tt: number
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Returns the mean share of the points, from 0 to 1. */
export const difficultyOf = ({ asked, x }: Pick<Sums, 'asked' | 'x'>, points: number): number | null =>
  asked < statisticsLeast ? null : rounded(x / (points * asked))

/**
 * Returns the correlation of a question's points with the points of all other questions (corrected item-total correlation). Null
 * means that either has no variance.
 */
export function discriminationOf({ asked: n, x, xx, xt, t, tt }: Sums): number | null {
  if (n < statisticsLeast) return null
  const y = t - x
  const yy = tt - 2 * xt + xx
  const xy = xt - xx
  const spread = (n * xx - x * x) * (n * yy - y * y)
  if (spread <= 0) return null
  return rounded(Math.max(-1, Math.min(1, (n * xy - x * y) / Math.sqrt(spread))))
}

type Options = QuestionStatistics['options']

/** Returns how many learners chose each option. The list is empty for kinds of questions without options to choose. */
export function optionsOf(
  { kind, options, key }: { kind: QuestionKind; options: readonly string[]; key: AnswerKey },
  chosen: ReadonlyMap<string, number>,
): Options {
  const count = (option: number | boolean) => chosen.get(String(option)) ?? 0
  if (kind === 'true-false')
    return [true, false].map((text) => ({ text: String(text), isRight: key === text, chosen: count(text) }))
  if (kind !== 'multiple-choice' && kind !== 'multiple-answers') return []
  const isRight = (index: number) =>
    typeof key === 'object' && 'chosen' in key ? key.chosen.includes(index) : key === index
  return options.map((text, index) => ({ text, isRight: isRight(index), chosen: count(index) }))
}

/** With fewer attempts, a low correlation or an option that nobody chose may be chance. */
const manyAttempts = 20
const limits = { hard: 0.2, easy: 0.95, reversed: -0.1, weak: 0.1, blank: 0.2 } as const

/** Returns the problems that a teacher should review, the most serious first. */
export function problemsOf(figures: Omit<QuestionStatistics, 'problems'>): QuestionProblem[] {
  const { kind, asked, answered, difficulty, discrimination, options } = figures
  if (asked < statisticsLeast || difficulty === null) return []
  const wrong = options.filter(({ isRight }) => !isRight).map(({ chosen }) => chosen)
  // One attempt may choose several wrong options, so the most chosen one counts.
  const chosenWrongly = kind === 'multiple-answers' ? Math.max(0, ...wrong) : wrong.reduce(sum, 0)
  const isReversed = discrimination !== null && discrimination <= limits.reversed
  const isMany = asked >= manyAttempts
  const found: Record<QuestionProblem, boolean> = {
    mostWrong: chosenWrongly * 2 > answered,
    reversed: isReversed,
    tooHard: difficulty <= limits.hard,
    tooEasy: difficulty >= limits.easy,
    weak: isMany && !isReversed && discrimination !== null && discrimination < limits.weak,
    oftenBlank: (asked - answered) / asked > limits.blank,
    unusedOption: isMany && answered >= manyAttempts && kind !== 'true-false' && wrong.includes(0),
  }
  return problemOrder.filter((problem) => found[problem])
}

const sum = (one: number, other: number): number => one + other
const problemOrder = [
  ...(['mostWrong', 'reversed', 'tooHard', 'tooEasy', 'weak', 'oftenBlank', 'unusedOption'] as const),
]
