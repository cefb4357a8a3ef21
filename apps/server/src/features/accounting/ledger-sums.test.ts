/** Tests that the sums of the books equal the sums of their entries after any postings, in any order. */
import { monthRange } from '@apogee/domain/time/malaysia-months.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/platform/database/testing.ts'
import { LedgerSums } from './ledger-sums.ts'
import { insertPosting, platformSeller, type NewPosting } from './ledger.store.ts'
import type { Period } from './ledger-sums.store.ts'
import { sumsOf, sumsOfDays } from './money.store.ts'
import { balanceOf, balanceOfEntries, balances, statementOf, type Book } from './statements.store.ts'

let db: Awaited<ReturnType<typeof testDatabase>>
let sums: LedgerSums
let books: Book[]
const errors: unknown[] = []

beforeAll(async () => {
  db = await testDatabase({ poolSize: 4 })
  const log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (facts: unknown) => void errors.push(facts),
  }
  sums = new LedgerSums({ database: db.database, log })
  const platform = await platformSeller(db.database.kysely)
  const made = await run<{ id: number }>(sql`
    WITH school AS (
      INSERT INTO businesses (name, email, phone, address)
      SELECT 'School ' || nth, 'school' || nth || '@apogee.test', '', '1 Jalan Ujian' FROM generate_series(1, 2) nth RETURNING id)
    INSERT INTO sellers (business_id) SELECT id FROM school RETURNING id`)
  books = [
    { sellerId: platform, name: 'Apogee', isPlatform: true },
    ...made.map(({ id }, nth) => ({ sellerId: id, name: `School ${nth + 1}`, isPlatform: false })),
  ]
})
afterAll(() => db.drop())

async function run<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await query.execute(db.database.kysely)).rows as Row[]
}

/** The fixed seed gives the same numbers in every run. */
let state = 7
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}

let count = 0
const kinds = ['sale', 'sale', 'sale', 'held', 'payout', 'payment_in'] as const
/** The instants surround the change of month in Kuala Lumpur, which differs from that in UTC. */
const instants = [
  '2026-02-28T15:59:59Z',
  '2026-02-28T16:00:00Z',
  '2026-03-31T15:59:59.999Z',
  '2026-03-31T16:00:00Z',
]

async function post(): Promise<void> {
  count += 1
  const kind = kinds[random(kinds.length)] ?? 'sale'
  const seller = books[1 + random(books.length - 1)]?.sellerId ?? 0
  const platform = books[0]?.sellerId ?? 0
  const cents = 1 + random(50_000)
  const accounts =
    kind === 'sale'
      ? (['sales', 'payable'] as const)
      : ([kind === 'held' ? 'held' : 'bank', 'payable'] as const)
  const posting: NewPosting = {
    source: `test:${count}`,
    kind,
    at: new Date(instants[random(instants.length)] ?? 0),
    aboutId: null,
    payeeSellerId: platform,
    through: 'provider',
    reference: '',
    note: '',
    recordedBy: null,
    lines: [],
    entries: [
      { sellerId: seller, account: accounts[0], cents: -cents },
      { sellerId: seller, account: 'platform', cents },
      { sellerId: platform, account: 'provider', cents },
      { sellerId: platform, account: 'payable', cents: -cents },
    ],
  }
  await db.database.transaction((tx) => insertPosting(tx, posting))
}

