import type { SellerNote, SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, id: 1, name: 'Superadmin', role: 'superadmin' as const, businessId: null }
const patient = { timeout: 10_000 }

const aSeller = (given: Partial<SellerOverview> = {}): SellerOverview => ({
  id: 4,
  name: 'Orbit Academy',
  kind: 'business',
  businessId: 2,
  state: 'approved',
  since: null,
  createdAt: '2026-10-01T17:00:00.000Z',
  dailyLimit: null,
  reason: null,
  changeId: null,
  needsApproval: true,
  phone: '03-1234 5678',
  address: '1 Jalan Ujian',
  contactEmail: 'hi@orbit.test',
  people: [
    { id: 7, name: 'Farah', email: 'farah@orbit.test', isProven: true, hasSecondFactor: false },
    { id: 8, name: null, email: 'ali@orbit.test', isProven: false, hasSecondFactor: true },
  ],
  courses: { paid: 3, free: 1, drafts: 2, archived: 0 },
  enrolments: 42,
  money: [
    { days: 30, sales: 74_500, refunds: 14_900, chargebacks: 0, fees: 5_960, net: 53_640 },
    { days: 90, sales: 134_100, refunds: 0, chargebacks: 0, fees: 13_410, net: 120_690 },
    { days: null, sales: 164_100, refunds: 14_900, chargebacks: 5_000, fees: 14_420, net: 129_780 },
  ],
  balance: 92_000,
  reserved: 40_000,
  inPayouts: 2_000,
  payable: 50_000,
  payoutBank: { bankName: 'Maybank', accountEndsWith: '5678', savedAt: '2026-10-02T00:00:00.000Z' },
  hasOwnAccount: false,
  payoutObstacles: [],
  brand: null,
  papersShowEarlierBrand: false,
  history: [],
  ...given,
})

let seller: SellerOverview
let notes: SellerNote[]
beforeEach(() => {
  seller = aSeller()
  notes = []
  answer('readSellerOverview', () => ({ success: true, data: seller }))
  answer('readChecksOfSeller', {
    success: true,
    data: {
      id: 4,
      name: 'Orbit Academy',
      isRequired: true,
      sellerKind: 'business',
      checks: [],
      decisions: [],
      registration: null,
      contact: null,
      documents: [],
      bank: null,
      nameVerdict: null,
    },
  })
  answer('listSellerNotes', () => ({
    success: true,
    data: notes,
    meta: { total: notes.length, nextCursor: null },
  }))
})

const open = (language: Language = 'en') => renderRoute('/platform/sellers/4', { user: superadmin, language })
const heading = (name = 'Orbit Academy') => screen.findByRole('heading', { name, level: 1 }, patient)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }, patient))

test('the page of a seller shows its state, figures, accounts and people', async () => {
  await open()
  await heading()
  for (const shown of ['Approved', 'RM 745.00', 'RM 536.40', 'Maybank ••••5678'])
    expect(screen.getByText(shown)).toBeTruthy()
  expect(screen.getByText('3 paid, 1 free, 2 drafts')).toBeTruthy()
  expect(
    screen.getByText('Ready to be paid RM 500.00, held for refunds RM 400.00, in open payouts RM 20.00'),
  ).toBeTruthy()
  const person = within(screen.getByText('ali@orbit.test').closest('li') as HTMLElement)
  expect(person.getByText('Address not confirmed')).toBeTruthy()
  expect(person.getByText('Second factor')).toBeTruthy()
  expect(screen.getByText('The state has not changed since the seller registered.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Verification', level: 2 }, patient)).toBeTruthy()
})

test('a suspension names its consequences in numbers, needs a reason, and keeps what was typed when it fails', async () => {
  const { press } = await open()
  await heading()
  await press.click(screen.getByRole('button', { name: 'Suspend' }))
  const question = await dialog('Suspend Orbit Academy?')
  expect(
    question.getByText(/^On offer: 4 courses\. .* 42 enrollments\. .* RM 500.00 cannot be paid out/),
  ).toBeTruthy()
  await press.click(question.getByRole('button', { name: 'Suspend' }))
  expect(
    await question.findByText('Please give the seller a reason of at least 10 characters', {}, patient),
  ).toBeTruthy()
  const reason = question.getByRole('textbox', { name: /Reason for the seller/ })
  await press.type(reason, 'The lessons are copied.')
  refuse('changeSellerState', 'SELLER_STATE_CHANGED')
  await press.click(question.getByRole('button', { name: 'Suspend' }))
  expect(await question.findByText(/Somebody has changed this seller/, {}, patient)).toBeTruthy()
  expect((reason as HTMLTextAreaElement).value).toBe('The lessons are copied.')
  const calls = recordCalls('changeSellerState', { success: true, data: { state: 'suspended', changeId: 9 } })
  seller = aSeller({ state: 'suspended', reason: 'The lessons are copied.', payoutObstacles: ['suspended'] })
  await press.click(question.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('Orbit Academy is now: Suspended.', {}, patient)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      state: 'suspended',
      reason: 'The lessons are copied.',
      note: '',
      expectedState: 'approved',
      expectedChangeId: null,
    },
  ])
  expect(
    await screen.findByText(/Payouts are held because the seller is suspended/, {}, patient),
  ).toBeTruthy()
})

