import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { learnersOf, publishedQuiz, quizOfQuestions, takeQuiz } from '../quizzes/quiz-editor.testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

const names = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`)
/** An attempt asks `fixed` (3 points), 2 of `a0` to `a7` (10 points each) and 1 of `b0` to `b2` (5 points). */
const drawing: QuizDraft = quizOfQuestions(
  [
    { ...newQuestion('true-false', 'fixed'), question: 'fixed', points: '3' },
    ...names('a', 8).map((name) => ({ ...newQuestion('true-false', name), question: name, group: 'Easy' })),
    ...names('b', 3).map((name) => ({
      ...newQuestion('true-false', name),
      question: name,
      group: 'Hard',
      points: '5',
    })),
  ],
  {
    groups: [
      { name: 'Easy', draw: '2' },
      { name: 'Hard', draw: '1' },
    ],
  },
)
const lettersOf = ({ questions }: { questions: { question: string }[] }) =>
  questions.map(({ question }) => question[0])

test('each attempt draws its own questions, keeps them, and has the same points', async () => {
  const { resourceId, assessmentId, courseId, quiz } = await publishedQuiz(school, drawing)
  expect(quiz).toEqual(drawing)
  const [learner] = await learnersOf(school, courseId, 1)
  if (!learner) throw new Error('no learner')
  const read = await school.server.call('readResourceAssessment', { params: { id: resourceId }, as: learner })
  expect(read.body.data).toMatchObject({ questionCount: 4, totalPoints: 28 })
  const draws = new Set<string>()
  for (let round = 0; round < 8; round += 1) {
    const attempt = await takeQuiz(school, learner, assessmentId, () => true)
    expect(lettersOf(attempt)).toEqual(['f', 'a', 'a', 'b'])
    expect(attempt).toMatchObject({ earnedPoints: 28, totalPoints: 28, percentage: 100 })
    expect(attempt.results.map(({ questionId }) => questionId)).toEqual(attempt.questions.map(({ id }) => id))
    const params = { id: assessmentId, number: attempt.number }
    const again = await school.server.call('readAttempt', { params, as: learner })
    expect(again.body.data.questions).toEqual(attempt.questions)
    draws.add(attempt.questions.map(({ question }) => question).join())
  }
  expect(draws.size).toBeGreaterThan(1)
})

test('a question that was not drawn cannot be answered, and is not asked again as missed', async () => {
  const { assessmentId, courseId } = await publishedQuiz(school, drawing)
  const [learner, other] = await learnersOf(school, courseId, 2)
  if (!learner || !other) throw new Error('no learners')
  const started = await school.server.call('startAttempt', { params: { id: assessmentId }, as: learner })
  const own = started.body.data.questions.map(({ id }) => id)
  const known = new Set(own)
  for (let round = 0; known.size === own.length && round < 30; round += 1)
    for (const { id } of (await takeQuiz(school, other, assessmentId, () => true)).questions) known.add(id)
  const { number } = started.body.data
  const [foreign = 0] = [...known].filter((id) => !own.includes(id))
  const refused = await school.server.call('saveAnswer', {
    params: { id: assessmentId, number, questionId: foreign },
    body: { answer: true },
    as: learner,
  })
  expect([refused.status, refused.body.errorCode]).toEqual([404, 'QUESTION_NOT_FOUND'])
  await school.server.call('submitAttempt', { params: { id: assessmentId, number }, as: learner })
  school.server.clock.advance(2 * 86_400_000)
  const due = await school.server.call('listRepetitions', { as: learner })
  expect(due.body.data.questions.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
    own.toSorted((one, other) => one - other),
  )
})

test('statistics of a drawn question are those of the attempts that asked it', async () => {
  const quiz: QuizDraft = quizOfQuestions(
    [
      { ...newQuestion('true-false', 'fixed'), question: 'fixed' },
      { ...newQuestion('true-false', 'one'), question: 'one', group: 'Draw' },
      { ...newQuestion('true-false', 'two'), question: 'two', group: 'Draw' },
    ],
    { groups: [{ name: 'Draw', draw: '1' }] },
  )
  const { resourceId, assessmentId, courseId } = await publishedQuiz(school, quiz)
  const asked = { one: 0, two: 0 }
  for (const [index, learner] of (await learnersOf(school, courseId, 12)).entries()) {
    const attempt = await takeQuiz(school, learner, assessmentId, () => index % 2 === 0)
    asked[attempt.questions[1]?.question === 'one' ? 'one' : 'two'] += 1
  }
  const { body } = await school.server.call('readQuizStatistics', {
    params: { id: resourceId },
    query: {},
    as: school.teacher,
  })
  expect(body.data.questions.map(({ key, asked: count, answered }) => [key, count, answered])).toEqual([
    ['fixed', 12, 12],
    ['one', asked.one, asked.one],
    ['two', asked.two, asked.two],
  ])
  expect(body.data.questions[0]).toMatchObject({ difficulty: 0.5, discrimination: 1 })
  for (const { asked: count, difficulty, options } of body.data.questions)
    expect([difficulty === null, options.length === 0]).toEqual([count < 5, count < 5])
})

test('groups that cannot be drawn from are refused at their field, and a change of the draw is no new version', async () => {
  const { resourceId, assessmentId, courseId } = await publishedQuiz(school, drawing)
  const publish = (quiz: QuizDraft) =>
    school.server.call('publishQuiz', { params: { id: resourceId }, body: { quiz }, as: school.teacher })
  const draw = (easy: string): QuizDraft => ({
    ...drawing,
    settings: {
      ...drawing.settings,
      groups: [
        { name: 'Easy', draw: easy },
        { name: 'Hard', draw: '1' },
      ],
    },
  })
  const { status, body } = await publish(draw('9'))
  expect([status, body]).toMatchObject([
    422,
    { errorCode: 'QUIZ_INCOMPLETE', issues: [{ path: 'quiz.settings.groups.0.draw' }] },
  ])
  const [learner] = await learnersOf(school, courseId, 1)
  if (!learner) throw new Error('no learner')
  await takeQuiz(school, learner, assessmentId, () => true)
  expect((await publish(draw('3'))).body.data).toMatchObject({ publishedVersion: 1, quiz: draw('3') })
  expect(await takeQuiz(school, learner, assessmentId, () => true)).toMatchObject({ totalPoints: 38 })
  const first = await school.server.call('readAttempt', {
    params: { id: assessmentId, number: 1 },
    as: learner,
  })
  expect(first.body.data).toMatchObject({ totalPoints: 28, percentage: 100 })
})

test('a copied quiz draws from the same groups', async () => {
  const { resourceId } = await publishedQuiz(school, drawing)
  const copied = await school.server.call('copyResource', {
    params: { id: resourceId },
    body: {},
    as: school.teacher,
  })
  const read = await school.server.call('readQuizEdit', {
    params: { id: copied.body.data.id },
    as: school.teacher,
  })
  expect(read.body.data.quiz).toEqual(drawing)
})
