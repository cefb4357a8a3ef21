import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startInvoices } from './invoices.testing.ts'

const dayMs = 24 * 3_600_000

let access: Awaited<ReturnType<typeof startInvoices>>
beforeAll(async () => {
  access = await startInvoices()
})
afterAll(() => access.stop())

/** Returns the mails of the hourly job to this contact. */
async function reminded(contactEmail: string) {
  await Promise.all([access.services.invoices.remind(), access.services.invoices.remind()])
  await access.jobs.runDueOnce()
  return access.mails.filter(({ to }) => to === contactEmail)
}

/** Issues an invoice at 10:00 that is due the same day. */
async function dueToday(given: { contactEmail: string; language?: Language }) {
  const one = await access.seller()
  const { today: dueOn } = access.moveTo('10:00')
  return { one, ...(await access.issued(one, { ...given, dueOn })) }
}

describe('the contact of an overdue invoice', () => {
  test('the contact of an overdue invoice is reminded once, on the third morning, with the link; the history shows it', async () => {
    const contactEmail = 'late@petronia.test'
    const { one, id, number, url, dueOn } = await dueToday({ contactEmail })
    access.clock.advance(2 * dayMs)
    expect(await reminded(contactEmail)).toEqual([])
    access.moveTo('08:59')
    expect(await reminded(contactEmail)).toEqual([])
    access.moveTo('09:00')
    const [mail, ...others] = await reminded(contactEmail)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Reminder: invoice INV-\d{4}-0001 from .+ is overdue$/)
    for (const part of [new URL(url ?? '').pathname, number ?? '', dueOn, 'RM 648.00', 'Petronia Sdn Bhd'])
      expect(mail?.body).toContain(part)
    access.clock.advance(5 * dayMs)
    expect(await reminded(contactEmail)).toHaveLength(1)
    const { body } = await access.call('readInvoice', { params: { id }, as: one.admin })
    expect(body.data.history.map(({ what, by }) => [what, by === null])).toEqual([
      ['created', false],
      ['issued', false],
      ['reminded', true],
    ])
  })

  test('no reminder is sent for a paid, void or long overdue invoice', async () => {
    const contactEmail = 'settled@petronia.test'
    const paid = await dueToday({ contactEmail })
    const voided = await dueToday({ contactEmail })
    const old = await dueToday({ contactEmail })
    await access.rows(sql`UPDATE invoices SET due_on = due_on - 60 WHERE public_id = ${old.id}`)
    await access.pay(paid.id, paid.total, paid.one.admin)
    await access.call('voidInvoice', {
      params: { id: voided.id },
      body: { reason: 'x' },
      as: voided.one.admin,
    })
    const before = (await reminded(contactEmail)).length
    access.clock.advance(4 * dayMs)
    expect(await reminded(contactEmail)).toHaveLength(before)
  })

  test("a reminder is in the invoice's language, and only sent for a seller with a verified address", async () => {
    const contactEmail = 'malay@petronia.test'
    const { one } = await dueToday({ contactEmail, language: 'ms' })
    await access.rows(sql`UPDATE users SET email_verified_at = NULL WHERE id = ${one.admin.id}`)
    access.clock.advance(3 * dayMs)
    expect(await reminded(contactEmail)).toEqual([])
    await access.verified(one.admin)
    const [mail] = await reminded(contactEmail)
    expect(mail?.subject).toContain('Peringatan: invois')
  })

  test("a reminder waits for the next day when the seller's daily mail limit is reached", async () => {
    const contactEmail = 'flood@petronia.test'
    const { one, id } = await dueToday({ contactEmail })
    access.clock.advance(3 * dayMs)
    await access.rows(sql`
      INSERT INTO invoice_mails (seller_id, invoice_id, kind, at)
      SELECT ${one.sellerId}, i.id, 'invoice', ${access.clock.now()}::timestamptz
        FROM invoices i, generate_series(1, 50) WHERE i.public_id = ${id}`)
    expect(await reminded(contactEmail)).toEqual([])
    access.clock.advance(dayMs + 1)
    expect(await reminded(contactEmail)).toHaveLength(1)
  })
})
