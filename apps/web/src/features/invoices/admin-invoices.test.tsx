import type {
  InvoiceDetail,
  InvoiceSeat,
  InvoiceSummary,
  SharedInvoice,
} from '@apogee/contracts/invoices/invoices.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  answer,
  breakNetwork,
  recordCalls,
  refusal,
  refuse,
  type SentRequest,
} from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const id = 'AAAAAAAAAAAAAAAAAAAAAA'

const summary: InvoiceSummary = {
  id,
  number: 'INV-2026-0007',
  status: 'issued',
  companyName: 'Petronia Sdn Bhd',
  total: 64_800,
  currency: 'MYR',
  dueOn: '2026-12-31',
  createdAt: '2026-11-18T02:00:00.000Z',
  paidOn: null,
  seats: 5,
  taken: 1,
  sellerName: 'Orbit Academy',
  isOwn: true,
}

const detail: InvoiceDetail = {
  ...summary,
  registrationNumber: '202301012345',
  taxNumber: 'C1234567890',
  address: '8 Jalan Minyak',
  contactName: 'Puan Salmah',
  contactEmail: 'salmah@petronia.test',
  purchaseOrder: 'PO-77',
  language: 'en',
  taxBasisPoints: 800,
  tax: 4_800,
  issuedAt: '2026-11-18T02:00:00.000Z',
  bankReference: null,
  creditNoteNumber: null,
  voidReason: null,
  lines: [
    {
      courseId: 5,
      title: 'Orbits',
      seats: 3,
      taken: 1,
      unitPrice: 15_000,
      listPrice: 20_000,
      total: 45_000,
      tax: 3_333,
      access: { days: 30 },
    },
    {
      courseId: 6,
      title: 'Comets',
      seats: 2,
      taken: 0,
      unitPrice: 9_900,
      listPrice: 9_900,
      total: 19_800,
      tax: 1_467,
    },
  ],
  seller: { name: 'Orbit Academy Sdn Bhd', registrationNumber: '', taxNumber: '', address: '' },
  bank: { bankName: 'Maybank', accountName: 'Orbit Academy Sdn Bhd', accountNumber: '5140 1234 5678' },
  url: `http://localhost/invoices/${id}.signature`,
  history: [{ at: '2026-11-18T02:00:00.000Z', what: 'issued', by: 'Farid Hakim', note: '' }],
}

const seat: InvoiceSeat = {
  id: 31,
  courseId: 5,
  title: 'Orbits',
  email: 'ali@petronia.test',
  name: 'Ali',
  state: 'waiting',
  at: '2026-11-18T02:00:00.000Z',
  canSendAgain: false,
}

let invoices: InvoiceSummary[]
let shown: InvoiceDetail
let seats: InvoiceSeat[]
let asked: SentRequest[]
let bank: InvoiceDetail['bank']
beforeEach(() => {
  invoices = [
    summary,
    { ...summary, id: 'B'.repeat(22), number: null, status: 'draft', companyName: 'Makmur' },
  ]
  shown = detail
  seats = [seat]
  asked = []
  bank = detail.bank
  answer('listInvoices', (sent) => {
    asked.push(sent)
    return { success: true, data: invoices, meta: { total: invoices.length, nextCursor: null } }
  })
  answer('readInvoice', () => ({ success: true, data: shown }))
  answer('listInvoiceSeats', () => ({
    success: true,
    data: seats,
    meta: { total: seats.length, nextCursor: null },
  }))
  answer('readInvoiceDesk', () => ({
    success: true,
    data: {
      bank,
      taxBasisPoints: 800,
      courses: [
        { id: 5, title: 'Orbits', price: 20_000, isPrivate: false },
        { id: 6, title: 'Comets', price: 9_900, isPrivate: true },
      ],
    },
  }))
})

const open = (path = '/admin/invoices', user = admin) => renderRoute(path, { user })

test('invoices are listed with company, number, due day, seats, status and amount, and link to each one', async () => {
  await open()
  const link = await screen.findByRole('link', { name: 'Petronia Sdn Bhd' })
  expect(link.getAttribute('href')).toBe(`/admin/invoices/${id}`)
  const row = within(link.closest('[role=row]') as HTMLElement)
  for (const said of ['INV-2026-0007', '31 Dec 2026', '1 of 5', 'Issued', 'RM 648.00'])
    expect(row.getByText(said)).toBeTruthy()
  expect(screen.getByText('No number yet')).toBeTruthy()
  expect(screen.getByText('2 invoices')).toBeTruthy()
})

