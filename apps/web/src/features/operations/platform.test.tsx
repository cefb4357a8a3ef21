import type { Language } from '@apogee/domain/languages.ts'
import type { Message } from '@apogee/contracts/messages/messages.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, recordCalls, refusal, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, id: 1, name: 'Superadmin', role: 'superadmin' as const, businessId: null }

const aMessage = (given: Partial<Message> = {}): Message => ({
  id: 3,
  topic: 'support',
  name: 'Nurul Izzah',
  email: 'nurul@example.test',
  text: 'The video stops.\nAlways at 2:10.',
  state: 'unread',
  sender: null,
  looksAutomated: false,
  createdAt: '2026-11-20T01:00:00.000Z',
  ...given,
})

let messages: Message[]
let asked: SentRequest[]

beforeEach(() => {
  messages = [aMessage()]
  asked = []
  answer('platformSummary', {
    success: true,
    data: {
      people: 1240,
      businesses: 2,
      courses: 24,
      enrolments: 310,
      settledOrders: 12,
      money: {
        sales: 4_300_000,
        refunds: 30_000,
        chargebacks: 10_000,
        fees: 426_000,
        net: 3_834_000,
        paidOut: 0,
        owed: 3_834_000,
      },
      unreadMessages: messages.length,
      jobs: { waiting: 3, failed: 1 },
    },
  })
  answer('listReportedReviews', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listMessages', (sent) => {
    asked.push(sent)
    const { state, search = '' } = sent.query
    const data = messages.filter((one) => (!state || one.state === state) && one.text.includes(search))
    return { success: true, data, meta: { total: data.length, nextCursor: null } }
  })
  answer('updateMessage', (sent) => {
    const found = messages.find(({ id }) => id === Number(sent.params['id']))
    if (!found) return refusal('NOT_FOUND')
    const changed = { ...found, ...(sent.body as Pick<Message, 'state'>) }
    messages = messages.map((one) => (one.id === changed.id ? changed : one))
    return { success: true, data: changed }
  })
})

const open = (path = '/platform', language: Language = 'en') =>
  renderRoute(path, { user: superadmin, language })
const row = async () => within((await screen.findByText('Nurul Izzah')).closest('li') as HTMLElement)

test('the platform page shows real figures of the whole platform', async () => {
  await open()
  const figure = async (label: string) =>
    (await screen.findByText(label, { selector: 'dt' })).parentElement?.textContent
  expect(await figure('People')).toBe('People1,240')
  expect(await figure('Settled orders')).toBe('Settled orders12')
  expect(await figure('Net')).toBe('NetRM 38,340.00Sales less refunds, chargebacks and fees')
  expect(await figure('Chargebacks')).toBe('Chargebacks−RM 100.00Taken back by buyers’ banks')
  expect(await figure('Jobs waiting')).toBe('Jobs waiting3')
  expect(await figure('Jobs failed')).toContain('1')
})

test('the platform page is for superadmins: an admin is redirected to Access Denied', async () => {
  const page = await renderRoute('/platform', { user: admin })
  await waitFor(() => expect(page.address()).toBe('/forbidden'))
})

test("the platform page is in the superadmin's avatar menu", async () => {
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Account of Superadmin' }))
  const item = await screen.findByRole('menuitem', { name: 'Platform', hidden: true })
  expect(item.getAttribute('href')).toBe('/platform')
})

describe('the inbox', () => {
  test('opening a message marks it as read, and it stays in place', async () => {
    const page = await open()
    const shown = await row()
    expect(shown.getByText('Unread')).toBeTruthy()
    await page.press.click(shown.getByText('Nurul Izzah'))
    expect(await shown.findByText('Read')).toBeTruthy()
    expect(shown.getByText(/Not signed in: the address is what they typed/)).toBeTruthy()
  })

  test('a message is answered by e-mail, with the text quoted and no second recipient', async () => {
    messages = [
      aMessage({ email: 'a@b.co?bcc=all@example.test', sender: { id: 7, name: null, email: 'x@y.zz' } }),
    ]
    await open()
    const shown = await row()
    expect(shown.getByText(/Signed in as x@y.zz/)).toBeTruthy()
    const link = shown.getByText('Reply by email').closest('a')
    const address = new URL(link?.getAttribute('href') ?? '')
    expect(address.protocol).toBe('mailto:')
    expect(address.searchParams.get('bcc')).toBeNull()
    expect(address.searchParams.get('body')).toContain('> The video stops.\r\n> Always at 2:10.')
  })

  test('a message is marked as done, and reopened', async () => {
    const page = await open()
    const shown = await row()
    await page.press.click(shown.getByText('Mark as done'))
    expect(await shown.findByText('Done')).toBeTruthy()
    await page.press.click(shown.getByText('Open again'))
    expect(await shown.findByText('Read')).toBeTruthy()
  })

  test('messages are searched and filtered by state and topic', async () => {
    const page = await open()
    await row()
    await page.press.type(screen.getByRole('searchbox'), 'nothing like this')
    expect(await screen.findByText('No results')).toBeTruthy()
    await page.press.clear(screen.getByRole('searchbox'))
    await page.press.click(screen.getByRole('button', { name: 'Done' }))
    await page.press.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'partner')
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ limit: '20', state: 'done', topic: 'partner' }))
  })

  test('an empty inbox says where messages come from', async () => {
    messages = []
    await open()
    expect(await screen.findByText('No messages yet')).toBeTruthy()
  })

  test('an inbox that could not be loaded says so and offers a retry', async () => {
    refuse('listMessages', 'INTERNAL')
    const page = await open()
    await screen.findByText('The messages could not be loaded')
    answer('listMessages', { success: true, data: messages, meta: { total: 1, nextCursor: null } })
    await page.press.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nurul Izzah')).toBeTruthy()
  })

  test('a refused change of a message is reported, and nothing changes', async () => {
    refuse('updateMessage', 'UNAVAILABLE')
    const page = await open()
    const shown = await row()
    await page.press.click(shown.getByText('Mark as done'))
    expect(await screen.findByText('The message could not be marked. Please try again.')).toBeTruthy()
    expect(shown.getByText('Unread')).toBeTruthy()
  })
})

