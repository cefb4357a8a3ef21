/** Tests hand-ins: text and files, the queue of a course, grades, and the learner's view. */
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

const essay = {
  type: 'hand-in',
  question: 'Write a plan',
  points: 10,
  guide: 'canary: three steps',
  files: 2,
} as const
const choice = { type: 'true-false', question: 'Is it late?', points: 10, answer: true } as const

async function handInCourse(quiz: Partial<QuizFile> = {}) {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const module = await school.makeContent(teacher, course.id, { isPublished: true })
  const content = { title: 'Plan', passPercentage: 60, questions: [essay, choice], ...quiz }
  const file = await uploadFile(server, teacher, Buffer.from(JSON.stringify(content)), 'q.json', 'quiz')
  const { body } = await server.call('createResource', {
    body: { courseContentId: module.id, filePath: file.url, fileType: 'quiz' },
    as: teacher,
  })
  const learner = await server.person()
  await school.enrol(learner, course.id)
  return { courseId: course.id, quiz: body.data, learner }
}

async function begin(as: TestPerson, resourceId: number) {
  const { server } = school
  const found = await server.call('readResourceAssessment', { params: { id: resourceId }, as })
  const { id } = found.body.data
  const { data } = (await server.call('startAttempt', { params: { id }, as })).body
  const [first, second] = data.questions.map((question) => question.id)
  return { id, number: data.number, essayId: first ?? 0, choiceId: second ?? 0, questions: data.questions }
}
type Begun = Awaited<ReturnType<typeof begin>>

const answer = (
  as: TestPerson,
  { id, number }: Begun,
  questionId: number,
  body: { answer: string | boolean | null; files?: string[] },
) => school.server.call('saveAnswer', { params: { id, number, questionId }, body, as })

const submit = async (as: TestPerson, { id, number }: Begun) =>
  (await school.server.call('submitAttempt', { params: { id, number }, as })).body.data

const attemptOf = async (as: TestPerson, { id, number }: Begun) =>
  (await school.server.call('readAttempt', { params: { id, number }, as })).body.data

const upload = async (as: TestPerson, file: Buffer = Buffer.from('A plan in words'), name = 'plan.txt') =>
  uploadFile(school.server, as, file, name, 'hand-in')

const queue = async (courseId: number, state?: 'waiting' | 'graded', as: TestPerson = school.teacher) =>
  (await school.server.call('listHandIns', { params: { id: courseId }, query: state ? { state } : {}, as }))
    .body.data

const read = async (courseId: number, attemptId: number, as: TestPerson = school.teacher) =>
  (await school.server.call('readHandIn', { params: { id: courseId, attemptId }, as })).body.data

const grade = (
  courseId: number,
  attemptId: number,
  body: { grades: { questionId: number; points: number; comment: string }[]; seen: number },
  as: TestPerson = school.teacher,
) => school.server.call('gradeHandIn', { params: { id: courseId, attemptId }, body, as })

/** Hands in a text, a file and an answer to the other question. */
async function handedIn(quiz?: Partial<QuizFile>) {
  const course = await handInCourse(quiz)
  const attempt = await begin(course.learner, course.quiz.id)
  const { url } = await upload(course.learner)
  await answer(course.learner, attempt, attempt.essayId, { answer: 'First, then, last', files: [url] })
  await answer(course.learner, attempt, attempt.choiceId, { answer: true })
  await submit(course.learner, attempt)
  const [item] = (await queue(course.courseId)).items
  return { ...course, attempt, url, attemptId: item?.attemptId ?? 0 }
}

const kindsTold = async (as: TestPerson) => {
  await school.server.jobs.runDueOnce()
  const { body } = await school.server.call('listNotifications', { query: {}, as })
  return body.data.map(({ kind }) => kind)
}

test('an attempt with a hand-in waits for a person, and completes nothing until it is graded', async () => {
  const { server } = school
  const { courseId, learner, attempt, quiz } = await handedIn()
  const waiting = await attemptOf(learner, attempt)
  expect(waiting).toMatchObject({ state: 'waiting', percentage: null, earnedPoints: null, results: [] })
  expect(await kindsTold(learner)).not.toContain('attempt.graded')
  expect(await kindsTold(school.teacher)).toContain('answer.handedIn')
  const { contents } = (await server.call('readCourse', { params: { courseId }, as: learner })).body.data
  const item = contents.flatMap(({ resources }) => resources).find(({ id }) => id === quiz.id)
  expect(item?.progress?.completed ?? false).toBe(false)
  // The sweep does not grade an attempt that waits for a person.
  await server.services.assessments.grader.sweep()
  expect((await attemptOf(learner, attempt)).state).toBe('waiting')
})

