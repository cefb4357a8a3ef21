import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { emptySettings, newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import { draftOfQuiz, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { quizExample, type QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { uploadFile } from '#server/features/media/testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

const kinds: QuizFile = {
  title: 'All kinds',
  questions: [
    {
      type: 'multiple-choice',
      question: 'Red?',
      points: 2,
      options: ['Sky', 'Rust'],
      answer: 'Rust',
      feedback: ['The sky scatters blue light.', ''],
    },
    {
      type: 'multiple-answers',
      question: 'Planets?',
      points: 4,
      partial: true,
      options: ['Mars', 'Moon', 'Venus'],
      answers: ['Mars', 'Venus'],
    },
    { type: 'short-answer', question: 'Farthest point?', points: 1, answers: ['Apogee', 'apoapsis'] },
    { type: 'numeric', question: 'g?', points: 1, answer: 9.81, tolerance: 0.05 },
    {
      type: 'matching',
      question: 'Capitals',
      points: 3,
      distractors: ['Tokyo'],
      pairs: [
        { prompt: 'Malaysia', match: 'Kuala Lumpur' },
        { prompt: 'France', match: 'Paris' },
      ],
    },
    { type: 'ordering', question: 'By size', points: 3, items: ['Moon', 'Earth', 'Jupiter'] },
    { type: 'true-false', question: 'Round?', points: 1, answer: true },
  ],
}
const draftOf = (quiz: QuizFile, settings: Partial<QuizDraft['settings']> = {}): QuizDraft => {
  const draft = draftOfQuiz(quiz, (index) => `q${index}`)
  return { ...draft, settings: { ...draft.settings, timeLimitMinutes: '60', ...settings } }
}
const asking = (...questions: string[]): QuizDraft => ({
  settings: { ...emptySettings, timeLimitMinutes: '30' },
  questions: questions.map((question) => ({
    ...newQuestion('true-false', `k-${question.replaceAll(/\W/g, '-')}`),
    question,
  })),
})

async function newQuiz() {
  const course = await school.makeCourse(school.teacher)
  const module = await school.makeContent(school.teacher, course.id, { isPublished: true })
  const { status, body } = await school.server.call('createQuiz', {
    params: { id: module.id },
    body: { title: 'A quiz' },
    as: school.teacher,
  })
  expect(status).toBe(201)
  await school.enrol(school.student, course.id)
  return { courseId: course.id, id: body.data.id, resource: body.data }
}
const edit = async (id: number) =>
  (await school.server.call('readQuizEdit', { params: { id }, as: school.teacher })).body.data
const save = (id: number, quiz: QuizDraft) =>
  school.server.call('saveQuizDraft', { params: { id }, body: { quiz }, as: school.teacher })
const publish = (id: number, quiz: QuizDraft) =>
  school.server.call('publishQuiz', { params: { id }, body: { quiz }, as: school.teacher })
const open = (id: number, as = school.student) =>
  school.server.call('readResourceAssessment', { params: { id }, as })

async function take(assessmentId: number, answerOf: (question: string) => GivenAnswer, as = school.student) {
  const { server } = school
  const started = (await server.call('startAttempt', { params: { id: assessmentId }, as })).body.data
  for (const { id: questionId, question } of started.questions) {
    const params = { id: assessmentId, number: started.number, questionId }
    const { status } = await server.call('saveAnswer', { params, body: { answer: answerOf(question) }, as })
    expect([question, status]).toEqual([question, 200])
  }
  return started
}
const submit = async (id: number, number: number, as = school.student) =>
  (await school.server.call('submitAttempt', { params: { id, number }, as })).body.data

test('a new quiz is empty and not published, and learners see nothing of its draft', async () => {
  const { id, resource } = await newQuiz()
  expect(resource).toMatchObject({ fileType: 'quiz', isPublished: false, title: 'A quiz' })
  expect(await edit(id)).toMatchObject({ publishedVersion: null, hasDraft: false, quiz: { questions: [] } })
  const saved = await save(id, asking('Round?'))
  expect(saved.body.data).toMatchObject({ hasDraft: true, publishedVersion: null })
  expect((await open(id)).status).toBe(404)
  await school.server.call('updateResource', {
    params: { id },
    body: { isPublished: true },
    as: school.teacher,
  })
  const { assessmentId } = await edit(id)
  const read = await school.server.call('readAssessment', {
    params: { id: assessmentId },
    as: school.student,
  })
  expect([read.status, (await open(id)).status]).toEqual([404, 404])
})

test('an incomplete quiz is saved as a draft, and publishing it names each problem at its field', async () => {
  const { id } = await newQuiz()
  const draft = asking('')
  draft.settings.passPercentage = '101'
  draft.questions.push({ ...newQuestion('multiple-choice', 'two'), question: 'Which?', points: 'many' })
  expect((await save(id, draft)).status).toBe(200)
  const { status, body } = await publish(id, draft)
  expect([status, body]).toMatchObject([422, { errorCode: 'QUIZ_INCOMPLETE' }])
  const { issues } = body as unknown as { issues: { path: string; message: string }[] }
  expect(issues.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'quiz.settings.passPercentage',
      'quiz.questions.0.question',
      'quiz.questions.1.points',
      'quiz.questions.1.options',
      'quiz.questions.1.options.0.text',
    ]),
  )
  expect((await edit(id)).quiz).toEqual(draft)
})

test('a published quiz is taken and graded in all kinds, and nothing of its answers is sent before', async () => {
  const { id } = await newQuiz()
  const published = (await publish(id, draftOf(kinds))).body.data
  expect(published).toMatchObject({ isPublished: true, hasDraft: false, publishedVersion: 1 })
  expect(published.quiz).toEqual(draftOf(kinds))
  const { assessmentId } = published
  const started = await school.server.call('startAttempt', {
    params: { id: assessmentId },
    as: school.student,
  })
  for (const secret of ['scatters', 'apoapsis', '9.81']) expect(started.raw.body).not.toContain(secret)
  const shown = new Map(started.body.data.questions.map((question) => [question.question, question]))
  const place = (question: string, text: string) => shown.get(question)?.options.indexOf(text) ?? -1
  const answers: Record<string, GivenAnswer> = {
    'Red?': place('Red?', 'Sky'),
    'Planets?': [place('Planets?', 'Mars')],
    'Farthest point?': 'APOGEE',
    'g?': '9,8',
    Capitals: [place('Capitals', 'Kuala Lumpur'), place('Capitals', 'Paris')],
    'By size': ['Moon', 'Earth', 'Jupiter'].map((text) => place('By size', text)),
    'Round?': true,
  }
  expect(shown.get('Capitals')?.prompts).toEqual(['Malaysia', 'France'])
  const { number } = await take(assessmentId, (question) => answers[question] ?? null)
  const { results, questions, earnedPoints } = await submit(assessmentId, number)
  expect(results.map((result) => result.earnedPoints)).toEqual([0, 2, 1, 1, 3, 3, 1])
  expect(earnedPoints).toBe(11)
  expect(results[0]?.feedback).toEqual([{ option: 0, text: 'The sky scatters blue light.' }])
  expect(questions.map(({ given }) => given)).toEqual(questions.map(({ question }) => answers[question]))
  expect(results[5]?.correctAnswer).toEqual(answers['By size'])
})

test('an attempt keeps the version that it began with, and the next one has the new one', async () => {
  const { id } = await newQuiz()
  const { assessmentId } = (await publish(id, asking('Round?', 'Flat?'))).body.data
  const first = await take(assessmentId, (question) => question === 'Round?')
  const next = asking('Round?', 'Hollow?', 'Cold?')
  expect((await publish(id, next)).body.data).toMatchObject({ publishedVersion: 2, attempts: 0 })
  const result = await submit(assessmentId, first.number)
  expect(result.questions.map(({ question }) => question)).toEqual(['Round?', 'Flat?'])
  expect([result.earnedPoints, result.totalPoints]).toEqual([10, 20])
  const second = await take(assessmentId, () => true)
  expect(second.questions.map(({ question }) => question)).toEqual(['Round?', 'Hollow?', 'Cold?'])
  expect((await submit(assessmentId, second.number)).percentage).toBe(100)
  const again = await school.server.call('readAttempt', {
    params: { id: assessmentId, number: first.number },
    as: school.student,
  })
  expect(again.body.data.results.map(({ isCorrect }) => isCorrect)).toEqual([true, false])
})

test('a quiz that nobody has taken is changed in place', async () => {
  const { id } = await newQuiz()
  await publish(id, asking('Round?'))
  expect((await publish(id, asking('Flat?'))).body.data.publishedVersion).toBe(1)
  expect((await open(id)).body.data.questionCount).toBe(1)
})

test('new settings of a taken quiz make no new version', async () => {
  const { id } = await newQuiz()
  const { assessmentId } = (await publish(id, asking('Round?'))).body.data
  await take(assessmentId, () => true)
  const draft = asking('Round?')
  draft.settings = { ...draft.settings, timeLimitMinutes: '5', passPercentage: '50' }
  expect((await publish(id, draft)).body.data).toMatchObject({ publishedVersion: 1, attempts: 1 })
  expect((await open(id)).body.data).toMatchObject({ timeLimitSeconds: 300, passPercentage: 50 })
  draft.settings = { ...draft.settings, timeLimitMinutes: ' ' }
  await publish(id, draft)
  expect((await open(id)).body.data.timeLimitSeconds).toBeNull()
  const learner = await school.server.person()
  await school.enrol(learner, (await edit(id)).courseId)
  const params = { id: assessmentId }
  const begin = async () => (await school.server.call('startAttempt', { params, as: learner })).body.data
  expect((await begin()).deadline).toBeNull()
  draft.settings = { ...draft.settings, timeLimitMinutes: '5' }
  await publish(id, draft)
  const { now, deadline } = await begin()
  expect(Date.parse(deadline ?? '') - Date.parse(now)).toBe(300_000)
  draft.settings = { ...draft.settings, timeLimitMinutes: '' }
  await publish(id, draft)
  expect((await edit(id)).quiz.settings.timeLimitMinutes).toBe('')
})

test('a missed question is asked again as the quiz asks it now, and not once it is removed', async () => {
  const { id } = await newQuiz()
  const learner = await school.server.person()
  const { courseId } = await edit(id)
  await school.enrol(learner, courseId)
  const draft = asking('Roound?', 'Flat?')
  const { assessmentId } = (await publish(id, draft)).body.data
  const { number } = await take(assessmentId, () => false, learner)
  await submit(assessmentId, number, learner)
  const corrected = { ...draft, questions: draft.questions.slice(0, 1) }
  corrected.questions = corrected.questions.map((question) => ({ ...question, question: 'Round?' }))
  await publish(id, corrected)
  // The second version has no attempts, but a learner will be asked its question again, so publishing must not change it.
  await publish(id, { ...corrected, questions: [...corrected.questions, ...asking('Cold?').questions] })
  school.server.clock.advance(2 * 86_400_000)
  const { body } = await school.server.call('listRepetitions', { as: learner })
  expect(body.data.questions.map(({ question }) => question)).toEqual(['Round?'])
})

test('an ordering question is asked again in another order, and graded by what was shown', async () => {
  const { id, courseId } = await newQuiz()
  const learner = await school.server.person()
  await school.enrol(learner, courseId)
  const { assessmentId } = (
    await publish(
      id,
      draftOf({ ...kinds, questions: kinds.questions.filter(({ type }) => type === 'ordering') }),
    )
  ).body.data
  const { number } = await take(assessmentId, () => null, learner)
  await submit(assessmentId, number, learner)
  school.server.clock.advance(2 * 86_400_000)
  const [due] = (await school.server.call('listRepetitions', { as: learner })).body.data.questions
  const answer = ['Moon', 'Earth', 'Jupiter'].map((text) => due?.options.indexOf(text) ?? -1)
  const { body } = await school.server.call('answerRepetition', {
    params: { questionId: due?.id ?? 0 },
    body: { answer },
    as: learner,
  })
  expect(body.data).toMatchObject({ isCorrect: true, correctAnswer: answer })
})

test('no more attempts start than the quiz allows, but those who teach it may try', async () => {
  const { id } = await newQuiz()
  const draft = asking('Round?')
  draft.settings.attemptsAllowed = '2'
  const { assessmentId } = (await publish(id, draft)).body.data
  const start = (as: TestPerson) => school.server.call('startAttempt', { params: { id: assessmentId }, as })
  for (const left of [1, 0]) {
    const { number } = (await start(school.student)).body.data
    await submit(assessmentId, number)
    expect((await open(id)).body.data).toMatchObject({ attemptsAllowed: 2, attemptsLeft: left })
  }
  const refused = await Promise.all([start(school.student), start(school.student)])
  expect(refused.map(({ body }) => body.errorCode)).toEqual(['NO_ATTEMPTS_LEFT', 'NO_ATTEMPTS_LEFT'])
  for (const number of [1, 2, 3]) {
    expect((await start(school.teacher)).body.data.number).toBe(number)
    await submit(assessmentId, number, school.teacher)
  }
})

test('an attempt keeps its own order of questions and options', async () => {
  const { id } = await newQuiz()
  const many = asking(...Array.from({ length: 12 }, (_, index) => `Question ${index}`))
  const [choice] = draftOf({
    ...kinds,
    questions: [
      {
        type: 'multiple-choice',
        question: 'Which?',
        points: 1,
        answer: 'h',
        options: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      },
    ],
  }).questions
  const draft: QuizDraft = {
    settings: { ...many.settings, shuffleQuestions: true, shuffleOptions: true },
    questions: [...many.questions, ...(choice ? [choice] : [])],
  }
  const { assessmentId } = (await publish(id, draft)).body.data
  const started = await take(assessmentId, () => null)
  const params = { id: assessmentId, number: started.number }
  const read = await school.server.call('readAttempt', { params, as: school.student })
  expect(read.body.data.questions).toEqual(started.questions)
  const written = draft.questions.map(({ question }) => question)
  const shown = started.questions.map(({ question }) => question)
  expect(shown.toSorted()).toEqual(written.toSorted())
  expect(shown).not.toEqual(written)
  const which = started.questions.find(({ question }) => question === 'Which?')
  const { body } = await school.server.call('saveAnswer', {
    params: { ...params, questionId: which?.id ?? 0 },
    body: { answer: which?.options.indexOf('h') ?? -1 },
    as: school.student,
  })
  expect(body.success).toBe(true)
  expect((await submit(assessmentId, started.number)).earnedPoints).toBe(1)
})

test('an uploaded quiz file is version 1, and can be edited', async () => {
  const course = await school.makeCourse(school.teacher)
  const module = await school.makeContent(school.teacher, course.id, { isPublished: true })
  const file = Buffer.from(JSON.stringify(quizExample))
  const { url } = await uploadFile(school.server, school.teacher, file, 'Orbits.json', 'quiz')
  const { body } = await school.server.call('createResource', {
    body: { courseContentId: module.id, filePath: url, fileType: 'quiz' },
    as: school.teacher,
  })
  const read = await edit(body.data.id)
  expect(read).toMatchObject({ publishedVersion: 1, hasDraft: false, isPublished: true })
  expect(read.quiz.questions.map(({ type }) => type)).toEqual(['multiple-choice', 'true-false', 'coding'])
  expect(read.quiz.settings).toMatchObject({ timeLimitMinutes: '20', passPercentage: '60' })
  expect((await save(body.data.id, read.quiz)).body.data.hasDraft).toBe(false)
})

test('a copied course has copies of its quizzes and of their drafts', async () => {
  const { id, courseId } = await newQuiz()
  await publish(id, asking('Round?'))
  await save(id, asking('Round?', 'Flat?'))
  const { body } = await school.server.call('duplicateCourse', {
    params: { id: courseId },
    body: {},
    as: school.teacher,
  })
  const params = { courseId: body.data.id }
  const copy = (await school.server.call('readCourse', { params, as: school.teacher })).body.data
  const copied = await edit(copy.contents[0]?.resources[0]?.id ?? 0)
  expect(copied).toMatchObject({ publishedVersion: 1, hasDraft: true, quiz: asking('Round?', 'Flat?') })
  await publish(copied.resourceId, asking('Cold?'))
  expect((await edit(id)).quiz).toEqual(asking('Round?', 'Flat?'))
})

test('an item that is no quiz has no quiz to edit', async () => {
  const course = await school.makeCourse(school.teacher)
  const module = await school.makeContent(school.teacher, course.id)
  const sheet = await school.makeResource(school.teacher, module.id)
  const { status, body } = await school.server.call('readQuizEdit', {
    params: { id: sheet.id },
    as: school.teacher,
  })
  expect([status, body.errorCode]).toEqual([409, 'LESSON_NOT_QUIZ'])
})

async function copyOf(id: number): Promise<number> {
  const { body } = await school.server.call('copyResource', { params: { id }, body: {}, as: school.teacher })
  return body.data.id
}

test('a copied quiz keeps its questions when the original is deleted before anybody opens the copy', async () => {
  const { id } = await newQuiz()
  await publish(id, asking('Round?'))
  await save(id, asking('Round?', 'Flat?'))
  const copy = await copyOf(id)
  await school.server.jobs.runDueOnce()
  await school.server.call('deleteResource', { params: { id }, as: school.teacher })
  expect(await edit(copy)).toMatchObject({ hasDraft: true, quiz: asking('Round?', 'Flat?') })
})

test('a copied quiz does not take over what is changed in the original afterwards', async () => {
  const { id } = await newQuiz()
  await publish(id, asking('Round?'))
  const copy = await copyOf(id)
  await school.server.jobs.runDueOnce()
  await publish(id, asking('Cold?'))
  expect((await edit(copy)).quiz).toEqual(asking('Round?'))
})

test('a copy of a copy that nobody has opened has the questions of the original', async () => {
  const { id } = await newQuiz()
  await publish(id, asking('Round?'))
  const copy = await copyOf(await copyOf(id))
  expect((await edit(copy)).quiz).toEqual(asking('Round?'))
})

test('a quiz whose tests hold a character that cannot be stored is refused by its path', async () => {
  const { id } = await newQuiz()
  const coding = {
    ...newQuestion('coding', 'k1'),
    question: 'Write f',
    functionName: 'f',
  }
  for (const expected of ['"\\u0000"', '"\\ud800"', '{"\\u0000":1}']) {
    const quiz = { ...asking(), questions: [{ ...coding, tests: [{ arguments: '[]', expected }] }] }
    const { status, body } = await publish(id, quiz)
    expect([expected, status, body]).toMatchObject([
      expected,
      422,
      { errorCode: 'QUIZ_INCOMPLETE', issues: [{ path: 'quiz.questions.0.tests.0.expected' }] },
    ])
  }
})
