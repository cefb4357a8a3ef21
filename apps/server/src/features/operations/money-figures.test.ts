/**
 * Tests that all screens and files show the same amounts for 2,000 orders of two payment accounts, with SST, refunds, chargebacks
 * and invoices.
 */
import { journalPrograms } from '@apogee/contracts/accounting/books.ts'
import type { ExportKind } from '@apogee/contracts/operations/insights.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { proportionOf, rateOf, sstInside } from '@apogee/domain/money/proportion.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { OrderBookkeeping } from '#server/features/sales/model/order-bookkeeping.ts'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { invoicesOn } from '#server/features/invoices/invoices.testing.ts'

const orderCount = 2_000
const postedAtOnce = 100
const feeBasisPoints = 1_000
const taxBasisPoints = 800
const dayMs = 24 * 3_600_000

/** The amounts that the setup of the test adds up, in positive sen. */
interface Expected {
  sales: number
  refunds: number
  chargebacks: number
  fees: number
  invoices: { sales: number; refunds: number; fees: number }
}
const nothing = (): Expected => ({
  sales: 0,
  refunds: 0,
  chargebacks: 0,
  fees: 0,
  invoices: { sales: 0, refunds: 0, fees: 0 },
})

interface SchoolWithMoney {
  admin: TestPerson
  sellerId: number
  courses: number[]
  expected: Expected
}

let shop: Shop
let superadmin: TestPerson
let school: SchoolWithMoney
let lone: SchoolWithMoney
/** The totals of the school's first course. */
const ofCourse = { paid: 0, returned: 0 }

let state = 4_711
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}

interface MadeLine {
  lineId: number
  of: SchoolWithMoney
  courseId: number
  cents: number
  tax: number
  fee: number
  back: number
}

interface MadeOrder {
  publicId: string
  account: number
  settledAt: Date
  lines: Omit<MadeLine, 'lineId'>[]
}

/**
 * Returns an order of one or two courses: through the platform's account or, for courses of the lone teacher, through the teacher's
 * own account.
 */
function madeOrder(nth: number, now: number, accounts: { platform: number; own: number }): MadeOrder {
  const isOwn = random(4) === 0
  const sellers = isOwn ? [lone] : random(3) === 0 ? [school, lone] : [school]
  const lines = sellers.map((of) => {
    const cents = 100 + random(50_000)
    const tax = of === school ? sstInside(cents, taxBasisPoints) : 0
    const courseId = of.courses[random(of.courses.length)] ?? 0
    return { of, courseId, cents, tax, fee: rateOf(cents, feeBasisPoints), back: 0 }
  })
  return {
    publicId: `money-figures-${String(nth).padStart(6, '0')}`,
    account: isOwn ? accounts.own : accounts.platform,
    settledAt: new Date(now - random(80) * dayMs - random(80_000) * 1_000),
    lines,
  }
}

