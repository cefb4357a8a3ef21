import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const write = (statement: ReturnType<typeof sql>) => statement.execute(server.database.kysely)
const instructorOf = async (id: number, as: TestPerson | null = null) => {
  const { body } = await server.call('courseSales', { params: { courseId: id }, query: {}, as })
  return body.data.instructor?.id
}
const isListed = async (id: number) => {
  const { body } = await server.call('listCourses', { query: { limit: '100' }, as: await server.person() })
  return body.data.some((course) => course.id === id)
}

async function business() {
  const admin = await server.person('admin')
  const teacher = await server.person('instructor', { businessId: admin.businessId })
  const colleague = await server.person('instructor', { businessId: admin.businessId })
  const { id } = await makeCourse(server.database, { owner: teacher, title: `Taught by ${teacher.id}` })
  return { admin, teacher, colleague, id }
}
type Business = Awaited<ReturnType<typeof business>>

const roads: [string, (school: Business) => Promise<unknown>][] = [
  [
    'is made a student',
    ({ admin, teacher }) =>
      server.call('updateUser', { params: { id: teacher.id }, body: { role: 'student' }, as: admin }),
  ],
  [
    'is deleted by the admin',
    ({ admin, teacher }) => server.call('deleteUser', { params: { id: teacher.id }, as: admin }),
  ],
  ['leaves', ({ teacher }) => server.call('leave', { body: { password: testPassword }, as: teacher })],
  [
    'is taken out of the team',
    ({ teacher }) => write(sql`UPDATE users SET business_id = NULL WHERE id = ${teacher.id}`),
  ],
  [
    'goes to another business',
    async ({ teacher }) => {
      const other = await server.person('admin')
      await write(sql`UPDATE users SET business_id = ${other.businessId} WHERE id = ${teacher.id}`)
    },
  ],
]

describe('an instructor of a business', () => {
  test.each(roads)(
    'an instructor of a business who %s is replaced by its admin, and the course stays on sale',
    async (_, happens) => {
      const school = await business()
      expect(await instructorOf(school.id)).toBe(school.teacher.id)
      await happens(school)
      expect(await instructorOf(school.id)).toBe(school.admin.id)
      expect(await isListed(school.id)).toBe(true)
      const featured = await server.call('featuredInstructors', {})
      expect(featured.body.data.map(({ id }) => id)).not.toContain(school.teacher.id)
    },
  )

  test('an instructor who becomes an admin there, or changes their name, keeps teaching', async () => {
    const { teacher, id } = await business()
    const superadmin = await server.person('superadmin')
    await server.call('updateUser', { params: { id: teacher.id }, body: { role: 'admin' }, as: superadmin })
    expect(await instructorOf(id)).toBe(teacher.id)
  })

  test('an instructor is replaced in drafts, private and archived courses too', async () => {
    const { admin, teacher } = await business()
    const made = []
    for (const form of [{ isDraft: true }, { isPrivate: true }, { isArchived: true }])
      made.push((await makeCourse(server.database, { owner: teacher, ...form })).id)
    await server.call('deleteUser', { params: { id: teacher.id }, as: admin })
    for (const id of made) expect(await instructorOf(id, admin)).toBe(admin.id)
  })
})

test('a course of a lone seller who becomes a student is archived, and its learners keep it', async () => {
  const lone = await server.person('instructor')
  const learner = await server.person()
  const { id } = await makeCourse(server.database, { owner: lone })
  await write(
    sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${id}, 'granted')`,
  )
  const superadmin = await server.person('superadmin')
  await server.call('updateUser', { params: { id: lone.id }, body: { role: 'student' }, as: superadmin })
  expect(await isListed(id)).toBe(false)
  const kept = await server.call('readCourse', { params: { courseId: id }, as: learner })
  expect(kept.body.data.state).toBe('archived')
})

test('the course of a lone seller that another person teaches returns to the seller', async () => {
  const lone = await server.person('instructor')
  const guest = await server.person('instructor')
  const { id } = await makeCourse(server.database, { owner: lone, instructor: guest })
  await server.call('leave', { body: { password: testPassword }, as: guest })
  expect(await instructorOf(id)).toBe(lone.id)
})

test('a course of the platform passes to a superadmin', async () => {
  const superadmin = await server.person('superadmin')
  const guest = await server.person('instructor')
  const { body } = await server.call('createCourse', {
    body: { title: 'Ours', description: 'By the platform' },
    as: superadmin,
  })
  const { id } = body.data
  await server.call('updateCourse', { params: { id }, body: { instructorId: guest.id }, as: superadmin })
  expect(await instructorOf(id)).toBe(guest.id)
  await server.call('leave', { body: { password: testPassword }, as: guest })
  const heir = await instructorOf(id)
  expect(heir).not.toBe(guest.id)
  const role = await sql<{ role: string }>`SELECT role FROM users WHERE id = ${heir ?? 0}`.execute(
    server.database.kysely,
  )
  expect(role.rows[0]?.role).toBe('superadmin')
})
