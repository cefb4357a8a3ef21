import { catalogueEndpoints } from '@apogee/contracts/catalogue/catalogue.ts'
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { enrolmentsEndpoints } from '@apogee/contracts/enrolments/enrolments.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { TestPerson } from '#server/app/testing.ts'
import { idsOf, lessons, startSchool, type School } from './catalogue.testing.ts'

let server: School['server']
let admin: TestPerson
let instructor: TestPerson
let colleague: TestPerson
let loner: TestPerson
let otherAdmin: TestPerson
let superadmin: TestPerson
let student: TestPerson
let learner: TestPerson
let course: School['course']
let place: School['place']
let list: School['list']
let enrolled: School['enrolled']
beforeAll(async () => {
  ;({
    server,
    admin,
    instructor,
    colleague,
    loner,
    otherAdmin,
    superadmin,
    student,
    learner,
    course,
    place,
    list,
    enrolled,
  } = await startSchool())
})
afterAll(() => server.stop())

const forgetLists = () => server.services.catalogue.forgetLists()

describe('the public list', () => {
  test('the public list shows public courses, newest first, with their contents', async () => {
    const older = await course({
      title: 'Zebra stripes',
      contents: lessons,
      priceCents: 1250,
      category: 'Design',
    })
    const newer = await course({ title: 'ZEBRA hooves' })
    await place(learner, older)
    forgetLists()
    const { status, body } = await list({ search: 'zebra' })
    expect(status).toBe(200)
    expect(body.meta).toEqual({ total: 2, nextCursor: null })
    expect(idsOf({ body })).toEqual([newer.id, older.id])
    expect(body.data[1]).toMatchObject({
      title: 'Zebra stripes',
      description: 'About a subject',
      image: '',
      isPrivate: false,
      price: 1250,
      category: 'Design',
      businessId: admin.businessId,
      instructorId: instructor.id,
      lessonCount: 2,
      durationMinutes: 8,
      studentCount: 1,
      isEnrolled: false,
    })
    expect(body.data[0]).toMatchObject({ lessonCount: 0, durationMinutes: 0, studentCount: 0 })
  })

  test('the public list never contains, finds or counts private, draft or archived courses', async () => {
    await course({ title: 'Okapi in private', isPrivate: true })
    await course({ title: 'Okapi that is gone', isArchived: true })
    await course({ title: 'Okapi in draft', isDraft: true })
    const shown = await course({ title: 'Okapi', category: 'Business' })
    forgetLists()
    for (const as of [null, student, otherAdmin, loner, colleague]) {
      const { body } = await list({ search: 'okapi' }, as)
      expect(idsOf({ body })).toEqual([shown.id])
      expect(body.meta.total).toBe(1)
      expect((await list({ search: 'okapi', visibility: 'private' }, as)).body).toMatchObject({
        data: [],
        meta: { total: 0, nextCursor: null },
      })
      const everything = await list({ limit: '100' }, as)
      expect(everything.raw.body).not.toMatch(/Okapi in private|Okapi that is gone/)
    }
    const kept = await list({ category: 'Business' })
    expect(kept.body.meta.total).toBe(1)
  })

  test('the public list searches titles and descriptions, and treats % and _ literally', async () => {
    const percent = await course({ title: 'Giraffe 100% sure' })
    const underscore = await course({ title: 'Giraffe', description: 'about snake_case' })
    await course({ title: 'Giraffe 1000 sure', description: 'about snakeXcase' })
    forgetLists()
    expect(idsOf(await list({ search: '100%' }))).toEqual([percent.id])
    expect(idsOf(await list({ search: 'SNAKE_case' }))).toEqual([underscore.id])
    expect(idsOf(await list({ search: '\\' }))).toEqual([])
    expect((await list({ search: "giraffe' OR 1=1 --" })).body.meta.total).toBe(0)
    expect((await list({ search: 'x'.repeat(201) })).status).toBe(400)
  })

  test('the public list is filtered by price and category', async () => {
    const free = await course({ title: 'Lynx', category: 'AI & ML' })
    const paid = await course({ title: 'Lynx', category: 'AI & ML', priceCents: 1 })
    const other = await course({ title: 'Lynx', category: 'Marketing' })
    forgetLists()
    const search = 'lynx'
    expect(idsOf(await list({ search, price: 'free' }))).toEqual([other.id, free.id])
    expect(idsOf(await list({ search, price: 'paid' }))).toEqual([paid.id])
    expect(idsOf(await list({ category: 'AI & ML' }))).toEqual([paid.id, free.id])
    const narrow = await list({ category: 'AI & ML', price: 'paid' })
    expect(narrow.body.meta.total).toBe(1)
    expect(narrow.body.data[0]?.id).toBe(paid.id)
    expect((await list({ category: 'Cooking' as never })).status).toBe(400)
    expect((await list({ price: 'cheap' as never })).status).toBe(400)
  })

  test('the public list continues by cursor and by page without repeating or skipping', async () => {
    const made = []
    for (let n = 0; n < 7; n += 1) made.unshift((await course({ title: `Puffin ${n}` })).id)
    forgetLists()
    for (const as of [null, student]) {
      const seen: number[] = []
      let cursor: string | null = null
      do {
        const { body }: Awaited<ReturnType<typeof list>> = await list(
          { search: 'puffin', limit: '3', ...(cursor !== null && { cursor }) },
          as,
        )
        seen.push(...idsOf({ body }))
        expect(body.meta.total).toBe(7)
        cursor = body.meta.nextCursor
      } while (cursor !== null)
      expect(seen).toEqual(made)
      const pages = await Promise.all(
        ['1', '2', '3', '4'].map((page) => list({ search: 'puffin', limit: '3', page }, as)),
      )
      expect(pages.flatMap((page) => idsOf(page))).toEqual(made)
    }
    expect((await list({ limit: '9999' })).body.data.length).toBeLessThanOrEqual(100)
    expect((await list({ limit: '1000000' })).status).toBe(400)
    expect((await list({ page: '999999' })).body.data).toEqual([])
  })

  test('the public list has correct totals while courses are created, changed and deleted', async () => {
    const totals = async (query: RequestOf<'listCourses'>['query']) => {
      forgetLists()
      return (await list(query)).body.meta.total
    }
    const data = { category: 'Data Science' } as const
    const before = await totals(data)
    const { id } = await course({ category: 'Data Science' })
    expect(await totals(data)).toBe(before + 1)
    const change = (assignment: string) =>
      sql`UPDATE courses SET ${sql.raw(assignment)} WHERE id = ${id}`.execute(server.database.kysely)
    await change('price_cents = 500')
    expect(await totals({ ...data, price: 'free' })).toBe(0)
    expect(await totals({ ...data, price: 'paid' })).toBe(1)
    await change('is_private = true')
    expect(await totals(data)).toBe(before)
    await change('is_private = false')
    await change("category = 'Design'")
    expect(await totals(data)).toBe(before)
    await sql`DELETE FROM courses WHERE id = ${id}`.execute(server.database.kysely)
    expect(await totals({})).toBe(
      (await list({ limit: '100' }, superadmin)).body.data.filter((c) => !c.isPrivate).length,
    )
  })
})

