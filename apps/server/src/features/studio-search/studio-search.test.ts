import type { StudioFindings } from '@apogee/contracts/studio-search/studio-search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { invoicesOn } from '#server/features/invoices/invoices.testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let invoices: ReturnType<typeof invoicesOn>
let superadmin: TestPerson
let teacher: TestPerson
let first: Stall
let second: Stall

type Stall = Awaited<ReturnType<typeof stall>>

beforeAll(async () => {
  shop = await startShop()
  invoices = invoicesOn(shop.server)
  superadmin = await shop.server.person('superadmin')
  first = await stall('one')
  second = await stall('two')
  teacher = await shop.server.person('instructor', { businessId: first.admin.businessId })
  await sql`UPDATE courses SET instructor_id = ${teacher.id} WHERE id = ${first.course}`.execute(
    shop.server.database.kysely,
  )
})
afterAll(() => shop.server.stop())

const rename = ({ id }: TestPerson, name: string) =>
  sql`UPDATE users SET name = ${name} WHERE id = ${id}`.execute(shop.server.database.kysely)

/** Makes a seller whose things of every kind have the word Nebula and the name of the stall. */
async function stall(name: string) {
  const seller = await invoices.seller()
  const { admin } = seller
  const title = `Nebula ${name}`
  const { id: course, contents } = await makeCourse(shop.server.database, {
    owner: admin,
    title,
    priceCents: 8_000,
    contents: [{ resources: [{ title: `Nebula lesson ${name}`, isPublished: false }] }],
  })
  const { id: elsewhere } = await makeCourse(shop.server.database, {
    owner: admin,
    title: `Quasar ${name}`,
    contents: [{ resources: [{ title: `Quasar lesson ${name}` }] }],
  })
  const [buyer, free] = [await shop.server.person(), await shop.server.person()]
  await rename(buyer, `Zürich Nebula ${name}`)
  await rename(free, `Quasar Nebula ${name}`)
  await shop.server.call('enroll', { params: { courseId: elsewhere }, as: free })
  const order = await shop.buy(buyer, course)
  await shop.pay(order.purchase)
  await shop.server.call('checkPayment', { params: { purchaseId: order.id } })
  const receipt = await shop.server.call('listReceipts', { params: { id: order.id }, as: buyer })
  const invoice = await invoices.issued(seller, { companyName: `Nebula Holdings ${name}` })
  const code = `NEBULA-${name.toUpperCase()}`
  expect((await shop.server.call('createCoupon', { body: { code, amount: 100 }, as: admin })).status).toBe(
    201,
  )
  const invited = `nebula-${name}@latihan.test`
  await shop.server.call('enrolPeople', { params: { id: course }, body: { emails: [invited] }, as: admin })
  const [lesson = 0] = contents[0]?.resources ?? []
  return { name, admin, course, elsewhere, lesson, buyer, free, order, receipt, invoice, code, invited }
}

async function search(q: string, as: TestPerson): Promise<StudioFindings> {
  const { status, body, raw } = await shop.server.call('searchStudio', { query: { q }, as })
  if (status !== 200) throw new Error(raw.body)
  return body.data
}

/** Returns what each group found, and null for a group that the caller does not have. */
const namesIn = (found: StudioFindings) => ({
  people: found.people.items.map(({ name }) => name),
  expected: found.expected.items.map(({ email }) => email),
  courses: found.courses.items.map(({ title }) => title).toSorted(),
  lessons: found.lessons.items.map(({ title }) => title),
  orders: found.orders?.items.map(({ id }) => id) ?? null,
  invoices: found.invoices?.items.map(({ company }) => company) ?? null,
  coupons: found.coupons?.items.map(({ code }) => code) ?? null,
})

const ofStall = ({ name, order, code, invited }: Stall) => ({
  people: [`Quasar Nebula ${name}`, `Zürich Nebula ${name}`],
  expected: [invited],
  courses: [`Nebula ${name}`],
  lessons: [`Nebula lesson ${name}`],
  orders: [order.id],
  invoices: [`Nebula Holdings ${name}`],
  coupons: [code],
})

test('each seller finds their own things of every kind and nothing of the other seller', async () => {
  for (const own of [first, second]) expect(namesIn(await search('nebula', own.admin))).toEqual(ofStall(own))
})

test('a superadmin finds the things of all sellers', async () => {
  const found = namesIn(await search('nebula', superadmin))
  const [one, two] = [ofStall(first), ofStall(second)]
  for (const kind of ['people', 'expected', 'courses', 'lessons', 'orders', 'invoices', 'coupons'] as const)
    expect(found[kind]?.toSorted()).toEqual([...one[kind], ...two[kind]].toSorted())
})

