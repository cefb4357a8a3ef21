/**
 * Tests pictures of questions: who may reference them, where they are shown, who opens the files, and when the files are deleted.
 */
import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { UploadPurpose } from '@apogee/contracts/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { learnersOf, publishedQuiz, quizOfQuestions, takeQuiz } from '../quizzes/quiz-editor.testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

const dayMs = 24 * 3_600_000

async function upload(as: TestPerson = school.teacher, purpose: UploadPurpose = 'text-picture') {
  const { status, url } = await uploadFile(
    school.server,
    as,
    await picture('png', 80, 20),
    'orbit.png',
    purpose,
  )
  expect(status).toBe(201)
  return /\/media\/([^/?]+)/.exec(url)?.[1] ?? ''
}
const showing = (file: string, key = 'shown', alt = 'An ellipse'): DraftQuestion => ({
  ...newQuestion('true-false', key),
  question: 'Is this an orbit?',
  picture: { file, alt },
})
const plain = (key = 'plain'): DraftQuestion => ({ ...newQuestion('true-false', key), question: 'Round?' })
/** Requests the picture's file directly as this person and returns the status. */
async function opened(by: TestPerson | null, file: string): Promise<number> {
  const { media } = school.server.services
  const caller = by && ({ userId: by.id } as Parameters<typeof media.signedUrl>[0])
  return (await school.server.app.inject({ url: media.signedUrl(caller, file) })).statusCode
}
const publish = (id: number, questions: DraftQuestion[], as: TestPerson = school.teacher) =>
  school.server.call('publishQuiz', { params: { id }, body: { quiz: quizOfQuestions(questions) }, as })
const saveDraft = (id: number, questions: DraftQuestion[], as: TestPerson = school.teacher) =>
  school.server.call('saveQuizDraft', { params: { id }, body: { quiz: quizOfQuestions(questions) }, as })
const codeOf = (body: object) => (body as { errorCode?: string }).errorCode

test('a picture is shown while answering, in the result, when asked again, and to the people of the course', async () => {
  const { server } = school
  const file = await upload()
  const quiz = await publishedQuiz(school, quizOfQuestions([showing(file), plain()]))
  expect(quiz.pictures).toMatchObject([{ file, width: 80, height: 20 }])
  const [learner] = await learnersOf(school, quiz.courseId, 1)
  if (!learner) throw new Error('nobody learns')
  const params = { id: quiz.assessmentId }
  const attempt = (await server.call('startAttempt', { params, as: learner })).body.data
  const [asked, other] = attempt.questions
  expect(asked?.picture).toMatchObject({ alt: 'An ellipse', width: 80, height: 20 })
  expect(other).not.toHaveProperty('picture')
  const shown = await server.app.inject({ url: asked?.picture?.url ?? '' })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
  const { number } = attempt
  await server.call('submitAttempt', { params: { ...params, number }, as: learner })
  const result = (await server.call('readAttempt', { params: { ...params, number }, as: learner })).body.data
  expect(result.questions[0]?.picture).toMatchObject({ alt: 'An ellipse' })
  const ofLearner = { id: quiz.courseId, userId: learner.id, assessmentId: quiz.assessmentId, number }
  const seen = await server.call('readLearnerAttempt', { params: ofLearner, as: school.teacher })
  expect(seen.body.data.questions[0]?.picture).toMatchObject({ alt: 'An ellipse' })
  server.clock.advance(2 * dayMs)
  const again = (await server.call('listRepetitions', { as: learner })).body.data.questions
  expect(again.map((one) => one.picture?.alt)).toEqual(expect.arrayContaining(['An ellipse', undefined]))
})

test('the file opens for learners of the published quiz and the people of its course, and for nobody else', async () => {
  const { server } = school
  const file = await upload()
  const quiz = await publishedQuiz(school, quizOfQuestions([showing(file)]))
  const [learner] = await learnersOf(school, quiz.courseId, 1)
  const stranger = await server.person('instructor')
  const { teacher, admin, colleague, lone } = school
  await school.makeCourse(colleague)
  const all = [learner ?? null, teacher, admin, colleague, lone, stranger, null]
  const statuses = () => Promise.all(all.map((by) => opened(by, file)))
  expect(await statuses()).toEqual([200, 200, 200, 403, 403, 403, 403])
  const item = { params: { id: quiz.resourceId }, as: school.teacher }
  await server.call('updateResource', { ...item, body: { isPublished: false } })
  expect(await statuses()).toEqual([403, 200, 200, 403, 403, 403, 403])
})

