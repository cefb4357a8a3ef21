import { wishlistMaxCourses } from '@apogee/contracts/catalogue/wishlist.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf, lessons, startSchool, type School } from './catalogue.testing.ts'

let school: School
beforeAll(async () => (school = await startSchool()))
afterAll(() => school.server.stop())

type Person = School['student']

const archive = (as: Person, courseId: number, archived = true) =>
  school.server.call('archiveEnrolment', { params: { courseId }, body: { archived }, as })

describe('a learner’s own list', () => {
  const complete = (as: Person, courseContentId = 0) =>
    school.server.call('saveLessonProgress', { body: { courseContentId, completed: true }, as })

  test('a learner’s own list is divided into courses in progress, completed and archived ones', async () => {
    const { server, course, place, enrolled } = school
    const person = await server.person()
    const begun = await course({ contents: lessons })
    const done = await course({ contents: lessons })
    const empty = await course()
    const away = await course({ contents: lessons })
    for (const one of [begun, done, empty, away]) await place(person, one)
    await complete(person, done.contents[0]?.id)
    expect((await archive(person, away.id)).status).toBe(200)
    const listed = async (state?: 'in-progress' | 'completed' | 'archived') =>
      idsOf(await enrolled(person, state && { state }))
    expect(await listed('in-progress')).toEqual([empty.id, begun.id])
    expect(await listed('completed')).toEqual([done.id])
    expect(await listed('archived')).toEqual([away.id])
    expect(await listed()).toEqual([away.id, empty.id, done.id, begun.id])
    const { body } = await enrolled(person)
    expect(body.data.map(({ enrollment }) => enrollment?.archived)).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ])
    await archive(person, done.id)
    expect(await listed('completed')).toEqual([])
    expect(await listed('archived')).toEqual([away.id, done.id])
    await archive(person, away.id, false)
    expect(await listed('archived')).toEqual([done.id])
  })

  test('a course goes on where its learner stopped, and returns to what was left before it at the end', async () => {
    const { server, course, place, enrolled } = school
    const person = await server.person()
    const own = await course({ contents: [{ resources: [{}, {}] }, { resources: [{}, {}] }] })
    await place(person, own)
    const ids = own.contents.flatMap(({ resources }) => resources)
    const [first, second, third, fourth] = ids
    const save = async (id = 0, body: object = {}) => {
      server.clock.advance(60_000)
      await server.call('saveResourceProgress', { params: { id }, body, as: person })
    }
    const nextIds = async () => {
      const listed = (await enrolled(person)).body.data[0]?.enrollment?.next?.id
      const read = await server.call('readCourse', { params: { courseId: own.id }, as: person })
      const mailed = await server.services.learning.toContinue(server.database.kysely, [person.id])
      return [listed, read.body.data.enrollment?.next?.id, mailed.get(person.id)?.id]
    }
    const all = (id?: number) => [id, id, id]
    expect(await nextIds()).toEqual(all(first))
    await save(third, { position: 5, watched: [[0, 5]] })
    expect(await nextIds()).toEqual(all(third))
    await save(third, { completed: true })
    expect(await nextIds()).toEqual(all(fourth))
    await save(fourth, { completed: true })
    expect(await nextIds()).toEqual(all(first))
    await save(second, { position: 5, watched: [[0, 5]] })
    expect(await nextIds()).toEqual(all(second))
  })

  test('a learner’s own list has pages in each part', async () => {
    const { server, course, place, enrolled } = school
    const person = await server.person()
    const all: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const one = await course({ contents: lessons })
      await place(person, one)
      all.unshift(one.id)
    }
    for (const state of ['in-progress', 'archived'] as const) {
      if (state === 'archived') for (const id of all) await archive(person, id)
      const first = await enrolled(person, { state, limit: '2' })
      expect(first.body.meta.total).toBe(5)
      const second = await enrolled(person, { state, limit: '2', cursor: first.body.meta.nextCursor ?? '' })
      const third = await enrolled(person, { state, limit: '2', cursor: second.body.meta.nextCursor ?? '' })
      expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(all)
      expect(third.body.meta.nextCursor).toBeNull()
      expect(idsOf(await enrolled(person, { state, limit: '2', page: '2' }))).toEqual(all.slice(2, 4))
    }
  })

  test('a learner’s own list is searched by title and teacher, without case and accents', async () => {
    const { server, course, place, enrolled } = school
    const person = await server.person()
    const teacher = await server.person('instructor')
    await sql`UPDATE users SET name = 'Renée Lim' WHERE id = ${teacher.id}`.execute(server.database.kysely)
    const first = await course({ title: 'Café Bookkeeping' })
    const second = await course({ title: 'Baking', instructor: teacher })
    for (const one of [first, second]) await place(person, one)
    for (const state of [undefined, 'in-progress'] as const) {
      expect(idsOf(await enrolled(person, { ...(state && { state }), search: 'CAFE' }))).toEqual([first.id])
      expect(idsOf(await enrolled(person, { ...(state && { state }), search: 'renee' }))).toEqual([second.id])
      const nothing = await enrolled(person, { ...(state && { state }), search: '100%_' })
      expect(nothing.body).toMatchObject({ data: [], meta: { total: 0 } })
    }
  })

  test('changes nothing but itself when a course is archived, and begins anew with a new enrolment', async () => {
    const { server, course, place, enrolled, read } = school
    const person = await server.person()
    const { id } = await course({ contents: lessons })
    await place(person, { id })
    await archive(person, id)
    await archive(person, id)
    expect((await read(id, person)).status).toBe(200)
    expect((await server.call('enroll', { params: { courseId: id }, body: {}, as: person })).status).toBe(200)
    expect(idsOf(await enrolled(person, { state: 'archived' }))).toEqual([id])
    await server.database.transaction((tx) =>
      server.services.enrolments.end(tx, { userId: person.id, courseId: id }),
    )
    expect((await archive(person, id)).body).toMatchObject({ errorCode: 'FORBIDDEN' })
    await place(person, { id })
    expect(idsOf(await enrolled(person, { state: 'archived' }))).toEqual([])
  })

  test('a course is archived only by a learner who is enrolled in it', async () => {
    const { server, course, place, student, learner, enrolled } = school
    const { id } = await course()
    await place(learner, { id })
    expect((await archive(student, id)).status).toBe(403)
    expect(idsOf(await enrolled(learner, { state: 'archived' }))).toEqual([])
    const signedOut = await server.call('archiveEnrolment', {
      params: { courseId: id },
      body: { archived: true },
    })
    expect(signedOut.status).toBe(401)
  })
})

