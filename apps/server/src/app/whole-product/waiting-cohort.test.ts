/**
 * Tests files, quizzes and progress for a learner whose cohort has not started (docs/decisions/course-openings.md). Calls that this file
 * does not make read the same views.
 */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeAssessment } from '#server/features/assessments/testing.ts'
import { mediaAccess } from '#server/policy/files/media-access.ts'
import { makeCourse, type TestCourse } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'

let server: TestApp
let learner: TestPerson
let teacher: TestPerson
let course: TestCourse

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  learner = await server.person()
  teacher = await server.person('instructor')
  course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: [{ seconds: 60 }, { type: 'quiz' }] }],
  })
})
afterAll(() => server.stop())

const dayMs = 24 * 3_600_000
const base = Date.now()
const inDays = (days: number) => dayInMalaysia(new Date(base + days * dayMs))
const moduleId = () => course.contents[0]?.id ?? 0
const lesson = () => course.contents[0]?.resources[0] ?? 0

async function opened(as: TestPerson, assessmentId: number) {
  const file = await sql<{ id: string }>`
    SELECT m.public_id AS id FROM course_resources r JOIN media m ON m.id = r.media_id WHERE r.id = ${lesson()}`.execute(
    server.database.kysely,
  )
  const shown = (await server.call('readCourse', { params: { courseId: course.id }, as })).body.data
  const statuses = [
    await server.call('listContentResources', { params: { contentId: moduleId() }, query: {}, as }),
    await server.call('startAttempt', { params: { id: assessmentId }, as }),
    await server.call('saveResourceProgress', { params: { id: lesson() }, body: { position: 5 }, as }),
    await server.call('saveLessonProgress', {
      body: { courseContentId: moduleId(), completed: true },
      as,
    }),
    await server.call('readExercise', { params: { id: lesson() }, as }),
  ].map(({ status }) => Math.floor(status / 100))
  return {
    media: (await mediaAccess(server.database.kysely, file.rows[0]?.id ?? '', as.id))?.isAllowed,
    named: shown.contents[0]?.resources[0]?.filePath !== undefined,
    statuses: [...new Set(statuses)],
  }
}

/** Makes the calls that are open to a waiting learner: announcements, live sessions and discussions. */
async function meets(as: TestPerson) {
  const about = { params: { id: course.id }, query: {}, as }
  const answers = [
    await server.call('listAnnouncements', about),
    await server.call('listLiveSessions', about),
    await server.call('listDiscussions', { query: { courseId: String(course.id) as never }, as }),
  ]
  return [...new Set(answers.map(({ status }) => status))]
}

test('before the start the contents are refused and nothing of them is handed out; from its day on they open', async () => {
  const assessmentId = await makeAssessment(server, { resourceId: course.contents[0]?.resources[1] ?? 0 })
  await server.call('createCohort', {
    params: { id: course.id },
    body: { name: 'January intake', startsOn: inDays(3) },
    as: teacher,
  })
  await server.call('enroll', { params: { courseId: course.id }, body: {}, as: learner })
  expect(await opened(learner, assessmentId)).toEqual({ media: false, named: false, statuses: [4] })
  expect(await meets(learner)).toEqual([200])
  const shown = (await server.call('readCourse', { params: { courseId: course.id }, as: learner })).body.data
  expect(shown.contents.map(({ resources }) => resources.length)).toEqual([2])
  await sql`UPDATE enrolments SET starts_on = ${inDays(0)}::date WHERE user_id = ${learner.id}`.execute(
    server.database.kysely,
  )
  expect(await opened(learner, assessmentId)).toEqual({ media: true, named: true, statuses: [2] })
})
