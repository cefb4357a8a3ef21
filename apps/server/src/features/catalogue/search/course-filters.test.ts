import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { courseSorts, type CourseSort } from '@apogee/contracts/course-choices.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { pageOfIds } from '../catalogue.store.ts'
import { idsOf, startSchool, type School } from '../catalogue.testing.ts'

type Query = RequestOf<'listCourses'>['query']

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const change = (id: number, body: object) =>
  school.server.call('updateCourse', { params: { id }, body, as: school.admin })
const recount = async () => {
  await school.server.services.courses.recountForLists()
  school.server.services.catalogue.forgetLists()
}
const found = async (query: Query, as: TestPerson | null = null) => {
  const answer = await school.list(query, as)
  expect(answer.body.meta.total).toBe(answer.body.data.length)
  return idsOf(answer)
}

const videoOf = (minutes: number) => [{ title: 'All', resources: [{ seconds: minutes * 60 }] }]

test('the list is narrowed by language and level, together with category, price and words', async () => {
  const [malay, english, unknown] = [
    await school.course({ title: 'Batik satu', priceCents: 4_900 }),
    await school.course({ title: 'Batik dua' }),
    await school.course({ title: 'Batik tiga' }),
  ]
  await change(malay.id, { language: 'ms', level: 'beginner', category: 'Design' })
  await change(english.id, { language: 'en', level: 'beginner' })
  const inBatik = (query: Query) => found({ search: 'batik', ...query })
  expect(await inBatik({ language: 'ms' })).toEqual([malay.id])
  expect(await inBatik({ level: 'beginner' })).toEqual([english.id, malay.id])
  expect(await found({ level: 'beginner' })).toEqual([english.id, malay.id])
  expect(await found({ level: 'beginner', language: 'en' })).toEqual([english.id])
  expect(await found({ level: 'beginner', price: 'paid', category: 'Design' })).toEqual([malay.id])
  expect(await found({ level: 'advanced' })).toEqual([])
  expect(await inBatik({})).toEqual([unknown.id, english.id, malay.id])
  await change(malay.id, { level: null })
  expect(await found({ level: 'beginner' })).toEqual([english.id])
})

test('the length that cards show decides in which length a course is listed, at its limits too', async () => {
  const lengths = [1, 119, 120, 360, 361]
  const made = []
  for (const minutes of lengths) made.push(await school.course({ contents: videoOf(minutes) }))
  const empty = await school.course()
  await recount()
  const ids = made.map(({ id }) => id)
  const shown = (await school.list({ limit: '100' })).body.data.filter(({ id }) => ids.includes(id))
  expect(shown.map(({ durationMinutes }) => durationMinutes)).toEqual(lengths.toReversed())
  const of = async (length: NonNullable<Query['length']>) =>
    (await found({ length })).filter((id) => [...ids, empty.id].includes(id)).toReversed()
  expect(await of('under-2h')).toEqual(ids.slice(0, 2))
  expect(await of('2-6h')).toEqual(ids.slice(2, 4))
  expect(await of('over-6h')).toEqual(ids.slice(4))
})

test('a course is counted again after its published contents have changed', async () => {
  const { server, admin } = school
  const { id } = await school.course({ contents: [...videoOf(400), ...videoOf(200)] })
  await recount()
  expect(await found({ length: 'over-6h' })).toContain(id)
  const outline = (await school.read(id, admin)).body.data.contents
  await server.call('deleteContent', { params: { id: outline[0]?.id ?? 0 }, as: admin })
  await recount()
  expect(await found({ length: 'over-6h' })).not.toContain(id)
  expect(await found({ length: '2-6h' })).toContain(id)
})

test('the length of a file that is known later is counted within the hour after the change', async () => {
  const { database } = school.server
  const { id } = await school.course({ contents: [{ title: 'All', resources: [{ seconds: null }] }] })
  await sql`UPDATE courses SET contents_changed_at = now() WHERE id = ${id}`.execute(database.kysely)
  await recount()
  expect(await found({ length: 'under-2h' })).not.toContain(id)
  await sql`UPDATE media SET seconds = 60 WHERE id = (
    SELECT r.media_id FROM course_resources r JOIN course_contents m ON m.id = r.content_id WHERE m.course_id = ${id})`.execute(
    database.kysely,
  )
  await sql`UPDATE courses SET length_due_at = length_due_at - interval '10 minutes' WHERE id = ${id}`.execute(
    database.kysely,
  )
  await recount()
  expect(await found({ length: 'under-2h' })).toContain(id)
})

