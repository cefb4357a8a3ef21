/** Tests the parts of the front pages beside the list: sort orders, counts of categories, and featured instructors. */
import type { CourseSort } from '@apogee/contracts/course-choices.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf, startSchool, type School } from './catalogue.testing.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const recount = async () => {
  await school.server.services.courses.recountForLists()
  school.server.services.catalogue.forgetLists()
}
const counts = async () => (await school.server.call('countCourses', { as: null })).body.data
const instructors = async () => (await school.server.call('featuredInstructors', { as: null })).body.data

/** Reads a list to its end in pages of two courses. */
async function walk(query: Parameters<School['list']>[0]): Promise<number[]> {
  const seen: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body }: Awaited<ReturnType<School['list']>> = await school.list({
      ...query,
      limit: '2',
      ...(cursor && { cursor }),
    })
    seen.push(...idsOf({ body }))
    cursor = body.meta.nextCursor
  }
  return seen
}

test('a list sorts by price, students or rating over all pages, and the id breaks ties', async () => {
  const { course, place, server } = school
  const cheap = await course({ title: 'Lynx one', priceCents: 1000 })
  const dear = await course({ title: 'Lynx two', priceCents: 9000 })
  const middle = await course({ title: 'Lynx three', priceCents: 5000 })
  const alike = await course({ title: 'Lynx four', priceCents: 5000 })
  const hidden = await course({ title: 'Lynx in private', priceCents: 1, isPrivate: true })
  for (const student of [school.learner, school.student]) await place(student, middle)
  await place(school.learner, cheap)
  await place(school.learner, hidden)
  await sql`INSERT INTO course_ratings (course_id, fives, ones) VALUES (${alike.id}, 4, 0), (${dear.id}, 0, 2)`.execute(
    server.database.kysely,
  )
  await recount()
  const by = (sort: CourseSort) => walk({ search: 'lynx', sort })
  expect(await by('newest')).toEqual([alike.id, middle.id, dear.id, cheap.id])
  expect(await by('price-low')).toEqual([cheap.id, middle.id, alike.id, dear.id])
  expect(await by('price-high')).toEqual([dear.id, alike.id, middle.id, cheap.id])
  expect(await by('students')).toEqual([middle.id, cheap.id, alike.id, dear.id])
  expect(await by('rating')).toEqual([alike.id, dear.id, middle.id, cheap.id])
})

test('no cursor reveals a private course or its price', async () => {
  const { course, list } = school
  const dear = await course({ title: 'Okapi dear', priceCents: 90_000 })
  const hidden = await course({ title: 'Okapi in private', priceCents: 1000, isPrivate: true })
  const behind = async (id: number, as: typeof school.student | null) =>
    idsOf(await list({ search: 'okapi', sort: 'price-low', cursor: String(id) }, as))
  expect(await behind(hidden.id, null)).toEqual(await behind(999_999, null))
  expect(await behind(hidden.id, school.student)).toEqual([])
  expect(await behind(hidden.id, school.instructor)).toEqual([dear.id])
})

test('a course that is being bought is counted the next time, without waiting for it', async () => {
  const { course, place, server } = school
  const held = await course({ title: 'Ibex held' })
  const free = await course({ title: 'Ibex free' })
  await place(school.learner, held)
  await place(school.learner, free)
  const countOf = async (id: number) =>
    (
      await sql<{ count: number }>`SELECT student_count AS count FROM courses WHERE id = ${id}`.execute(
        server.database.kysely,
      )
    ).rows[0]?.count
  await server.database.transaction(async (tx) => {
    await sql`SELECT 1 FROM courses WHERE id = ${held.id} FOR SHARE`.execute(tx)
    await recount()
  })
  expect([await countOf(held.id), await countOf(free.id)]).toEqual([0, 1])
  await recount()
  expect(await countOf(held.id)).toBe(1)
})

test('figures of more courses than one statement writes are all counted', async () => {
  const { course, place, learner, server } = school
  const taken = await course({ title: 'Serow taken', isPrivate: true })
  await place(learner, taken)
  const { kysely } = server.database
  await sql`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, is_private, student_count)
    SELECT seller_id, created_by, instructor_id, 'Serow ' || n, '', true, 7 FROM courses, generate_series(1, 501) n WHERE id = ${taken.id}`.execute(
    kysely,
  )
  await recount()
  const students = await sql<{ title: string }>`
    SELECT title FROM courses WHERE title LIKE 'Serow %' AND student_count <> 0`.execute(kysely)
  expect(students.rows).toEqual([{ title: 'Serow taken' }])
})

test('category counts cover public courses only, with free ones counted separately', async () => {
  const { course } = school
  const marketing = async () => (await counts()).find(({ category }) => category === 'Marketing')
  await recount()
  expect(await marketing()).toBeUndefined()
  await course({ category: 'Marketing', priceCents: 0 })
  await course({ category: 'Marketing', priceCents: 500 })
  await course({ category: 'Marketing', isPrivate: true })
  await course({ category: 'Marketing', isArchived: true })
  await course({ category: 'Marketing', isDraft: true })
  await recount()
  expect(await marketing()).toEqual({ category: 'Marketing', courses: 2, free: 1 })
})

test('the teachers with most students in public courses are featured, with name and picture only', async () => {
  const { course, place, colleague, learner, student } = school
  await course({ owner: colleague, title: 'Less taken', category: 'Design' })
  const taken = await course({ owner: colleague, title: 'Most taken', category: 'Design' })
  const secret = await course({ owner: school.loner, title: 'A secret', isPrivate: true })
  await place(learner, taken)
  await place(learner, secret)
  await place(student, secret)
  await recount()
  const found = await instructors()
  expect(found.map(({ studentCount }) => studentCount)).toEqual(
    found.map(({ studentCount }) => studentCount).toSorted((a, b) => b - a),
  )
  expect(found.find(({ id }) => id === colleague.id)).toEqual({
    id: colleague.id,
    name: expect.any(String),
    avatar: null,
    courseCount: 2,
    studentCount: 1,
    category: 'Design',
    course: { id: taken.id, title: 'Most taken' },
  })
  expect(found.find(({ id }) => id === school.loner.id)).toBeUndefined()
  expect(JSON.stringify(found)).not.toContain('A secret')
  expect(JSON.stringify(found)).not.toContain('@')

  await sql`UPDATE courses SET is_private = true WHERE id = ${taken.id}`.execute(
    school.server.database.kysely,
  )
  school.server.services.catalogue.forgetLists()
  const after = await instructors()
  expect(after.find(({ id }) => id === colleague.id)).toMatchObject({ course: { title: 'Less taken' } })
  expect(JSON.stringify(after)).not.toContain('Most taken')
})