async function storeOrders(orders: readonly MadeOrder[]): Promise<MadeLine[][]> {
  const given = orders.map(({ lines, ...order }, nth) => ({
    ...order,
    nth,
    total: lines.reduce((sum, { cents }) => sum + cents, 0),
    lines: lines.map(({ of, courseId, cents, tax }, place) => ({
      place,
      courseId,
      cents,
      tax,
      sellerId: of.sellerId,
      bp: of === school ? taxBasisPoints : 0,
    })),
  }))
  const stored = await shop.rows(sql<{ publicId: string; place: number; id: number }>`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g ("publicId" text, account bigint, "settledAt" timestamptz, nth integer, total bigint, lines jsonb)),
    buyer AS (
      INSERT INTO users (email, name) SELECT 'buyer-' || nth || '@figures.test', 'Buyer ' || nth FROM given RETURNING id, email),
    bought AS (
      INSERT INTO orders (public_id, buyer_id, state, total_cents, payment_account_id, origin, created_at, settled_at)
      SELECT g."publicId", b.id, 'paid', g.total, g.account, 'http://127.0.0.1', g."settledAt", g."settledAt"
        FROM given g JOIN buyer b ON b.email = 'buyer-' || g.nth || '@figures.test' RETURNING id, public_id, buyer_id, settled_at),
    item AS MATERIALIZED (
      SELECT o.*, l.* FROM bought o JOIN given g ON g."publicId" = o.public_id
       CROSS JOIN LATERAL jsonb_to_recordset(g.lines)
         AS l (place integer, "courseId" bigint, "sellerId" bigint, cents bigint, tax bigint, bp integer)),
    placed AS (
      INSERT INTO enrolments (user_id, course_id, source, granted_at)
      SELECT buyer_id, "courseId", 'purchase', settled_at FROM item),
    line AS (
      INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, price_cents, tax_basis_points, tax_cents,
                               fee_basis_points, status)
      SELECT id, "courseId", "sellerId", 'Course', cents, cents, bp, tax, ${feeBasisPoints}::int, 'granted' FROM item
      RETURNING id, order_id, seller_id, course_id),
    explained AS (
      INSERT INTO access_grants (user_id, course_id, kind, source_id, access_from)
      SELECT b.buyer_id, l.course_id, 'order_line', l.id, b.settled_at FROM line l JOIN bought b ON b.id = l.order_id),
    paid AS (
      INSERT INTO payments (order_id, payment_account_id, provider_id, state, provider_status, outcome, received_cents, created_at,
                            due_at, paid_at, last_read_at, reads)
      SELECT o.id, g.account, 'purchase-' || g.nth, 'paid', 'paid', 'settled', g.total, o.settled_at, o.settled_at, o.settled_at,
             o.settled_at, 1 FROM bought o JOIN given g ON g."publicId" = o.public_id)
    SELECT i.public_id AS "publicId", i.place, l.id FROM item i JOIN line l ON l.order_id = i.id AND l.seller_id = i."sellerId"`)
  const ids = new Map(stored.map(({ publicId, place, id }) => [`${publicId} ${place}`, id]))
  return orders.map(({ publicId, lines }) =>
    lines.map((line, place) => ({ ...line, lineId: ids.get(`${publicId} ${place}`) ?? 0 })),
  )
}

interface MadeRefund {
  publicId: string
  kind: 'lines' | 'chargeback'
  state: 'done' | 'reversed'
  at: Date
  lines: { lineId: number; cents: number }[]
}

/** Creates partial refunds, full refunds, chargebacks of the rest, and chargebacks that the seller won. */
function madeRefunds({ publicId, settledAt }: MadeOrder, lines: MadeLine[], now: number): MadeRefund[] {
  const chance = random(100)
  const refunds: MadeRefund[] = []
  const give = (kind: MadeRefund['kind'], wanted: MadeLine[], isWon: boolean, share: () => number) => {
    const given = wanted
      .map((line) => ({
        line,
        cents: Math.min(line.cents - line.back, Math.ceil(((line.cents - line.back) * share()) / 10)),
      }))
      .filter(({ cents }) => cents > 0)
    if (given.length === 0) return
    const at = new Date(Math.min(now - 60_000, settledAt.getTime() + (refunds.length + 1) * 3_600_000))
    const named = given.map(({ line, cents }) => ({ lineId: line.lineId, cents }))
    refunds.push({ publicId, kind, state: isWon ? 'reversed' : 'done', at, lines: named })
    if (isWon) return
    for (const { line, cents } of given) {
      line.back += cents
      line.of.expected[kind === 'lines' ? 'refunds' : 'chargebacks'] += cents
    }
  }
  const whole = () => 10
  if (chance < 20) give('lines', lines.slice(0, 1), false, () => 1 + random(9))
  if (chance < 10) give('lines', lines, false, () => 1 + random(10))
  if (chance >= 15 && chance < 22) give('chargeback', lines, false, whole)
  if (chance >= 22 && chance < 25) give('chargeback', lines, true, whole)
  return refunds
}