describe('ready bytes', () => {
  test('cached list responses match the contract and may be revalidated by anybody', async () => {
    await course({ contents: lessons })
    forgetLists()
    const { raw } = await list()
    expect(raw.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
    })
    expect(raw.headers['vary']).toMatch(/authorization/)
    const answer: unknown = raw.json()
    expect(z.parse(catalogueEndpoints.listCourses.answer, answer)).toEqual(answer)
    const again = await server.app.inject({
      url: '/api/courses',
      headers: { 'if-none-match': String(raw.headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const otherwise = await server.app.inject({
      url: '/api/courses',
      headers: { 'if-none-match': 'W/"other"' },
    })
    expect(otherwise.statusCode).toBe(200)
  })

  test('cached list responses are the same when compressed', async () => {
    const plain = (await list()).raw.body
    const of = async (encoding: string) =>
      server.app.inject({ url: '/api/courses', headers: { 'accept-encoding': encoding } })
    const br = await of('gzip, deflate, br')
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
    const gzip = await of('gzip')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
  })

  test('cached list responses are not served to signed-in callers', async () => {
    const hidden = await course({ title: 'Narwhal', isPrivate: true })
    await place(learner, hidden)
    const own = await list({ search: 'narwhal' }, learner)
    expect(own.body.data[0]).toMatchObject({ id: hidden.id, isEnrolled: true })
    expect(own.raw.headers['cache-control']).toBe('no-store')
    expect(own.raw.headers['etag']).toBeUndefined()
    expect((await list({ search: 'narwhal' })).body.data).toEqual([])
    expect(idsOf(await list({ search: 'narwhal' }, learner))).toEqual([hidden.id])
    const expired = await list({ search: 'narwhal' }, { ...learner, token: 'expired' })
    expect(expired.body.data).toEqual([])
    expect(expired.raw.headers['cache-control']).toBe('no-store')
  })

  test('cached list responses are dropped when any process changes a course', async () => {
    const { id } = await course({ title: 'Walrus' })
    forgetLists()
    expect((await list({ search: 'walrus' })).body.data[0]?.price).toBe(0)
    await sql`UPDATE courses SET price_cents = 700 WHERE id = ${id}`.execute(server.database.kysely)
    await expect.poll(async () => (await list({ search: 'walrus' })).body.data[0]?.price).toBe(700)
    await sql`UPDATE courses SET is_private = true WHERE id = ${id}`.execute(server.database.kysely)
    await expect.poll(async () => (await list({ search: 'walrus' })).body.meta.total).toBe(0)
  })

  test('a change is visible at once to its author on the same process', async () => {
    for (let n = 1; n <= 5; n += 1) {
      const made = await server.call('createCourse', {
        body: { title: `Axolotl ${n}`, description: 'x' },
        as: instructor,
      })
      expect(made.status).toBe(201)
      expect((await list({ search: 'axolotl' })).body.meta.total).toBe(n)
    }
  })
})

describe('who sees which private courses in the list', () => {
  test("private courses are listed for learners, the course's teacher, its business's admin and a superadmin", async () => {
    const hidden = await course({
      title: 'Ocelot',
      isPrivate: true,
      priceCents: 900,
      category: 'Programming',
    })
    const shown = await course({ title: 'Ocelot in the open' })
    const lone = await course({ owner: loner, title: 'Ocelot alone', isPrivate: true })
    await place(learner, hidden)
    const sees = async (as: TestPerson | null, visibility: 'all' | 'private' | 'public' = 'all') => {
      const { body } = await list({ search: 'ocelot', visibility }, as)
      expect(body.meta.total).toBe(body.data.length)
      return idsOf({ body })
    }
    expect(await sees(learner)).toEqual([shown.id, hidden.id])
    expect(await sees(instructor)).toEqual([shown.id, hidden.id])
    expect(await sees(admin)).toEqual([shown.id, hidden.id])
    expect(await sees(superadmin)).toEqual([lone.id, shown.id, hidden.id])
    expect(await sees(loner)).toEqual([lone.id, shown.id])
    for (const stranger of [null, student, colleague, otherAdmin])
      expect(await sees(stranger)).toEqual([shown.id])
    expect(await sees(admin, 'private')).toEqual([hidden.id])
    expect(await sees(admin, 'public')).toEqual([shown.id])

    await server.database.transaction((tx) =>
      server.services.enrolments.end(tx, { userId: learner.id, courseId: hidden.id }),
    )
    expect(await sees(learner)).toEqual([shown.id])
  })

  test('private courses are listed for a teacher of a course that another person created', async () => {
    const taught = await course({ title: 'Tapir', owner: admin, instructor: colleague, isPrivate: true })
    expect(idsOf(await list({ search: 'tapir' }, colleague))).toEqual([taught.id])
    expect(idsOf(await list({ search: 'tapir' }, instructor))).toEqual([])
  })

  test('private courses are not listed for a former teacher who has left the business', async () => {
    const leaver = await server.person('instructor', { businessId: admin.businessId })
    const left = await course({ title: 'Quokka', owner: leaver, isPrivate: true })
    expect(idsOf(await list({ createdBy: String(leaver.id) }, leaver))).toEqual([left.id])
    await sql`UPDATE users SET business_id = NULL WHERE id = ${leaver.id}`.execute(server.database.kysely)
    expect(idsOf(await list({ createdBy: String(leaver.id) }, leaver))).toEqual([])
    expect(idsOf(await list({ search: 'quokka' }, leaver))).toEqual([])
    await sql`UPDATE users SET role = 'student' WHERE id = ${leaver.id}`.execute(server.database.kysely)
    expect(idsOf(await list({ createdBy: String(leaver.id) }, leaver))).toEqual([])
  })
})

describe('a list of one’s own', () => {
  test("a caller's own list contains their created courses, private ones included", async () => {
    const maker = await server.person('instructor', { businessId: admin.businessId })
    const open = await course({ owner: maker })
    const hidden = await course({ owner: maker, isPrivate: true })
    await course({ owner: maker, isArchived: true })
    const { body } = await list({ createdBy: String(maker.id) }, maker)
    expect(idsOf({ body })).toEqual([hidden.id, open.id])
    expect(body.meta.total).toBe(2)
    expect(idsOf(await list({ createdBy: String(maker.id) }, superadmin))).toEqual([hidden.id, open.id])
    expect(idsOf(await list({ createdBy: String(maker.id), visibility: 'private' }, maker))).toEqual([
      hidden.id,
    ])
  })

  test("a caller's own list contains only courses they created", async () => {
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const own = await course({ owner: teacher })
    await course({ owner: admin, instructor: teacher })
    const { body } = await list({ createdBy: String(teacher.id) }, teacher)
    expect(idsOf({ body })).toEqual([own.id])
    expect(body.meta.total).toBe(1)
  })

  test("with include=taught a caller's own list contains courses they teach in their business, whoever created them", async () => {
    const teacher = await server.person('instructor', { businessId: admin.businessId })
    const open = await course({ owner: admin, instructor: teacher })
    const hidden = await course({ owner: admin, instructor: teacher, isPrivate: true })
    const withTaught = { createdBy: String(teacher.id), include: 'taught' as const }
    const { body } = await list(withTaught, teacher)
    expect(idsOf({ body })).toEqual([hidden.id, open.id])
    expect(body.meta.total).toBe(2)
    expect(idsOf(await list({ createdBy: String(admin.id) }, admin))).toContain(open.id)
    await sql`UPDATE users SET business_id = NULL WHERE id = ${teacher.id}`.execute(server.database.kysely)
    expect(idsOf(await list(withTaught, teacher))).toEqual([])
  })

  test("a caller's own list is closed to others", async () => {
    const refused = await list({ createdBy: String(instructor.id) }, admin)
    expect(refused.status).toBe(403)
    expect(refused.body.errorCode).toBe('NOT_YOURS')
    for (const as of [student, colleague, otherAdmin]) {
      expect((await list({ createdBy: String(instructor.id) }, as)).status).toBe(403)
    }
    expect((await list({ createdBy: String(instructor.id) })).status).toBe(401)
    expect((await list({ createdBy: '0' }, instructor)).status).toBe(403)
    expect((await list({ createdBy: String(instructor.id), include: 'taught' }, admin)).status).toBe(403)
    for (const createdBy of ['', '-1', '1e9', 'x', '1,2', '9'.repeat(30)]) {
      expect((await list({ createdBy }, instructor)).status).toBe(400)
    }
    const twice = await server.app.inject({
      url: `/api/courses?createdBy=${instructor.id}&createdBy=${admin.id}`,
      headers: { authorization: `Bearer ${instructor.token}` },
    })
    expect(twice.statusCode).toBe(400)
    expect(idsOf(await list({ createdBy: String(student.id) }, student))).toEqual([])
  })

  test('an admin can list the courses of their business', async () => {
    const { body } = await list({ businessId: 'own', limit: '100' }, admin)
    expect(body.data.length).toBeGreaterThan(5)
    expect(new Set(body.data.map(({ businessId }) => businessId))).toEqual(new Set([admin.businessId]))
    expect(body.data.some(({ isPrivate }) => isPrivate)).toBe(true)
    expect(idsOf(await list({ businessId: 'own' }, otherAdmin))).toEqual([])
    expect((await list({ businessId: 'own' }, instructor)).status).toBe(403)
    expect((await list({ businessId: 'own' }, student)).status).toBe(403)
    expect((await list({ businessId: 'own' })).status).toBe(401)
    expect((await list({ businessId: '1' as never }, admin)).status).toBe(400)
  })
})

describe('one’s enrolled courses', () => {
  test('enrolled courses are listed by newest enrolment, with progress, archived ones included', async () => {
    const person = await server.person()
    const first = await course({ contents: lessons })
    const second = await course({ isArchived: true })
    const third = await course({ isPrivate: true })
    for (const each of [first, second, third]) await place(person, each)
    await server.call('saveLessonProgress', {
      body: { courseContentId: first.contents[0]?.id ?? 0, completed: true },
      as: person,
    })
    const { status, body, raw } = await enrolled(person, { userId: String(person.id) })
    expect(status).toBe(200)
    expect(idsOf({ body })).toEqual([third.id, second.id, first.id])
    expect(body.meta).toEqual({ total: 3, nextCursor: null })
    expect(body.data[2]).toMatchObject({
      isEnrolled: true,
      enrollment: {
        progress: { completedLessons: 2, totalLessons: 2 },
        lastAccessed: server.clock.now().toISOString(),
      },
    })
    expect(body.data[0]?.enrollment).toEqual({
      progress: { completedLessons: 0, totalLessons: 0 },
      lastAccessed: null,
      next: null,
    })
    const answer: unknown = raw.json()
    expect(z.parse(enrolmentsEndpoints.listEnrolledCourses.answer, answer)).toEqual(answer)
    const page = await enrolled(person, { limit: '2' })
    const rest = await enrolled(person, { limit: '2', cursor: page.body.meta.nextCursor ?? '' })
    expect([...idsOf(page), ...idsOf(rest)]).toEqual([third.id, second.id, first.id])
  })

  test('enrolled courses name the first published item that is not completed', async () => {
    const person = await server.person()
    const begun = await course({ contents: lessons })
    await place(person, begun)
    const [content] = begun.contents
    const nextOf = async () => (await enrolled(person)).body.data[0]?.enrollment?.next
    const complete = async (id = 0) =>
      server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as: person })
    expect(await nextOf()).toEqual({
      id: content?.resources[0],
      courseContentId: content?.id,
      title: 'Welcome',
    })
    await complete(content?.resources[0])
    expect(await nextOf()).toMatchObject({ title: 'More' })
    await complete(content?.resources[1])
    expect(await nextOf()).toMatchObject({ title: 'Handout' })
    await complete(content?.resources[2])
    expect(await nextOf()).toBeNull()
  })

  test('enrolled courses are listed for their learner only', async () => {
    expect((await enrolled(student, { userId: String(learner.id) })).status).toBe(403)
    expect((await enrolled(admin, { userId: String(learner.id) })).status).toBe(403)
    expect((await enrolled(superadmin, { userId: String(learner.id) })).status).toBe(403)
    expect((await enrolled(student, { userId: '0' })).status).toBe(403)
    expect((await enrolled(student, { userId: '' })).status).toBe(400)
    expect((await server.call('listEnrolledCourses', { query: {} })).status).toBe(401)
    const twice = await server.app.inject({
      url: `/api/courses/enrolled?userId=${student.id}&userId=${learner.id}`,
      headers: { authorization: `Bearer ${student.token}` },
    })
    expect(twice.statusCode).toBe(400)
    expect((await enrolled(student)).body.data).toEqual([])
  })
})