test('the list of businesses shows name, people, courses and date', async () => {
  answer('listBusinesses', {
    success: true,
    data: [
      {
        id: 1,
        name: 'Orbit Academy',
        people: 4,
        courses: 14,
        sellerId: 4,
        createdAt: '2026-10-01T17:00:00.000Z',
      },
    ],
    meta: { total: 1, nextCursor: null },
  })
  await open('/platform?tab=businesses')
  const line = (await screen.findByText('Orbit Academy')).closest('[role=row]')
  expect([...(line?.querySelectorAll('[role=cell]') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Orbit Academy',
    '4',
    '14',
    '2 Oct 2026',
  ])
  const link = screen.getByRole('link', { name: 'Orbit Academy' })
  expect(link.getAttribute('href')).toBe('/platform/sellers/4')
})

const sells = { state: 'approved' as const, stateSince: null }

test("a seller's fee is changed after a confirmation with an example in ringgit", async () => {
  answer('listSellerRates', {
    success: true,
    data: [
      {
        id: 4,
        name: 'Orbit Academy',
        kind: 'business',
        taxBasisPoints: 800,
        feeBasisPoints: 1_000,
        ...sells,
      },
      { id: 1, name: null, kind: 'platform', taxBasisPoints: 0, feeBasisPoints: 0, ...sells },
    ],
    meta: { total: 2, nextCursor: null },
  })
  const calls = recordCalls('updateFeeRate', {
    success: true,
    data: {
      id: 4,
      name: 'Orbit Academy',
      kind: 'business',
      taxBasisPoints: 800,
      feeBasisPoints: 1_250,
      ...sells,
    },
  })
  const { press } = await open('/platform?tab=fees')
  await press.click(await screen.findByRole('button', { name: 'Change the fee of Orbit Academy' }))
  const box = screen.getByRole('textbox', { name: 'Fee in percent, Orbit Academy' })
  await press.clear(box)
  await press.type(box, '12,5{Enter}')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Change the fee of Orbit Academy?' }),
  )
  expect(question.getByText(/keeps 12.5% instead of 10%.*RM 12.50 of a sale of RM 100.00/)).toBeTruthy()
  expect(calls).toEqual([])
  await press.click(question.getByRole('button', { name: 'Change fee' }))
  expect(await screen.findByText('The platform now keeps 12.5% of Orbit Academy’s sales')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ feeBasisPoints: 1_250 }])
})

test('a waiting seller is approved after a confirmation of its meaning', async () => {
  let sellers = [
    {
      id: 4,
      name: 'Orbit Academy',
      kind: 'business' as const,
      courses: 3,
      phone: '03-1234 5678',
      appliedAt: '2026-11-01T17:00:00.000Z',
      address: '1 Jalan Ujian',
      people: [{ name: 'Farah', email: 'farah@example.test', isProven: false }],
    },
  ]
  answer('listWaitingSellers', () => ({
    success: true,
    data: sellers,
    meta: { total: sellers.length, nextCursor: null },
  }))
  const { press } = await open('/platform?tab=sellers')
  expect(await screen.findByRole('tab', { name: 'Sellers (1 waiting)' })).toBeTruthy()
  const row = within((await screen.findByText('Orbit Academy')).closest('[role=row]') as HTMLElement)
  for (const said of ['Farah, farah@example.test', 'Address not confirmed', '3', '2 Nov 2026'])
    expect(row.getByText(said)).toBeTruthy()
  await press.click(row.getByRole('button', { name: 'Approve Orbit Academy' }))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Approve Orbit Academy as a seller?' }),
  )
  expect(
    question.getByText(/Their courses cannot be bought until they confirm an email address/),
  ).toBeTruthy()
  refuse('approveSeller', 'INTERNAL')
  await press.click(question.getByRole('button', { name: 'Approve' }))
  expect(await question.findByRole('alert')).toBeTruthy()
  const calls = recordCalls('approveSeller', { success: true, data: { state: 'approved' } })
  sellers = []
  await press.click(question.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Orbit Academy is approved and will get an email.')).toBeTruthy()
  expect(await screen.findByText('Nobody is waiting')).toBeTruthy()
  expect(calls.map(({ params }) => params['id'])).toEqual(['4'])
})

test('the platform page is available in Malay', async () => {
  await open('/platform', 'ms')
  expect(await screen.findByText('Belum dibaca', { selector: '.ap-badge, .ap-badge *' })).toBeTruthy()
})
