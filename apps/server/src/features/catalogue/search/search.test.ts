import { courseSorts, type CourseSort } from '@apogee/contracts/course-choices.ts'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { pageOfIds } from '../catalogue.store.ts'
import { askedTable, facetsOf, fewCandidates, relevanceOf, searchedPart } from './course-search.store.ts'
import { idsOf, startSchool, type School } from '../catalogue.testing.ts'
import { courseSearch, literalSearch } from './search.rules.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

async function titled(title: string, form: Parameters<School['course']>[0] = {}) {
  const made = await school.course({ title, description: '', ...form })
  school.server.services.catalogue.forgetLists()
  return made.id
}
const found = async (search: string, query: Parameters<School['list']>[0] = {}, as?: School['admin']) =>
  idsOf(await school.list({ search, ...query }, as))

test.each([
  ['script', 'JavaScript for everybody'],
  ['100%', 'Be 100% sure'],
  ['snake_case', 'A snake_case title'],
  ['"quoted" it\'s', 'The "quoted" it\'s title'],
  ['back\\slash', 'A back\\slash title'],
  ['c#', 'Learning C# slowly'],
  ['ß', 'Straße'],
  ['q', 'Iqra'],
  ['🎉', 'Party 🎉 planning'],
  ['编程', '学习编程入门'],
  ['ПИТОН', 'Курс ПИТОН'],
  ['(a|b)*', 'Expressions (a|b)* explained'],
])('%s is found anywhere in a text', async (search, title) => {
  const id = await titled(title)
  expect(await found(search)).toContain(id)
  expect(await found(search, {}, school.superadmin)).toContain(id)
})

test('wildcards are letters: 100% does not find 1000, and a_b does not find axb', async () => {
  const [thousand, letters] = [await titled('1000 words'), await titled('axb')]
  expect(await found('100%')).not.toContain(thousand)
  expect(await found('a_b')).not.toContain(letters)
})

test('accents and case are ignored on both sides', async () => {
  const [with_, without] = [await titled('Kafé di Melaka'), await titled('KAFE lama')]
  for (const search of ['kafe', 'KAFÉ', 'Kafe\u0301']) expect(await found(search)).toEqual([without, with_])
  const crossed = await titled('Łódź dan Smørrebrød')
  expect(await found('lodz dan smorre')).toEqual([crossed])
})

test('by relevance, a title with the words comes before a newer description with them, and pages follow that order', async () => {
  const inTitle = await titled('Perahu layar')
  const wanted = await titled('Perahu kayu')
  const described = await titled('Laut', { description: 'Tentang perahu dan ombak' })
  const newest = await titled('Ombak', { description: 'Sebuah perahu lagi' })
  await sql`UPDATE courses SET student_count = 40 WHERE id = ${inTitle}`.execute(
    school.server.database.kysely,
  )
  await sql`UPDATE courses SET student_count = 90 WHERE id = ${described}`.execute(
    school.server.database.kysely,
  )
  school.server.services.catalogue.forgetLists()
  const ranked = [inTitle, wanted, described, newest]
  expect(await found('perahu')).toEqual([newest, described, wanted, inTitle])
  expect(await found('perahu', { sort: 'relevance' })).toEqual(ranked)
  expect(await found('perahu', { sort: 'relevance', spelling: 'near' })).toEqual(ranked)
  for (const [place, id] of ranked.entries()) {
    const { body } = await school.list({
      search: 'perahu',
      sort: 'relevance',
      limit: '1',
      ...(place > 0 && { cursor: String(ranked[place - 1]) }),
    })
    expect(body.data.map((course) => course.id)).toEqual([id])
  }
  const all = await school.list({ sort: 'relevance', limit: '4' })
  expect(idsOf(all)).toEqual([newest, described, wanted, inTitle])
})

const near = { spelling: 'near' } as const

test('a search of near spellings also finds the words apart, after courses that contain them as typed', async () => {
  const typed = await titled('Teapot handles')
  const apart = await titled('Handles of a teapot')
  const long = await titled('Teapot handles that last')
  expect(new Set(await found('teapot handles', { ...near, sort: 'relevance' }))).toEqual(
    new Set([typed, long, apart]),
  )
  expect((await found('teapot handles', { ...near, sort: 'relevance' })).at(-1)).toBe(apart)
  expect(new Set(await found('teapot handles'))).toEqual(new Set([typed, long]))
  // Three words as they stand in a title are a piece of it.
  expect(await found('teapot handles that', { ...near, sort: 'relevance' })).toEqual([long])
  expect(await found('handles teapot')).toEqual([])
  expect(await found('handles teapots', near)).toEqual([long, apart, typed])
})

