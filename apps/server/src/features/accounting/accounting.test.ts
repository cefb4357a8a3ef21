import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/platform/database/testing.ts'
import type { Caller } from '#server/policy/caller.ts'
import { Accounting, type Sale, type SaleLine } from './accounting.service.ts'

let db: Awaited<ReturnType<typeof testDatabase>>
let accounting: Accounting
let platform: number

beforeAll(async () => {
  db = await testDatabase({ poolSize: 8 })
  accounting = new Accounting({
    database: db.database,
    clock: { now: () => new Date() },
    publicUrl: null,
    ownOrigin: () => 'http://127.0.0.1:3000',
    log: pino({ enabled: false }),
    businesses: {
      sellerOf: async () => platform,
      recordSellerChange: async () => {},
      payoutObstacles: async () => [],
      payoutObstaclesOf: async () => new Map(),
      payoutBanks: { payoutBankOf: async () => undefined },
      brand: {
        readLook: async () => undefined,
        pageLookOf: () => ({ colour: null, logo: null }),
        printedLookOf: async () => undefined,
      },
    },
    securityLog: { recordSecurityEvent: async () => {}, recordActivity: async () => {} },
    accounts: { twoPersonApproval: { areSuperadmins: async () => true, stateOf: async () => 'able' } },
    payoutApprovals: 'one',
    acceptTestPayments: true,
  })
  platform = (await rows<{ id: number }>(sql`SELECT id FROM sellers WHERE is_platform`))[0]?.id ?? 0
})
afterAll(() => db.drop())

async function rows<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await query.execute(db.database.kysely)).rows as Row[]
}

let count = 0

async function seller(): Promise<number> {
  count += 1
  const [business] = await rows<{ id: number }>(
    sql`INSERT INTO businesses (name, email, phone, address)
        VALUES (${`School ${count}`}, ${`school${count}@apogee.test`}, '', '1 Jalan Ujian') RETURNING id`,
  )
  const [made] = await rows<{ id: number }>(
    sql`INSERT INTO sellers (business_id) VALUES (${business?.id ?? 0}) RETURNING id`,
  )
  return made?.id ?? 0
}

const line = (sellerId: number, given: Partial<SaleLine> = {}): SaleLine => ({
  lineId: 1,
  sellerId,
  title: 'Orbital mechanics',
  listCents: 10_000,
  discountCents: 0,
  taxBasisPoints: 0,
  taxCents: 0,
  feeBasisPoints: 0,
  paidCents: 10_000,
  ...given,
})
const buyer = { userId: null, name: 'Aisyah', email: 'a@apogee.test', address: '', taxNumber: '' }

function sale(payeeSellerId: number, lines: SaleLine[], given: Partial<Sale> = {}): Sale {
  count += 1
  const at = new Date('2026-03-01T04:00:00Z')
  return {
    source: `order:${count}`,
    at,
    payeeSellerId,
    through: 'provider',
    buyer,
    language: 'en',
    reference: `ref${count}`,
    lines,
    ...given,
  }
}

const sell = (one: Sale) => db.database.transaction((tx) => accounting.recordSale(tx, one))
const refund = (one: Parameters<Accounting['recordRefund']>[1]) =>
  db.database.transaction((tx) => accounting.recordRefund(tx, one))

async function book(sellerId: number): Promise<Record<string, number>> {
  const found = await rows<{ account: string; cents: number }>(
    sql`SELECT account, sum(cents)::bigint AS cents FROM ledger_entries WHERE seller_id = ${sellerId}
         GROUP BY account HAVING sum(cents) <> 0 ORDER BY account`,
  )
  return Object.fromEntries(found.map(({ account, cents }) => [account, cents]))
}

/**
 * Returns how the balances of the seller's accounts changed. Balances themselves depend on earlier tests, which also post to the
 * platform's book.
 */
async function movedIn(sellerId: number, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await book(sellerId)
  await work()
  const after = await book(sellerId)
  const accounts = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return Object.fromEntries(
    accounts
      .map((account) => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const)
      .filter(([, cents]) => cents !== 0),
  )
}

