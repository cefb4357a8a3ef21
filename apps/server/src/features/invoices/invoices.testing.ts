/** A seller with courses and bank details, and the calls of an invoice's life cycle, for tests. */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { sql, type RawBuilder } from 'kysely'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'

type Asked = RequestOf<'createInvoice'>['body']

const dayMs = 24 * 3_600_000

export const startInvoices = async ({ sellersNeedApproval = false } = {}) =>
  invoicesOn(await startTestApp({ payments: unusedPayments, sellersNeedApproval }))

/** Offers the same helpers on a server that runs already. */
export function invoicesOn(server: TestApp) {
  const rows = <Row>(query: RawBuilder<unknown>) => rowsOf<Row>(server, query)
  const verified = (person: TestPerson) => proveAddress(server, person)
  const seller = (given: Terms = {}) => makeSeller(server, given)

  /** Verifies the address and runs the listeners, as a press on the mailed link does. */
  async function prove(person: TestPerson): Promise<void> {
    await verified(person)
    await server.database.transaction((tx) => emit(tx, 'account.email-verified', { userId: person.id }))
    await server.jobs.runDueOnce()
  }

  return {
    ...server,
    server,
    rows,
    verified,
    seller,
    prove,
    form,
    ...invoiceCalls(server),
    ...invoiceReadings(server),
    moveTo: (time: string) => moveTo(server.clock, time),
  }
}

async function rowsOf<Row>(server: TestApp, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await query.execute(server.database.kysely)).rows as Row[]
}

async function proveAddress(server: TestApp, person: TestPerson): Promise<TestPerson> {
  await rowsOf(server, sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.id}`)
  return person
}

interface Terms {
  taxBasisPoints?: number
  feeBasisPoints?: number
}

/** Creates an admin of a new business, with a verified address, bank details and two courses. */
async function makeSeller(server: TestApp, { taxBasisPoints = 800, feeBasisPoints = 0 }: Terms) {
  const admin = await proveAddress(server, await server.person('admin'))
  const first = await makeCourse(server.database, { owner: admin, title: 'Orbits', priceCents: 20_000 })
  const second = await makeCourse(server.database, {
    owner: admin,
    title: 'Comets',
    priceCents: 9_900,
    isPrivate: true,
  })
  await server.call('saveInvoiceBank', { body: bank, as: admin })
  await rowsOf(
    server,
    sql`UPDATE sellers SET tax_basis_points = ${taxBasisPoints}, fee_basis_points = ${feeBasisPoints}
                  WHERE business_id = ${admin.businessId}`,
  )
  const [own] = await rowsOf<{ id: number }>(
    server,
    sql`SELECT id FROM sellers WHERE business_id = ${admin.businessId}`,
  )
  return { admin, courses: [first.id, second.id] as const, sellerId: own?.id ?? 0 }
}
type Seller = Awaited<ReturnType<typeof makeSeller>>

const form = ({ courses: [first, second] }: Seller, given: Partial<Asked> = {}): Asked => ({
  companyName: 'Petronia Sdn Bhd',
  registrationNumber: '202301012345',
  taxNumber: 'C1234567890',
  address: '8 Jalan Minyak\n50088 Kuala Lumpur',
  contactName: 'Puan Salmah',
  purchaseOrder: 'PO-77',
  contactEmail: 'salmah@petronia.test',
  dueOn: '2099-12-31',
  language: 'en',
  lines: [
    { courseId: first, seats: 3, unitPrice: 15_000 },
    { courseId: second, seats: 2, unitPrice: 9_900 },
  ],
  ...given,
})

function invoiceCalls(server: TestApp) {
  async function draft(one: Seller, given: Partial<Asked> = {}) {
    const made = await server.call('createInvoice', { body: form(one, given), as: one.admin })
    if (made.status !== 201) throw new Error(made.raw.body)
    return made.body.data
  }

  const issue = (id: string, expectedTotal: number, as: TestPerson, { mail = false } = {}) =>
    server.call('issueInvoice', { params: { id }, body: { mail, expectedTotal }, as })

  async function issued(one: Seller, given: Partial<Asked> = {}) {
    const { id, total } = await draft(one, given)
    const answer = await issue(id, total, one.admin)
    if (answer.status !== 200) throw new Error(answer.raw.body)
    return answer.body.data
  }

  const pay = (id: string, amount: number, as: TestPerson, paidOn = '2026-01-31') =>
    server.call('payInvoice', { params: { id }, body: { paidOn, bankReference: 'IBG 4711', amount }, as })

  const addPeople = (
    id: string,
    courseIds: readonly number[],
    text: string,
    as: TestPerson,
    preview = false,
  ) =>
    server.call('addInvoicePeople', {
      params: { id },
      body: { courseIds: [...courseIds], text, preview },
      as,
    })

  const seatsOf = async (id: string, as: TestPerson) =>
    (await server.call('listInvoiceSeats', { params: { id }, query: {}, as })).body.data

  return { draft, issue, issued, pay, addPeople, seatsOf }
}

/** Reads the effects of an invoice. */
function invoiceReadings(server: TestApp) {
  /** Returns the courses in which this person is enrolled. */
  async function placesOf(userId: number): Promise<number[]> {
    const found = await rowsOf<{ id: number }>(
      server,
      sql`
      SELECT course_id AS id FROM enrolments WHERE user_id = ${userId} AND revoked_at IS NULL ORDER BY course_id`,
    )
    return found.map(({ id }) => id)
  }

  /** Returns the sums of the seller's book over all postings. */
  async function book(sellerId: number): Promise<Record<string, number>> {
    const found = await rowsOf<{ account: string; cents: number }>(
      server,
      sql`
      SELECT account, sum(cents)::bigint AS cents FROM ledger_entries WHERE seller_id = ${sellerId} GROUP BY account`,
    )
    return Object.fromEntries(
      found.filter(({ cents }) => cents !== 0).map(({ account, cents }) => [account, cents]),
    )
  }

  return { placesOf, book }
}

/** Advances the clock to the next occurrence of the time in Kuala Lumpur and returns the days there. */
function moveTo(clock: TestApp['clock'], time: string): { yesterday: string; today: string } {
  const passed = clock.now().getTime() - startOfDay(dayInMalaysia(clock.now())).getTime()
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = (hours * 60 + minutes) * 60_000
  clock.advance((wanted - passed + dayMs) % dayMs)
  const dayBefore = (days: number) => dayInMalaysia(new Date(clock.now().getTime() - days * dayMs))
  return { yesterday: dayBefore(1), today: dayBefore(0) }
}

export const bank = {
  bankName: 'Maybank',
  accountName: 'Sekolah Angkasa Sdn Bhd',
  accountNumber: '5140 1234 5678',
}