/** Adds up the entries directly, as a reference for the sums. */
async function entered({ sellerId }: Book, from: Date | null, to: Date | null) {
  const [found] = await run<Record<string, number>>(sql`
    SELECT coalesce(-sum(e.cents) FILTER (WHERE p.kind = 'sale' AND e.account IN ('sales', 'tax')), 0)::bigint AS sales,
           coalesce(sum(e.cents) FILTER (WHERE p.kind <> 'sale' AND e.account IN ('sales', 'tax')), 0)::bigint AS returned,
           coalesce(-sum(e.cents) FILTER (WHERE e.account = 'tax'), 0)::bigint AS tax,
           coalesce(sum(e.cents) FILTER (WHERE e.account = 'fee'), 0)::bigint AS fees,
           coalesce(-sum(e.cents) FILTER (WHERE e.account = 'fee_income'), 0)::bigint AS "feeIncome",
           coalesce(-sum(e.cents) FILTER (WHERE e.account = 'platform' AND p.kind LIKE 'pay%'), 0)::bigint AS "paidOut",
           coalesce(sum(e.cents) FILTER (WHERE e.account = 'bank' AND p.kind LIKE 'pay%'), 0)::bigint AS transfers
      FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
     WHERE e.seller_id = ${sellerId} AND (${from}::timestamptz IS NULL OR e.at >= ${from})
       AND (${to}::timestamptz IS NULL OR e.at < ${to})`)
  if (!found) throw new Error('nothing was added up')
  return found
}

async function expectSameSums(book: Book, { from, to }: Period): Promise<void> {
  const { kysely } = db.database
  const expected = await entered(book, from, to)
  expect(await sumsOf(kysely, book, { from, to })).toMatchObject(expected)
  expect(await sumsOfDays(kysely, book.sellerId, { from, to })).toMatchObject(expected)
}

async function expectSameBooks(): Promise<void> {
  const { kysely } = db.database
  const listed = await balances(kysely, null, { limit: 10, offset: 0, before: null })
  for (const book of books) {
    expect(await balanceOf(kysely, book, null)).toBe(await balanceOfEntries(kysely, book))
    expect(listed.rows.find(({ id }) => id === book.sellerId)?.balance).toBe(
      await balanceOfEntries(kysely, book),
    )
    await expectSameSums(book, { from: null, to: null })
    for (const month of ['2026-02', '2026-03', '2026-04']) {
      const { from, to } = monthRange(month)
      await expectSameSums(book, { from, to })
      const asked = { period: { from, to } }
      const { rows } = await statementOf(kysely, book, asked, { limit: 3, offset: 0, before: null })
      const [newest] = rows
      if (newest) expect(newest.balance).toBe(await balanceOf(kysely, book, to))
    }
  }
}

test('books from sums equal their entries after any order of postings and sums', async () => {
  for (let nth = 0; nth < 60; nth += 1) {
    await post()
    if (random(6) === 0) await sums.add()
    if (nth % 12 === 0) await expectSameBooks()
  }
  await expectSameBooks()
  expect(await sums.compare()).toBe(0)
  await sums.add()
  await expectSameBooks()
  expect(await run(sql`SELECT posting_id FROM unsummed_postings`)).toEqual([])
})

test('the comparison finds sums that are wrong, missing or without entries, corrects them and logs an error', async () => {
  await post()
  const [first] = books
  await run(sql`UPDATE ledger_months SET cents = cents + 1 WHERE (seller_id, month, account, kind) IN (
    SELECT seller_id, month, account, kind FROM ledger_months WHERE account = 'payable' LIMIT 1)`)
  await run(sql`DELETE FROM ledger_months WHERE (seller_id, month, account, kind) IN (
    SELECT seller_id, month, account, kind FROM ledger_months WHERE account = 'provider' AND cents <> 0 LIMIT 1)`)
  await run(sql`INSERT INTO ledger_months VALUES (${first?.sellerId}, '2020-01-01', 'fee', 'other', 5)`)
  expect(await sums.compare()).toBe(3)
  expect(errors).toEqual([{ differing: 3 }])
  await expectSameBooks()
  expect(await sums.compare()).toBe(0)
})

test('postings that are added to the sums while others are posted are counted once', async () => {
  await Promise.all([
    ...Array.from({ length: 20 }, () => post()),
    ...Array.from({ length: 5 }, () => sums.add()),
    sums.compare(),
  ])
  await sums.add()
  await expectSameBooks()
  expect(await sums.compare()).toBe(0)
})
