import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'

let server: TestApp
let seller: TestPerson
let taken = 0
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  seller = await server.person('admin')
})
afterAll(() => server.stop())

const course = async (form: Partial<Parameters<typeof makeCourse>[1]> = {}) =>
  (await makeCourse(server.database, { owner: seller, priceCents: 10_000, ...form })).id
const read = async (name: string) => (await server.call('readSchool', { params: { name }, as: null })).body
const change = (body: RequestOf<'updateOwnSchool'>['body'], as = seller) =>
  server.call('updateOwnSchool', { body, as })
const own = async (as = seller) => (await server.call('readOwnSchool', { as })).body.data
const newName = () => `orbit-school-${(taken += 1)}`
const named = async (name = newName()) => {
  expect((await change({ name })).status).toBe(200)
  return name
}

describe('a school page', () => {
  test('it is public from the first published course on, and under the number of the seller without a name', async () => {
    const { address, isPublic } = await own()
    expect(isPublic).toBe(false)
    expect((await read(address)).errorCode).toBe('SCHOOL_NOT_FOUND')
    await course({ isPrivate: true })
    expect((await read(address)).errorCode).toBe('SCHOOL_NOT_FOUND')
    const id = await course({ title: 'Comets' })
    const page = await read(address)
    expect(page.data).toMatchObject({ name: address, courseCount: 1, courses: [{ id, title: 'Comets' }] })
    expect((await own()).isPublic).toBe(true)
    const sales = await server.call('courseSales', { params: { courseId: id }, query: {}, as: null })
    expect(sales.body.data.school).toBe(address)
  })

  test('an earlier name leads to the present one and stays with its school', async () => {
    await course()
    const first = await named()
    const second = await named()
    expect((await read(first)).data.name).toBe(second)
    expect(await server.services.schools.movedTo(`/school/${first}`)).toBe(`/school/${second}`)
    expect(await server.services.schools.movedTo(`/school/${second}/`)).toBeNull()
    expect(await server.services.schools.movedTo('/school/nobody')).toBeNull()
    const other = await server.person('admin')
    expect((await change({ name: first }, other)).body.errorCode).toBe('SCHOOL_NAME_TAKEN')
    expect((await own(other)).name).toBe('')
    expect((await change({ name: first })).body.data.address).toBe(first)
  })

  test.each([
    'admin',
    'apogee-team',
    'my-a-pogee',
    'ab',
    '123',
    '-orbit',
    'orbit--school',
    'órbita',
    'a b c',
  ])('the name %j is refused', async (name) => {
    expect((await change({ name })).status).toBe(400)
  })

  test('a school has at most ten names', async () => {
    for (let count = 0; count < 10; count += 1) await named()
    const last = (await own()).name
    expect((await change({ name: newName() })).body.errorCode).toBe('SCHOOL_NAMES_USED_UP')
    expect((await own()).name).toBe(last)
  })

  test('the seller orders the courses, and new ones follow', async () => {
    const [first, second, third] = [await course(), await course(), await course()]
    const foreign = (await makeCourse(server.database, { owner: await server.person('admin') })).id
    const courseIds = [first, foreign, third]
    const answer = await server.call('orderSchoolCourses', { body: { courseIds }, as: seller })
    expect(answer.body.data.courses.map(({ id }) => id)).toEqual([first, third, second])
    const fourth = await course()
    const page = await read(answer.body.data.address)
    expect(page.data.courses.map(({ id }) => id)).toEqual([first, third, fourth, second])
  })

  test('two admins do not overwrite each other’s introduction', async () => {
    const { version } = await own()
    expect((await change({ intro: 'About the sky', version })).status).toBe(200)
    expect((await change({ intro: 'About comets', version })).body.errorCode).toBe('EDIT_CONFLICT')
  })

  test('a suspended seller has no page, and an address no link to it', async () => {
    await course()
    const name = await named()
    await sql`UPDATE sellers SET selling_state = 'suspended' WHERE business_id = ${seller.businessId}`.execute(
      server.database.kysely,
    )
    expect((await read(name)).errorCode).toBe('SCHOOL_NOT_FOUND')
    expect(await server.services.schools.movedTo(`/school/${name}`)).toBeNull()
    expect((await change({ intro: 'Still here' })).body.errorCode).toBe('SELLER_SUSPENDED')
  })

  test('a search finds schools by their name, and the sitemap lists them', async () => {
    await course()
    const name = await named()
    const { title } = await own()
    const found = await server.call('listSchools', { query: { search: title.slice(1) }, as: null })
    expect(found.body.data).toEqual([expect.objectContaining({ name, title, courseCount: 1 })])
    const { body } = await server.call('listSchools', { query: { search: 'nobody at all' }, as: null })
    expect(body.data).toEqual([])
    const listed = await server.services.schools.publicSchoolsAfter({ id: 0, limit: 1_000 })
    expect(listed.map((school) => school.name)).toContain(name)
  })

  test('the name and the texts of a person who taught alone are erased with the account', async () => {
    seller = await server.person('instructor', { businessId: null })
    await course()
    const name = await named()
    await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: seller.id }))
    await server.jobs.runDueOnce()
    expect((await read(name)).errorCode).toBe('SCHOOL_NOT_FOUND')
    expect((await own()).name).toBe('')
  })
})
