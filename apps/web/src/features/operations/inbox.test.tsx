import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import type { RefundRequest } from '@apogee/contracts/sales/refunds.ts'
import type { Review } from '@apogee/contracts/reviews/reviews.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const item = (given: Partial<InboxItem> & Pick<InboxItem, 'kind' | 'ref'>): InboxItem => ({
  id: `${given.kind}-${given.ref}`,
  since: '2026-11-24T01:00:00.000Z',
  person: 'Aisyah Rahman',
  title: 'Very clear',
  place: 'Git Without Fear',
  amount: null,
  courseId: 5,
  orderId: null,
  topic: null,
  rating: null,
  ...given,
})
const first = item({ kind: 'reviews', ref: '1', rating: 5 })
const second = item({ kind: 'reviews', ref: '2', rating: 3, person: 'Chong Wei', title: 'Too fast' })
const handIn = item({ kind: 'handIns', ref: '9', person: 'Devi', title: 'Plan' })

const replied: Review = {
  id: 1,
  courseId: 5,
  rating: 5,
  text: 'Very clear',
  author: { name: 'Aisyah Rahman', avatar: null },
  createdAt: '2026-11-24T01:00:00.000Z',
  editedAt: null,
  reply: null,
  isMine: false,
  version: 1,
  replyVersion: 1,
}

/** Answers the list as the server has it now. */
const waits = (...items: InboxItem[]) =>
  answer('listInbox', { success: true, data: items, meta: { nextCursor: null } })

beforeEach(() => {
  sessionStorage.clear()
  waits(first, second, handIn)
  answer('countInbox', {
    success: true,
    data: [
      { kind: 'handIns', count: 1 },
      { kind: 'reviews', count: 2 },
    ],
  })
})

const open = (address = '/studio/inbox', language: 'en' | 'ms' = 'en') =>
  renderRoute(address, { user: admin, language })
const opened = (name: string) => screen.findByRole('heading', { level: 2, name })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Reply/ })
const rows = () => within(screen.getByRole('list', { name: 'Waiting items' })).getAllByRole('link')

test('the list shows what waits, and the first item is open beside it without the focus', async () => {
  await open()
  expect(await opened('Aisyah Rahman')).not.toBe(document.activeElement)
  expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null])
  expect(rows()[2]?.textContent).toContain('Devi')
  const kinds = within(screen.getByRole('group', { name: 'Kind' }))
  expect(kinds.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['All 3', '/studio/inbox'],
    ['Hand-ins 1', '/studio/inbox?kind=handIns'],
    ['Reviews 2', '/studio/inbox?kind=reviews'],
  ])
})

test('the kind in the address is asked from the server', async () => {
  const asked = recordCalls('listInbox', { success: true, data: [first], meta: { nextCursor: null } })
  await open('/studio/inbox?kind=reviews')
  await opened('Aisyah Rahman')
  expect(asked[0]?.query).toMatchObject({ kind: 'reviews' })
})

test('an item that is handled elsewhere says why it waits and opens its page', async () => {
  await open('/studio/inbox?item=handIns-9')
  const link = await screen.findByRole('link', { name: 'Grade this work' })
  expect(link.getAttribute('href')).toBe('/course/5/hand-ins/9')
})