async function storeRefunds(refunds: readonly MadeRefund[]): Promise<void> {
  await shop.rows(sql`
    WITH given AS MATERIALIZED (
      SELECT row_number() OVER () AS nth, g.* FROM jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb)
        AS g ("publicId" text, kind text, state text, at timestamptz, lines jsonb)),
    made AS (
      INSERT INTO refunds (public_id, order_id, payment_id, kind, origin, state, amount_cents, created_at, resolved_at)
      SELECT 'money-figures-refund-' || g.nth, o.id, p.id, g.kind, 'provider', g.state,
             (SELECT sum((l->>'cents')::bigint) FROM jsonb_array_elements(g.lines) l), g.at, g.at
        FROM given g JOIN orders o ON o.public_id = g."publicId" JOIN payments p ON p.order_id = o.id
      RETURNING id, public_id)
    INSERT INTO refund_lines (refund_id, line_id, cents)
    SELECT m.id, (l->>'lineId')::bigint, (l->>'cents')::bigint
      FROM made m JOIN given g ON 'money-figures-refund-' || g.nth = m.public_id CROSS JOIN LATERAL jsonb_array_elements(g.lines) l`)
  await shop.rows(sql`
    UPDATE order_lines l SET refunded_cents = back.cents,
           status = CASE WHEN back.cents = l.price_cents THEN 'refunded' ELSE l.status END
      FROM (SELECT b.line_id, sum(b.cents) AS cents FROM refund_lines b JOIN refunds r ON r.id = b.refund_id AND r.state = 'done'
             GROUP BY 1) back
     WHERE back.line_id = l.id`)
  await shop.rows(sql`
    WITH closed AS (
      UPDATE access_grants g SET revoked_at = now() FROM order_lines l
       WHERE g.kind = 'order_line' AND g.source_id = l.id AND l.status = 'refunded')
    UPDATE enrolments e SET revoked_at = now() FROM order_lines l JOIN orders o ON o.id = l.order_id
     WHERE l.status = 'refunded' AND e.user_id = o.buyer_id AND e.course_id = l.course_id`)
  await shop.rows(sql`
    UPDATE orders o SET state = 'refunded' WHERE state = 'paid' AND total_cents > 0
       AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.status <> 'refunded')`)
}

async function postOrders(): Promise<void> {
  const { services, clock, database } = shop.server
  const bookkeeping = new OrderBookkeeping({ accounting: services.accounting, clock })
  const ids = (await shop.rows(sql<{ id: never }>`SELECT id FROM orders ORDER BY id`)).map(({ id }) => id)
  for (let first = 0; first < ids.length; first += postedAtOnce) {
    await database.transaction(async (tx) => {
      for (const id of ids.slice(first, first + postedAtOnce)) await bookkeeping.recordPastOrder(tx, id)
    })
    // When the screens are read, the sums contain half of the orders, and the other half are changes.
    if (first < ids.length / 2) await services.accounting.sums.add()
    if (first === 0) await services.figures.fold()
  }
}

/** Creates two paid invoices, of which one is voided, and one unpaid invoice. */
async function makeInvoices(): Promise<void> {
  const { issued, pay } = invoicesOn(shop.server)
  const seller = { ...school, courses: [school.courses[0] ?? 0, school.courses[1] ?? 0] as const }
  const made = [await issued(seller), await issued(seller), await issued(seller)]
  for (const [nth, { id, total }] of made.slice(0, 2).entries()) {
    expect((await pay(id, total, school.admin)).status).toBe(200)
    school.expected.sales += total
    school.expected.invoices.sales += total
    if (nth === 0) continue
    const voided = await shop.server.call('voidInvoice', {
      params: { id },
      body: { reason: 'Cancelled by the company' },
      as: school.admin,
    })
    expect(voided.status).toBe(200)
    school.expected.refunds += total
    school.expected.invoices.refunds += total
  }
}

beforeAll(async () => {
  shop = await startShop()
  superadmin = await shop.server.person('superadmin')
  const made = await invoicesOn(shop.server).seller({ taxBasisPoints, feeBasisPoints })
  school = { ...made, courses: [...made.courses], expected: nothing() }
  const teacher = await shop.server.person('instructor')
  const chip = { chipSecret: 'lone-key', chipBrandId: crypto.randomUUID() }
  expect((await shop.server.call('updateChipCredentials', { body: chip, as: teacher })).status).toBe(200)
  const course = await makeCourse(shop.server.database, { owner: teacher, priceCents: 5_000 })
  const [own] = await shop.rows(sql<{ id: number; account: number }>`
    SELECT s.id, a.id AS account FROM sellers s JOIN payment_accounts a ON a.seller_id = s.id WHERE s.user_id = ${teacher.id}`)
  lone = { admin: teacher, sellerId: own?.id ?? 0, courses: [course.id], expected: nothing() }
  const now = shop.server.clock.now().getTime()
  const accounts = { platform: shop.platformAccount, own: own?.account ?? 0 }
  const orders = Array.from({ length: orderCount }, (_, nth) => madeOrder(nth, now, accounts))
  const lines = await storeOrders(orders)
  const refunds = orders.flatMap((order, nth) => madeRefunds(order, lines[nth] ?? [], now))
  await storeRefunds(refunds)
  for (const { of, courseId, cents, back, fee } of lines.flat()) {
    of.expected.sales += cents
    of.expected.fees += fee - proportionOf(fee, back, cents)
    if (courseId !== school.courses[0]) continue
    ofCourse.paid += cents
    ofCourse.returned += back
  }
  await postOrders()
  await makeInvoices()
  for (const { feeCents } of await shop.rows(sql<{ feeCents: number }>`
    SELECT l.fee_cents AS "feeCents" FROM posting_lines l JOIN ledger_postings p ON p.id = l.posting_id WHERE p.source LIKE 'invoice%'`))
    school.expected.invoices.fees += feeCents
  school.expected.fees += school.expected.invoices.fees
})
afterAll(() => shop.server.stop())

