/** Tests which refusals of lessons name their course, so that a stranger with a link is led to its sales page. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type CourseForm } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'

let server: TestApp
let owner: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  owner = await server.person('instructor')
  stranger = await server.person()
})
afterAll(() => server.stop())

const isPublished = false
const soldCourse = { priceCents: 14_900, contents: [{ resources: [{ seconds: 60 }] }] }

async function refusedTo(as: TestPerson, form: Omit<CourseForm, 'owner'>) {
  const course = await makeCourse(server.database, { ...soldCourse, ...form, owner })
  const { id = 0, resources = [] } = course.contents[0] ?? {}
  const about = { params: { id: resources[0] ?? 0 }, as }
  const answers = [
    await server.call('listContentResources', { params: { contentId: id }, query: {}, as }),
    await server.call('saveResourceProgress', { ...about, body: { position: 5 } }),
  ]
  return {
    course,
    answers: answers.map(({ status, body }) => [status, 'courseId' in body ? body.courseId : undefined]),
  }
}

test.each([
  ['a lesson', {}],
  ['a draft', { contents: [{ isPublished, resources: [{}] }] }],
])('%s that is refused in a public course names the course', async (_, form) => {
  const { course, answers } = await refusedTo(stranger, form)
  expect(answers).toEqual([
    [403, course.id],
    [403, course.id],
  ])
})

test.each([
  ['private', 404, { isPrivate: true }],
  ['draft', 404, { isDraft: true }],
  ['archived', 404, { isArchived: true }],
])('a refused lesson of a %s does not name the course', async (_, status, form) => {
  const { answers } = await refusedTo(stranger, form)
  expect(answers).toEqual([
    [status, undefined],
    [status, undefined],
  ])
})

test('a visitor has to sign in first, and a learner whose contents wait is not sent to buy the course', async () => {
  const first = await makeCourse(server.database, { ...soldCourse, priceCents: 0, owner })
  const { course } = await refusedTo(stranger, { priceCents: 0 })
  const content = { params: { contentId: course.contents[0]?.id ?? 0 }, query: {} }
  const visitor = await server.call('listContentResources', content)
  await sql`
    INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
    VALUES (${course.id}, ${first.id}, 0, now() - interval '1 hour')`.execute(server.database.kysely)
  for (const { id } of [course, first])
    await server.call('enroll', { params: { courseId: id }, body: {}, as: stranger })
  const waiting = await server.call('listContentResources', { ...content, as: stranger })
  expect([visitor.body, waiting.body]).toMatchObject([
    { errorCode: 'UNAUTHENTICATED' },
    { errorCode: 'PREREQUISITES_OPEN' },
  ])
  for (const { body } of [visitor, waiting]) expect(body).not.toHaveProperty('courseId')
})