describe('a wishlist', () => {
  const wishes = (as: Person, query: { courseId?: string; limit?: string; cursor?: string } = {}) =>
    school.server.call('listWishlist', { query, as })
  const add = (as: Person, courseId: number) =>
    school.server.call('addToWishlist', { params: { courseId }, as })
  const remove = (as: Person, courseId: number) =>
    school.server.call('removeFromWishlist', { params: { courseId }, as })

  test('lists the newest wish first, each course once, for its owner only', async () => {
    const { server, course } = school
    const person = await server.person()
    const ids = [(await course()).id, (await course()).id, (await course({ priceCents: 4900 })).id]
    for (const id of ids) expect((await add(person, id)).status).toBe(200)
    await add(person, ids[0] ?? 0)
    expect(idsOf(await wishes(person))).toEqual(ids.toReversed())
    expect((await wishes(person)).body.meta).toEqual({ total: 3, nextCursor: null })
    const first = await wishes(person, { limit: '2' })
    expect(idsOf(await wishes(person, { limit: '2', cursor: first.body.meta.nextCursor ?? '' }))).toEqual([
      ids[0],
    ])
    expect(idsOf(await wishes(person, { courseId: String(ids[1]) }))).toEqual([ids[1]])
    expect(idsOf(await wishes(await server.person()))).toEqual([])
    expect((await remove(await server.person(), ids[1] ?? 0)).status).toBe(200)
    expect((await remove(person, ids[0] ?? 0)).status).toBe(200)
    expect((await remove(person, ids[0] ?? 0)).status).toBe(200)
    expect(idsOf(await wishes(person))).toEqual([ids[2], ids[1]])
    expect((await server.call('listWishlist', { query: {} })).status).toBe(401)
  })

  test('shows only courses in which its owner can enrol now', async () => {
    const { server, course, place } = school
    const person = await server.person()
    const [bought, hidden, open] = [await course(), await course(), await course()]
    for (const { id } of [bought, hidden, open]) await add(person, id)
    await place(person, bought)
    await sql`UPDATE courses SET is_private = true WHERE id = ${hidden.id}`.execute(server.database.kysely)
    expect(idsOf(await wishes(person))).toEqual([open.id])
    expect((await add(person, bought.id)).body).toMatchObject({ errorCode: 'COURSE_ALREADY_OWNED' })
    expect((await add(person, hidden.id)).body).toMatchObject({ errorCode: 'COURSE_NOT_FOUND' })
    expect((await add(person, 999_999_999)).body).toMatchObject({ errorCode: 'COURSE_NOT_FOUND' })
    await server.database.transaction((tx) =>
      server.services.enrolments.end(tx, { userId: person.id, courseId: bought.id }),
    )
    expect(idsOf(await wishes(person))).toEqual([open.id, bought.id])
  })

  test('a wishlist holds a limited number of courses', async () => {
    const { server, course } = school
    const person = await server.person()
    const { id } = await course()
    await sql`
      WITH made AS (
        INSERT INTO courses (title, description, category, price_cents, seller_id, created_by, instructor_id, created_at, updated_at)
        SELECT 'Wish ' || n, 'About it', category, 0, seller_id, created_by, instructor_id, now(), now()
          FROM courses, generate_series(1, ${wishlistMaxCourses}) n WHERE id = ${id} RETURNING id)
      INSERT INTO wishlist_courses (user_id, course_id, added_at)
      SELECT ${person.id}, id, now() FROM made`.execute(server.database.kysely)
    expect((await add(person, id)).body).toMatchObject({ errorCode: 'WISHLIST_FULL' })
  })

  test('a wishlist is deleted with its owner’s account', async () => {
    const { server, course } = school
    const person = await server.person()
    await add(person, (await course()).id)
    await server.database.transaction((tx) => server.services.catalogue.wishlist.forget(tx, person.id))
    const left = await sql`SELECT FROM wishlist_courses WHERE user_id = ${person.id}`.execute(
      server.database.kysely,
    )
    expect(left.rows).toEqual([])
  })
})
