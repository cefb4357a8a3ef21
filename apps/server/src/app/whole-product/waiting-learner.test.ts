/** Tests every call that opens contents, for a learner whose contents wait for a prerequisite (docs/decisions/course-openings.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeAssessment } from '#server/features/assessments/testing.ts'
import { mediaAccess } from '#server/policy/files/media-access.ts'
import { makeCourse, type TestCourse } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'

let server: TestApp
let learner: TestPerson
let first: TestCourse
let course: TestCourse

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  const owner = await server.person('instructor')
  learner = await server.person()
  const contents = [{ resources: [{ seconds: 60 }, { type: 'quiz' as const }] }]
  first = await makeCourse(server.database, { owner, contents })
  course = await makeCourse(server.database, { owner, contents })
})
afterAll(() => server.stop())

async function opened(assessmentId: number) {
  const as = learner
  const about = { params: { id: course.id, courseId: course.id }, query: {}, as }
  const lesson = course.contents[0]?.resources[0] ?? 0
  const file = await sql<{ id: string }>`
    SELECT m.public_id AS id FROM course_resources r JOIN media m ON m.id = r.media_id WHERE r.id = ${lesson}`.execute(
    server.database.kysely,
  )
  const answers = [
    await server.call('listCourseContents', about),
    await server.call('listContentResources', {
      params: { contentId: course.contents[0]?.id ?? 0 },
      query: {},
      as,
    }),
    await server.call('startAttempt', { params: { id: assessmentId }, as }),
    await server.call('saveResourceProgress', {
      params: { id: lesson },
      body: { position: 5 },
      as,
    }),
    await server.call('readExercise', { params: { id: lesson }, as }),
    await server.call('listAnnouncements', about),
    await server.call('listLiveSessions', about),
    await server.call('listDiscussions', { query: { courseId: String(course.id) as never }, as }),
    await server.call('saveReview', { params: { courseId: course.id }, body: { rating: 5 }, as }),
  ]
  const found = await server.call('searchLessons', { params: { id: course.id }, query: { q: 'Lesson' }, as })
  const detail = (await server.call('readCourse', { params: { courseId: course.id }, as })).body.data
  return {
    codes: [...new Set(answers.map(({ status, body }) => (status < 300 ? 'open' : body.errorCode)))],
    media: (await mediaAccess(server.database.kysely, file.rows[0]?.id ?? '', as.id))?.isAllowed,
    named: detail.contents[0]?.resources[0]?.filePath !== undefined,
    searched: found.status,
    study: detail.permissions.study,
  }
}

test('every call that opens contents refuses a waiting learner with its own code, and completing the other course opens it', async () => {
  const assessmentId = await makeAssessment(server, { resourceId: course.contents[0]?.resources[1] ?? 0 })
  await sql`
    INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
    VALUES (${course.id}, ${first.id}, 0, now() - interval '1 hour')`.execute(server.database.kysely)
  for (const { id } of [course, first])
    await server.call('enroll', { params: { courseId: id }, body: {}, as: learner })
  expect(await opened(assessmentId)).toEqual({
    codes: ['PREREQUISITES_OPEN'],
    media: false,
    named: false,
    searched: 200,
    study: false,
  })
  await sql`
    INSERT INTO xp_events (user_id, kind, ref, points, at)
    VALUES (${learner.id}, 'course.completed', ${first.id}, 300, now())`.execute(server.database.kysely)
  expect(await opened(assessmentId)).toEqual({
    codes: ['open'],
    media: true,
    named: true,
    searched: 200,
    study: true,
  })
})

test('an early start that is taken back closes no course in the middle of an attempt', async () => {
  const owner = await server.person('instructor')
  const beginner = await server.person()
  const contents = [{ resources: [{ type: 'quiz' as const }, { seconds: 60 }] }]
  const before = await makeCourse(server.database, { owner, contents })
  const quizCourse = await makeCourse(server.database, { owner, contents })
  const assessmentId = await makeAssessment(server, { resourceId: quizCourse.contents[0]?.resources[0] ?? 0 })
  await server.call('savePrerequisites', {
    params: { id: quizCourse.id },
    as: owner,
    body: { items: [{ courseId: before.id, isRequired: true }] },
  })
  await server.call('enroll', { params: { courseId: quizCourse.id }, body: {}, as: beginner })
  const letStart = (mayStart: boolean) =>
    server.call('letLearnerStart', {
      params: { id: quizCourse.id, userId: beginner.id },
      body: { mayStart },
      as: owner,
    })
  const begin = () => server.call('startAttempt', { params: { id: assessmentId }, as: beginner })
  expect((await begin()).body.errorCode).toBe('PREREQUISITES_OPEN')
  await letStart(true)
  expect((await begin()).status).toBeLessThan(300)
  await letStart(false)
  expect((await begin()).status).toBeLessThan(300)
})