test('a person sees text, files and the guide, grades with a comment, and the learner is told', async () => {
  const { server } = school
  const { courseId, learner, attempt, attemptId, quiz } = await handedIn()
  expect(await queue(courseId)).toMatchObject({ waiting: 1, graded: 0, items: [{ attemptId, number: 1 }] })
  const found = await read(courseId, attemptId)
  expect(found).toMatchObject({
    state: 'waiting',
    userId: learner.id,
    seen: 0,
    next: null,
    passPercentage: 60,
    answers: [{ text: 'First, then, last', guide: essay.guide, points: 10, grades: [] }],
  })
  expect(found.answers).toHaveLength(1)
  expect(found.answers[0]?.files).toMatchObject([{ name: 'plan.txt', sizeBytes: 15 }])
  const graded = await grade(courseId, attemptId, {
    grades: [{ questionId: attempt.essayId, points: 8, comment: ' Clear. ' }],
    seen: 0,
  })
  expect(graded.body.data).toMatchObject({ state: 'graded', percentage: 90 })
  expect(graded.body.data.answers[0]?.grades).toMatchObject([{ points: 8, comment: 'Clear.' }])
  const result = await attemptOf(learner, attempt)
  expect(result).toMatchObject({ state: 'graded', percentage: 90, earnedPoints: 18 })
  expect(result.results[0]).toMatchObject({
    earnedPoints: 8,
    isCorrect: false,
    comment: 'Clear.',
    correctAnswer: null,
  })
  expect(JSON.stringify(result)).not.toContain('canary')
  expect(await kindsTold(learner)).toContain('attempt.graded')
  const { contents } = (await server.call('readCourse', { params: { courseId }, as: learner })).body.data
  const item = contents.flatMap(({ resources }) => resources).find(({ id }) => id === quiz.id)
  expect(item?.progress?.completed).toBe(true)
  expect(await queue(courseId)).toMatchObject({ waiting: 0, graded: 1, items: [] })
  expect((await queue(courseId, 'graded')).items).toMatchObject([{ attemptId, percentage: 90 }])
})

test('a hand-in without text and file earns nothing, and is graded at once', async () => {
  const { courseId, learner, quiz } = await handInCourse()
  const attempt = await begin(learner, quiz.id)
  await answer(learner, attempt, attempt.essayId, { answer: '  ' })
  await answer(learner, attempt, attempt.choiceId, { answer: true })
  expect(await submit(learner, attempt)).toMatchObject({ state: 'graded', percentage: 50 })
  expect((await queue(courseId)).items).toEqual([])
})

test('a file alone is a hand-in', async () => {
  const { courseId, learner, quiz } = await handInCourse()
  const attempt = await begin(learner, quiz.id)
  const { url } = await upload(learner)
  await answer(learner, attempt, attempt.essayId, { answer: null, files: [url] })
  expect(await submit(learner, attempt)).toMatchObject({ state: 'waiting' })
  const attemptId = (await queue(courseId)).items[0]?.attemptId ?? 0
  const { body } = await grade(courseId, attemptId, {
    grades: [{ questionId: attempt.essayId, points: 10, comment: '' }],
    seen: 0,
  })
  expect(body.data).toMatchObject({ state: 'graded', percentage: 50 })
  expect((await attemptOf(learner, attempt)).results[0]).toMatchObject({ isCorrect: true, earnedPoints: 10 })
})

test('the second of two people who grade a hand-in at once is refused, and nothing of theirs is saved', async () => {
  const { courseId, attempt, attemptId } = await handedIn()
  const points = (value: number) => ({
    grades: [{ questionId: attempt.essayId, points: value, comment: '' }],
    seen: 0,
  })
  expect((await grade(courseId, attemptId, points(3))).status).toBe(200)
  const second = await grade(courseId, attemptId, points(9))
  expect([second.status, second.body.errorCode]).toEqual([409, 'HAND_IN_GRADED'])
  const { answers, seen } = await read(courseId, attemptId)
  expect(answers[0]?.grades.map((one) => one.points)).toEqual([3])
  expect(seen).toBe(answers[0]?.grades[0]?.id)
})