test('the rating that cards show decides whether a course has at least so many stars', async () => {
  const rated = async (threes: number, fours: number, fives: number) => {
    const { id } = await school.course()
    await sql`INSERT INTO course_ratings (course_id, threes, fours, fives) VALUES (${id}, ${threes}, ${fours}, ${fives})
              ON CONFLICT (course_id) DO UPDATE
                SET threes = excluded.threes, fours = excluded.fours, fives = excluded.fives`.execute(
      school.server.database.kysely,
    )
    return id
  }
  const almost = await rated(2, 18, 0)
  const four = await rated(1, 19, 0)
  const more = await rated(0, 11, 9)
  await recount()
  const shown = (await school.list({ limit: '100' })).body.data
  expect([almost, four, more].map((id) => shown.find((course) => course.id === id)?.rating?.average)).toEqual(
    [3.9, 4, 4.5],
  )
  expect(await found({ rating: '4' })).toEqual([more, four])
  expect(await found({ rating: '4.5' })).toEqual([more])
  await sql`UPDATE course_ratings SET fours = 0, fives = 0 WHERE course_id = ${more}`.execute(
    school.server.database.kysely,
  )
  await recount()
  expect(await found({ rating: '4.5' })).toEqual([])
})

test('a private course is found by those who may see it, and by nobody else', async () => {
  const { id } = await school.course({ isPrivate: true })
  await change(id, { language: 'ms', level: 'advanced' })
  await school.place(school.learner, { id })
  const query = { language: 'ms', level: 'advanced' } as const
  for (const person of [school.superadmin, school.admin, school.instructor, school.learner]) {
    expect(await found(query, person)).toEqual([id])
  }
  for (const person of [null, school.otherAdmin, school.student])
    expect(await found(query, person)).toEqual([])
  const own = { ...query, createdBy: String(school.instructor.id) }
  expect(await found(own, school.instructor)).toEqual([id])
})

test.each([{ language: 'xx' }, { level: 'Beginner' }, { length: '3h' }, { rating: '3' }])(
  'a list is not narrowed by a value that no filter has: %o',
  async (query) => {
    const { status, body } = await school.server.call('listCourses', { query: query as Query, as: null })
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION'])
  },
)

test('pages of a narrowed list follow each other in every order, whether few or many courses match', async () => {
  const { kysely } = school.server.database
  await sql`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents, language, level, student_count, rating_score)
    SELECT c.seller_id, c.created_by, c.instructor_id, 'Bulk ' || n, '', n % 7 * 100, CASE WHEN n % 3 > 0 THEN 'ms' END,
           'intermediate', n % 5, n % 11
      FROM courses c CROSS JOIN generate_series(1, 120) n WHERE c.id = (SELECT min(id) FROM courses)`.execute(
    kysely,
  )
  const orders: Record<CourseSort, ReturnType<typeof sql>> = {
    newest: sql`id DESC`,
    students: sql`student_count DESC, id DESC`,
    rating: sql`rating_score DESC, id DESC`,
    'price-low': sql`price_cents, id`,
    'price-high': sql`price_cents DESC, id DESC`,
    relevance: sql`id DESC`,
  }
  for (const sort of courseSorts) {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM courses WHERE is_listed AND language = 'ms' AND level = 'intermediate' ORDER BY ${orders[sort]}`.execute(
      kysely,
    )
    const expected = rows.map(({ id }) => id)
    for (const few of [5, 1_000]) {
      const read = (page: { before: number | null; offset: number }) =>
        pageOfIds(
          kysely,
          null,
          {
            scope: { createdBy: null, withTaught: false, seller: null },
            search: null,
            category: null,
            price: 'all',
            visibility: 'public',
            state: null,
            sort,
            facts: { language: 'ms', level: 'intermediate' },
          },
          { limit: 20, ...page },
          few,
        )
      const first = await read({ before: null, offset: 0 })
      const second = await read({ before: first.ids[19] ?? null, offset: 0 })
      expect([...first.ids.slice(0, 20), ...second.ids.slice(0, 20)]).toEqual(expected.slice(0, 40))
      expect(await read({ before: null, offset: 20 })).toEqual(second)
      expect(first).toMatchObject({ kept: 0, counted: expected.length })
    }
  }
})