const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)

const both = (): Expected => ({
  sales: school.expected.sales + lone.expected.sales,
  refunds: school.expected.refunds + lone.expected.refunds,
  chargebacks: school.expected.chargebacks + lone.expected.chargebacks,
  fees: school.expected.fees + lone.expected.fees,
  invoices: school.expected.invoices,
})

/** Returns the lines of an exported file. The first line is its header. */
async function exported(what: ExportKind, as: TestPerson, filters = {}): Promise<string[]> {
  const { body } = await shop.server.call('createTicket', { body: { what, filters }, as })
  const file = await shop.server.app.inject({ url: body.data.url })
  return file.body.replace('\uFEFF', '').trim().split('\r\n')
}

/** Returns the sum of a column of sen in an exported file. */
async function column(what: ExportKind, as: TestPerson, name: string, filters = {}): Promise<number> {
  const [header = '', ...lines] = await exported(what, as, filters)
  const place = header.split(',').indexOf(name)
  if (place < 0) throw new Error(`no column ${name} in ${header}`)
  return sumOf(lines, (line) =>
    Math.round(Number(line.split(',').at(place - header.split(',').length)) * 100),
  )
}

async function expectEverywhere(as: TestPerson, expected: Expected): Promise<void> {
  const { sales, refunds, chargebacks, fees, invoices } = expected
  const returned = refunds + chargebacks
  const revenue = sales - returned
  const home = (await shop.server.call('readStudio', { as })).body.data.days
  const shown = { sales, refunds, chargebacks, fees, net: revenue - fees }
  const columns = Object.keys(shown) as (keyof typeof shown)[]
  const sums = columns.map((key) => [key, sumOf(home, ({ money }) => money?.[key] ?? 0)])
  expect(Object.fromEntries(sums)).toEqual(shown)
  const reports = (await shop.server.call('readAnalytics', { as })).body.data
  expect(reports.totalRevenue).toBe(revenue)
  expect(sumOf(reports.months, (month) => month.revenue ?? 0)).toBe(revenue)
  const orders = (await shop.server.call('listOrders', { query: { limit: '50' }, as })).body.meta
  expect(orders).toMatchObject({
    paid: sales - invoices.sales,
    refunded: returned - invoices.refunds,
    chargedBack: chargebacks,
    fees: fees - invoices.fees,
    invoices: { paid: invoices.sales, refunded: invoices.refunds, fees: invoices.fees },
  })
  const byDays = (await shop.server.call('listOrders', { query: { from: '2020-01-01' }, as })).body.meta
  expect(byDays).toMatchObject({
    paid: orders.paid,
    refunded: orders.refunded,
    chargedBack: chargebacks,
    fees: orders.fees,
    invoices: null,
  })
  expect(await column('orders', as, 'Price (RM)')).toBe(orders.paid)
  expect(await column('days', as, 'Sales (RM)')).toBe(sales)
  expect(await column('days', as, 'Refunds (RM)')).toBe(-refunds || 0)
  expect(await column('days', as, 'Net (RM)')).toBe(shown.net)
}