test('a limit is typed in ringgit, and an amount that is none is refused at its field', async () => {
  const { press } = await open()
  await heading()
  await press.click(screen.getByRole('button', { name: 'Limit sales' }))
  const question = await dialog('Limit the sales of Orbit Academy')
  await press.type(question.getByRole('textbox', { name: /Reason for the seller/ }), 'Many refunds lately.')
  const amount = question.getByRole('textbox', { name: 'Most sales in 24 hours' })
  await press.type(amount, '0.50')
  await press.click(question.getByRole('button', { name: 'Limit sales' }))
  expect(
    await question.findByText('Please enter an amount from RM 1.00 to RM 1,000,000.00', {}, patient),
  ).toBeTruthy()
  const calls = recordCalls('changeSellerState', { success: true, data: { state: 'limited', changeId: 9 } })
  await press.clear(amount)
  await press.type(amount, '500')
  await press.click(question.getByRole('button', { name: 'Limit sales' }))
  expect(await screen.findByText('Orbit Academy is now: Limited.', {}, patient)).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ state: 'limited', dailyLimit: 50_000 })
})

test.each([
  ['applied', ['Approve', 'Reject']],
  ['approved', ['Limit sales', 'Suspend']],
  ['limited', ['Restore', 'Change the limit', 'Suspend']],
  ['suspended', ['Restore', 'Limit sales']],
] as const)('a seller that is %s can be changed by %j', async (state, names) => {
  seller = aSeller({ state, dailyLimit: state === 'limited' ? 10_000 : null })
  await open()
  await heading()
  const group = within(screen.getByRole('group', { name: 'Change the state' }))
  expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names)
})

test('the history shows each change with its reason, note, author and limit', async () => {
  seller = aSeller({
    state: 'limited',
    dailyLimit: 50_000,
    history: [
      {
        id: 9,
        from: 'approved',
        to: 'limited',
        dailyLimit: 50_000,
        by: null,
        reason: 'Many refunds lately.',
        note: 'See ticket',
        at: '2026-11-20T01:00:00.000Z',
      },
    ],
  })
  await open()
  await heading()
  const entry = within(screen.getByText('Approved → Limited').closest('li') as HTMLElement)
  expect(entry.getByText('Many refunds lately.')).toBeTruthy()
  expect(entry.getByText('Internal note: See ticket')).toBeTruthy()
  expect(entry.getByText(/By a deleted account/)).toBeTruthy()
})

describe('notes', () => {
  test('a note is added, and a failure keeps it with the same key', async () => {
    const { press } = await open()
    await heading()
    expect(await screen.findByText('No notes yet', {}, patient)).toBeTruthy()
    const field = screen.getByRole('textbox', { name: 'New note' })
    await press.type(field, 'Called the owner')
    refuse('writeSellerNote', 'INTERNAL')
    await press.click(screen.getByRole('button', { name: 'Add note' }))
    expect(
      await screen.findByText('The note could not be saved. Please try again.', {}, patient),
    ).toBeTruthy()
    expect((field as HTMLTextAreaElement).value).toBe('Called the owner')
    const note = { id: 3, text: 'Called the owner', by: 'Superadmin', at: '2026-11-20T01:00:00.000Z' }
    const calls = recordCalls('writeSellerNote', { success: true, data: note })
    notes = [note]
    await press.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('The note was added.', {}, patient)).toBeTruthy()
    expect(await screen.findByText('Called the owner', { selector: 'li p' }, patient)).toBeTruthy()
    expect(calls).toHaveLength(1)
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''), patient)
  })
})

test('a seller that does not exist, and one that could not be loaded', async () => {
  refuse('readSellerOverview', 'SELLER_NOT_FOUND')
  const missing = await open()
  expect(await screen.findByText('Seller not found', {}, patient)).toBeTruthy()
  missing.unmount()
  refuse('readSellerOverview', 'INTERNAL')
  const { press } = await open()
  await screen.findByText('The seller could not be loaded', {}, patient)
  answer('readSellerOverview', () => ({ success: true, data: seller }))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await heading()
})

