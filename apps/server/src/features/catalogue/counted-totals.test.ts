import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf, startSchool, type School } from './catalogue.testing.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
  // Creating a course makes its owner a seller.
  await school.course({ owner: school.loner, title: 'Another' })
  await copies(1_000, false)
})
afterAll(() => school.server.stop())

const copies = (count: number, isPrivate: boolean) =>
  sql`INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents, is_private)
      SELECT s.id, s.user_id, s.user_id, 'Copied course ' || n, '', 100, ${isPrivate}
        FROM sellers s, generate_series(1, ${count}::int) n WHERE s.user_id = ${school.loner.id}`.execute(
    school.server.database.kysely,
  )

test('a search that finds 1,000 courses has an exact total, one course more is not counted, and paging goes on', async () => {
  const exact = await school.list({ search: 'copied', limit: '1' })
  expect(exact.body.meta).toEqual({ total: 1000, nextCursor: String(idsOf(exact)[0]) })
  await copies(1, false)
  school.server.services.catalogue.forgetLists()
  const { body } = await school.list({ search: 'copied', limit: '1' })
  expect(body.meta).toMatchObject({ total: 1000, totalIsCapped: true })
  const last = await school.list({ search: 'copied', page: '1001', limit: '1' })
  expect(last.body.data.map(({ title }) => title)).toEqual(['Copied course 1'])
  expect(last.body.meta).toEqual({ total: 1000, totalIsCapped: true, nextCursor: null })
})

test('the number of public courses stays exact above 1,000, also beside private ones', async () => {
  const { body } = await school.list({ limit: '1' })
  expect(body.meta.total).toBeGreaterThan(1000)
  expect(body.meta).not.toHaveProperty('totalIsCapped')
  const everything = await school.list({ limit: '1' }, school.superadmin)
  expect(everything.body.meta.total).toBe(body.meta.total)
  await copies(2, true)
  expect((await school.list({ limit: '1' }, school.superadmin)).body.meta.total).toBe(body.meta.total + 2)
  const own = await school.list({ limit: '1', createdBy: String(school.loner.id) }, school.loner)
  expect(own.body.meta).toMatchObject({ total: 1000, totalIsCapped: true })
})

test('a list of people has an exact total up to 1,000 and then stops', async () => {
  const people = (count: number) =>
    sql`INSERT INTO users (email, name, role)
        SELECT 'counted' || gen_random_uuid() || '@test.test', 'Counted person', 'student'
          FROM generate_series(1, ${count}::int)`.execute(school.server.database.kysely)
  const found = async () => {
    const { body } = await school.server.call('listUsers', {
      query: { search: 'counted person', limit: '1' },
      as: school.superadmin,
    })
    return body.meta
  }
  await people(1_000)
  expect(await found()).toMatchObject({ total: 1000 })
  expect(await found()).not.toHaveProperty('totalIsCapped')
  await people(1)
  expect(await found()).toMatchObject({ total: 1000, totalIsCapped: true })
})

test('a sales page counts learners exactly up to 1,000 enrolments, and above at most ten minutes late', async () => {
  const { course, place, sales, server } = school
  const popular = await course({ owner: school.colleague, title: 'Popular' })
  await place(school.learner, popular)
  const learners = async () => {
    const { stats, instructor } = (await sales(popular.id)).body.data
    return { ofCourse: stats.enrollmentCount, ofInstructor: instructor?.studentCount }
  }
  expect(await learners()).toEqual({ ofCourse: 1, ofInstructor: 1 })
  await sql`UPDATE courses SET student_count = 1001 WHERE id = ${popular.id}`.execute(server.database.kysely)
  expect(await learners()).toEqual({ ofCourse: 1001, ofInstructor: 1 })
  await place(school.student, popular)
  expect(await learners()).toEqual({ ofCourse: 1001, ofInstructor: 1 })
  server.clock.advance(10 * 60_000)
  expect(await learners()).toEqual({ ofCourse: 1001, ofInstructor: 2 })
})