describe('a sale', () => {
  const taxed = { taxBasisPoints: 870, taxCents: 800, feeBasisPoints: 1000 }

  test('a sale collected by the platform is owed to the seller, minus the fee', async () => {
    const shop = await seller()
    const moved = await movedIn(platform, () => sell(sale(platform, [line(shop, taxed)])))
    expect(await book(shop)).toEqual({ fee: 1000, platform: 9000, sales: -9200, tax: -800 })
    expect(moved).toEqual({ fee_income: -1000, payable: -9000, provider: 10_000 })
  })

  test('a sale collected by the seller leaves the seller owing the fee', async () => {
    const shop = await seller()
    const moved = await movedIn(platform, () => sell(sale(shop, [line(shop, taxed)])))
    expect(await book(shop)).toEqual({
      fee: 1000,
      platform: -1000,
      provider: 10_000,
      sales: -9200,
      tax: -800,
    })
    expect(moved).toEqual({ fee_income: -1000, payable: 1000 })
  })

  test("a sale of the platform's own course has no fee", async () => {
    const one = sale(platform, [line(platform, { feeBasisPoints: 1000 })])
    expect(await movedIn(platform, () => sell(one))).toEqual({ provider: 10_000, sales: -10_000 })
    const [sold] = await rows<{ fee: number }>(sql`
      SELECT l.fee_cents AS fee FROM posting_lines l JOIN ledger_postings p ON p.id = l.posting_id
       WHERE p.source = ${one.source}`)
    expect(sold?.fee).toBe(0)
  })

  test("a sale of several sellers' courses gets a receipt from each", async () => {
    const [one, two] = [await seller(), await seller()]
    const issued = await sell(
      sale(platform, [
        line(two, { lineId: 1 }),
        line(one, { lineId: 2 }),
        line(two, { lineId: 3, paidCents: 500 }),
      ]),
    )
    expect(issued.map(({ sellerId, number, totalCents }) => [sellerId, number, totalCents])).toEqual([
      [one, 1, 10_000],
      [two, 1, 10_500],
    ])
  })

  test('a sale recorded twice is posted and numbered once', async () => {
    const shop = await seller()
    const one = sale(platform, [line(shop)])
    const all = await Promise.all([sell(one), sell(one), sell(one)])
    expect(new Set(all.map((issued) => issued[0]?.publicId)).size).toBe(1)
    expect(await book(shop)).toEqual({ platform: 10_000, sales: -10_000 })
    expect((await sell(sale(platform, [line(shop)])))[0]?.number).toBe(2)
  })

  test('a free sale posts nothing', async () => {
    const shop = await seller()
    expect(await sell(sale(shop, [line(shop, { paidCents: 0, discountCents: 10_000 })]))).toEqual([])
    expect(await book(shop)).toEqual({})
  })

  test('a sale cannot be collected by an account of somebody who sold nothing of it', async () => {
    const [one, two] = [await seller(), await seller()]
    await expect(sell(sale(one, [line(two)]))).rejects.toThrow('cannot be in the account')
  })
})