test('a picture of a draft stays with the people of the course until it is published', async () => {
  const quiz = await publishedQuiz(school, quizOfQuestions([plain()]))
  const [learner] = await learnersOf(school, quiz.courseId, 1)
  const file = await upload(school.admin)
  expect((await saveDraft(quiz.resourceId, [showing(file)], school.admin)).status).toBe(200)
  expect(await Promise.all([learner ?? null, school.teacher].map((by) => opened(by, file)))).toEqual([
    403, 200,
  ])
  expect((await publish(quiz.resourceId, [showing(file)])).status).toBe(200)
  expect(await opened(learner ?? null, file)).toBe(200)
})

test('an attempt keeps the picture of its version, which others do not see any more', async () => {
  const { server } = school
  const [first, second] = [await upload(), await upload()]
  const quiz = await publishedQuiz(school, quizOfQuestions([showing(first)]))
  const [taker, other] = await learnersOf(school, quiz.courseId, 2)
  if (!taker || !other) throw new Error('nobody learns')
  const { number } = await takeQuiz(school, taker, quiz.assessmentId, () => true)
  await publish(quiz.resourceId, [showing(second)])
  const params = { id: quiz.assessmentId, number }
  const kept = (await server.call('readAttempt', { params, as: taker })).body.data.questions[0]?.picture
  expect(kept?.url).toContain(first)
  server.clock.advance(8 * dayMs)
  await server.services.media.sweep()
  expect(await Promise.all([taker, other].map((by) => opened(by, first)))).toEqual([200, 403])
  expect(await Promise.all([taker, other].map((by) => opened(by, second)))).toEqual([200, 200])
})

test('a question can name only uploads of one’s own business for texts, and needs words to be published', async () => {
  const quiz = await publishedQuiz(school, quizOfQuestions([plain()]))
  const other = await school.server.person('instructor')
  for (const file of [await upload(other), await upload(school.teacher, 'cover'), 'x'.repeat(22)]) {
    const { status, body } = await saveDraft(quiz.resourceId, [plain(), showing(file)])
    expect([status, codeOf(body)]).toEqual([422, 'FILE_NOT_AN_UPLOAD'])
    expect(body).toMatchObject({ issues: [{ path: 'quiz.questions.1.picture' }] })
  }
  const wordless = showing(await upload(), 'shown', ' ')
  expect((await saveDraft(quiz.resourceId, [wordless])).status).toBe(200)
  const refused = await publish(quiz.resourceId, [wordless])
  expect(refused.body).toMatchObject({
    errorCode: 'QUIZ_INCOMPLETE',
    issues: [{ path: 'quiz.questions.0.picture.alt', message: 'must not be empty' }],
  })
})

test('the bank keeps and shows a picture of somebody else, and a copy of the question may show it in another quiz', async () => {
  const { server, admin, teacher } = school
  const superadmin = await server.person('superadmin')
  const file = await upload(superadmin)
  const quiz = await publishedQuiz(school, quizOfQuestions([plain()]))
  const other = await publishedQuiz(school, quizOfQuestions([plain()]))
  expect(codeOf((await saveDraft(other.resourceId, [showing(file)])).body)).toBe('FILE_NOT_AN_UPLOAD')
  expect((await publish(quiz.resourceId, [showing(file)], superadmin)).status).toBe(200)
  const params = { id: quiz.resourceId }
  const keep = (question: DraftQuestion) =>
    server.call('saveBankQuestion', { params, body: { question, tags: [] }, as: teacher })
  const saved = await keep(showing(file))
  expect(saved.body.data).toMatchObject({ question: { picture: { file } }, picture: { file, width: 80 } })
  const foreign = await upload(await server.person('instructor'))
  expect(codeOf((await keep(showing(foreign))).body)).toBe('FILE_NOT_AN_UPLOAD')
  expect((await saveDraft(other.resourceId, [showing(file)])).status).toBe(200)
  await saveDraft(other.resourceId, [plain()])
  await publish(quiz.resourceId, [plain()])
  server.clock.advance(8 * dayMs)
  await server.services.media.sweep()
  const statuses = () => Promise.all([teacher, admin, school.lone].map((by) => opened(by, file)))
  expect(await statuses()).toEqual([200, 200, 403])
  const bankQuestionId = saved.body.data.id
  await server.call('deleteBankQuestion', { params: { ...params, bankQuestionId }, as: teacher })
  await server.services.media.sweep()
  expect(await statuses()).toEqual([404, 404, 404])
})

