import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { listen } from '#server/platform/database/connections/listener.ts'

let server: TestApp
let seller: TestPerson
let courses: number[]
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  seller = await server.person('admin')
  courses = [
    await course({ title: 'Orbits', priceCents: 20_000 }),
    await course({ title: 'Comets', priceCents: 10_000 }),
  ]
})
afterAll(() => server.stop())

const course = async (form: Partial<Parameters<typeof makeCourse>[1]> = {}) =>
  (await makeCourse(server.database, { owner: seller, priceCents: 10_000, ...form })).id
const create = (form: Partial<RequestOf<'createBundle'>['body']> = {}, as = seller) =>
  server.call('createBundle', {
    body: { title: 'The sky', price: 24_000, courseIds: courses, ...form },
    as,
  })
const change = (id: number, body: RequestOf<'updateBundle'>['body'], as = seller) =>
  server.call('updateBundle', { params: { id }, body, as })
const newBundle = async (form: Parameters<typeof create>[0] = {}) => (await create(form)).body.data.id
const published = async (form: Parameters<typeof create>[0] = {}) => {
  const id = await newBundle(form)
  expect((await change(id, { state: 'published' })).status).toBe(200)
  return id
}
const offered = (id: number) => server.call('readOfferedBundle', { params: { id }, as: null })
const found = async (search: string) =>
  (await server.call('offeredBundles', { query: { search }, as: null })).body.data.map(({ id }) => id)

describe('a bundle of a seller', () => {
  test('the cover is that of one of its courses, and leaves with that course', async () => {
    const id = await newBundle()
    const [first = 0, second = 0] = courses
    const foreign = (await makeCourse(server.database, { owner: await server.person('admin') })).id
    for (const coverCourseId of [foreign, 999_999_999])
      expect((await change(id, { coverCourseId })).body.errorCode).toBe('BUNDLE_COURSES')
    expect((await create({ coverCourseId: foreign })).body.errorCode).toBe('BUNDLE_COURSES')
    expect((await change(id, { coverCourseId: first })).status).toBe(200)
    const other = await course()
    expect((await change(id, { courseIds: [second, other] })).body.data.coverCourseId).toBeNull()
  })

  test('a course of a bundle is archived instead of deleted, which takes the bundle off sale', async () => {
    const id = await published()
    const answer = await server.call('deleteCourse', { params: { id: courses[0] ?? 0 }, as: seller })
    expect(answer.status).toBe(200)
    expect((await offered(id)).body.errorCode).toBe('BUNDLE_NOT_FOUND')
    const archived = await change(id, { state: 'archived' })
    expect([archived.status, archived.body.data.courses.length]).toEqual([200, 2])
  })

  test('a new bundle is a draft that its seller alone sees', async () => {
    const { status, body } = await create({ description: 'All about the sky' })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: body.data.id,
      title: 'The sky',
      description: 'All about the sky',
      image: '',
      price: 24_000,
      state: 'draft',
      coverCourseId: null,
      courses: [
        { id: courses[0], title: 'Orbits', image: '', price: 20_000, isSold: true },
        { id: courses[1], title: 'Comets', image: '', price: 10_000, isSold: true },
      ],
      isOnSale: false,
      seller: null,
      createdAt: server.clock.now().toISOString(),
      version: 0,
    })
    expect((await offered(body.data.id)).body.errorCode).toBe('BUNDLE_NOT_FOUND')
    const other = await server.person('admin')
    expect((await server.call('listBundles', { query: {}, as: other })).body.data).toEqual([])
    expect((await change(body.data.id, { title: 'Mine' }, other)).body.errorCode).toBe('BUNDLE_NOT_FOUND')
  })

  test('a bundle is published, changed, archived and brought back', async () => {
    const id = await published()
    expect((await offered(id)).body.data).toMatchObject({ title: 'The sky', price: 24_000, apart: 30_000 })
    const third = await course({ title: 'Moons', priceCents: 5_000 })
    const changed = await change(id, { courseIds: [third, ...courses], price: 30_000 })
    expect(changed.body.data.courses.map(({ title }) => title)).toEqual(['Moons', 'Orbits', 'Comets'])
    const listed = async (state: 'open' | 'archived') =>
      (await server.call('listBundles', { query: { state }, as: seller })).body.data.map((one) => one.id)
    expect((await change(id, { state: 'archived' })).body.data.isOnSale).toBe(false)
    expect([await listed('open'), await listed('archived')]).toEqual([[], [id]])
    expect((await offered(id)).status).toBe(404)
    expect((await change(id, { state: 'published' })).body.data.isOnSale).toBe(true)
  })

  test('a lone instructor and a superadmin make bundles, an instructor of a business does not', async () => {
    const lone = await server.person('instructor')
    const own = [await course({ owner: lone }), await course({ owner: lone })]
    expect((await create({ courseIds: own }, lone)).status).toBe(201)
    const teacher = await server.person('instructor', { businessId: seller.businessId })
    expect((await create({}, teacher)).body.errorCode).toBe('PRICES_OF_BUSINESS')
    const superadmin = await server.person('superadmin')
    expect((await create({}, superadmin)).body.errorCode).toBe('BUNDLE_COURSES')
    const all = await server.call('listBundles', { query: {}, as: superadmin })
    expect(all.body.data.length).toBeGreaterThan(0)
  })

  test('a change of a field that somebody else changed meanwhile is refused', async () => {
    const id = await newBundle()
    await change(id, { title: 'The night sky', version: 0 })
    const refused = await change(id, { title: 'Sky', version: 0 })
    expect(refused.body.errorCode).toBe('EDIT_CONFLICT')
    expect((await change(id, { price: 20_000, version: 0 })).body.data).toMatchObject({
      title: 'The night sky',
      price: 20_000,
    })
  })
})