test('an instructor of a business finds their own courses and learners, and no sales', async () => {
  const found = await search('nebula', teacher)
  expect(namesIn(found)).toEqual({
    ...ofStall(first),
    people: ['Zürich Nebula one'],
    orders: null,
    invoices: null,
    coupons: null,
  })
  expect(found.receipts).toBeNull()
  expect(JSON.stringify(found)).not.toMatch(/amount|total/)
})

test('a learner is refused and a visitor is asked to sign in', async () => {
  const ask = (as: TestPerson | null) => shop.server.call('searchStudio', { query: { q: 'nebula' }, as })
  expect((await ask(first.buyer)).body).toMatchObject({ errorCode: 'FORBIDDEN' })
  expect((await ask(null)).status).toBe(401)
})

test('the team of a suspended seller finds nothing', async () => {
  const { admin } = await invoices.seller()
  await sql`UPDATE sellers SET selling_state = 'suspended' WHERE business_id = ${admin.businessId}`.execute(
    shop.server.database.kysely,
  )
  const { body } = await shop.server.call('searchStudio', { query: { q: 'orbits' }, as: admin })
  expect(body).toMatchObject({ errorCode: 'SELLER_SUSPENDED' })
})

test.each([
  ['without an accent', 'zurich'],
  ['with words in another order', 'one nebula zur'],
  ['with exchanged letters', 'zuirch'],
  ['with a missing letter', 'zrich nebula one'],
])('a person is found by their name %s', async (_, typed) => {
  for (const caller of [first.admin, superadmin])
    expect(namesIn(await search(typed, caller)).people).toContain('Zürich Nebula one')
})

test.each(['陈', '伟明', 'வேலு'])('a name of another script is found by %s', async (typed) => {
  const person = await shop.server.person()
  await rename(person, `${typed} 陈伟明 வேலு ${person.id}`)
  await shop.server.call('enroll', { params: { courseId: first.elsewhere }, as: person })
  for (const caller of [first.admin, superadmin])
    expect((await search(typed, caller)).people.items.map(({ id }) => id)).toContain(person.id)
  expect((await search(typed, second.admin)).people.items).toEqual([])
})

test('a mistake in a title still finds the course and the lesson', async () => {
  const found = namesIn(await search('nebual', first.admin))
  expect([found.courses, found.lessons]).toEqual([['Nebula one'], ['Nebula lesson one']])
})

test('an order is found by a part of its number, a receipt and an invoice by theirs, and only by their seller', async () => {
  const { order, receipt, invoice, admin } = first
  const number = receipt.body.data[0]?.number ?? ''
  for (const [typed, kind, id] of [
    [order.id.slice(0, 8), 'orders', order.id],
    [number, 'receipts', receipt.body.data[0]?.id],
    [String(invoice.number), 'invoices', invoice.id],
    [String(invoice.number).slice(4), 'invoices', invoice.id],
  ] as const) {
    expect((await search(typed, admin))[kind]?.items.map((item) => item.id)).toEqual([id])
    expect((await search(typed, second.admin))[kind]?.items.map((item) => item.id)).not.toContain(id)
  }
})

test('an order is not found by a part of an address that its list hides', async () => {
  const [name = ''] = first.buyer.email.split('@')
  expect((await search(name.slice(0, -1), first.admin)).orders?.items).toEqual([])
  expect(namesIn(await search(first.buyer.email, first.admin)).orders).toEqual([first.order.id])
})

test('a group shows five findings and says that there are more', async () => {
  for (let place = 0; place < 6; place += 1)
    await makeCourse(shop.server.database, { owner: second.admin, title: `Pulsar ${place}` })
  const { courses } = await search('pulsar', second.admin)
  expect([courses.items.length, courses.hasMore]).toEqual([5, true])
})

test('archived courses and drafts are found by their seller', async () => {
  await makeCourse(shop.server.database, { owner: second.admin, title: 'Magnetar', isArchived: true })
  await makeCourse(shop.server.database, { owner: second.admin, title: 'Magnetar draft', isDraft: true })
  for (const caller of [second.admin, superadmin])
    expect((await search('magnetar', caller)).courses.items.map(({ state }) => state).toSorted()).toEqual([
      'archived',
      'draft',
    ])
  expect((await search('magnetar', first.admin)).courses.items).toEqual([])
})
