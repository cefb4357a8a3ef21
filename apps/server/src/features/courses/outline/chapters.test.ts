/** Tests the chapters of a video: editors of the course write them, and people who may open the lesson read them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let admin: TestPerson
let learner: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  learner = await server.person()
  course = await makeCourse(server.database, {
    owner: admin,
    contents: [{ resources: [{ seconds: 120 }, { type: 'pdf' }] }],
  })
  await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${course.id}, 'granted')`.execute(
    server.database.kysely,
  )
})
afterAll(() => server.stop())

const orbits = [
  { atSeconds: 0, title: 'What an orbit is' },
  { atSeconds: 95, title: 'Why it does not fall' },
]
const lesson = (place: number) => course.contents[0]?.resources[place] ?? 0
const write = (chapters: object[], { as = admin, place = 0 } = {}) =>
  server.call('updateResource', { params: { id: lesson(place) }, body: { chapters } as never, as })
const seenBy = async (as: TestPerson | null, courseId = course.id) =>
  (await server.call('readCourse', { params: { courseId }, as })).body.data.contents[0]?.resources[0]

test('chapters are stored with their video and returned to whoever may open it, not with the outline', async () => {
  expect((await write(orbits)).body.data.chapters).toEqual(orbits)
  expect((await seenBy(learner))?.chapters).toEqual(orbits)
  expect(await seenBy(null)).not.toHaveProperty('chapters')
  await server.call('updateResource', { params: { id: lesson(0) }, body: { title: 'Orbits' }, as: admin })
  expect((await seenBy(learner))?.chapters).toEqual(orbits)
})

test('an empty list removes the chapters', async () => {
  await write(orbits)
  expect((await write([])).body.data).not.toHaveProperty('chapters')
})

test('chapters that are out of order, without a title, after the end or of a document are refused', async () => {
  await write(orbits)
  const refused = [
    { chapters: orbits.toReversed(), path: 'chapters' },
    { chapters: [{ atSeconds: 0, title: ' ' }], path: 'chapters.0.title' },
    { chapters: [...orbits, { atSeconds: 120, title: 'The end' }], path: 'chapters.2.atSeconds' },
    { chapters: orbits, path: 'chapters', place: 1 },
  ]
  for (const { chapters, path, place } of refused) {
    const { status, body } = await write(chapters, { place: place ?? 0 })
    expect([status, body], path).toEqual([
      400,
      expect.objectContaining({ issues: [expect.objectContaining({ path })] }),
    ])
  }
  expect((await write([], { place: 1 })).status).toBe(200)
  expect((await write(orbits, { as: learner })).status).toBe(403)
  expect((await seenBy(learner))?.chapters).toEqual(orbits)
})
