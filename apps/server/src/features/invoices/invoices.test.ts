import { yearInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, startInvoices } from './invoices.testing.ts'

let access: Awaited<ReturnType<typeof startInvoices>>
beforeAll(async () => {
  access = await startInvoices()
})
afterAll(() => access.stop())

describe('an invoice', () => {
  test('an invoice starts as a draft without a number, and shows its total with the SST contained', async () => {
    const one = await access.seller()
    const draft = await access.draft(one)
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      url: null,
      total: 64_800,
      tax: 4_800,
      taxBasisPoints: 800,
      seats: 5,
      taken: 0,
      companyName: 'Petronia Sdn Bhd',
      isOwn: true,
      bank,
      lines: [
        { title: 'Orbits', seats: 3, unitPrice: 15_000, listPrice: 20_000, total: 45_000, tax: 3_333 },
        { title: 'Comets', seats: 2, unitPrice: 9_900, listPrice: 9_900, total: 19_800, tax: 1_467 },
      ],
      history: [{ what: 'created' }],
    })
  })

  test('an invoice can be changed and deleted only as a draft', async () => {
    const one = await access.seller()
    const { id } = await access.draft(one)
    const lines = [{ courseId: one.courses[0], seats: 1, unitPrice: 5_000 }]
    const changed = await access.call('updateInvoice', {
      params: { id },
      body: access.form(one, { companyName: 'Other Sdn Bhd', lines }),
      as: one.admin,
    })
    expect(changed.body.data).toMatchObject({ companyName: 'Other Sdn Bhd', total: 5_000, seats: 1 })
    const issued = await access.issue(id, 5_000, one.admin)
    expect(issued.body.data).toMatchObject({ status: 'issued' })
    const late = await access.call('updateInvoice', { params: { id }, body: access.form(one), as: one.admin })
    expect([late.status, late.body.errorCode]).toEqual([409, 'INVOICE_STATE'])
    expect((await access.call('deleteInvoice', { params: { id }, as: one.admin })).status).toBe(409)
    const other = await access.draft(one)
    expect((await access.call('deleteInvoice', { params: { id: other.id }, as: one.admin })).status).toBe(200)
    expect((await access.call('readInvoice', { params: { id: other.id }, as: one.admin })).status).toBe(404)
  })

  test('an invoice sells only courses of its seller', async () => {
    const one = await access.seller()
    const stranger = await access.seller()
    const lines = [{ courseId: stranger.courses[0], seats: 1, unitPrice: 100 }]
    const answer = await access.call('createInvoice', { body: access.form(one, { lines }), as: one.admin })
    expect(answer.body.errorCode).toBe('INVOICE_COURSE_UNKNOWN')
  })

  test('an invoice has at most a thousand seats', async () => {
    const one = await access.seller()
    const lines = one.courses.map((courseId) => ({ courseId, seats: 500, unitPrice: 100 }))
    expect((await access.draft(one, { lines })).seats).toBe(1000)
    const tooMany = await access.call('createInvoice', {
      body: access.form(one, { lines: [{ courseId: one.courses[0], seats: 501, unitPrice: 1 }] }),
      as: one.admin,
    })
    expect(tooMany.body.errorCode).toBe('VALIDATION')
    const dear = one.courses.map((courseId) => ({ courseId, seats: 500, unitPrice: 1_000_000 }))
    const answer = await access.call('createInvoice', {
      body: access.form(one, { lines: dear }),
      as: one.admin,
    })
    expect(answer.body.errorCode).toBe('INVOICE_TOO_LARGE')
  })

  test('invoice numbers have no gap under concurrency, and refused invoices take no number', async () => {
    const one = await access.seller()
    const drafts = []
    for (let made = 0; made < 8; made += 1) drafts.push(await access.draft(one))
    const answers = await Promise.all([
      ...drafts.map(({ id, total }) => access.issue(id, total, one.admin)),
      ...drafts.map(({ id, total }) => access.issue(id, total + 1, one.admin)),
      ...drafts.map(({ id, total }) => access.issue(id, total, one.admin)),
    ])
    const numbers = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.number)
    const year = yearInMalaysia(access.clock.now())
    expect(new Set(numbers)).toEqual(new Set(drafts.map((_, place) => `INV-${year}-000${place + 1}`)))
    expect(numbers).toHaveLength(drafts.length)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const other = await access.seller()
    expect((await access.issued(other)).number).toBe(`INV-${year}-0001`)
  })

  test("an issued invoice keeps its seller's details and bank account", async () => {
    const one = await access.seller()
    const { id } = await access.issued(one)
    await access.call('saveInvoiceBank', { body: { ...bank, accountNumber: '99999 99999' }, as: one.admin })
    const after = await access.call('readInvoice', { params: { id }, as: one.admin })
    expect(after.body.data.bank).toEqual(bank)
  })

  test('an invoice cannot be issued without bank details, a price, or with another total than the shown one', async () => {
    const one = await access.seller()
    const { id, total } = await access.draft(one)
    expect((await access.issue(id, total - 1, one.admin)).body.errorCode).toBe('INVOICE_TOTAL_CHANGED')
    const free = await access.draft(one, { lines: [{ courseId: one.courses[0], seats: 1, unitPrice: 0 }] })
    expect((await access.issue(free.id, 0, one.admin)).body.errorCode).toBe('INVOICE_COSTS_NOTHING')
    await access.rows(sql`DELETE FROM seller_bank_details WHERE seller_id = ${one.sellerId}`)
    expect((await access.issue(id, total, one.admin)).body.errorCode).toBe('INVOICE_NEEDS_BANK')
  })

  test('an invoice is due on its day of issue at the earliest, in Kuala Lumpur', async () => {
    const one = await access.seller()
    const { id, total } = await access.draft(one)
    // 00:30 in Kuala Lumpur is still the previous day in UTC.
    const { today, yesterday } = access.moveTo('00:30')
    expect(access.clock.now().toISOString()).toContain(yesterday)
    const issueOn = async (dueOn: string) => {
      await access.rows(sql`UPDATE invoices SET due_on = ${dueOn} WHERE public_id = ${id}`)
      return (await access.issue(id, total, one.admin)).body.errorCode ?? 'issued'
    }
    expect(await issueOn(yesterday)).toBe('INVOICE_DUE_IN_PAST')
    expect(await issueOn(today)).toBe('issued')
    const { body } = await access.call('readInvoice', { params: { id }, as: one.admin })
    expect(body.data).toMatchObject({ status: 'issued', number: `INV-${today.slice(0, 4)}-0001` })
  })

  test('an invoice is visible to its seller only; a superadmin can read it', async () => {
    const one = await access.seller()
    const { id, total } = await access.issued(one)
    const stranger = await access.seller()
    const superadmin = await access.verified(await access.person('superadmin'))
    const teacher = await access.person('instructor', { businessId: one.admin.businessId })
    const read = (as: typeof superadmin) => access.call('readInvoice', { params: { id }, as })
    expect((await read(stranger.admin)).body.errorCode).toBe('INVOICE_NOT_FOUND')
    expect((await read(teacher)).body.errorCode).toBe('ORDERS_OF_BUSINESS')
    expect((await read(superadmin)).body.data).toMatchObject({ id, isOwn: false })
    expect((await access.pay(id, total, stranger.admin)).body.errorCode).toBe('INVOICE_NOT_FOUND')
    expect((await access.pay(id, total, superadmin)).body.errorCode).toBe('INVOICE_OF_ANOTHER')
    const seen = await access.call('listInvoices', { query: {}, as: stranger.admin })
    expect(seen.body.data).toEqual([])
  })

  test('invoices are found by company, number and state', async () => {
    const one = await access.seller()
    const due = await access.issued(one, { companyName: 'Alpha Sdn Bhd' })
    await access.rows(sql`UPDATE invoices SET due_on = '2020-01-01' WHERE public_id = ${due.id}`)
    const later = await access.issued(one, { companyName: 'Beta Sdn Bhd' })
    const listed = async (query: Record<string, string>) =>
      (await access.call('listInvoices', { query, as: one.admin })).body.data.map(({ id, status }) => [
        id,
        status,
      ])
    expect(await listed({})).toEqual([
      [later.id, 'issued'],
      [due.id, 'overdue'],
    ])
    expect(await listed({ status: 'overdue' })).toEqual([[due.id, 'overdue']])
    expect(await listed({ status: 'issued' })).toEqual([[later.id, 'issued']])
    expect(await listed({ search: 'alpha' })).toEqual([[due.id, 'overdue']])
    expect(await listed({ search: later.number ?? '' })).toEqual([[later.id, 'issued']])
    expect(await listed({ status: 'paid' })).toEqual([])
  })

  test('an invoice is found by the people who have its seats, and only by its seller', async () => {
    const one = await access.seller()
    const other = await access.seller()
    const { id } = await access.issued(one)
    await access.addPeople(id, [one.courses[0]], 'Sofia Lim, sofia.lim@majujaya.example', one.admin)
    const found = async (search: string, as = one.admin) =>
      (await access.call('listInvoices', { query: { search }, as })).body.data.map((invoice) => invoice.id)
    expect(await found('sofia.lim@maju')).toEqual([id])
    expect(await found('SOFIA LIM')).toEqual([id])
    expect(await found('sofia.lim@maju', other.admin)).toEqual([])
  })

  test('an invoice prevents its courses from being deleted', async () => {
    const one = await access.seller()
    await access.draft(one)
    const gone = await access.call('deleteCourse', { params: { id: one.courses[0] }, as: one.admin })
    expect(gone.body.data.outcome).toBe('archived')
  })
})

