/** Tests what a book gives to tax returns and accounting programs. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { taxByRate } from './books.store.ts'
import { sstPaper } from './sst-pdf.ts'

const always = { from: null, to: null }
const dayMs = 24 * 3_600_000
let server: TestApp
let admin: TestPerson
let sellerId: number
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  sellerId = await sellerWith(sql`business_id = ${admin.businessId}`)
})
afterAll(() => server.stop())

async function sellerWith(condition: ReturnType<typeof sql>): Promise<number> {
  const found = await sql<{ id: number }>`SELECT id FROM sellers WHERE ${condition}`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.id ?? 0
}

async function sell(paidCents: number, taxCents: number, at = server.clock.now()): Promise<void> {
  const platform = await sellerWith(sql`is_platform`)
  const line = {
    lineId: 1,
    sellerId,
    title: 'Orbits',
    listCents: paidCents,
    discountCents: 0,
    feeBasisPoints: 0,
  }
  await server.database.transaction((tx) =>
    server.services.accounting.recordSale(tx, {
      source: `order:${crypto.randomUUID()}`,
      at,
      payeeSellerId: platform,
      through: 'provider',
      buyer: { userId: null, name: 'Aisyah', email: 'a@apogee.test', address: '', taxNumber: '' },
      language: 'en',
      reference: 'ref',
      lines: [{ ...line, paidCents, taxCents, taxBasisPoints: 800 }],
    }),
  )
}

async function journals(filters = {}): Promise<string[]> {
  const { body } = await server.call('createTicket', {
    body: { what: 'journals', filters: { program: 'xero', ...filters } },
    as: admin,
  })
  const file = await server.app.inject({ url: body.data.url })
  return file.body.trim().split('\r\n').slice(1)
}

test('a posting that consists of tax alone is in the tax return, and each posting counts once', async () => {
  await sell(1, 1)
  await sell(10_800, 800)
  expect(await taxByRate(server.database.kysely, sellerId, always)).toEqual([
    { taxBasisPoints: 800, kind: 'sale', paid: 10_801, tax: 801 },
  ])
})

test('journals end with yesterday, also when today is asked for', async () => {
  const now = server.clock.now()
  const yesterday = new Date(now.getTime() - dayMs)
  await sell(5_000, 0, yesterday)
  await sell(7_000, 0, now)
  const [year, month, day] = dayInMalaysia(yesterday).split('-')
  const lines = await journals()
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toContain(`${day}/${month}/${year}`)
  expect(await journals({ to: dayInMalaysia(now) })).toEqual(lines)
  expect(await journals({ from: dayInMalaysia(now) })).toEqual([])
})

test('the printed tax return of a period without sales says so', () => {
  const at = new Date('2026-11-30T04:00:00Z')
  const seller = { name: 'Orbit', registrationNumber: '', sstNumber: '' }
  const { parts } = sstPaper(
    { seller, rates: [], tax: 0 },
    { language: 'en', period: { from: null, to: at }, at },
  )
  expect(parts).toContainEqual({
    kind: 'paragraph',
    text: 'Nothing was sold, refunded or charged back in this period.',
  })
  expect(parts.some(({ kind }) => kind === 'table')).toBe(false)
})