test.each([
  ['a school that the platform pays out', () => school],
  ['a lone instructor with an account of their own', () => lone],
])('all screens and files of %s show the same money to the sen', async (_name, seller) => {
  const { admin, sellerId, expected } = seller()
  await expectEverywhere(admin, expected)
  const { sales, refunds, chargebacks, fees } = expected
  const revenue = sales - refunds - chargebacks
  const sold = { sales, refunds, chargebacks, fees, net: revenue - fees }
  const overview = await shop.server.call('readSellerOverview', { params: { id: sellerId }, as: superadmin })
  expect(overview.body.data.money.find(({ days }) => days === null)).toEqual({ days: null, ...sold })
  expect(overview.body.data.money.find(({ days }) => days === 90)).toEqual({ days: 90, ...sold })
  const ledger = (await shop.server.call('readLedger', { query: {}, as: admin })).body.data
  const shown = { sales, refunds: -refunds || 0, chargebacks: -chargebacks || 0, fees: -fees || 0 }
  expect(ledger).toMatchObject({ ...shown, net: sold.net })
  for (const show of ['sales', 'refunds', 'chargebacks'] as const) {
    expect([show, await column('ledger', admin, 'Amount (RM)', { show })]).toEqual([show, shown[show]])
  }
  expect(await column('ledger', admin, 'Fees (RM)', { show: 'fees' })).toBe(shown.fees)
  expect(await column('ledger', admin, 'Amount (RM)', { show: 'net' })).toBe(revenue)
  expect(await column('ledger', admin, 'Amount (RM)')).toBe(revenue)
  const ofSeller = { sellerId: String(sellerId) }
  const { meta } = (await shop.server.call('listOrders', { query: ofSeller, as: superadmin })).body
  expect(meta.paid).toBe(sales - expected.invoices.sales)
})

test.each([
  ['a school that the platform pays out', () => school],
  ['a lone instructor with an account of their own', () => lone],
])('the tax return of %s sums its ledger by rate, also as CSV and PDF', async (_name, seller) => {
  const { admin, expected } = seller()
  const ledger = (await shop.server.call('readLedger', { query: {}, as: admin })).body.data
  const { rates, tax } = (await shop.server.call('readSstReturn', { query: {}, as: admin })).body.data
  const sum = (kind: 'sales' | 'refunds' | 'chargebacks') =>
    sumOf(rates, ({ [kind]: { value, tax: part } }) => value + part)
  expect([sum('sales'), sum('refunds'), sum('chargebacks'), tax]).toEqual([
    expected.sales,
    expected.refunds,
    expected.chargebacks,
    ledger.tax,
  ])
  for (const { taxBasisPoints, sales } of rates)
    expect(Math.abs(sales.tax - (sales.value * taxBasisPoints) / 10_000)).toBeLessThan(1_000)
  expect(await column('sst', admin, 'SST (RM)')).toBe(tax)
  const headers = { authorization: `Bearer ${admin.token}` }
  const pdf = await shop.server.app.inject({ url: '/api/ledger/sst/pdf?language=ms', headers })
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
})

/** Journals end with this day in Malaysia. */
const yesterday = () => dayInMalaysia(new Date(shop.server.clock.now().getTime() - dayMs))

test.each(journalPrograms)(
  'each journal for %s balances, and all together are the ledger up to yesterday',
  async (program) => {
    for (const { admin } of [school, lone]) {
      const codes = { sales: '500-000', tax: '=SST' }
      const [header = '', ...lines] = await exported('journals', admin, { program, codes })
      const heads = header.split(',')
      const at = (line: string, name: string) =>
        line.split(',')[heads.findIndex((head) => head.endsWith(name))]
      const cents = (line: string, name: string) => Math.round(Number(at(line, name) ?? 0) * 100)
      const [number, account, debit, credit] = {
        'sql-accounting': ['DOCNO', 'CODE', 'DR', 'CR'] as const,
        autocount: ['DocNo', 'AccNo', 'DR', 'CR'] as const,
        xero: ['Narration', 'AccountCode', 'Amount', ''] as const,
        quickbooks: ['JournalNo', 'AccountName', 'Debits', 'Credits'] as const,
      }[program]
      const amount = (line: string) => cents(line, debit) - (credit === '' ? 0 : cents(line, credit))
      const journals = Map.groupBy(lines, (line) => at(line, number))
      expect(journals.size).toBeGreaterThan(50)
      for (const [name, journal] of journals) expect([name, sumOf(journal, amount)]).toEqual([name, 0])
      const query = { to: yesterday() }
      const ledger = (await shop.server.call('readLedger', { query, as: admin })).body.data
      const isAccount = (name: string) => (line: string) => at(line, account) === name
      expect(-sumOf(lines.filter(isAccount("'=SST")), amount) || 0).toBe(ledger.tax)
      expect(-sumOf(lines.filter(isAccount('500-000')), amount)).toBe(
        ledger.sales + ledger.refunds + ledger.chargebacks - ledger.tax,
      )
    }
  },
)