describe('the company’s link', () => {
  test("the company's link is mailed to the contact and shows the invoice without names of people", async () => {
    const one = await access.seller()
    const { id, total } = await access.draft(one)
    await access.addPeople(id, one.courses, 'Ali <ali@petronia.test>', one.admin)
    const { body } = await access.issue(id, total, one.admin, { mail: true })
    await access.jobs.runDueOnce()
    const mail = access.mails.findLast(({ to }) => to === 'salmah@petronia.test')
    expect(mail?.body).toContain(body.data.url)
    expect(mail?.body).toContain('RM 648.00')
    const token = body.data.url?.split('/').at(-1) ?? ''
    const shared = await access.call('readSharedInvoice', { params: { token } })
    expect(shared.body.data).toMatchObject({
      number: body.data.number,
      status: 'issued',
      total: 64_800,
      tax: 4_800,
      bank,
      lines: [{ title: 'Orbits', seats: 3, taken: 1 }, {}],
    })
    expect(shared.raw.body).not.toContain('ali@')
  })

  test('a line names how long its seats give access, as promised when it was written', async () => {
    const one = await access.seller()
    const [timed, endless] = one.courses
    const promise = (months: number | null) =>
      access.rows(sql`UPDATE courses SET access_months = ${months} WHERE id = ${timed}`)
    await promise(12)
    const { id, url } = await access.issued(one)
    await promise(3)
    const { body } = await access.call('readInvoice', { params: { id }, as: one.admin })
    const token = url?.split('/').at(-1) ?? ''
    const shared = await access.call('readSharedInvoice', { params: { token } })
    expect(body.data.lines.map((line) => [line.courseId, line.access])).toEqual([
      [timed, { months: 12 }],
      [endless, undefined],
    ])
    expect(shared.body.data.lines.map((line) => line.access)).toEqual([{ months: 12 }, undefined])
  })

  test("the company's link is invalid after renewal, and cannot be guessed or forged", async () => {
    const one = await access.seller()
    const { id, url } = await access.issued(one)
    const read = async (token: string) =>
      (await access.call('readSharedInvoice', { params: { token } })).body.errorCode ?? 'shown'
    const old = url?.split('/').at(-1) ?? ''
    expect(await read(old)).toBe('shown')
    expect(await read(`${id}.${'A'.repeat(43)}`)).toBe('INVOICE_NOT_FOUND')
    expect(await read(id)).toBe('INVOICE_NOT_FOUND')
    const renewed = await access.call('renewInvoiceLink', { params: { id }, body: {}, as: one.admin })
    expect(await read(old)).toBe('INVOICE_NOT_FOUND')
    expect(await read(renewed.body.data.url?.split('/').at(-1) ?? '')).toBe('shown')
  })

  test("the company's link is not mailed for a seller with an unverified address, nor above the daily limit", async () => {
    const one = await access.seller()
    const { id, total } = await access.draft(one)
    await access.rows(sql`UPDATE users SET email_verified_at = NULL WHERE id = ${one.admin.id}`)
    expect((await access.issue(id, total, one.admin)).body.errorCode).toBe('EMAIL_NOT_VERIFIED')
    await access.verified(one.admin)
    await access.issue(id, total, one.admin)
    const send = () => access.call('sendInvoice', { params: { id }, body: {}, as: one.admin })
    const answers = []
    for (let sent = 0; sent < 51; sent += 1) answers.push((await send()).body.errorCode ?? 'sent')
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(50)
    expect(answers.at(-1)).toBe('INVOICE_LIMIT_REACHED')
    access.clock.advance(24 * 3_600_000 + 1)
    expect((await send()).status).toBe(200)
  })
})