test('sellers are listed by state, and each opens its page', async () => {
  answer('platformSummary', {
    success: true,
    data: {
      people: 1,
      businesses: 1,
      courses: 1,
      enrolments: 1,
      settledOrders: 1,
      money: { sales: 0, refunds: 0, chargebacks: 0, fees: 0, net: 0, paidOut: 0, owed: 0 },
      unreadMessages: 0,
      jobs: { waiting: 0, failed: 0 },
    },
  })
  // This answer must precede the answer for any seller, because both URLs have the same form.
  answer('listWaitingSellers', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listSellersToCheck', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listReportedReviews', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const row = {
    id: 4,
    name: 'Orbit Academy',
    kind: 'business' as const,
    taxBasisPoints: 0,
    feeBasisPoints: 0,
    state: 'suspended' as const,
    stateSince: '2026-11-20T01:00:00.000Z',
  }
  const asked: unknown[] = []
  answer('listSellerRates', ({ query }) => {
    asked.push(query['state'])
    const platform = {
      ...row,
      id: 1,
      kind: 'platform' as const,
      state: 'approved' as const,
      stateSince: null,
    }
    const data = query['state'] === 'limited' ? [] : [row, platform]
    return { success: true, data, meta: { total: data.length, nextCursor: null } }
  })
  const { press } = await renderRoute('/platform?tab=sellers', { user: superadmin })
  const link = await screen.findByRole('link', { name: 'Orbit Academy' }, patient)
  expect(link.getAttribute('href')).toBe('/platform/sellers/4')
  const platformRow = within(screen.getByText('Apogee', { selector: 'b' }).closest('tr') ?? link)
  expect(platformRow.queryByText('Approved')).toBeNull()
  const filter = within(screen.getByRole('group', { name: 'State' }))
  await press.click(filter.getByRole('button', { name: 'Limited' }))
  expect(await screen.findByText('No sellers in this state', {}, patient)).toBeTruthy()
  expect(asked).toEqual([undefined, 'limited'])
})

test('the page is available in Malay', async () => {
  await open('ms')
  await heading()
  expect(screen.getByRole('button', { name: 'Gantung' })).toBeTruthy()
  expect(screen.getByText('3 berbayar, 1 percuma, 2 draf')).toBeTruthy()
})

test('an address without an id is not found, instead of a page that could not be loaded', async () => {
  const asked: unknown[] = []
  answer('readSellerOverview', ({ params }) => {
    asked.push(params['id'])
    return { success: true, data: seller }
  })
  await renderRoute('/platform/sellers/abc', { user: superadmin })
  await heading()
  expect(asked).toEqual(['0'])
  refuse('readSellerOverview', 'SELLER_NOT_FOUND')
  await renderRoute('/platform/sellers/xyz', { user: superadmin })
  expect(await heading('Seller not found')).toBeTruthy()
})

test('a brand that misleads is cleared with a reason for the seller', async () => {
  seller = aSeller({
    brand: { colour: '#ffd34d', logo: '/media/logo', senderName: 'Maybenk', footer: 'Ipoh' },
  })
  const sent = recordCalls('clearBrand', { success: true })
  const { press } = await open()
  await heading()
  const panel = within(screen.getByRole('region', { name: 'Brand' }))
  expect(panel.getByText('Maybenk')).toBeTruthy()
  await press.click(panel.getByRole('button', { name: 'Clear brand' }))
  const question = await dialog('Clear the brand of Orbit Academy?')
  await press.type(question.getByRole('textbox', { name: /Reason for the seller/ }), 'It imitates a bank.')
  seller = aSeller()
  await press.click(question.getByRole('button', { name: 'Clear brand' }))
  expect(await screen.findByText('The brand of Orbit Academy was cleared', {}, patient)).toBeTruthy()
  expect(sent.map(({ body, params }) => [params['id'], body])).toEqual([
    ['4', { reason: 'It imitates a bank.' }],
  ])
  expect(await screen.findByText(/^This seller has no brand/, {}, patient)).toBeTruthy()
})

test('a brand that only issued papers show can be cleared', async () => {
  seller = aSeller({ papersShowEarlierBrand: true })
  const { press } = await open()
  await heading()
  const panel = within(screen.getByRole('region', { name: 'Brand' }))
  expect(
    panel.getByText('Receipts, invoices or certificates that were issued still show an earlier brand.'),
  ).toBeTruthy()
  await press.click(panel.getByRole('button', { name: 'Clear brand' }))
  expect(await dialog('Clear the brand of Orbit Academy?')).toBeTruthy()
})
