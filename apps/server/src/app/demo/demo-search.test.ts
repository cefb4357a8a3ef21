import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { loadDemoSchool } from './load-demo-school.ts'

const { people, sellers, courses } = loadDemoSchool()
const searches = readFileSync(join(import.meta.dirname, 'demo-searches.txt'), 'utf8')

/** Each line names a search and the courses of which one must be among the first three. A course is named by the beginning of its key. */
const wanted = searches
  .split('\n')
  .filter((line) => line.includes('|'))
  .map((line) => {
    const [typed = '', keys = ''] = line.split('|').map((part) => part.trim())
    return { typed, keys: keys.split(' ').map(courseKey) }
  })

function courseKey(beginning: string): string {
  const [course, ...others] = courses.filter(({ key }) => key.startsWith(beginning))
  if (!course || others.length > 0) throw new Error(`${beginning} does not name one course`)
  return course.key
}

let server: TestApp
const keys = new Map<number, string>()
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  await addCourses()
})
afterAll(() => server.stop())

async function addCourses(): Promise<void> {
  const { database } = server
  const persons = new Map<string, TestPerson>()
  const businessIds = new Map<string, number | null>()
  const teachers = people.filter(({ role }) => role === 'admin' || role === 'instructor')
  for (const { key, name, role, business } of teachers.toSorted((a, b) => a.role.localeCompare(b.role))) {
    const businessId = business === null ? undefined : businessIds.get(business)
    const person = await server.person(role, businessId === undefined ? {} : { businessId })
    await sql`UPDATE users SET name = ${name} WHERE id = ${person.id}`.execute(database.kysely)
    persons.set(key, person)
    if (business !== null && !businessIds.has(business)) businessIds.set(business, person.businessId)
  }
  for (const { key, name, kind } of sellers)
    if (kind === 'business')
      await sql`UPDATE businesses SET name = ${name} WHERE id = ${businessIds.get(key) ?? null}`.execute(
        database.kysely,
      )
  for (const course of courses) {
    const owner = persons.get(sellers.find(({ key }) => key === course.seller)?.owner ?? '')
    const instructor = persons.get(course.instructor)
    if (!owner || !instructor) throw new Error(`${course.key} has no teacher`)
    const { title, description, category, isPrivate } = course
    const { id } = await makeCourse(database, { owner, instructor, title, description, category, isPrivate })
    keys.set(id, course.key)
  }
}

async function found(search: string): Promise<string[]> {
  const { body } = await server.call('listCourses', {
    query: { search, spelling: 'near', sort: 'relevance', visibility: 'public', limit: '100' },
    as: null,
  })
  return body.data.map(({ id }) => keys.get(id) ?? '')
}

const listed = courses.filter(({ isPrivate }) => !isPrivate)
const keysOf = (matches: (course: (typeof courses)[number]) => boolean) =>
  listed.filter(matches).map(({ key }) => key)

test('at least 95 % of 120 searches as people type them have a wanted course among the first three', async () => {
  const missed: string[] = []
  for (const { typed, keys: expected } of wanted) {
    const first = (await found(typed)).slice(0, 3)
    if (!expected.some((key) => first.includes(key))) missed.push(`${typed}: ${first.join(', ')}`)
  }
  expect(wanted).toHaveLength(120)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6)
})

test.each([
  ['Programming', 'Pengaturcaraan'],
  ['Design', 'Reka Bentuk'],
  ['Business', 'Perniagaan'],
  ['Data Science', 'Sains Data'],
  ['Marketing', 'Pemasaran'],
  ['AI & ML', 'AI & ML'],
])('all courses of the category %s are found by its name, also in Malay: %s', async (category, malay) => {
  const expected = keysOf((course) => course.category === category)
  expect(expected.length).toBeGreaterThan(2)
  for (const name of [category, malay]) expect(await found(name)).toEqual(expect.arrayContaining(expected))
})

test('all courses of a teacher and of a seller are found by their names, in front of other courses', async () => {
  for (const { key, name } of people) {
    const expected = keysOf(({ instructor }) => instructor === key)
    if (name === null || expected.length === 0) continue
    expect((await found(name)).slice(0, expected.length).toSorted(), name).toEqual(expected.toSorted())
  }
  for (const { key, name } of sellers) {
    const expected = keysOf(({ seller }) => seller === key)
    expect((await found(name)).toSorted(), name).toEqual(expect.arrayContaining(expected.toSorted()))
  }
})

test('a piece of a title finds the course and all others whose title or description contains it', async () => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').replaceAll('’', "'")
  for (const { title } of listed) {
    const piece = title.slice(3, 8).trim()
    const expected = keysOf((course) => plain(`${course.title} ${course.description}`).includes(plain(piece)))
    expect(expected.length, piece).toBeGreaterThan(0)
    expect(await found(piece), piece).toEqual(expect.arrayContaining(expected))
  }
})

test('whole words come before letters inside of other words', async () => {
  const ai = await found('AI')
  const category = keysOf((course) => course.category === 'AI & ML')
  expect(ai.slice(0, category.length).toSorted()).toEqual(category.toSorted())
  expect(ai.indexOf('email-that-gets-opened')).toBeGreaterThan(category.length)
})

test('words that no course matches are left out, and the answer says which words were searched', async () => {
  const { body } = await server.call('listCourses', {
    query: { search: 'quantum python zeppelin', spelling: 'near' },
    as: null,
  })
  expect(body.data.map(({ id }) => keys.get(id))).toContain('python-for-spreadsheet-users')
  expect(body.meta.searchedFor).toBe('python')
  for (const search of ['learn the guitar', 'this course does not exist', 'nothing-like-this', 'arrow zzzz'])
    expect(await found(search), search).toEqual([])
})

test('a name with an apostrophe, and a name that is spelled wrong or not yet complete, find the teacher', async () => {
  const { kysely } = server.database
  const name = (value: string) =>
    sql`UPDATE users SET name = ${value} WHERE name LIKE 'Priya%'`.execute(kysely)
  const expected = keysOf(({ instructor }) => instructor === 'priya').toSorted()
  await name("Priya Ma'arof")
  expect((await found("ma'arof")).toSorted()).toEqual(expected)
  await name('Priya Nair')
  expect((await found('prya nair')).toSorted()).toEqual(expected)
  expect((await found('kavi')).toSorted()).toEqual(
    keysOf(({ instructor }) => instructor === 'kavitha').toSorted(),
  )
})

test('a private course is not found by its title, its teacher or its category', async () => {
  for (const search of [
    'Orbit Instructor Handbook',
    'Farid Hakim',
    'business',
    'Retail Data Clinic',
    'Daniel',
  ])
    for (const key of ['orbit-instructor-handbook', 'retail-data-clinic'])
      expect(await found(search), search).not.toContain(key)
})
