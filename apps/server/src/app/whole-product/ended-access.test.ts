/** Tests every call that opens contents of a course, for a learner whose access has ended (docs/decisions/access-periods.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeAssessment } from '#server/features/assessments/testing.ts'
import { mediaAccess } from '#server/policy/files/media-access.ts'
import { makeCourse, type TestCourse } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'

let server: TestApp
let learner: TestPerson
let course: TestCourse

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  learner = await server.person()
  course = await makeCourse(server.database, {
    owner: await server.person('instructor'),
    contents: [{ resources: [{ seconds: 60 }, { type: 'quiz' }] }],
  })
})
afterAll(() => server.stop())

const moduleId = () => course.contents[0]?.id ?? 0
const lesson = () => course.contents[0]?.resources[0] ?? 0
const enrol = () => server.call('enroll', { params: { courseId: course.id }, body: {}, as: learner })
const endIn = (days: number) =>
  sql`
    UPDATE enrolments SET access_ends_at = now() + make_interval(secs => ${days * 86_400})
     WHERE user_id = ${learner.id}`.execute(server.database.kysely)

/** Requests all contents of the course as this person. Returns the statuses, or whether a file or text was returned. */
async function opened(as: TestPerson, assessmentId: number) {
  const file = await sql<{ id: string }>`
    SELECT m.public_id AS id FROM course_resources r JOIN media m ON m.id = r.media_id WHERE r.id = ${lesson()}`.execute(
    server.database.kysely,
  )
  const about = { params: { id: course.id }, query: {}, as }
  const detail = await server.call('readCourse', { params: { courseId: course.id }, as })
  const shown = detail.body.data
  const statuses = [
    await server.call('listCourseContents', { params: { courseId: course.id }, query: {}, as }),
    await server.call('listContentResources', { params: { contentId: moduleId() }, query: {}, as }),
    await server.call('startAttempt', { params: { id: assessmentId }, as }),
    await server.call('saveResourceProgress', { params: { id: lesson() }, body: { position: 5 }, as }),
    await server.call('saveLessonProgress', {
      body: { courseContentId: moduleId(), completed: true },
      as,
    }),
    await server.call('readExercise', { params: { id: lesson() }, as }),
    await server.call('listAnnouncements', about),
    await server.call('listLiveSessions', about),
    await server.call('listDiscussions', { query: { courseId: String(course.id) as never }, as }),
    await server.call('startDiscussion', {
      body: { title: 'Question', body: 'Why?', courseId: course.id },
      as,
    }),
    await server.call('saveReview', { params: { courseId: course.id }, body: { rating: 5 }, as }),
  ].map(({ status }) => Math.floor(status / 100))
  return {
    media: (await mediaAccess(server.database.kysely, file.rows[0]?.id ?? '', as.id))?.isAllowed,
    named: shown.contents[0]?.resources[0]?.filePath !== undefined,
    permissions: shown.permissions.study,
    statuses: [...new Set(statuses)],
  }
}

test('after the end every call that opens contents refuses, and nothing of the contents is handed out', async () => {
  const assessmentId = await makeAssessment(server, { resourceId: course.contents[0]?.resources[1] ?? 0 })
  await enrol()
  await endIn(1)
  expect(await opened(learner, assessmentId)).toEqual({
    media: true,
    named: true,
    permissions: true,
    statuses: [2],
  })
  await endIn(-0.01)
  expect(await opened(learner, assessmentId)).toEqual({
    media: false,
    named: false,
    permissions: false,
    statuses: [4],
  })
})