test('every word must be there, in title or description, in any order', async () => {
  const both = await titled('Turtles of Malaysia', { description: 'Seen at  night\non beaches' })
  await titled('Turtles of Java')
  expect(await found('night turtles', near)).toEqual([both])
  expect(await found('night on')).toEqual([both])
  expect(await found('turtles java', near)).not.toContain(both)
})

test('a word finds its synonym in the other language', async () => {
  const malay = await titled('Fotografi alam')
  const english = await titled('Photography at night')
  expect(await found('photography', { ...near, sort: 'relevance' })).toEqual([english, malay])
  expect(await found('photography')).toEqual([english])
  expect(await found('alam photography', near)).toEqual([malay])
  const short = await titled('AI in a week')
  await titled('Maintaining trains')
  expect(await found('kecerdasan buatan', near)).toEqual([short])
})

test('where nothing is found, near spellings are searched and the answer names them', async () => {
  const id = await titled('Woodworking joints')
  const { body } = await school.list({ search: 'wodworkin joints', spelling: 'near' })
  expect(idsOf({ body })).toEqual([id])
  expect(body.meta).toEqual({ total: 1, nextCursor: null, searchedFor: 'woodworking joints' })
  expect((await school.list({ search: 'wodworkin' })).body.meta.total).toBe(0)
  const exact = await school.list({ search: 'woodworking', spelling: 'near' })
  expect(exact.body.meta).toEqual({ total: 1, nextCursor: null })
  const none = await school.list({ search: 'qqqqqqqqqq zzzz', spelling: 'near' })
  expect(none.body).toMatchObject({ data: [], meta: { total: 0, nextCursor: null } })
  expect(none.body.meta).not.toHaveProperty('searchedFor')
})

test('words of private courses are never suggested, and a private course is found by who may see it', async () => {
  const id = await titled('Xylophonist secrets', { isPrivate: true })
  expect((await school.list({ search: 'xylophonst', spelling: 'near' })).body.meta).toEqual({
    total: 0,
    nextCursor: null,
  })
  expect(await found('xylophonist')).toEqual([])
  expect(await found('xylophonist', {}, school.superadmin)).toEqual([id])
})

test('a search follows changes of a course at once: its texts, category, price and visibility', async () => {
  const id = await titled('Origami cranes', { category: 'Design', priceCents: 500 })
  const change = async (column: string, value: unknown) => {
    await sql`UPDATE courses SET ${sql.ref(column)} = ${value} WHERE id = ${id}`.execute(
      school.server.database.kysely,
    )
    school.server.services.catalogue.forgetLists()
  }
  expect(await found('origami', { category: 'Design', price: 'paid' })).toEqual([id])
  await change('category', 'Business')
  expect(await found('origami', { category: 'Design' })).toEqual([])
  expect(await found('origami', { category: 'Business' })).toEqual([id])
  await change('price_cents', 0)
  expect(await found('origami', { price: 'free' })).toEqual([id])
  await change('title', 'Kirigami')
  expect(await found('origami')).toEqual([])
  await change('is_private', true)
  expect(await found('kirigami')).toEqual([])
})