describe('the money', () => {
  test("an invoice's payment is posted once with its receipt, however often the button is pressed", async () => {
    const one = await access.seller({ feeBasisPoints: 1000 })
    const { id, total, number } = await access.issued(one)
    const answers = await Promise.all(Array.from({ length: 6 }, () => access.pay(id, total, one.admin)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.errorCode === 'INVOICE_STATE')).toHaveLength(5)
    expect(await access.book(one.sellerId)).toEqual({
      bank: 64_800,
      sales: -60_000,
      tax: -4_800,
      fee: 6_480,
      platform: -6_480,
    })
    const receipts = await access.rows(sql`
      SELECT total_cents, tax_cents, reference, buyer ->> 'company' AS company, buyer ->> 'taxNumber' AS tin
        FROM receipts WHERE seller_id = ${one.sellerId}`)
    expect(receipts).toEqual([
      {
        total_cents: 64_800,
        tax_cents: 4_800,
        reference: number,
        company: 'Petronia Sdn Bhd',
        tin: 'C1234567890',
      },
    ])
    const after = await access.call('readInvoice', { params: { id }, as: one.admin })
    expect(after.body.data).toMatchObject({
      status: 'paid',
      paidOn: '2026-01-31',
      bankReference: 'IBG 4711',
    })
  })

  test("an invoice's payment must equal the total and cannot be dated tomorrow", async () => {
    const one = await access.seller()
    const { id, total } = await access.issued(one)
    expect((await access.pay(id, total - 1, one.admin)).body.errorCode).toBe('INVOICE_TOTAL_CHANGED')
    expect((await access.pay(id, total, one.admin, '2199-01-01')).body.errorCode).toBe(
      'INVOICE_PAID_IN_FUTURE',
    )
    expect((await access.pay(id, total, one.admin, '2026-02-30')).body.errorCode).toBe('VALIDATION')
    expect(await access.book(one.sellerId)).toEqual({})
  })

  test('voiding an unpaid invoice issues a credit note and posts nothing', async () => {
    const one = await access.seller()
    const { id, total } = await access.issued(one)
    const voided = await access.call('voidInvoice', {
      params: { id },
      body: { reason: 'Wrong company' },
      as: one.admin,
    })
    expect(voided.body.data).toMatchObject({ status: 'void', voidReason: 'Wrong company' })
    expect(voided.body.data.creditNoteNumber).toMatch(/^CN-\d{4}-0001$/)
    expect((await access.pay(id, total, one.admin)).body.errorCode).toBe('INVOICE_STATE')
    expect(await access.book(one.sellerId)).toEqual({})
  })

  test('voiding a paid invoice refunds it fully and ends every seat', async () => {
    const one = await access.seller({ feeBasisPoints: 333 })
    const person = await access.verified(await access.person())
    const { id, total } = await access.issued(one)
    await access.addPeople(id, one.courses, person.email, one.admin)
    await access.pay(id, total, one.admin)
    expect(await access.placesOf(person.id)).toEqual([...one.courses])
    const body = { reason: 'Training called off' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => access.call('voidInvoice', { params: { id }, body, as: one.admin })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await access.book(one.sellerId)).toEqual({})
    expect(await access.placesOf(person.id)).toEqual([])
    const papers = await access.rows<{ kind: string }>(
      sql`SELECT kind FROM receipts WHERE seller_id = ${one.sellerId} ORDER BY id`,
    )
    expect(papers.map(({ kind }) => kind)).toEqual(['receipt', 'refund_note'])
  })

  test.each([
    [false, 'is not owed any more', 'You no longer owe anything for it.'],
    [true, 'goes back by bank transfer', 'refunds RM 648.00 by bank transfer.'],
  ])('the mail about a void invoice, paid (%s), %s, says the mail', async (isPaid, _, said) => {
    const one = await access.seller()
    const contactEmail = `taken-back-${isPaid}@petronia.test`
    const { id, total } = await access.issued(one, { contactEmail })
    if (isPaid) await access.pay(id, total, one.admin)
    await access.call('voidInvoice', { params: { id }, body: { reason: 'Called off' }, as: one.admin })
    await access.jobs.runDueOnce()
    const bodies = access.mails
      .filter(({ to, subject }) => to === contactEmail && subject.startsWith('Credit note'))
      .map(({ body }) => body)
    expect(bodies).toEqual([expect.stringContaining(said)])
  })
})

