import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { createCommunityTesting } from './community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let learner: TestPerson
let other: TestPerson
let teacher: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
  learner = await server.person()
  other = await server.person()
  teacher = await server.person('instructor')
})
afterAll(() => server.stop())

async function studiedCourse() {
  const course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: [{ title: 'Joins' }, { title: 'Groups' }, { isPublished: false }] }],
  })
  for (const person of [learner, other]) await community.enrol(person, course.id)
  const [content] = course.contents
  const [lesson = 0, second = 0, draft = 0] = content?.resources ?? []
  return { courseId: course.id, contentId: content?.id ?? 0, lesson, second, draft }
}

describe('questions about a lesson', () => {
  test('a question names its lesson and second, and is listed with the lesson', async () => {
    const { courseId, contentId, lesson, second } = await studiedCourse()
    const asked = await community.start(learner, { courseId, resourceId: lesson, positionSeconds: 192 })
    expect(asked.status).toBe(201)
    const place = { lesson: { id: lesson, title: 'Joins', contentId }, positionSeconds: 192 }
    expect(asked.body.data).toMatchObject({ course: { id: courseId }, ...place })
    const whole = await community.started(other, { courseId, resourceId: second })
    expect(whole).toMatchObject({ lesson: { id: second }, positionSeconds: null })
    const general = await community.started(other, { courseId })
    expect(general).toMatchObject({ lesson: null, positionSeconds: null })
    const ofLesson = (await community.list(other, { courseId, resourceId: lesson })).body.data
    expect(ofLesson).toMatchObject([{ id: asked.body.data.id, ...place }])
    expect((await community.list(other, { courseId })).body.meta.total).toBe(3)
  })

  test('a question about a lesson is refused without its course, for a lesson of another course and for a draft', async () => {
    const { courseId, lesson, draft } = await studiedCourse()
    const { lesson: elsewhere } = await studiedCourse()
    const refusalOf = async (place: Parameters<typeof community.start>[1]) =>
      (await community.start(learner, place)).body.error
    expect(await refusalOf({ resourceId: lesson })).toBe('resourceId: needs the courseId of the lesson')
    expect(await refusalOf({ courseId, positionSeconds: 3 })).toBe('positionSeconds: needs a resourceId')
    for (const resourceId of [elsewhere, draft, 999_999]) {
      expect((await community.start(learner, { courseId, resourceId })).body.errorCode).toBe(
        'RESOURCE_NOT_FOUND',
      )
    }
    const stranger = await server.person()
    expect((await community.start(stranger, { courseId, resourceId: lesson })).status).toBe(403)
    expect((await community.list(stranger, { resourceId: lesson })).body.data).toEqual([])
  })

  test('a question outlives its lesson', async () => {
    const { courseId, lesson } = await studiedCourse()
    const { id } = await community.started(learner, { courseId, resourceId: lesson, positionSeconds: 5 })
    await sql`DELETE FROM course_resources WHERE id = ${lesson}`.execute(server.database.kysely)
    expect((await community.read(other, id)).body.data).toMatchObject({
      ...{ id, course: { id: courseId }, lesson: null, positionSeconds: null },
    })
  })
})
