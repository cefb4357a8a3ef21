import type { OrderId } from '@apogee/domain/ids.ts'
import type { SaleMailChoice } from '@apogee/contracts/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

const hourMs = 3_600_000

let shop: Shop
let admin: TestPerson
let course: number
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())
beforeEach(async () => {
  admin = await shop.server.person('admin', { isProven: true })
  course = (
    await makeCourse(shop.server.database, { owner: admin, title: 'Orbital mechanics', priceCents: 14_900 })
  ).id
})

const choose = (wanted: SaleMailChoice, as = admin) =>
  shop.server.call('updateSaleMails', { body: { wanted }, as })

async function sell(courseId = course): Promise<string> {
  const bought = await shop.buy(await shop.server.person(), courseId)
  await shop.pay(bought.purchase)
  await shop.check(bought.id)
  await shop.runJobs()
  return bought.id
}

async function salesMailsTo(person: TestPerson) {
  await shop.runJobs()
  return shop.server.mails.filter(({ to, subject }) => to === person.email && /sale|jualan/i.test(subject))
}

const runDigest = async () => {
  await shop.server.services.saleMails.mailDigests()
  await shop.runJobs()
}

test('each sale is mailed once to every admin of the business, with the courses and a link to the order', async () => {
  const second = await shop.server.person('admin', { businessId: admin.businessId, isProven: true })
  const member = await shop.server.person('instructor', { businessId: admin.businessId })
  expect((await shop.server.call('readSaleMails', { as: admin })).body.data).toEqual({ wanted: 'each' })
  const id = await sell()
  for (const person of [admin, second]) {
    const mails = await salesMailsTo(person)
    expect(mails.map(({ subject }) => subject)).toEqual(['New sale: RM 149.00'])
    expect(mails[0]?.body).toContain('- Orbital mechanics')
    expect(mails[0]?.body).toContain(`\nhttp://127.0.0.1:3000/admin/orders/${id}\n`)
  }
  expect(await salesMailsTo(member)).toEqual([])
})

test('a repeated event mails nothing more, and no mail names a buyer', async () => {
  await sell()
  const order = await sql<{ id: OrderId }>`SELECT max(id) AS id FROM orders`.execute(
    shop.server.database.kysely,
  )
  const orderId = order.rows[0]?.id
  if (!orderId) throw new Error('nothing was sold')
  await shop.server.database.transaction((tx) =>
    shop.server.services.saleMails.mailSale(tx, { orderId }, new Date()),
  )
  const mails = await salesMailsTo(admin)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).not.toMatch(/person\d|@/i)
})

test('the daily mail covers all sales from the next morning on, exactly once', async () => {
  await choose('daily')
  await sell()
  await sell()
  await runDigest()
  expect(await salesMailsTo(admin)).toEqual([])
  shop.server.clock.advance(40 * hourMs)
  await Promise.all([runDigest(), runDigest(), runDigest()])
  const mails = await salesMailsTo(admin)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your sales: 2, RM 298.00 in total'])
  expect(mails[0]?.body.match(/- Orbital mechanics/g)).toHaveLength(2)
  shop.server.clock.advance(24 * hourMs)
  await runDigest()
  expect(await salesMailsTo(admin)).toHaveLength(1)
})

test('the choice never sends nothing, including sales waiting for the daily mail', async () => {
  await choose('daily')
  await sell()
  await choose('never')
  await sell()
  shop.server.clock.advance(40 * hourMs)
  await runDigest()
  expect(await salesMailsTo(admin)).toEqual([])
})

test("sale mails are in the seller's language", async () => {
  await sql`UPDATE users SET language = 'ms' WHERE id = ${admin.id}`.execute(shop.server.database.kysely)
  await sell()
  const [mail] = await salesMailsTo(admin)
  expect(mail?.subject).toBe('Jualan baharu: RM 149.00')
  expect(mail?.html).toContain('<html lang="ms">')
})

test('sale mails to an unverified address name no course and nobody', async () => {
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${admin.id}`.execute(
    shop.server.database.kysely,
  )
  const id = await sell()
  const [mail] = await salesMailsTo(admin)
  expect(mail?.body).toMatch(/^Hello\n\nYou have made a sale of RM 149\.00\.\n\nSee the order:\n/)
  expect(mail?.body).toContain(id)
})

test('sale mails are for sellers only', async () => {
  const member = await shop.server.person('instructor', { businessId: admin.businessId })
  const student = await shop.server.person()
  expect((await choose('never', student)).status).toBe(403)
  expect((await choose('never', member)).status).toBe(403)
  expect((await choose('never', await shop.server.person('instructor'))).status).toBe(200)
})
