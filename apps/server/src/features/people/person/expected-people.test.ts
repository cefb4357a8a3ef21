import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startInvoices } from '#server/features/invoices/invoices.testing.ts'

let invoices: Awaited<ReturnType<typeof startInvoices>>
let seller: Awaited<ReturnType<typeof invoices.seller>>
let teacher: TestPerson
let superadmin: TestPerson
beforeAll(async () => {
  invoices = await startInvoices()
})
beforeEach(async () => {
  seller = await invoices.seller()
  teacher = await invoices.server.person('instructor', { businessId: seller.admin.businessId })
  superadmin = await invoices.server.person('superadmin')
})
afterAll(() => invoices.server.stop())

let people = 0
const newAddress = (name: string) => `${name}${(people += 1)}@latihan.test`
const invite = (email: string, as = seller) =>
  invoices.server.call('enrolPeople', {
    params: { id: as.courses[0] },
    body: { emails: [email] },
    as: as.admin,
  })
const expected = async (as: TestPerson, query: { search?: string; limit?: string; cursor?: string } = {}) =>
  (await invoices.server.call('listExpectedPeople', { query, as })).body
const found = async (as: TestPerson, search: string) =>
  (await expected(as, { search })).data.map(({ kind, email, state }) => [kind, email, state])

async function seat(email: string) {
  const lines = [{ courseId: seller.courses[0], seats: 2, unitPrice: 15_000 }]
  const { id, total, number } = await invoices.issued(seller, { lines })
  expect((await invoices.pay(id, total, seller.admin)).status).toBe(200)
  expect((await invoices.addPeople(id, [seller.courses[0]], email, seller.admin)).status).toBe(200)
  return { id, number }
}

test('a search finds invited people and unclaimed seats by address, for the seller and the platform and nobody else', async () => {
  const other = await invoices.seller()
  const email = newAddress('invited')
  const sofia = newAddress('sofia')
  await invite(email)
  const { id, number } = await seat(sofia)
  for (const caller of [seller.admin, superadmin]) {
    expect(await found(caller, email)).toEqual([['course', email, 'open']])
    expect(await found(caller, sofia)).toEqual([['seat', sofia, 'open']])
  }
  const [row] = (await expected(seller.admin, { search: sofia })).data
  expect(row).toMatchObject({
    courseTitle: 'Orbits',
    invoice: { id, number, company: 'Petronia Sdn Bhd' },
    seller: null,
    mayCancel: true,
  })
  const [shown] = (await expected(superadmin, { search: sofia })).data
  expect(shown).toMatchObject({
    seller: expect.stringContaining('Business'),
    mayCancel: false,
    canSendAgain: false,
  })
  expect((await expected(other.admin)).data).toEqual([])
  expect((await expected(teacher)).data).toEqual([])
})

test('an instructor sees the people invited to the own courses, without seats and without the team', async () => {
  const email = newAddress('invited')
  await invoices.rows(sql`UPDATE courses SET instructor_id = ${teacher.id} WHERE id = ${seller.courses[0]}`)
  await invite(email)
  await seat(newAddress('sofia'))
  expect((await expected(teacher)).data.map(({ kind }) => kind)).toEqual(['course'])
})

test('an invitation to the team is in the list of the admins of the business until it is revoked', async () => {
  const email = newAddress('colleague')
  const made = await invoices.server.call('createInvitation', {
    body: { email, role: 'instructor' },
    as: seller.admin,
  })
  expect(made.status).toBe(201)
  expect((await expected(seller.admin)).data).toMatchObject([
    { kind: 'team', email, role: 'instructor', businessId: seller.admin.businessId, canSendAgain: true },
  ])
  expect(await found(superadmin, email)).toHaveLength(1)
  await invoices.server.call('revokeInvitation', { params: { id: made.body.data.id }, as: seller.admin })
  expect((await expected(seller.admin)).data).toEqual([])
})

test('the list has pages over all kinds, newest first', async () => {
  const emails = ['a', 'b', 'c'].map(newAddress)
  for (const email of emails) await invite(email)
  await seat(newAddress('sofia'))
  const all = (await expected(seller.admin)).data.map(({ key }) => key)
  expect(all).toHaveLength(4)
  const first = await expected(seller.admin, { limit: '3' })
  const second = await expected(seller.admin, { limit: '3', cursor: first.meta.nextCursor ?? '' })
  expect([...first.data, ...second.data].map(({ key }) => key)).toEqual(all)
  expect(second.meta.nextCursor).toBeNull()
})

test('an invitation can be mailed again after a day, and is gone once it is withdrawn', async () => {
  const email = newAddress('invited')
  await invite(email)
  await invoices.server.jobs.runDueOnce()
  const [row] = (await expected(seller.admin, { search: email })).data
  expect(row?.canSendAgain).toBe(false)
  invoices.server.clock.advance(25 * 3_600_000)
  expect((await expected(seller.admin, { search: email })).data[0]?.canSendAgain).toBe(true)
  const params = { id: seller.courses[0], personId: row?.id ?? 0 }
  await invoices.server.call('withdrawCourseInvitation', { params, as: seller.admin })
  expect(await found(seller.admin, email)).toEqual([])
})