test('a new grade changes the result, keeps the former one in the history, and tells the learner again', async () => {
  const { server } = school
  const { courseId, learner, attempt, attemptId, quiz } = await handedIn()
  const give = async (points: number, comment: string) =>
    grade(courseId, attemptId, {
      grades: [{ questionId: attempt.essayId, points, comment }],
      seen: (await read(courseId, attemptId)).seen,
    })
  await give(0, 'Too short')
  expect(await attemptOf(learner, attempt)).toMatchObject({ percentage: 50 })
  await give(6, 'Better')
  expect(await attemptOf(learner, attempt)).toMatchObject({ percentage: 80, earnedPoints: 16 })
  const { answers } = await read(courseId, attemptId)
  expect(answers[0]?.grades.map(({ points, comment }) => [points, comment])).toEqual([
    [6, 'Better'],
    [0, 'Too short'],
  ])
  expect((await kindsTold(learner)).filter((kind) => kind === 'attempt.graded')).toHaveLength(2)
  const { contents } = (await server.call('readCourse', { params: { courseId }, as: learner })).body.data
  const item = contents.flatMap(({ resources }) => resources).find(({ id }) => id === quiz.id)
  expect(item?.progress?.completed).toBe(true)
})

test('points above those of the question, and answers of no hand-in, are refused by field', async () => {
  const { courseId, attempt, attemptId } = await handedIn()
  const sent = (questionId: number, points: number) => ({
    grades: [{ questionId, points, comment: '' }],
    seen: 0,
  })
  const tooMany = await grade(courseId, attemptId, sent(attempt.essayId, 11))
  expect(tooMany.status).toBe(400)
  expect(tooMany.body).toMatchObject({
    issues: [{ path: 'grades.0.points', message: 'must be a whole number from 0 to 10' }],
  })
  const other = await grade(courseId, attemptId, sent(attempt.choiceId, 1))
  expect(other.body).toMatchObject({ issues: [{ path: 'grades.0.questionId' }] })
  expect((await queue(courseId)).waiting).toBe(1)
})

test('the people of the course alone see and grade its hand-ins', async () => {
  const { server } = school
  const { courseId, learner, attempt, attemptId } = await handedIn()
  const stranger = await server.person('instructor')
  const elsewhere = await handInCourse()
  const body = { grades: [{ questionId: attempt.essayId, points: 10, comment: '' }], seen: 0 }
  for (const [as, status] of [
    [learner, 403],
    [stranger, 404],
  ] as const) {
    const asked = { params: { id: courseId, attemptId }, as }
    expect((await server.call('listHandIns', { params: { id: courseId }, query: {}, as })).status).toBe(
      status,
    )
    expect((await server.call('readHandIn', asked)).status).toBe(status)
    expect((await server.call('gradeHandIn', { ...asked, body })).status).toBe(status)
  }
  // The attempt is not found through another course of the same teacher.
  const wrong = await grade(elsewhere.courseId, attemptId, body)
  expect([wrong.status, wrong.body.errorCode]).toEqual([404, 'HAND_IN_NOT_FOUND'])
})

test('a file opens for the learner and the people of the course alone, and is saved, not shown', async () => {
  const { server } = school
  const { courseId, learner, attempt, attemptId } = await handedIn()
  const fetched = (url: string) => server.app.inject({ url })
  const own = (await attemptOf(learner, attempt)).questions[0]?.files?.[0]?.url ?? ''
  const answered = await fetched(own)
  expect(answered.statusCode).toBe(200)
  expect(answered.headers['content-disposition']).toBe(
    `attachment; filename="plan.txt"; filename*=UTF-8''plan.txt`,
  )
  expect(answered.headers['x-content-type-options']).toBe('nosniff')
  const teachers = (await read(courseId, attemptId)).answers[0]?.files[0]?.url ?? ''
  const seenByTeacher = await fetched(teachers)
  expect(seenByTeacher.statusCode).toBe(200)
  // The response is not cached, because the next person on a shared computer could otherwise read it.
  for (const { headers } of [answered, seenByTeacher])
    expect(headers['cache-control']).toBe('private, no-store')
  const publicId = /media\/([^?]+)/.exec(own)?.[1] ?? ''
  const otherLearner = await server.person()
  await school.enrol(otherLearner, courseId)
  for (const person of [
    otherLearner,
    school.colleague,
    await server.person(),
    await server.person('instructor'),
    await server.person('admin'),
  ]) {
    const url = server.services.media.signedUrl(
      { userId: person.id } as Parameters<typeof server.services.media.signedUrl>[0],
      publicId,
    )
    expect((await fetched(url)).statusCode).toBe(403)
  }
})