test('a copied quiz shows the picture of its questions and of its draft, also when the original is gone', async () => {
  const { server, teacher } = school
  const [shown, drafted] = [await upload(), await upload()]
  const quiz = await publishedQuiz(school, quizOfQuestions([showing(shown)]))
  await saveDraft(quiz.resourceId, [showing(shown), showing(drafted, 'more')])
  const params = { id: quiz.resourceId }
  const copy = (await server.call('copyResource', { params, body: {}, as: teacher })).body.data
  await server.jobs.runDueOnce()
  await server.call('deleteResource', { params, as: teacher })
  server.clock.advance(8 * dayMs)
  await server.services.media.sweep()
  const edit = (await server.call('readQuizEdit', { params: { id: copy.id }, as: teacher })).body.data
  expect(edit.pictures.map(({ file }) => file)).toEqual([shown, drafted])
  expect(await Promise.all([shown, drafted].map((file) => opened(teacher, file)))).toEqual([200, 200])
})

test('figures of questions and the answers that a person grades show the picture', async () => {
  const { server, teacher } = school
  const file = await upload()
  const essay: DraftQuestion = {
    ...newQuestion('hand-in', 'essay'),
    question: 'Describe it.',
    picture: { file, alt: 'An ellipse' },
  }
  const quiz = await publishedQuiz(school, quizOfQuestions([showing(file)]))
  for (const learner of await learnersOf(school, quiz.courseId, 5))
    await takeQuiz(school, learner, quiz.assessmentId, () => true)
  const params = { id: quiz.resourceId }
  const figures = await server.call('readQuizStatistics', { params, as: teacher })
  expect(figures.body.data.questions[0]?.picture).toMatchObject({ alt: 'An ellipse', width: 80 })
  const graded = await publishedQuiz(school, quizOfQuestions([essay]))
  const [writer] = await learnersOf(school, graded.courseId, 1)
  if (writer) await takeQuiz(school, writer, graded.assessmentId, () => 'It is round.')
  const of = { params: { id: graded.courseId }, as: teacher }
  const [waiting] = (await server.call('listHandIns', of)).body.data.items
  const read = await server.call('readHandIn', {
    ...of,
    params: { ...of.params, attemptId: waiting?.attemptId ?? 0 },
  })
  expect(read.body.data.answers[0]?.picture).toMatchObject({ alt: 'An ellipse', width: 80 })
})

test('an uploaded quiz file with a picture is refused at the question, with the way to import it', async () => {
  const quiz = {
    title: 'Orbits',
    questions: [
      { type: 'true-false', question: 'Round?', points: 1, answer: true, picture: { alt: 'x', data: 'y' } },
    ],
  }
  const answer = await uploadFile(
    school.server,
    school.teacher,
    Buffer.from(JSON.stringify(quiz)),
    'q.json',
    'quiz',
  )
  expect(answer.body).toMatchObject({
    errorCode: 'QUIZ_INVALID',
    issues: [{ path: 'questions.0.picture', message: expect.stringContaining('quiz editor') as string }],
  })
})

const choosing = (files: [string, string], key = 'choosing', texts = ['', 'A circle']): DraftQuestion => ({
  ...newQuestion('multiple-choice', key),
  question: 'Which one is an ellipse?',
  options: [
    { text: texts[0] ?? '', feedback: '', isRight: true, picture: { file: files[0], alt: 'An ellipse' } },
    { text: texts[1] ?? '', feedback: '', isRight: false, picture: { file: files[1], alt: 'A round line' } },
    { text: 'None of them', feedback: '', isRight: false },
  ],
})