describe('receipt numbers', () => {
  test('receipt numbers have no gap, despite concurrency and failures', async () => {
    const shop = await seller()
    const attempts = Array.from({ length: 24 }, (_, index) =>
      db.database
        .transaction(async (tx) => {
          await accounting.recordSale(tx, sale(platform, [line(shop)]))
          if (index % 3 === 0) throw new Error('something else failed')
        })
        .then(() => true)
        .catch(() => false),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(16)
    const numbers = await rows<{ number: number }>(
      sql`SELECT number FROM receipts WHERE seller_id = ${shop} ORDER BY number`,
    )
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  })

  test('receipt numbers restart with the year in Kuala Lumpur', async () => {
    const shop = await seller()
    const at = (time: string) => sell(sale(platform, [line(shop)], { at: new Date(time) }))
    await at('2026-12-31T15:59:59Z')
    const [next] = await at('2026-12-31T16:00:00Z')
    expect(next).toMatchObject({ year: 2027, number: 1 })
  })

  test('receipt counters of two sellers are locked in one order, so that two carts cannot deadlock', async () => {
    const [one, two] = [await seller(), await seller()]
    const carts = Array.from({ length: 20 }, (_, index) => {
      const lines = [line(one, { lineId: 1 }), line(two, { lineId: 2 })]
      return sell(sale(platform, index % 2 ? lines : lines.toReversed()))
    })
    expect((await Promise.all(carts)).flat()).toHaveLength(40)
  })
})

describe('a refund', () => {
  const at = new Date('2026-03-05T04:00:00Z')

  test('a refund in parts returns tax and fee in proportion and nets to zero', async () => {
    const shop = await seller()
    const paid = {
      paidCents: 9_999,
      listCents: 9_999,
      taxBasisPoints: 800,
      taxCents: 741,
      feeBasisPoints: 333,
    }
    const one = sale(platform, [line(shop, paid)])
    const before = await book(platform)
    await sell(one)
    for (const [index, cents] of [1, 3_333, 4_444, 2_221].entries()) {
      const source = `refund:parts-${index}`
      await refund({ source, sale: one.source, kind: 'refund', at, lines: [{ lineId: 1, cents }] })
    }
    expect(await book(shop)).toEqual({})
    expect(await book(platform)).toEqual(before)
  })

  test("a refund of one line leaves the others unchanged and gets a refund note with the seller's own number", async () => {
    const shop = await seller()
    const one = sale(platform, [line(shop), line(shop, { lineId: 2, paidCents: 500 })])
    await sell(one)
    const lines = [{ lineId: 2, cents: 500 }]
    const again = { source: 'refund:other-lines', sale: one.source, kind: 'refund', at, lines } as const
    const [note] = await refund(again)
    expect(note).toMatchObject({ kind: 'refund_note', number: 1, totalCents: 500, sellerId: shop })
    expect(await refund(again)).toEqual([note])
    expect(await book(shop)).toEqual({ platform: 10_000, sales: -10_000 })
  })

  test('a refund never exceeds the paid amount', async () => {
    const shop = await seller()
    const one = sale(platform, [line(shop)])
    await sell(one)
    const give = (source: string, cents: number) =>
      refund({ source, sale: one.source, kind: 'refund', at, lines: [{ lineId: 1, cents }] })
    const both = await Promise.allSettled([give('refund:most-1', 6_000), give('refund:most-2', 6_000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(give('refund:most-3', -1)).rejects.toThrow('positive')
  })

  test('a chargeback is reversed when it is won', async () => {
    const shop = await seller()
    const one = sale(shop, [line(shop, { feeBasisPoints: 1000 })])
    await sell(one)
    const sold = await book(shop)
    const lines = [{ lineId: 1, cents: 10_000 }]
    await refund({ source: 'chargeback:1', sale: one.source, kind: 'chargeback', at, lines })
    expect(await book(shop)).toEqual({})
    await refund({ source: 'won:1', sale: one.source, kind: 'chargeback_won', at, lines })
    expect(await book(shop)).toEqual(sold)
  })

  test('a refund of something that was never sold is refused', async () => {
    const lines = [{ lineId: 1, cents: 1 }]
    const never = { source: 'refund:never', sale: 'order:0', kind: 'refund', at, lines } as const
    await expect(refund(never)).rejects.toThrow('not a sale')
  })
})

test('money that belongs to no order is held until it is refunded or becomes a sale', async () => {
  const shop = await seller()
  const at = new Date()
  const move = (kind: 'held' | 'held_returned' | 'held_applied', cents: number, source: string) =>
    db.database.transaction((tx) =>
      accounting.recordMoney(tx, { source, payeeSellerId: shop, kind, cents, at }),
    )
  await move('held', 700, 'held:1')
  await move('held', 700, 'held:1')
  await move('held', 300, 'held:2')
  expect(await book(shop)).toEqual({ held: -1000, provider: 1000 })
  await move('held_returned', 300, 'held:2 back')
  await move('held_applied', 700, 'held:1 applied')
  expect(await book(shop)).toEqual({})
})

describe('the books', () => {
  test('the books cannot be changed, deleted or truncated', async () => {
    const shop = await seller()
    await sell(sale(platform, [line(shop)]))
    const changes = [
      sql`UPDATE ledger_entries SET cents = cents + 1`,
      sql`DELETE FROM ledger_entries`,
      sql`TRUNCATE ledger_entries`,
      sql`UPDATE ledger_postings SET at = now()`,
      sql`DELETE FROM ledger_postings`,
      sql`TRUNCATE ledger_postings CASCADE`,
      sql`UPDATE posting_lines SET paid_cents = 1`,
      sql`DELETE FROM posting_lines`,
      sql`TRUNCATE posting_lines`,
      sql`DELETE FROM receipts`,
      sql`TRUNCATE receipts`,
      sql`UPDATE receipts SET total_cents = 1`,
      sql`UPDATE receipts SET number = number + 1`,
      sql`UPDATE receipts SET buyer = '{"name":"Somebody else"}'`,
    ]
    for (const change of changes) await expect(rows(change)).rejects.toThrow('append-only')
  })

  test('the database refuses an unbalanced posting from any writer', async () => {
    const shop = await seller()
    const lopsided = db.database.transaction(async (tx) => {
      const posted = await sql<{ id: number }>`
        INSERT INTO ledger_postings (source, kind, at, payee_seller_id, through)
        VALUES ('by hand', 'held', now(), ${shop}, 'bank') RETURNING id`.execute(tx)
      await sql`INSERT INTO ledger_entries VALUES (${posted.rows[0]?.id}, ${shop}, 'bank', 1, now())`.execute(
        tx,
      )
    })
    await expect(lopsided).rejects.toThrow('does not balance')
  })

  test('sellers and payment accounts, which orders and books name without a foreign key, are never deleted', async () => {
    await seller()
    for (const table of ['sellers', 'payment_accounts'])
      for (const change of [sql.raw(`DELETE FROM ${table}`), sql.raw(`TRUNCATE ${table} CASCADE`)])
        await expect(rows(sql`${change}`)).rejects.toThrow('never deleted')
  })

  test("the sellers' balances add up to what the platform's book owes", async () => {
    const [sum] = await rows<{ owed: number }>(
      sql`SELECT sum(cents)::bigint AS owed FROM ledger_entries WHERE account IN ('platform', 'payable')`,
    )
    expect(sum?.owed).toBe(0)
  })
})

describe('a summary', () => {
  const root: Caller = {
    userId: 1,
    sessionId: 1,
    businessId: null,
    email: 'root@apogee.test',

    role: 'superadmin',
    name: 'Root',
    emailVerified: true,
    hasFreshProof: true,
    mustSetUpSecondFactor: false,
    address: '',
  }

  test("a monthly summary ends with the month's last instant in Kuala Lumpur", async () => {
    const shop = await seller()
    const at = (time: string) => sell(sale(platform, [line(shop)], { at: new Date(time) }))
    await at('2026-03-31T15:59:59.999Z')
    await at('2026-03-31T16:00:00Z')
    const inMonth = (month: string) => accounting.statements.readLedger(root, { sellerId: shop, month })
    expect(await inMonth('2026-03')).toMatchObject({ opening: 0, sales: 10_000, closing: 10_000 })
    expect(await inMonth('2026-04')).toMatchObject({ opening: 10_000, sales: 10_000, closing: 20_000 })
  })

  test("the platform's summary shows what it owes all sellers together", async () => {
    const before = (await accounting.statements.readLedger(root, {})).balance
    await sell(sale(platform, [line(await seller(), { feeBasisPoints: 1000 })]))
    expect((await accounting.statements.readLedger(root, {})).balance - before).toBe(9_000)
  })
})