describe('the courses and the price of a bundle', () => {
  test('a bundle holds at least two courses of its own seller', async () => {
    const other = await server.person('admin')
    const foreign = await course({ owner: other })
    const [first = 0] = courses
    expect((await create({ courseIds: [first, foreign] })).body.errorCode).toBe('BUNDLE_COURSES')
    expect((await create({ courseIds: [first, first] })).body.errorCode).toBe('BUNDLE_COURSES')
    expect((await create({ courseIds: [first] })).body.errorCode).toBe('VALIDATION')
  })

  test.each([{ isPrivate: true }, { isDraft: true }, { isArchived: true }, { priceCents: 0 }])(
    'a bundle with a course of %j is not published',
    async (form) => {
      const id = await newBundle({ courseIds: [...courses, await course(form)] })
      expect((await change(id, { state: 'published' })).body.errorCode).toBe('BUNDLE_COURSES')
    },
  )

  test('a published bundle costs less than its courses at list prices', async () => {
    const id = await newBundle({ price: 30_000 })
    expect((await change(id, { state: 'published' })).body.errorCode).toBe('BUNDLE_PRICE')
    expect((await change(id, { state: 'published', price: 29_999 })).status).toBe(200)
    expect((await change(id, { price: 30_000 })).body.errorCode).toBe('BUNDLE_PRICE')
    expect((await change(id, { courseIds: courses.toReversed() })).status).toBe(200)
  })

  test('a bundle is off sale while one of its courses is, and its texts stay editable', async () => {
    const id = await published()
    const [first] = courses
    await sql`UPDATE courses SET archived_at = now() WHERE id = ${first}`.execute(server.database.kysely)
    expect((await offered(id)).status).toBe(404)
    const renamed = await change(id, { title: 'A larger sky' })
    expect(renamed.body.data).toMatchObject({
      isOnSale: false,
      courses: [{ isSold: false }, { isSold: true }],
    })
  })

  test('a bundle that is dearer than its courses have become costs what they cost', async () => {
    const id = await published()
    await sql`UPDATE courses SET price_cents = 5000 WHERE id = ANY(${courses})`.execute(
      server.database.kysely,
    )
    expect((await offered(id)).body.data).toMatchObject({ price: 10_000, apart: 10_000 })
  })

  test('a running sale of a course counts in what the courses cost apart', async () => {
    const id = await published()
    const [first = 0] = courses
    const sale = { price: 15_000 }
    await server.call('updateCourse', { params: { id: first }, body: { sale }, as: seller })
    const { body } = await offered(id)
    expect(body.data).toMatchObject({ apart: 25_000, courses: [{ price: 20_000, salePrice: 15_000 }, {}] })
  })
})

test('a search finds bundles by their title, description and courses', async () => {
  const id = await published({ title: 'Firmament', description: 'From here to Andromeda' })
  for (const word of ['firmament', 'andromeda', 'comets']) expect(await found(word)).toContain(id)
  expect(await found('nothing like it')).toEqual([])
})

test('the bundle of a suspended seller is withheld, and the seller changes nothing', async () => {
  const id = await published()
  await sql`UPDATE sellers SET selling_state = 'suspended' WHERE business_id = ${seller.businessId}`.execute(
    server.database.kysely,
  )
  expect((await offered(id)).status).toBe(404)
  expect((await change(id, { title: 'Open again' })).body.errorCode).toBe('SELLER_SUSPENDED')
})

test('a change of a bundle tells the caches of public pages', async () => {
  const id = await published()
  const notices: string[] = []
  const listener = listen(server.database, 'courses_changed', {
    onNotice: (payload) => payload !== undefined && notices.push(payload),
    log: server.app.log,
  })
  await listener.caughtUp()
  notices.length = 0
  await change(id, { state: 'archived' })
  await listener.caughtUp()
  expect(notices).toEqual([''])
  await listener.close()
})