test('search and status are part of the address and of the request', async () => {
  const page = await open()
  await screen.findByText('2 invoices')
  await page.press.selectOptions(screen.getByLabelText('Status'), 'Overdue')
  await page.press.type(screen.getByLabelText('Search by company, person, email or invoice number'), 'petro')
  await waitFor(() => expect(page.address()).toBe('/admin/invoices?status=overdue&search=petro'))
  await waitFor(() =>
    expect(asked.at(-1)?.query).toEqual({ limit: '50', status: 'overdue', search: 'petro' }),
  )
})

test('an empty list of invoices says how to start, and that bank details are missing', async () => {
  invoices = []
  bank = null
  const saved = recordCalls('saveInvoiceBank', { success: true, data: detail.bank ?? neverBank() })
  const page = await open()
  expect(await screen.findByText('No invoices yet')).toBeTruthy()
  expect(screen.getByText(/^Enter your bank details before/)).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Bank details' }))
  await page.press.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Bank name is required')).toBeTruthy()
  await page.press.type(screen.getByLabelText('Bank name'), 'Maybank')
  await page.press.type(screen.getByLabelText('Account holder'), 'Orbit Academy Sdn Bhd')
  await page.press.type(screen.getByLabelText('Account number'), '5140 1234 5678')
  await page.press.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Bank details saved')).toBeTruthy()
  expect(saved[0]?.body).toEqual(detail.bank)
})

const neverBank = (): never => {
  throw new Error('the test has bank details')
}