test('after an answer the next item opens, and the last one leaves an empty list', async () => {
  waits(first, second)
  const sent = recordCalls('replyToReview', { success: true, data: replied })
  const { press, address } = await open()
  await press.type(await field(), 'Thank you')
  waits(second)
  await press.click(screen.getByRole('button', { name: 'Post and next' }))
  expect(await opened('Chong Wei')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ text: 'Thank you' })
  expect(address()).toBe('/studio/inbox?item=reviews-2')
  await press.type(await field(), 'Noted')
  waits()
  await press.click(screen.getByRole('button', { name: 'Post and next' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Nothing waits for you' })).toBeTruthy()
})

test('a typed answer survives a failed post and a reload', async () => {
  const { press, unmount } = await open()
  await press.type(await field(), 'Thank you')
  breakNetwork('replyToReview')
  await press.click(screen.getByRole('button', { name: 'Post and next' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect((await field()).value).toBe('Thank you')
  unmount()
  await open()
  expect((await field()).value).toBe('Thank you')
})

test('an item that somebody else has finished says so, and keeps what was typed', async () => {
  const { press } = await open()
  await press.type(await field(), 'Thank')
  waits(second)
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText(/This no longer waits/)).toBeTruthy()
  expect((await field()).value).toBe('Thank')
  await press.click(screen.getByRole('button', { name: 'Next item' }))
  expect(await opened('Chong Wei')).toBeTruthy()
})

test('an inbox without items says so, and a kind without items leads to the others', async () => {
  waits()
  const page = await open()
  expect(await screen.findByText('Nothing waits for you')).toBeTruthy()
  page.unmount()
  await open('/studio/inbox?kind=refunds')
  expect((await screen.findByRole('link', { name: 'Show everything' })).getAttribute('href')).toBe(
    '/studio/inbox',
  )
})

test('an inbox that fails to load says so and is loaded again', async () => {
  breakNetwork('listInbox')
  const { press } = await open()
  expect(await screen.findByText('The inbox could not be loaded')).toBeTruthy()
  waits(first)
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('the inbox is available in Malay', async () => {
  await open('/studio/inbox', 'ms')
  expect(await screen.findByRole('heading', { level: 1, name: 'Peti masuk' })).toBeTruthy()
})

test('a refund request shows the promise and how much the buyer has watched, and its answer opens the next item', async () => {
  const line = { courseId: 5, title: 'Git Without Fear', amount: 14_900 }
  const request: RefundRequest = {
    id: 'req-1',
    orderId: 'order-1',
    state: 'open',
    reason: 'Too easy',
    answer: '',
    createdAt: '2026-11-24T01:00:00.000Z',
    answeredAt: null,
    buyer: { name: 'Aisyah Rahman', email: 'ai…@apogee.test' },
    lines: [line],
  }
  waits(item({ kind: 'refunds', ref: 'req-1', orderId: 'order-1', amount: 14_900 }), handIn)
  answer('readOrderRefunds', {
    success: true,
    data: {
      buyer: null,
      isUnexplained: false,
      lines: [
        {
          courseId: 5,
          title: 'Git Without Fear',
          price: 14_900,
          refundable: 14_900,
          moneyBack: { days: 14, percent: 30 },
          endsAt: '2026-12-04T01:00:00.000Z',
          watchedPercent: 12,
        },
      ],
      refunds: [],
      requests: [request],
    },
  })
  const sent = recordCalls('answerRefundRequest', { success: true, data: { ...request, state: 'declined' } })
  const { press } = await open()
  const promise =
    'Git Without Fear: promised within 14 days, while less than 30% is watched. 12% watched. The promise holds until 4 Dec 2026.'
  expect(await screen.findByText(promise)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Decline' }))
  await press.type(await screen.findByRole('textbox'), 'You finished it')
  waits(handIn)
  await press.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
  expect(await opened('Devi')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ decision: 'decline', reason: 'You finished it' })
})

test('J and K move, and the keys do nothing while somebody types', async () => {
  const { press, address } = await open()
  await opened('Aisyah Rahman')
  await press.keyboard('j')
  expect(await opened('Chong Wei')).toBeTruthy()
  expect(address()).toBe('/studio/inbox?item=reviews-2')
  await press.keyboard('k')
  expect(await opened('Aisyah Rahman')).toBeTruthy()
  await press.type(await field(), 'jet')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Aisyah Rahman')
  expect((await field()).value).toBe('jet')
})

test('T hides an item until tomorrow, E puts a review away, and each can be undone', async () => {
  const sent = recordCalls('hideInboxItem', { success: true })
  const { press } = await open()
  await opened('Aisyah Rahman')
  waits(second, handIn)
  await press.keyboard('t')
  expect(await screen.findByText('Hidden until tomorrow, 8:00.')).toBeTruthy()
  expect(await opened('Chong Wei')).toBeTruthy()
  waits(first, second, handIn)
  await press.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  await press.keyboard('e')
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: 'reviews', ref: '1', until: 'tomorrow' },
    { kind: 'reviews', ref: '1', until: 'now' },
    { kind: 'reviews', ref: '2', until: 'done' },
  ])
})

test('an item that somebody waits for cannot be put away', async () => {
  const sent = recordCalls('hideInboxItem', { success: true })
  const { press } = await open('/studio/inbox?item=handIns-9')
  await opened('Devi')
  expect(screen.queryByRole('button', { name: 'Put away' })).toBeNull()
  await press.keyboard('e')
  expect(sent).toEqual([])
})

test('a question mark lists the keys', async () => {
  const { press } = await open()
  await opened('Aisyah Rahman')
  await press.keyboard('?')
  const help = within(await screen.findByRole('dialog', { name: 'Keys' }))
  expect(help.getAllByRole('term').map((term) => term.textContent)).toEqual(['J', 'K', 'T', 'E', '?'])
})