test('an answer takes the caller’s own uploads for hand-ins, as many as the question allows, once', async () => {
  const { learner, quiz, courseId } = await handInCourse()
  const other = await school.server.person()
  await school.enrol(other, courseId)
  const attempt = await begin(learner, quiz.id)
  const theirs = await begin(other, quiz.id)
  const urls = [(await upload(learner)).url, (await upload(learner)).url, (await upload(learner)).url]
  const sent = (files: string[], questionId = attempt.essayId) =>
    answer(learner, attempt, questionId, { answer: 'x', files })
  expect((await sent(urls)).status).toBe(400)
  expect((await sent([(await upload(other)).url])).body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
  const png = await uploadFile(school.server, learner, await picture('png'), 'a.png', 'discussion')
  expect((await sent([png.url])).body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
  expect(
    (await answer(learner, attempt, attempt.choiceId, { answer: true, files: [urls[0] ?? ''] })).status,
  ).toBe(400)
  expect((await sent(urls.slice(0, 2))).status).toBe(200)
  expect(
    (await answer(other, theirs, theirs.essayId, { answer: 'x', files: [urls[0] ?? ''] })).body.errorCode,
  ).toBe('FILE_NOT_AN_UPLOAD')
  // An answer without the field keeps its files; a shorter list removes one.
  await answer(learner, attempt, attempt.essayId, { answer: 'longer' })
  expect((await attemptOf(learner, attempt)).questions[0]?.files).toHaveLength(2)
  await sent(urls.slice(1, 2))
  expect((await attemptOf(learner, attempt)).questions[0]).toMatchObject({
    given: 'x',
    files: [{ name: 'plan.txt' }],
  })
  expect(handInLimits.files).toBe(5)
})

test('text and pictures may be handed in, programs and pages may not', async () => {
  const learner = await school.server.person()
  expect((await upload(learner, await picture('jpeg'), 'photo.jpg')).status).toBe(201)
  expect((await upload(learner, Buffer.from('SELECT 1;'), 'answer.sql')).status).toBe(201)
  expect((await upload(learner, Buffer.from('<script>1</script>'), 'page.html')).status).toBe(415)
  expect((await upload(learner, Buffer.from([0x4d, 0x5a, 0, 1, 2]), 'tool.exe')).status).toBe(415)
  expect((await upload(learner, Buffer.from([1, 0, 2, 0xff]), 'plan.txt')).status).toBe(415)
})

test('a score alone is shown with what the person says, and nothing of other questions', async () => {
  const { courseId, learner, attempt, attemptId } = await handedIn({ review: 'score' })
  await grade(courseId, attemptId, {
    grades: [{ questionId: attempt.essayId, points: 5, comment: 'Half of it' }],
    seen: 0,
  })
  const { results } = await attemptOf(learner, attempt)
  expect(results).toMatchObject([{ questionId: attempt.essayId, comment: 'Half of it' }])
})

test('the sweep finishes what a stopped process has left after the last grade', async () => {
  const { server } = school
  const { learner, attempt, attemptId } = await handedIn()
  await sql`INSERT INTO hand_in_grades (attempt_id, question_id, points, comment, graded_by, graded_at)
            VALUES (${attemptId}, ${attempt.essayId}, 10, '', ${school.teacher.id}, now())`.execute(
    server.database.kysely,
  )
  await server.services.assessments.grader.sweep()
  expect(await attemptOf(learner, attempt)).toMatchObject({ state: 'graded', percentage: 100 })
})

test('the database refuses a grade of an attempt with a hand-in that nobody has graded', async () => {
  const { attemptId } = await handedIn()
  const update = sql`UPDATE attempts SET graded_at = now(), earned_points = 0, percentage = 0
                      WHERE id = ${attemptId}`.execute(school.server.database.kysely)
  await expect(update).rejects.toThrow('nobody has graded')
})

test('files and grades go with the account of their learner', async () => {
  const { server } = school
  const { learner, attemptId } = await handedIn()
  await server.database.transaction((tx) => server.services.assessments.forget(tx, learner.id))
  const { rows } = await sql<{ left: number }>`
    SELECT (SELECT count(*) FROM hand_in_files WHERE attempt_id = ${attemptId})
         + (SELECT count(*) FROM attempts WHERE id = ${attemptId}) AS left`.execute(server.database.kysely)
  expect(rows[0]?.left).toBe(0)
})

test('the queue names other courses of the seller in which something waits, of an instructor only their own', async () => {
  const { server, teacher } = school
  const first = await handedIn()
  const second = await handedIn()
  const colleague = await server.person('instructor', { businessId: teacher.businessId })
  const others = (await queue(first.courseId)).elsewhere
  expect(others).toContainEqual({
    courseId: second.courseId,
    courseTitle: expect.any(String) as string,
    waiting: 1,
  })
  expect(others.map(({ courseId }) => courseId)).not.toContain(first.courseId)
  const theirs = await school.makeCourse(colleague)
  expect((await queue(theirs.id, undefined, colleague)).elsewhere).toEqual([])
})