test('with many candidates each order, page and filter gives what a plain comparison gives', async () => {
  const db = school.server.database.kysely
  await sql`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents, is_private, category, student_count)
    SELECT c.seller_id, c.created_by, c.instructor_id,
           'Bulk ' || CASE WHEN n % 7 = 0 THEN 'odd' ELSE 'plain' END || ' ' || n, '',
           CASE WHEN n % 4 = 0 THEN 0 ELSE n % 50 + 1 END, n % 10 = 0,
           CASE WHEN n % 3 = 0 THEN 'Design' ELSE 'Business' END, n % 11
      FROM (SELECT * FROM courses LIMIT 1) c, generate_series(1, 200) n`.execute(db)
  const everything = { createdBy: null, withTaught: false, seller: null }
  const filter = {
    scope: everything,
    category: null,
    price: 'all',
    facts: {},
    visibility: 'public',
    state: null,
  } as const
  for (const sort of courseSorts) {
    for (const few of [5, 1_000]) {
      const read = (page: { before: number | null; offset: number }, search = 'bulk', more = {}) =>
        pageOfIds(
          db,
          null,
          { ...filter, sort, search: courseSearch(search), ...more },
          { limit: 20, ...page },
          few,
        )
      const first = await read({ before: null, offset: 0 })
      const second = await read({ before: first.ids[19] ?? null, offset: 0 })
      // All courses match by their title, so the number of learners decides.
      const order = sort === 'relevance' ? 'students' : sort
      const expected = await plain(db, order, sql`title ILIKE '%bulk%'`)
      expect([...first.ids.slice(0, 20), ...second.ids.slice(0, 20)]).toEqual(expected.slice(0, 40))
      expect(await read({ before: null, offset: 20 })).toEqual(second)
      expect(first.counted).toBe(180)
      const narrow = await read({ before: null, offset: 0 }, 'odd bulk', {
        category: 'Design',
        price: 'free',
      })
      expect(narrow.ids).toEqual(
        await plain(
          db,
          sort === 'relevance' ? 'students' : sort,
          sql`title ILIKE '%bulk odd%' AND category = 'Design' AND price_cents = 0`,
        ),
      )
    }
  }
})

test('among many candidates, whole words of titles come first on all pages, whether few or many titles have them', async () => {
  const db = school.server.database.kysely
  await sql`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, student_count)
    SELECT c.seller_id, c.created_by, c.instructor_id,
           CASE WHEN n % 3 = 0 THEN 'Lute ' ELSE 'Flutes ' END || n, CASE WHEN n % 2 = 0 THEN 'With a lute.' ELSE '' END, n % 11
      FROM (SELECT * FROM courses LIMIT 1) c, generate_series(1, 90) n`.execute(db)
  const ids = async (where: RawBuilder<unknown>) => plain(db, 'students', where)
  const expected = [...(await ids(sql`title LIKE 'Lute %'`)), ...(await ids(sql`title LIKE 'Flutes %'`))]
  for (const few of [5, 20]) {
    const read: number[] = []
    for (let before: number | null = null; read.length < 90;) {
      const page: { ids: number[]; counted: number } = await pageOfIds(
        db,
        null,
        {
          scope: { createdBy: null, withTaught: false, seller: null },
          category: null,
          price: 'all',
          facts: {},
          visibility: 'public',
          state: null,
          sort: 'relevance',
          search: courseSearch('lute'),
        },
        { limit: 20, before, offset: 0 },
        few,
      )
      expect(page.counted).toBe(90)
      const shown = page.ids.slice(0, 20)
      expect(shown.length).toBeGreaterThan(0)
      read.push(...shown)
      before = shown.at(-1) ?? null
    }
    expect(read).toEqual(expected)
  }
})

test('few matches among many candidates are all found and ranked', async () => {
  const db = school.server.database.kysely
  await sql`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, student_count)
    SELECT c.seller_id, c.created_by, c.instructor_id, CASE WHEN n = 2 THEN 'Reed pipe' ELSE 'Pipe reed ' || n END,
           CASE WHEN n IN (5, 9) THEN 'On a reed pipe.' ELSE '' END, n
      FROM (SELECT * FROM courses LIMIT 1) c, generate_series(1, 20) n`.execute(db)
  const filter = {
    scope: { createdBy: null, withTaught: false, seller: null },
    category: null,
    price: 'all',
    facts: {},
    visibility: 'public',
    state: null,
    search: literalSearch('reed pipe'),
  } as const
  for (const [sort, ...expected] of [
    ['relevance', 'Reed pipe', 'Pipe reed 9', 'Pipe reed 5'],
    ['students', 'Pipe reed 9', 'Pipe reed 5', 'Reed pipe'],
  ] as const) {
    const { ids, counted } = await pageOfIds(
      db,
      null,
      { ...filter, sort },
      { limit: 20, before: null, offset: 0 },
      5,
    )
    const { rows } = await sql<{ title: string }>`
      SELECT c.title FROM courses c JOIN unnest(${ids}::bigint[]) WITH ORDINALITY found (id, place) USING (id)
       ORDER BY place`.execute(db)
    expect([rows.map(({ title }) => title), counted]).toEqual([expected, 3])
  }
})

