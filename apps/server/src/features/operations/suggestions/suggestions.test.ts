/** Tests the suggestions of the Analytics tab and the learners that they lead to. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

const dayMs = 24 * 3_600_000

let server: TestApp
let teacher: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  teacher = await server.person('instructor')
  course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [{ resources: ['Launch', 'Burn', 'Coast'].map((title) => ({ title })) }],
  })
})
afterAll(() => server.stop())

const lessons = () => course.contents[0]?.resources ?? []

async function learner(count: number): Promise<TestPerson> {
  const person = await server.person()
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId: course.id, source: 'free' }),
  )
  for (const id of lessons().slice(0, count)) {
    await server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as: person })
    server.clock.advance(1000)
  }
  return person
}

const suggested = async (as: TestPerson) => {
  const { status, body } = await server.call('listSuggestions', { as })
  expect(status).toBe(200)
  return body.data.suggestions
}
const stopped = (query: object, as = teacher) =>
  server.call('listCourseLearners', { params: { id: course.id }, query, as })

test('learners who stopped at a lesson are suggested to the teacher, and the list of learners shows exactly them', async () => {
  const lost: TestPerson[] = []
  for (const _ of [1, 2, 3, 4, 5]) lost.push(await learner(1))
  await learner(3)
  expect(await suggested(teacher)).toEqual([])
  server.clock.advance(20 * dayMs)
  const active = await learner(1)
  await sql`UPDATE courses SET student_count = 7 WHERE id = ${course.id}`.execute(server.database.kysely)

  const [launch = 0] = lessons()
  expect(await suggested(teacher)).toEqual([
    {
      kind: 'stopped',
      courseId: course.id,
      courseTitle: 'Orbits',
      lessonId: launch,
      lessonTitle: 'Launch',
      learners: 5,
    },
  ])
  const { body } = await stopped({ stoppedAt: launch })
  expect(body.meta).toMatchObject({ total: 5, stoppedAtTitle: 'Launch' })
  const ids = body.data.map(({ userId }) => userId)
  expect(new Set(ids)).toEqual(new Set(lost.map(({ id }) => id)))
  expect(ids).not.toContain(active.id)
  expect((await stopped({ stoppedAt: lessons()[1] })).body.meta.total).toBe(0)
})

test('other sellers and the platform get no suggestion from these learners, and learners are refused', async () => {
  const [stranger, superadmin, student] = [
    await server.person('instructor'),
    await server.person('superadmin'),
    await server.person(),
  ]
  expect(await suggested(stranger)).toEqual([])
  expect(await suggested(superadmin)).toEqual([])
  expect((await server.call('listSuggestions', { as: student })).status).toBe(403)
})