test('all screens and files of the platform show the same money to the sen', async () => {
  const { sales, refunds, chargebacks, fees } = both()
  await expectEverywhere(superadmin, both())
  const { money } = (await shop.server.call('platformSummary', { as: superadmin })).body.data
  const net = sales - refunds - chargebacks - fees
  expect(money).toMatchObject({ sales, refunds, chargebacks, fees, net })
  const balances = await Promise.all(
    [school, lone].map(({ admin }) => shop.server.call('readLedger', { query: {}, as: admin })),
  )
  expect(money.owed).toBe(sumOf(balances, ({ body }) => body.data.balance))
})

test('the figures of some days on the home page are those of the same days in the ledger', async () => {
  const { days } = (await shop.server.call('readStudio', { as: school.admin })).body.data
  const some = days.slice(20, 70)
  const query = { from: some[0]?.day ?? '', to: some.at(-1)?.day ?? '' }
  const ledger = (await shop.server.call('readLedger', { query, as: school.admin })).body.data
  const sum = (key: 'sales' | 'refunds' | 'chargebacks' | 'fees' | 'net') =>
    sumOf(some, ({ money }) => money?.[key] ?? 0)
  expect(ledger).toMatchObject({
    sales: sum('sales'),
    refunds: -sum('refunds'),
    chargebacks: -sum('chargebacks'),
    fees: -sum('fees'),
    net: sum('net'),
  })
  expect(ledger.closing - ledger.opening).toBe(await column('ledger', school.admin, 'Change (RM)', query))
  const sales = { ...query, show: 'sales', limit: '1' } as const
  const { meta } = (await shop.server.call('listLedger', { query: sales, as: school.admin })).body
  expect(meta.total).toBe(sumOf(some, ({ money }) => (money?.orders ?? 0) + (money?.invoices ?? 0)))
})

test('the orders of one course are added up from the ledger', async () => {
  const query = { courseId: String(school.courses[0] ?? 0) }
  const { meta } = (await shop.server.call('listOrders', { query, as: school.admin })).body
  expect(meta).toMatchObject({ paid: ofCourse.paid, refunded: ofCourse.returned, invoices: null })
})

test('the daily mail about all orders of a seller has the sales of its pages', async () => {
  const { admin, expected } = school
  await shop.server.call('updateSaleMails', { body: { wanted: 'daily' }, as: admin })
  const soldAt = new Date(shop.server.clock.now().getTime() - 2 * dayMs)
  await sql`
    INSERT INTO waiting_sale_mails (user_id, order_id, sold_at)
    SELECT ${admin.id}, o.id, ${soldAt} FROM orders o WHERE o.settled_at IS NOT NULL`.execute(
    shop.server.database.kysely,
  )
  await shop.server.services.saleMails.mailDigests()
  await shop.runJobs()
  const mail = shop.server.mails.find(
    ({ to, subject }) => to === admin.email && subject.startsWith('Your sales'),
  )
  expect(mail?.subject).toContain(`${formatRinggit(expected.sales - expected.invoices.sales)} in total`)
  expect(mail?.body.match(/^RM /gm)).toHaveLength(50)
  expect(mail?.body).toMatch(/^and \d+ more$/m)
})

test('an instructor of a business sees no money in figures, files and lists', async () => {
  const teacher = await shop.server.person('instructor', { businessId: school.admin.businessId })
  const reports = (await shop.server.call('readAnalytics', { as: teacher })).body.data
  expect([reports.totalRevenue, ...reports.months.map(({ revenue }) => revenue)]).toEqual(
    Array.from({ length: 7 }, () => null),
  )
  const { body } = await shop.server.call('createTicket', { body: { what: 'analytics' }, as: teacher })
  const file = await shop.server.app.inject({ url: body.data.url })
  expect(file.body).toContain('Total Users')
  expect(file.body).not.toContain('RM')
  expect((await shop.server.call('listOrders', { query: {}, as: teacher })).body).toMatchObject({
    errorCode: 'ORDERS_OF_BUSINESS',
  })
  const { days } = (await shop.server.call('readStudio', { as: teacher })).body.data
  expect(days.every(({ money }) => money === null)).toBe(true)
})

test('days and sums of the ledger are those of its entries, and all rules of money hold', async () => {
  const { services, database } = shop.server
  await services.accounting.sums.add()
  await services.figures.fold()
  await expectEverywhere(superadmin, both())
  expect(await services.accounting.sums.compare()).toBe(0)
  expect(await services.figures.compare()).toBe(0)
  expect(await brokenInvariants(database)).toEqual([])
})