test("a superadmin's, a teacher's and a learner's searches find private courses that they may see", async () => {
  const id = await titled('Quokka secrets', { isPrivate: true })
  await school.place(school.learner, { id })
  for (const person of [school.superadmin, school.admin, school.instructor, school.learner]) {
    expect(await found('quokka', {}, person)).toEqual([id])
    expect(await found('secrets about quokkas', near, person)).toEqual([id])
  }
  expect(await found('quokka', {}, school.otherAdmin)).toEqual([])
  expect(await found('secrets about quokkas', near, school.otherAdmin)).not.toContain(id)
  expect(await found('quokka', { createdBy: String(school.instructor.id) }, school.instructor)).toEqual([id])
})

const orders: Record<Exclude<CourseSort, 'relevance'>, RawBuilder<unknown>> = {
  newest: sql`id DESC`,
  students: sql`student_count DESC, id DESC`,
  rating: sql`rating_score DESC, id DESC`,
  'price-low': sql`price_cents, id`,
  'price-high': sql`price_cents DESC, id DESC`,
}
const plain = async (db: Db, sort: keyof typeof orders, where: RawBuilder<unknown>) => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM courses WHERE is_listed AND ${where} ORDER BY ${orders[sort]}`.execute(db)
  return rows.map(({ id }) => id)
}

test('each text is looked up by its course, whatever PostgreSQL expects of the words', async () => {
  const search = courseSearch('two words')
  if (!search) throw new Error('nothing is searched')
  const order = {
    key: sql`c.id`,
    direction: sql`DESC`,
    after: sql`true`,
    foundKey: relevanceOf(search),
    afterFound: sql`true`,
    afterOnTop: sql`true`,
    lastIsOnTop: sql`true`,
    count: 9,
    fewCandidates,
    mostOnTop: 5,
  }
  const facets = facetsOf('listed', { category: null, price: 'all', facts: {} })
  const { tables, counted, page } = searchedPart(0, { where: sql`c.is_listed`, facets }, search, order)
  const explained = await sql<{ plan: unknown }>`
    EXPLAIN (FORMAT JSON, COSTS off)
    WITH ${sql.join([askedTable(search), ...tables])} SELECT ${counted}, ARRAY(SELECT id FROM (${page}) seen)`.execute(
    school.server.database.kysely,
  )
  const relations = textsReadIn(Object.values(explained.rows[0] ?? {}))
  expect(relations.length).toBeGreaterThan(3)
  expect(new Set(relations)).toEqual(new Set(['SubPlan']))
})

/**
 * Returns how the plan uses each scan of the table `t` of texts. A scan that is one side of a join could be repeated for each row
 * of the other side.
 */
function textsReadIn(plan: unknown): unknown[] {
  if (typeof plan !== 'object' || plan === null) return []
  const own = 'Alias' in plan && /^t(?:_\d+)?$/.test(String(plan.Alias)) && 'Parent Relationship' in plan
  return [...(own ? [plan['Parent Relationship']] : []), ...Object.values(plan).flatMap(textsReadIn)]
}

test('the grams of a word are its one, two and three characters in a row, however long it is', async () => {
  const written = '編c#é程🚀'.repeat(60)
  const gramsOf = (word: string) =>
    Array.from(word).flatMap((_, place, all) =>
      [1, 2, 3]
        .filter((size) => place + size <= all.length)
        .map((size) => all.slice(place, place + size).join('')),
    )
  for (const length of [1, 2, 3, 99, 100, 101, 102, 103, 199, 200, 201, 202, 203, 360]) {
    const word = Array.from(written).slice(0, length).join('')
    const { rows } = await sql<{ grams: string[] }>`SELECT search_grams(${word}) AS grams`.execute(
      school.server.database.kysely,
    )
    const grams = rows[0]?.grams.filter((gram) => !gram.includes(' ')) ?? []
    expect(grams.toSorted(), String(length)).toEqual([...new Set(gramsOf(word))].toSorted())
  }
})

test('a word of 200,000 characters has its grams before the test ends', async () => {
  const { rows } = await sql<{ grams: string[] }>`
    SELECT search_grams(repeat('x', 200000)) AS grams`.execute(school.server.database.kysely)
  expect(rows[0]?.grams.toSorted()).toEqual(['x', 'xx', 'xxx'])
})
