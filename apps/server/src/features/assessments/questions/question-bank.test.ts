/** Tests a seller's question bank: access, search, and the links from quizzes to the bank. */
import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { publishedQuiz, quizOfQuestions } from '../quizzes/quiz-editor.testing.ts'

let school: TestSchool
let quizId: number
beforeAll(async () => {
  school = await startTestSchool()
  quizId = (await publishedQuiz(school, quizOfQuestions([asking('First?')]))).resourceId
})
beforeEach(() => sql`DELETE FROM bank_questions`.execute(school.server.database.kysely))
afterAll(() => school.server.stop())

const asking = (question: string): DraftQuestion => ({
  ...newQuestion('true-false', `k-${question.replaceAll(/\W/g, '-')}`),
  question,
})
type Query = { search?: string; tag?: string; ids?: string }
const list = async (query: Query = {}, as: TestPerson = school.teacher, id = quizId) =>
  (await school.server.call('listBankQuestions', { params: { id }, query, as })).body.data
const save = (
  question: DraftQuestion,
  {
    tags = [],
    changes,
    as = school.teacher,
    id = quizId,
  }: {
    tags?: string[]
    changes?: { id: number; revision: number }
    as?: TestPerson
    id?: number
  } = {},
) =>
  school.server.call('saveBankQuestion', {
    params: { id },
    body: { question, tags, ...(changes && { changes }) },
    as,
  })
const textsIn = ({ questions }: Awaited<ReturnType<typeof list>>) =>
  questions.map(({ question }) => question.question)

test('saved questions are found by their text and their tags, the newest first', async () => {
  await save(asking('Where is the Apogee?'), { tags: ['orbits', 'easy', 'orbits'] })
  await save(asking('What is 100% of a_b?'), { tags: ['sums'] })
  await save(asking('What is mass?'), { tags: ['orbits'] })
  const all = await list()
  expect(textsIn(all)).toEqual(['What is mass?', 'What is 100% of a_b?', 'Where is the Apogee?'])
  expect(all).toMatchObject({ total: 3, tags: ['easy', 'orbits', 'sums'] })
  expect(all.questions[2]).toMatchObject({
    revision: 1,
    tags: ['orbits', 'easy'],
    question: { isTrue: true },
  })
  expect(textsIn(await list({ search: 'APOGEE' }))).toEqual(['Where is the Apogee?'])
  expect(textsIn(await list({ search: '0% of a_' }))).toEqual(['What is 100% of a_b?'])
  expect(textsIn(await list({ tag: 'orbits', search: 'what' }))).toEqual(['What is mass?'])
  const ids = [all.questions[0]?.id, all.questions[2]?.id].join(',')
  expect(textsIn(await list({ ids }))).toEqual(['What is mass?', 'Where is the Apogee?'])
})

test('a question without text, or with too many tags, is refused at its field', async () => {
  const blank = await save(asking('  '))
  expect([blank.status, blank.body]).toMatchObject([400, { issues: [{ path: 'question.question' }] }])
  const tags = Array.from({ length: 11 }, (_, index) => `tag ${index}`)
  expect((await save(asking('Round?'), { tags })).body).toMatchObject({ issues: [{ path: 'tags' }] })
})

test('an origin that no bank can have is refused, in a quiz and in a change of the bank', async () => {
  for (const bank of [
    { id: 1, revision: 9_007_199_254_740_991 },
    { id: -1, revision: 1 },
  ]) {
    const quiz = quizOfQuestions([{ ...asking('Round?'), bank }])
    const draft = await school.server.call('saveQuizDraft', {
      params: { id: quizId },
      body: { quiz },
      as: school.teacher,
    })
    expect([draft.status, (await save(asking('Round?'), { changes: bank })).status]).toEqual([400, 400])
  }
})

test('a question of the bank is changed once per revision, and a deleted one is gone', async () => {
  const { id } = (await save(asking('Roound?'))).body.data
  const changed = await save(asking('Round?'), { changes: { id, revision: 1 } })
  expect(changed.body.data).toMatchObject({ id, revision: 2, question: { question: 'Round?' } })
  const late = await save(asking('Square?'), { changes: { id, revision: 1 } })
  expect([late.status, late.body.errorCode]).toEqual([409, 'BANK_QUESTION_CHANGED'])
  const remove = () =>
    school.server.call('deleteBankQuestion', {
      params: { id: quizId, bankQuestionId: id },
      as: school.teacher,
    })
  expect((await remove()).body.data).toEqual({ id })
  expect((await remove()).body.errorCode).toBe('BANK_QUESTION_NOT_FOUND')
  const gone = await save(asking('Square?'), { changes: { id, revision: 2 } })
  expect([gone.status, gone.body.errorCode]).toEqual([404, 'BANK_QUESTION_NOT_FOUND'])
})

test('the bank is that of the seller: its people share it, and another seller sees and changes nothing of it', async () => {
  const { id } = (await save(asking('Round?'), { tags: ['secret'] })).body.data
  expect(textsIn(await list({}, school.admin))).toEqual(['Round?'])
  const course = await school.makeCourse(school.lone)
  const module = await school.makeContent(school.lone, course.id)
  const created = await school.server.call('createQuiz', {
    params: { id: module.id },
    body: { title: 'Theirs' },
    as: school.lone,
  })
  const foreign = { as: school.lone, id: created.body.data.id }
  expect(await list({}, foreign.as, foreign.id)).toEqual({ questions: [], total: 0, tags: [] })
  expect(await list({ ids: String(id) }, foreign.as, foreign.id)).toMatchObject({ questions: [], total: 0 })
  const changed = await save(asking('Hacked?'), { ...foreign, changes: { id, revision: 1 } })
  expect(changed.body.errorCode).toBe('BANK_QUESTION_NOT_FOUND')
  const deleted = await school.server.call('deleteBankQuestion', {
    params: { id: foreign.id, bankQuestionId: id },
    as: foreign.as,
  })
  expect(deleted.body.errorCode).toBe('BANK_QUESTION_NOT_FOUND')
  expect(textsIn(await list())).toEqual(['Round?'])
})

test('a published copy remembers the question of the bank and its revision, also in a copied quiz', async () => {
  const { id } = (await save(asking('Round?'))).body.data
  const quiz = quizOfQuestions([{ ...asking('Round?'), bank: { id, revision: 1 } }, asking('Own?')])
  const { resourceId, quiz: published } = await publishedQuiz(school, quiz)
  expect(published).toEqual(quiz)
  const copied = await school.server.call('copyResource', {
    params: { id: resourceId },
    body: {},
    as: school.teacher,
  })
  const read = await school.server.call('readQuizEdit', {
    params: { id: copied.body.data.id },
    as: school.teacher,
  })
  expect(read.body.data.quiz.questions[0]?.bank).toEqual({ id, revision: 1 })
})

test('the archive of a course has no links to the bank, because its ids mean other questions elsewhere', async () => {
  const { id } = (await save(asking('Round?'))).body.data
  const quiz = quizOfQuestions([{ ...asking('Round?'), bank: { id, revision: 1 } }])
  const { resourceId } = await publishedQuiz(school, quiz)
  const draft = { ...quiz, questions: [...quiz.questions, { ...asking('Flat?'), bank: { id, revision: 1 } }] }
  const params = { id: resourceId }
  await school.server.call('saveQuizDraft', { params, body: { quiz: draft }, as: school.teacher })
  const archived = await school.server.services.quizArchives.read(resourceId)
  expect(archived.draft?.questions.map(({ question }) => question)).toEqual(['Round?', 'Flat?'])
  expect(JSON.stringify(archived)).not.toContain('"bank"')
})