test('pictures of options are shown in the order of the attempt, in results, when asked again and in figures', async () => {
  const { server } = school
  const files: [string, string] = [await upload(), await upload()]
  const drawn = quizOfQuestions([choosing(files)])
  const shuffling = { ...drawn, settings: { ...drawn.settings, shuffleOptions: true } }
  const quiz = await publishedQuiz(school, shuffling)
  expect(quiz.quiz.questions[0]?.options.map(({ text, picture: one }) => [text, one?.alt])).toEqual([
    ['', 'An ellipse'],
    ['A circle', 'A round line'],
    ['None of them', undefined],
  ])
  expect(quiz.pictures.map(({ file }) => file)).toEqual(files)
  const learners = await learnersOf(school, quiz.courseId, 5)
  const params = { id: quiz.assessmentId }
  for (const learner of learners) {
    const attempt = (await server.call('startAttempt', { params, as: learner })).body.data
    const [asked] = attempt.questions
    // If an option has a picture but no text, the picture's description becomes the option's name.
    const expected: Record<string, [string, boolean] | null> = {
      'An ellipse': ['An ellipse', true],
      'A circle': ['A round line', false],
      'None of them': null,
    }
    expect(asked?.options.toSorted()).toEqual(Object.keys(expected).toSorted())
    expect(asked?.optionPictures?.map((one) => one && [one.alt, one.isAlone])).toEqual(
      asked?.options.map((option) => expected[option]),
    )
    const shown = await server.app.inject({
      url: asked?.optionPictures?.find((one) => one !== null)?.url ?? '',
    })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    const at = { ...params, number: attempt.number }
    const wrong = asked?.options.indexOf('A circle') ?? -1
    await server.call('saveAnswer', {
      params: { ...at, questionId: asked?.id ?? 0 },
      body: { answer: wrong },
      as: learner,
    })
    await server.call('submitAttempt', { params: at, as: learner })
    const result = (await server.call('readAttempt', { params: at, as: learner })).body.data
    expect(result.questions[0]?.optionPictures?.[wrong]).toMatchObject({ alt: 'A round line' })
  }
  const figures = await server.call('readQuizStatistics', {
    params: { id: quiz.resourceId },
    as: school.teacher,
  })
  expect(
    figures.body.data.questions[0]?.options.map(({ text, chosen, picture: one }) => [text, chosen, one?.alt]),
  ).toEqual([
    ['An ellipse', 0, 'An ellipse'],
    ['A circle', 5, 'A round line'],
    ['None of them', 0, undefined],
  ])
  server.clock.advance(2 * dayMs)
  const again = (await server.call('listRepetitions', { as: learners[0] ?? null })).body.data.questions
  expect(again[0]?.optionPictures?.map((one) => one?.isAlone)).toEqual([true, false, undefined])
})

test('pictures of options belong to their version and its learners, and need words to be published', async () => {
  const { server } = school
  const files: [string, string] = [await upload(), await upload()]
  const quiz = await publishedQuiz(school, quizOfQuestions([choosing(files)]))
  const [taker, other] = await learnersOf(school, quiz.courseId, 2)
  if (!taker || !other) throw new Error('nobody learns')
  const stranger = await server.person('instructor')
  const statuses = (file: string) => Promise.all([taker, other, stranger, null].map((by) => opened(by, file)))
  expect(await statuses(files[0])).toEqual([200, 200, 403, 403])
  await takeQuiz(school, taker, quiz.assessmentId, () => 0)
  const later: [string, string] = [await upload(), await upload()]
  const wordless = choosing(later)
  const nameless = {
    ...wordless,
    options: wordless.options.map((option) => ({
      ...option,
      ...(option.picture && { picture: { ...option.picture, alt: ' ' } }),
    })),
  }
  const refused = await publish(quiz.resourceId, [nameless])
  expect([refused.status, codeOf(refused.body)]).toEqual([422, 'QUIZ_INCOMPLETE'])
  const paths = (refused.body as { issues?: { path: string }[] }).issues?.map(({ path }) => path)
  expect(paths).toContain('quiz.questions.0.options.0.picture.alt')
  expect(paths).toContain('quiz.questions.0.options.1.picture.alt')
  expect((await publish(quiz.resourceId, [choosing(later)])).status).toBe(200)
  server.clock.advance(8 * dayMs)
  await server.services.media.sweep()
  expect(await statuses(files[0])).toEqual([200, 403, 403, 403])
  expect(await statuses(later[1])).toEqual([200, 200, 403, 403])
  const foreign = await upload(stranger)
  const { status, body } = await saveDraft(quiz.resourceId, [choosing([later[0], foreign])])
  expect([status, codeOf(body)]).toEqual([422, 'FILE_NOT_AN_UPLOAD'])
  expect((body as { issues?: { path: string }[] }).issues?.map(({ path }) => path)).toEqual([
    'quiz.questions.0.options.1.picture',
  ])
})

test('a question of the bank keeps the pictures of its options, and tells how to show them', async () => {
  const { server } = school
  const files: [string, string] = [await upload(), await upload()]
  const quiz = await publishedQuiz(school, quizOfQuestions([plain()]))
  const params = { id: quiz.resourceId }
  const saved = await server.call('saveBankQuestion', {
    params,
    body: { question: choosing(files), tags: [] },
    as: school.teacher,
  })
  expect(saved.body.data.optionPictures?.map(({ file }) => file)).toEqual(files)
  server.clock.advance(8 * dayMs)
  await server.services.media.sweep()
  expect(await opened(school.teacher, files[1])).toBe(200)
  await server.call('deleteBankQuestion', {
    params: { ...params, bankQuestionId: saved.body.data.id },
    as: school.teacher,
  })
  await server.services.media.sweep()
  expect(await opened(school.teacher, files[1])).toBe(404)
})
