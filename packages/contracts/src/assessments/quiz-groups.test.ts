import { expect, test } from 'vitest'
import { draftOfQuiz, quizOfDraft } from './quiz-draft.ts'
import { checkQuiz, type QuizFile } from './quiz-file.ts'
import { attemptTotals, type QuizGroup } from './quiz-groups.ts'

const asking = (
  groups: QuizGroup[],
  ...questions: [group: string | undefined, points: number][]
): QuizFile => ({
  title: 'A quiz',
  groups,
  questions: questions.map(([group, points]) => ({
    type: 'true-false',
    question: 'Round?',
    answer: true,
    points,
    ...(group !== undefined && { group }),
  })),
})

test.each([
  ['is drawn from', asking([{ name: 'a', draw: 1 }], ['a', 5], ['a', 5], [undefined, 1]), []],
  [
    'has fewer questions than are drawn',
    asking([{ name: 'a', draw: 3 }], ['a', 5], ['a', 5]),
    ['groups.0.draw'],
  ],
  ['has no question', asking([{ name: 'a', draw: 1 }], [undefined, 5]), ['groups.0.name']],
  [
    'has questions of different points',
    asking([{ name: 'a', draw: 1 }], ['a', 5], ['a', 6]),
    ['questions.1.points'],
  ],
  ['is not in the list', asking([], ['a', 5]), ['questions.0.group']],
  [
    'has the name of another one',
    asking(
      [
        { name: 'a', draw: 1 },
        { name: 'a', draw: 1 },
      ],
      ['a', 5],
    ),
    ['groups.1.name'],
  ],
  ['draws no question', asking([{ name: 'a', draw: 0 }], ['a', 5]), ['groups.0.draw']],
] satisfies [string, QuizFile, string[]][])('a quiz is checked when a group %s', (_, quiz, paths) => {
  const checked = checkQuiz(quiz)
  expect('problems' in checked ? checked.problems.map(({ path }) => path) : []).toEqual(paths)
})

test('an attempt has the points of the drawn questions and of those without a group', () => {
  const quiz = asking([{ name: 'a', draw: 2 }], ['a', 5], ['a', 5], [undefined, 3], ['a', 5])
  expect(attemptTotals(quiz)).toEqual({ questions: 3, points: 13 })
})

test('a quiz with groups is the same after it was a draft, and its problems have the paths of the draft', () => {
  const quiz = asking([{ name: 'a', draw: 1 }], ['a', 5], ['a', 5])
  const draft = draftOfQuiz(quiz, String)
  const back = quizOfDraft('A quiz', draft)
  expect('quiz' in back && { groups: back.quiz.groups, questions: back.quiz.questions }).toMatchObject({
    groups: quiz.groups,
    questions: quiz.questions,
  })
  draft.settings.groups = [{ name: 'a', draw: 'many' }]
  const refused = quizOfDraft('A quiz', draft)
  expect('problems' in refused && refused.problems.map(({ path }) => path)).toEqual([
    'settings.groups.0.draw',
  ])
})
