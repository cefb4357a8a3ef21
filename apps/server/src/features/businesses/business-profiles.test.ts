import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'

let server: TestApp
let admin: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())
beforeEach(async () => {
  admin = await server.person('admin')
})

const params = (of = admin) => ({ id: of.businessId ?? 0 })
const read = (as = admin, of = admin) => server.call('readBusinessProfile', { params: params(of), as })
const save = (body: object, as = admin, of = admin) =>
  server.call('updateBusinessProfile', { params: params(of), body, as })
const shownOn = async (courseId: number) =>
  (await server.call('courseSales', { params: { courseId }, query: {} })).body.data.business

test("an admin changes the business's profile, and sales pages show it, the contact only when the business says so", async () => {
  const { id } = await makeCourse(server.database, { owner: admin })
  const before = (await read()).body.data
  expect(before).toMatchObject({ description: '', website: '', logo: '', showsContact: false, version: 0 })
  expect(await shownOn(id)).toMatchObject({ name: before.name, description: '', contact: null })
  const changed = await save({
    name: 'Orbit School',
    description: 'We teach orbits.',
    website: 'https://orbit.example/about',
    version: 0,
  })
  expect(changed.body.data).toMatchObject({ name: 'Orbit School', email: before.email, version: 1 })
  const shown = { name: 'Orbit School', description: 'We teach orbits.', logo: null, contact: null }
  expect(await shownOn(id)).toEqual({ ...shown, website: 'https://orbit.example/about' })
  await save({ showsContact: true, phone: '03-1111 1111' })
  expect((await shownOn(id))?.contact).toEqual({
    email: before.email,
    phone: '03-1111 1111',
    address: before.address,
  })
})

test('the sales page of a teacher who sells alone shows no business', async () => {
  const alone = await server.person('instructor', { businessId: null })
  expect(await shownOn((await makeCourse(server.database, { owner: alone })).id)).toBeNull()
})

test('the profile of a business is found by its admins and superadmins only', async () => {
  const stranger = await server.person('admin')
  const superadmin = await server.person('superadmin')
  const instructor = await server.person('instructor', admin)
  expect([(await read(stranger)).status, (await save({ description: 'Ours' }, stranger)).status]).toEqual([
    404, 404,
  ])
  expect([(await read(instructor)).status, (await save({ description: 'Ours' }, instructor)).status]).toEqual(
    [403, 403],
  )
  expect((await save({ description: 'Checked' }, superadmin)).body.data.description).toBe('Checked')
  expect((await read()).body.data.description).toBe('Checked')
  const nobody = { params: { id: 999_999_999 }, as: superadmin }
  expect((await server.call('readBusinessProfile', nobody)).status).toBe(404)
  expect((await server.call('updateBusinessProfile', { ...nobody, body: {} })).status).toBe(404)
})

test.each([
  ['name', ' '],
  ['email', 'nobody'],
  ['phone', ''],
  ['address', ''],
  ['website', 'javascript:alert(1)'],
  ['website', 'orbit'],
  ['website', 'https://somebody:secret@orbit.example'],
])('a profile with the %s %j is refused and names the field', async (field, value) => {
  const refused = await save({ [field]: value })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ issues: [{ path: field }] })
})

test('a description may have 2,000 characters', async () => {
  expect((await save({ description: 'x'.repeat(2000) })).status).toBe(200)
  expect((await save({ description: 'x'.repeat(2001) })).status).toBe(400)
})

test("a logo is a picture that the business's people have uploaded, and it is kept while it is shown", async () => {
  const upload = async (as: TestPerson) =>
    (await uploadFile(server, as, await picture('png'), 'logo.png', 'avatar')).url
  const stranger = await server.person('admin')
  for (const foreign of [await upload(stranger), 'https://evil.example/logo.png'])
    expect((await save({ logo: foreign })).status).toBe(422)
  const first = (await save({ logo: await upload(admin) })).body.data.logo
  expect(first).toMatch(/^\/media\//)
  const { id } = await makeCourse(server.database, { owner: admin })
  expect((await shownOn(id))?.logo).toBe(first)
  await sql`UPDATE media SET created_at = now() - interval '30 days'`.execute(server.database.kysely)
  await server.services.media.sweep()
  expect((await server.app.inject(first)).statusCode).toBe(200)
  expect((await save({ logo: '' })).body.data.logo).toBe('')
  await server.services.media.sweep()
  expect((await server.app.inject(first)).statusCode).toBe(404)
})