describe('the papers', () => {
  const download = async (url: string, paper: string) => {
    const answer = await access.app.inject({ url: `/api/invoice-links/${url.split('/').at(-1)}/${paper}` })
    return {
      status: answer.statusCode,
      ...answer.headers,
      start: answer.rawPayload.subarray(0, 5).toString(),
    }
  }

  test('invoice documents are PDFs named by their numbers, available once issued', async () => {
    const one = await access.seller()
    const { id, total, number, url } = await access.issued(one, {
      companyName: '陈氏 Sdn Bhd',
      contactName: 'முருகன்',
      language: 'ms',
    })
    expect(await download(url ?? '', 'invoice')).toMatchObject({
      status: 200,
      'content-type': 'application/pdf',
      start: '%PDF-',
      'content-disposition': `attachment; filename="${number}.pdf"`,
    })
    expect((await download(url ?? '', 'receipt')).status).toBe(404)
    await access.pay(id, total, one.admin)
    expect(await download(url ?? '', 'receipt')).toMatchObject({ status: 200, start: '%PDF-' })
    expect((await download(url ?? '', 'credit-note')).status).toBe(404)
    const body = { reason: 'Training called off' }
    await access.call('voidInvoice', { params: { id }, body, as: one.admin })
    for (const paper of ['invoice', 'receipt', 'credit-note', 'refund-note'])
      expect(await download(url ?? '', paper)).toMatchObject({ status: 200, start: '%PDF-' })
    expect((await download('/invoices/nothing', 'invoice')).status).toBe(404)
  })

  test('invoice documents are mailed to the company: issued, paid with its receipt, voided', async () => {
    const one = await access.seller()
    const contactEmail = 'papers@petronia.test'
    const { id, total } = await access.draft(one, { contactEmail })
    const { body } = await access.issue(id, total, one.admin, { mail: true })
    await access.pay(id, total, one.admin)
    await access.call('voidInvoice', { params: { id }, body: { reason: 'Called off' }, as: one.admin })
    await access.jobs.runDueOnce()
    const mails = access.mails.filter(({ to }) => to === contactEmail)
    expect(mails.map(({ subject }) => subject.split(' ')[0])).toEqual(['Invoice', 'Receipt', 'Credit'])
    for (const mail of mails) expect(mail.body).toContain(body.data.url)
  })
})

test("an invoice of a seller without approval can be paid, because the money goes to the seller's own bank", async () => {
  const strict = await startInvoices({ sellersNeedApproval: true })
  try {
    const seller = await strict.seller()
    const { id, total } = await strict.issued(seller)
    const learner = await strict.verified(await strict.server.person())
    await strict.addPeople(id, [seller.courses[0]], learner.email, seller.admin)
    expect((await strict.pay(id, total, seller.admin)).status).toBe(200)
    expect(await strict.placesOf(learner.id)).toEqual([seller.courses[0]])
  } finally {
    await strict.server.stop()
  }
})
