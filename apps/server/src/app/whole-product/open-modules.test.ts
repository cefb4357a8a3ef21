import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeAssessment } from '#server/features/assessments/testing.ts'
import { makeCourse, type TestCourse } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'
import { mediaAccess } from '#server/policy/files/media-access.ts'

let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let course: TestCourse
/** These are the public ids of the videos in the first and in the second module. */
let files: string[]

/** Closes the second module for learners, like a rule that opens modules some days after enrolment. */
const closeSecondModule = () =>
  sql`
    CREATE OR REPLACE VIEW open_modules AS
    SELECT e.user_id, m.id, m.course_id, m.title, m.sort_order
      FROM active_enrolments e JOIN published_modules m ON m.course_id = e.course_id
     WHERE m.sort_order = 0`.execute(server.database.kysely)

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  const admin = await server.person('admin')
  teacher = await server.person('instructor', { businessId: admin.businessId })
  learner = await server.person()
  const module = { resources: [{ seconds: 60 }, { type: 'quiz' as const }] }
  course = await makeCourse(server.database, { owner: teacher, contents: [module, module] })
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: learner.id, courseId: course.id, source: 'granted' }),
  )
  const found = await sql<{ publicId: string }>`
    SELECT m.public_id AS "publicId" FROM outline_resources r JOIN media m ON m.id = r.media_id
     WHERE r.course_id = ${course.id} AND r.file_type = 'video'
     ORDER BY r.module_sort_order`.execute(server.database.kysely)
  files = found.rows.map(({ publicId }) => publicId)
})
afterAll(() => server.stop())

const moduleAt = (place: number) => {
  const module = course.contents[place]
  const [video, quiz] = module?.resources ?? []
  if (!module || video === undefined || quiz === undefined) throw new Error(`no module at ${place}`)
  return { id: module.id, video, quiz }
}

/** Makes each call that opens the module at this position as this person, and returns the results. */
async function accessTo(as: TestPerson, place: number, assessmentId: number) {
  const { id, video } = moduleAt(place)
  const file = files[place]
  if (file === undefined) throw new Error(`no file at ${place}`)
  const quiz = await server.call('startAttempt', { params: { id: assessmentId }, as })
  const progress = await server.call('saveResourceProgress', {
    params: { id: video },
    body: { position: 1 },
    as,
  })
  const lesson = await server.call('lessonProgress', {
    params: { courseContentId: id, userId: as.id },
    as,
  })
  const access = await mediaAccess(server.database.kysely, file, as.id)
  const detail = await server.call('readCourse', { params: { courseId: course.id }, as })
  const outline = await server.call('listCourseContents', {
    params: { courseId: course.id },
    query: {},
    as,
  })
  const addressIn = (
    contents: { id: number; resources: { id: number; filePath?: string | undefined }[] }[],
  ) =>
    contents
      .find((content) => content.id === id)
      ?.resources.some((resource) => resource.id === video && resource.filePath !== undefined)
  return {
    file: access?.isAllowed,
    courseNamesFile: addressIn(detail.body.data.contents),
    outlineNamesFile: addressIn(outline.body.data),
    quiz: quiz.status,
    progress: progress.status,
    lesson: lesson.status,
  }
}

test('a condition in open_modules closes files, quizzes, progress and the next lesson for learners; teachers may open the file', async () => {
  const quizzes = [
    await makeAssessment(server, { resourceId: moduleAt(0).quiz }),
    await makeAssessment(server, { resourceId: moduleAt(1).quiz }),
  ] as const
  const open = {
    file: true,
    courseNamesFile: true,
    outlineNamesFile: true,
    quiz: 201,
    progress: 200,
    lesson: 200,
  }
  expect(await accessTo(learner, 0, quizzes[0])).toEqual(open)
  expect(await accessTo(learner, 1, quizzes[1])).toEqual(open)

  await closeSecondModule()
  expect(await accessTo(learner, 0, quizzes[0])).toEqual(open)
  expect(await accessTo(learner, 1, quizzes[1])).toEqual({
    file: false,
    courseNamesFile: false,
    outlineNamesFile: false,
    quiz: 404,
    progress: 404,
    lesson: 404,
  })
  expect(await mediaAccess(server.database.kysely, files[1] ?? '', teacher.id)).toMatchObject({
    isAllowed: true,
  })

  await sql`
    INSERT INTO resource_progress (user_id, resource_id, completed_at)
    SELECT ${learner.id}, id, now() FROM unnest(${[moduleAt(0).video, moduleAt(0).quiz]}::bigint[]) AS id
    ON CONFLICT (user_id, resource_id) DO UPDATE SET completed_at = excluded.completed_at`.execute(
    server.database.kysely,
  )
  const { body } = await server.call('listEnrolledCourses', { query: {}, as: learner })
  expect(body).toMatchObject({ data: [{ id: course.id, enrollment: { next: null } }] })
})
