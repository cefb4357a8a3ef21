import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { QuestionProblem, QuestionStatistics } from '@apogee/contracts/assessments/quiz-statistics.ts'
import { expect, test } from 'vitest'
import type { AnswerKey } from '../answers.rules.ts'
import { difficultyOf, discriminationOf, optionsOf, problemsOf, type Sums } from './statistics.rules.ts'

/**
 * Computes the sums. Each entry is an attempt and contains the points for the question (`x`) and those for all other questions
 * (`rest`).
 */
function sumsOf(attempts: readonly (readonly [x: number, rest: number])[]): Sums {
  const sum = (of: (x: number, t: number) => number) =>
    attempts.reduce((total, [x, rest]) => total + of(x, x + rest), 0)
  return {
    asked: attempts.length,
    x: sum((x) => x),
    xx: sum((x) => x * x),
    xt: sum((x, t) => x * t),
    t: sum((_, t) => t),
    tt: sum((_, t) => t * t),
  }
}

test.each([
  ['all have all points', [10, 10, 10, 10, 10], 1],
  ['all have none', [0, 0, 0, 0, 0], 0],
  ['parts count', [10, 5, 0, 0, 0], 0.3],
  ['there are too few attempts', [10, 10, 10, 10], null],
] as const)('the difficulty is the mean share of the points when %s', (_, points, difficulty) => {
  expect(difficultyOf(sumsOf(points.map((x) => [x, 0])), 10)).toBe(difficulty)
})

test.each([
  [
    'those who do well get it right',
    [
      [1, 9],
      [1, 8],
      [1, 7],
      [0, 2],
      [0, 1],
    ],
    0.976,
  ],
  [
    'those who do well get it wrong',
    [
      [0, 9],
      [0, 8],
      [0, 7],
      [1, 2],
      [1, 1],
    ],
    -0.976,
  ],
  [
    'it is in exact step with the others',
    [
      [0, 0],
      [1, 2],
      [2, 4],
      [3, 6],
      [4, 8],
    ],
    1,
  ],
  [
    'it has nothing to do with the others',
    [
      [0, 1],
      [1, 1],
      [0, 3],
      [1, 3],
      [0, 2],
      [1, 2],
    ],
    0,
  ],
  [
    'everybody has it right',
    [
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 5],
    ],
    null,
  ],
  [
    'the quiz has no other question',
    [
      [1, 0],
      [0, 0],
      [1, 0],
      [0, 0],
      [1, 0],
    ],
    null,
  ],
  [
    'there are too few attempts',
    [
      [1, 9],
      [0, 1],
      [1, 8],
      [0, 2],
    ],
    null,
  ],
] as const)('the discrimination is right when %s', (_, attempts, discrimination) => {
  expect(discriminationOf(sumsOf(attempts))).toBe(discrimination)
})

test.each([
  { kind: 'multiple-choice', key: 1, right: [false, true, false] },
  { kind: 'multiple-answers', key: { chosen: [0, 2], isPartial: false }, right: [true, false, true] },
] satisfies { kind: QuestionKind; key: AnswerKey; right: boolean[] }[])(
  'the options of a $kind question are counted in their order',
  ({ kind, key, right }) => {
    const counts = new Map([
      ['0', 4],
      ['2', 1],
    ])
    const options = optionsOf({ kind, options: ['a', 'b', 'c'], key }, counts)
    expect(options.map(({ isRight }) => isRight)).toEqual(right)
    expect(options.map(({ chosen }) => chosen)).toEqual([4, 0, 1])
  },
)

test('true and false are counted as options, and typed answers are not', () => {
  const trueFalse = optionsOf({ kind: 'true-false', options: [], key: false }, new Map([['true', 3]]))
  expect(trueFalse).toEqual([
    { text: 'true', isRight: false, chosen: 3 },
    { text: 'false', isRight: true, chosen: 0 },
  ])
  expect(optionsOf({ kind: 'numeric', options: [], key: { value: 1, tolerance: 0 } }, new Map())).toEqual([])
})

const plain: Omit<QuestionStatistics, 'problems'> = {
  key: 'k',
  kind: 'multiple-choice',
  question: 'Which?',
  points: 10,
  asked: 40,
  answered: 40,
  difficulty: 0.6,
  discrimination: 0.4,
  options: [
    { text: 'right', isRight: true, chosen: 24 },
    { text: 'wrong', isRight: false, chosen: 10 },
    { text: 'worse', isRight: false, chosen: 6 },
  ],
}
const chosen = (...counts: number[]) =>
  plain.options.map((option, index) => ({ ...option, chosen: counts[index] ?? 0 }))

test.each([
  ['nothing is unusual', {}, []],
  ['most chose a wrong option', { options: chosen(19, 11, 10) }, ['mostWrong']],
  ['half chose a wrong option', { options: chosen(20, 10, 10) }, []],
  [
    'each of several wrong options has less than half',
    { kind: 'multiple-answers', options: chosen(30, 20, 20) },
    [],
  ],
  [
    'most chose one wrong of several',
    { kind: 'multiple-answers', options: chosen(30, 21, 1) },
    ['mostWrong'],
  ],
  ['those who do well get it wrong', { discrimination: -0.1 }, ['reversed']],
  ['hardly anybody gets it right', { difficulty: 0.2 }, ['tooHard']],
  ['nearly everybody gets it right', { difficulty: 0.95 }, ['tooEasy']],
  ['it tells nobody apart', { discrimination: 0.09 }, ['weak']],
  [
    'few attempts say little about that',
    { discrimination: 0.09, asked: 19, answered: 19, options: chosen(11, 8, 0) },
    [],
  ],
  ['many leave it blank', { answered: 31, options: chosen(20, 6, 5) }, ['oftenBlank']],
  ['nobody chose a wrong option', { options: chosen(28, 12, 0) }, ['unusedOption']],
  ['nobody chose the right option', { options: chosen(0, 20, 20), difficulty: 0 }, ['mostWrong', 'tooHard']],
  ['too few attempts showed it', { asked: 4, difficulty: null, discrimination: null }, []],
] satisfies [string, Partial<typeof plain>, QuestionProblem[]][])(
  'the problems are right when %s',
  (_, changes, problems) => {
    expect(problemsOf({ ...plain, ...changes })).toEqual(problems)
  },
)