test('a list of invoices without an answer says so and can be retried', async () => {
  breakNetwork('listInvoices')
  await open()
  expect(await screen.findByText('The invoices could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an instructor of a business is asked to turn to its admin', async () => {
  await open('/admin/invoices', { ...admin, role: 'instructor' })
  expect(await screen.findByText(/Only admins of your business/)).toBeTruthy()
})

test('a draft is written with courses, seats and prices, and shows its total with the SST contained', async () => {
  const created = recordCalls('createInvoice', { success: true, data: { ...detail, status: 'draft' } })
  const page = await open('/admin/invoices/new')
  await page.press.click(await screen.findByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Company name is required')).toBeTruthy()
  expect(screen.getByText('Please choose a course')).toBeTruthy()
  await page.press.type(screen.getByLabelText('Company name'), 'Petronia Sdn Bhd')
  await page.press.type(screen.getByLabelText('Address'), '8 Jalan Minyak')
  await page.press.type(screen.getByLabelText('Contact’s email'), 'salmah@petronia.test')
  await page.press.selectOptions(screen.getByLabelText('Course'), 'Comets (private)')
  const price = screen.getByLabelText<HTMLInputElement>('Price per seat')
  expect(price.value).toBe('99.00')
  await page.press.clear(price)
  await page.press.type(price, '2,5')
  expect(await screen.findByText('Price: an amount from 0 to 10000, such as 149.00')).toBeTruthy()
  await page.press.clear(price)
  await page.press.type(price, '90')
  await page.press.clear(screen.getByLabelText('Seats'))
  await page.press.type(screen.getByLabelText('Seats'), '4')
  expect(screen.getByText('RM 360.00')).toBeTruthy()
  expect(screen.getByText('RM 26.67')).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(page.address()).toBe(`/admin/invoices/${id}`))
  expect(created[0]?.body).toMatchObject({
    companyName: 'Petronia Sdn Bhd',
    lines: [{ courseId: 6, seats: 4, unitPrice: 9_000 }],
  })
})

test('issuing names the company and the amount, and sends the shown total', async () => {
  shown = { ...detail, status: 'draft', number: null, url: null, issuedAt: null }
  const issued = recordCalls('issueInvoice', { success: true, data: detail })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Issue invoice' }))
  expect(await screen.findByText(/Petronia Sdn Bhd then owes you RM 648.00/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Email the link to salmah@petronia.test').checked).toBe(true)
  await page.press.click(screen.getByRole('button', { name: 'Issue for RM 648.00' }))
  expect(await screen.findByText('INV-2026-0007 is issued')).toBeTruthy()
  expect(issued[0]?.body).toEqual({ mail: true, expectedTotal: 64_800 })
})

test("a payment is recorded only with the invoice's exact amount and the bank's reference", async () => {
  const paid = recordCalls('payInvoice', { success: true, data: { ...detail, status: 'paid' } })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Mark as paid' }))
  await page.press.clear(await screen.findByLabelText('Amount received'))
  await page.press.type(screen.getByLabelText('Amount received'), '64.80')
  await page.press.click(screen.getByRole('button', { name: 'Record RM 648.00' }))
  expect(await screen.findByText('Must be the invoice’s total, RM 648.00')).toBeTruthy()
  expect(screen.getByText('Bank reference is required')).toBeTruthy()
  await page.press.clear(screen.getByLabelText('Amount received'))
  await page.press.type(screen.getByLabelText('Amount received'), '648.00')
  await page.press.type(screen.getByLabelText('Bank reference'), 'IBG 4711')
  await page.press.click(screen.getByRole('button', { name: 'Record RM 648.00' }))
  expect(await screen.findByText(/^Payment recorded/)).toBeTruthy()
  expect(paid).toHaveLength(1)
  expect(paid[0]?.body).toMatchObject({ bankReference: 'IBG 4711', amount: 64_800 })
})

test.each(['648', '648.00', 'RM 648', 'rm648.0'])(
  'a payment typed as %s is the total of RM 648.00',
  async (typed) => {
    const paid = recordCalls('payInvoice', { success: true, data: { ...detail, status: 'paid' } })
    const page = await open(`/admin/invoices/${id}`)
    await page.press.click(await screen.findByRole('button', { name: 'Mark as paid' }))
    await page.press.clear(await screen.findByLabelText('Amount received'))
    await page.press.type(screen.getByLabelText('Amount received'), typed)
    await page.press.type(screen.getByLabelText('Bank reference'), 'IBG 4711')
    await page.press.click(screen.getByRole('button', { name: 'Record RM 648.00' }))
    expect(await screen.findByText(/^Payment recorded/)).toBeTruthy()
    expect(paid[0]?.body).toMatchObject({ amount: 64_800 })
  },
)

test('the amount of a payment is filled in, so that only the reference is typed', async () => {
  const paid = recordCalls('payInvoice', { success: true, data: { ...detail, status: 'paid' } })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Mark as paid' }))
  await page.press.type(await screen.findByLabelText('Bank reference'), 'IBG 4711')
  await page.press.click(screen.getByRole('button', { name: 'Record RM 648.00' }))
  expect(await screen.findByText(/^Payment recorded/)).toBeTruthy()
  expect(paid[0]?.body).toMatchObject({ bankReference: 'IBG 4711', amount: 64_800 })
})

test('a draft says all that is missing before it can be issued, and bank details are entered there', async () => {
  shown = { ...detail, status: 'draft', number: null, url: null, issuedAt: null, bank: null }
  bank = null
  const saved = recordCalls('saveInvoiceBank', { success: true, data: detail.bank ?? neverBank() })
  const page = await open(`/admin/invoices/${id}`, { ...admin, emailVerified: false })
  const issue = await screen.findByRole<HTMLButtonElement>('button', { name: 'Issue invoice' })
  await screen.findByText(/^Confirm your email address before you issue an invoice/)
  expect(issue.disabled).toBe(true)
  const reasons = document.getElementById(issue.getAttribute('aria-describedby') ?? '')
  expect(reasons?.textContent).toMatch(/Confirm your email.*Enter your bank details/s)
  await page.press.click(screen.getByRole('button', { name: 'Bank details' }))
  await page.press.type(await screen.findByLabelText('Bank name'), 'Maybank')
  await page.press.type(screen.getByLabelText('Account holder'), 'Orbit Academy Sdn Bhd')
  await page.press.type(screen.getByLabelText('Account number'), '5140 1234 5678')
  bank = detail.bank
  await page.press.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bank details' })).toBeNull())
  expect(saved).toHaveLength(1)
})

test('a draft with everything that its issue needs can be issued', async () => {
  shown = { ...detail, status: 'draft', number: null, url: null, issuedAt: null }
  await open(`/admin/invoices/${id}`)
  const issue = await screen.findByRole<HTMLButtonElement>('button', { name: 'Issue invoice' })
  expect(issue.disabled).toBe(false)
  expect(screen.queryByRole('button', { name: 'Bank details' })).toBeNull()
})

test('cancelling a paid invoice says what is refunded to whom and which seats end', async () => {
  shown = { ...detail, status: 'paid', paidOn: '2026-11-20' }
  const cancelled = recordCalls('voidInvoice', {
    success: true,
    data: { ...detail, status: 'void', creditNoteNumber: 'CN-2026-0001' },
  })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'More' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Cancel with a credit note' }))
  expect(
    await screen.findByText(
      /^You refund RM 648.00 to Petronia Sdn Bhd .* lose access immediately \(1 seat\)/,
    ),
  ).toBeTruthy()
  await page.press.type(screen.getByLabelText('Reason'), 'Training called off')
  await page.press.click(screen.getByRole('button', { name: 'Cancel invoice' }))
  expect(await screen.findByText('Cancelled with CN-2026-0001')).toBeTruthy()
  expect(cancelled[0]?.body).toEqual({ reason: 'Training called off' })
})

test('a list of people is previewed before anybody gets a seat, and invalid lines are named', async () => {
  const sent = recordCalls('addInvoicePeople', {
    success: true,
    data: {
      rows: [
        { row: 1, email: 'siti@petronia.test', name: 'Siti', problem: null, state: null },
        { row: 2, email: '', name: 'nobody', problem: 'no_email', state: null },
      ],
      added: 1,
      free: [{ courseId: 5, seats: 2 }],
    },
  })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Add people' }))
  await page.press.type(await screen.findByRole('textbox', { name: 'People' }), 'Siti siti@petronia.test')
  await page.press.click(screen.getByRole('checkbox', { name: 'Comets' }))
  await page.press.click(screen.getByRole('button', { name: 'Check the list' }))
  expect(await screen.findByText('One person gets a seat.')).toBeTruthy()
  expect(screen.getByText('no email address')).toBeTruthy()
  expect(sent.map(({ body }) => (body as { preview: boolean }).preview)).toEqual([true])
  await page.press.click(screen.getByRole('button', { name: 'Add one person' }))
  expect(await screen.findByText('1 person added')).toBeTruthy()
  expect(sent[1]?.body).toMatchObject({ preview: false, courseIds: [5] })
})

test('a file of people is read in its encoding, and its passwords are not sent', async () => {
  const sent = recordCalls('addInvoicePeople', { success: true, data: { rows: [], added: 0, free: [] } })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Add people' }))
  const csv =
    'username;password;firstname;lastname;email\njose;S3cret-word;Jos\u00E9;N\u00FA\u00F1ez;jose@petronia.test\n'
  const latin = Uint8Array.from(csv, (sign) => sign.charCodeAt(0))
  await page.press.upload(screen.getByLabelText('CSV file'), new File([latin], 'class.csv'))
  expect(await screen.findByRole('combobox', { name: 'Encoding of the file' })).toHaveProperty(
    'value',
    'windows-1252',
  )
  expect(screen.getByText(/This is how it reads: .*José/)).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Check the list' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ text: '\n"jose@petronia.test","José Núñez"' })
})

test('adding people to a paid invoice shows who is enrolled and who waits', async () => {
  recordCalls('addInvoicePeople', {
    success: true,
    data: {
      rows: [
        { row: 1, email: 'siti@petronia.test', name: 'Siti', problem: null, state: 'enrolled' },
        { row: 2, email: 'aminah@petronia.test', name: '', problem: null, state: 'waiting' },
      ],
      added: 2,
      free: [{ courseId: 5, seats: 2 }],
    },
  })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Add people' }))
  await page.press.type(await screen.findByRole('textbox', { name: 'People' }), 'siti@petronia.test')
  await page.press.click(screen.getByRole('button', { name: 'Check the list' }))
  await page.press.click(await screen.findByRole('button', { name: 'Add 2 people' }))
  const result = within(await screen.findByRole('dialog', { name: 'People added' }))
  expect(result.getByText(/1 enrolled, 1 waiting to confirm their address/)).toBeTruthy()
  const people = result.getAllByRole('listitem').map((item) => item.textContent)
  expect(people).toEqual(['Siti · siti@petronia.testEnrolled', 'aminah@petronia.testWaiting'])
  await page.press.click(result.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a mail to a waiting person is sent again', async () => {
  seats = [{ ...seat, canSendAgain: true }]
  const calls = recordCalls('sendSeatAgain', { success: true })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Seat of ali@petronia.test' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Send again' }))
  expect(await screen.findByText('The email to ali@petronia.test is on its way')).toBeTruthy()
  expect(calls[0]?.params).toMatchObject({ id, seatId: '31' })
})

test('a seat is revoked after confirming who loses what', async () => {
  const revoked = recordCalls('revokeSeat', { success: true })
  const page = await open(`/admin/invoices/${id}`)
  await page.press.click(await screen.findByRole('button', { name: 'Seat of ali@petronia.test' }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Revoke seat' }))
  expect(await screen.findByText(/^Ali loses access to Orbits immediately/)).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Revoke seat' }))
  expect(await screen.findByText('The seat is free again')).toBeTruthy()
  expect(revoked[0]?.params).toMatchObject({ id, seatId: '31' })
})

test("a superadmin reads another seller's invoice and cannot change it", async () => {
  shown = { ...detail, isOwn: false }
  await open(`/admin/invoices/${id}`, { ...admin, role: 'superadmin', businessId: null })
  expect(await screen.findByRole('heading', { name: 'INV-2026-0007' })).toBeTruthy()
  expect(screen.getAllByText(/^Access for/).map(({ textContent }) => textContent)).toEqual([
    'Access for 30 days',
  ])
  for (const name of ['Mark as paid', 'Copy link', 'Add people'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a missing invoice says so', async () => {
  refuse('readInvoice', 'INVOICE_NOT_FOUND')
  await open(`/admin/invoices/${id}`)
  expect(await screen.findByRole('heading', { name: 'Invoice not found' })).toBeTruthy()
})

const shared: SharedInvoice = {
  number: 'INV-2026-0007',
  status: 'issued',
  companyName: 'Petronia Sdn Bhd',
  registrationNumber: '',
  taxNumber: '',
  address: '8 Jalan Minyak',
  contactName: '',
  purchaseOrder: '',
  total: 64_800,
  tax: 4_800,
  taxBasisPoints: 800,
  currency: 'MYR',
  issuedAt: '2026-11-18T02:00:00.000Z',
  dueOn: '2026-12-31',
  paidOn: null,
  creditNoteNumber: null,
  lines: [{ title: 'Orbits', seats: 3, taken: 1, unitPrice: 21_600, total: 64_800, access: { months: 12 } }],
  seller: detail.seller,
  bank: detail.bank ?? neverBank(),
  files: { invoice: '/api/invoice-links/x/invoice', creditNote: null, receipt: null, refundNote: null },
}

test('the company sees what to pay, where and by when, without signing in', async () => {
  answer('readSharedInvoice', () => ({ success: true, data: shared }))
  await renderRoute('/invoices/token')
  expect(await screen.findByRole('heading', { name: 'Invoice INV-2026-0007' })).toBeTruthy()
  for (const said of ['Please pay by 31 Dec 2026.', 'Access for 12 months', '5140 1234 5678', 'RM 48.00'])
    expect(screen.getByText(said)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')).toBe(shared.files.invoice)
  expect(screen.queryByRole('link', { name: 'Receipt (PDF)' })).toBeNull()
})

test('the company reads which courses must be completed first', async () => {
  const lines = shared.lines.map((line) => ({ ...line, first: ['Gravity'] }))
  answer('readSharedInvoice', () => ({ success: true, data: { ...shared, lines } }))
  await renderRoute('/invoices/token')
  expect(await screen.findByText('Complete Gravity first.')).toBeTruthy()
})

test('once paid or cancelled the company is not asked for money any more', async () => {
  let now: SharedInvoice = { ...shared, status: 'paid', paidOn: '2026-12-01' }
  answer('readSharedInvoice', () => ({ success: true, data: now }))
  const page = await renderRoute('/invoices/token')
  expect(await screen.findByText('Paid on 1 Dec 2026. Thank you.')).toBeTruthy()
  expect(screen.queryByText('5140 1234 5678')).toBeNull()
  page.unmount()
  now = { ...shared, status: 'void', creditNoteNumber: 'CN-2026-0001' }
  const cancelled = await renderRoute('/invoices/token')
  expect(
    await screen.findByText(/cancelled by credit note CN-2026-0001. You do not owe anything/),
  ).toBeTruthy()
  expect(screen.queryByText('5140 1234 5678')).toBeNull()
  cancelled.unmount()
  now = { ...now, paidOn: '2026-12-01' }
  await renderRoute('/invoices/token')
  expect(await screen.findByText(/CN-2026-0001. The seller refunds RM 648.00 by bank transfer/)).toBeTruthy()
})

test('a link that leads nowhere says whom to ask', async () => {
  answer('readSharedInvoice', () => refusal('INVOICE_NOT_FOUND'))
  await renderRoute('/invoices/token')
  expect(await screen.findByRole('heading', { name: 'No invoice found for this link' })).toBeTruthy()
})
