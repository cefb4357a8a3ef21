import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startInvoices } from '#server/features/invoices/invoices.testing.ts'

let desk: Awaited<ReturnType<typeof startInvoices>>
let superadmin: TestPerson
beforeAll(async () => {
  desk = await startInvoices()
  superadmin = await desk.person('superadmin')
})
afterAll(() => desk.stop())

/** Runs a comparison and returns the differences that it found. */
async function compare() {
  const started = await desk.call('startReconciliation', { as: superadmin })
  await desk.jobs.runDueOnce()
  const { id } = started.body.data
  const answer = await desk.call('listDifferences', {
    params: { id },
    query: { limit: '100' },
    as: superadmin,
  })
  return answer.body.data.map(({ kind, subject, expected, found }) => ({ kind, subject, expected, found }))
}

const nameOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`

/** Makes a change, returns the differences of a comparison, and reverses the change. */
async function differing(change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) {
  await desk.rows(change)
  const found = await compare()
  await desk.rows(back)
  return found.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}

async function sold() {
  const one = await desk.seller({ feeBasisPoints: 1000 })
  const person = await desk.verified(await desk.person('student'))
  const made = await desk.draft(one)
  await desk.addPeople(made.id, one.courses, `${person.email}\nlater-${person.id}@petronia.test`, one.admin)
  const { body } = await desk.issue(made.id, made.total, one.admin)
  const paid = await desk.pay(made.id, made.total, one.admin)
  expect(paid.status).toBe(200)
  const [row] = await desk.rows<{ id: number }>(sql`SELECT id FROM invoices WHERE public_id = ${made.id}`)
  return { ...made, one, person, number: body.data.number, row: row?.id ?? 0 }
}
const takeBack = async ({ id, one }: Awaited<ReturnType<typeof sold>>) => {
  const voided = await desk.call('voidInvoice', {
    params: { id },
    body: { reason: 'Mistake' },
    as: one.admin,
  })
  expect(voided.status).toBe(200)
}

describe('of invoices a comparison', () => {
  test('a comparison of invoices finds nothing in a healthy history: drafted, issued, paid, seats moved, voided before and after payment', async () => {
    const one = await desk.seller()
    await desk.draft(one)
    await desk.issued(one)
    const unpaid = await desk.issued(one)
    await desk.call('voidInvoice', { params: { id: unpaid.id }, body: { reason: 'Twice' }, as: one.admin })
    await desk
      .issued(one, {
        lines: [
          { courseId: one.courses[0], seats: 1, unitPrice: 0 },
          { courseId: one.courses[1], seats: 3, unitPrice: 3_333 },
        ],
      })
      .then(({ id, total }) => desk.pay(id, total, one.admin))
    const paid = await sold()
    const [seat] = await desk.seatsOf(paid.id, paid.one.admin)
    await desk.call('revokeSeat', {
      params: { id: paid.id, seatId: seat?.id ?? 0 },
      as: paid.one.admin,
    })
    await takeBack(await sold())
    await desk.jobs.runDueOnce()
    expect(await compare()).toEqual([])
  })

  test('a comparison of invoices finds a paid one voided without a refund, and a credit note without a counter', async () => {
    const { row, total, tax } = await sold()
    const found = await differing(
      sql`UPDATE invoices SET state = 'void', voided_at = now(), void_reason = 'x', credit_year = year, credit_number = 1
           WHERE id = ${row}`,
      sql`UPDATE invoices SET state = 'paid', voided_at = NULL, void_reason = NULL, credit_year = NULL, credit_number = NULL
           WHERE id = ${row}`,
    )
    expect(found.filter(({ kind }) => kind === 'invoice_refund')).toEqual([
      { kind: 'invoice_refund', subject: `invoice ${row}`, expected: total, found: 0 },
      { kind: 'invoice_refund', subject: `invoice ${row}, SST`, expected: tax, found: 0 },
    ])
    expect(new Set(found.map(({ kind }) => kind))).toEqual(
      new Set(['invoice_refund', 'invoice_gap', 'seat_unpaid']),
    )
    expect(await compare()).toEqual([])
  })

  test('a comparison of invoices finds a refund whose invoice is still paid', async () => {
    const paid = await sold()
    await takeBack(paid)
    const credit = sql`UPDATE invoices SET state = 'void', voided_at = now(), void_reason = 'Mistake', credit_year = year,
                              credit_number = 1 WHERE id = ${paid.row}`
    const found = await differing(
      sql`UPDATE invoices SET state = 'paid', voided_at = NULL, void_reason = NULL, credit_year = NULL, credit_number = NULL
           WHERE id = ${paid.row}`,
      credit,
    )
    expect(found).toContainEqual({
      kind: 'invoice_refund',
      subject: `invoice ${paid.row}`,
      expected: 0,
      found: paid.total,
    })
    expect(found.map(({ kind }) => kind)).toContain('invoice_gap')
  })

  test('a comparison of invoices finds a sale that nobody paid, and one with another amount', async () => {
    const { row, total, tax } = await sold()
    const stray = await differing(
      sql`UPDATE invoices SET state = 'issued', paid_at = NULL, paid_on = NULL, bank_reference = NULL WHERE id = ${row}`,
      sql`UPDATE invoices SET state = 'paid', paid_at = now(), paid_on = '2026-01-31', bank_reference = 'x' WHERE id = ${row}`,
    )
    expect(stray.map(({ kind }) => kind)).toContain('invoice_stray')
    const other = await differing(
      sql`UPDATE invoices SET total_cents = total_cents + 1, tax_cents = tax_cents + 1 WHERE id = ${row}`,
      sql`UPDATE invoices SET total_cents = total_cents - 1, tax_cents = tax_cents - 1 WHERE id = ${row}`,
    )
    expect(other).toEqual([
      { kind: 'invoice_sale', subject: `invoice ${row}`, expected: total + 1, found: total },
      { kind: 'invoice_sale', subject: `invoice ${row}, SST`, expected: tax + 1, found: tax },
      { kind: 'invoice_total', subject: `invoice ${row}`, expected: total, found: total + 1 },
    ])
  })

  test('a comparison of invoices finds missing documents and gaps in numbers', async () => {
    const { row, total, one } = await sold()
    const unlocked = (statement: ReturnType<typeof sql>) => desk.rows(statement)
    await unlocked(sql`ALTER TABLE receipts DISABLE TRIGGER receipts_frozen`)
    const papers = await differing(
      sql`UPDATE receipts SET total_cents = total_cents - 1 WHERE seller_id = ${one.sellerId}`,
      sql`UPDATE receipts SET total_cents = total_cents + 1 WHERE seller_id = ${one.sellerId}`,
    )
    await unlocked(sql`ALTER TABLE receipts ENABLE TRIGGER receipts_frozen`)
    expect(papers).toMatchObject([{ kind: 'receipt_amount', expected: total, found: total - 1 }])
    const numbers = await differing(
      sql`UPDATE invoices SET number = 3 WHERE id = ${row}`,
      sql`UPDATE invoices SET number = 1 WHERE id = ${row}`,
    )
    expect(numbers.map(({ kind }) => kind)).toEqual(['invoice_gap'])
  })

  test('a comparison of invoices finds a seat without access, an unpaid one, and too many', async () => {
    const { row, person, one } = await sold()
    const missing = await differing(
      sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${person.id} AND course_id = ${one.courses[0]}`,
      sql`UPDATE enrolments SET revoked_at = NULL WHERE user_id = ${person.id} AND course_id = ${one.courses[0]}`,
    )
    expect(missing.map(({ kind }) => kind).toSorted()).toEqual(['access_unexplained', 'seat_missing'])
    const waiting = sql`line_id IN (SELECT id FROM invoice_lines WHERE invoice_id = ${row}) AND user_id IS NULL`
    const forgotten = await differing(
      sql`UPDATE invoice_seats SET state = 'named' WHERE ${waiting}`,
      sql`UPDATE invoice_seats SET state = 'waiting' WHERE ${waiting}`,
    )
    expect(forgotten.map(({ kind }) => kind)).toEqual(['seat_missing', 'seat_missing'])
    const tooMany = await differing(
      sql`INSERT INTO invoice_seats (line_id, email, state)
          SELECT id, 'extra-' || n || '@petronia.test', 'waiting' FROM invoice_lines, generate_series(1, 2) n
           WHERE invoice_id = ${row} AND course_id = ${one.courses[0]}`,
      sql`DELETE FROM invoice_seats WHERE email LIKE 'extra-%'`,
    )
    expect(tooMany.map(({ kind }) => kind)).toEqual(['seat_unpaid'])
    expect(await compare()).toEqual([])
  })
})
