import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { answerPayment, lesson, payment, purchaseId, studies } from '#web/testing/purchases.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const noPurchases = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

beforeEach(() => studies())

test('the history lists every order with its status, and one order its lines', async () => {
  answer('paymentHistory', {
    success: true,
    data: [payment('paid', 'granted')],
    meta: { total: 1, nextCursor: null },
  })
  answerPayment(payment('paid', 'granted'))
  studies(lesson(31, 'A question worth asking', true), lesson(32, 'Splitting the data', false))
  const { press, address } = await renderRoute('/purchases', { user: aisyah })
  const row = (await screen.findAllByRole('row'))[1]
  expect(row?.textContent).toContain('2026-11-18')
  expect(row?.textContent).toContain('Paid')
  expect(row?.textContent).toContain('RM 328.00')
  expect(screen.getByRole('link', { name: 'See courses' }).getAttribute('href')).toBe(
    `/purchases/${purchaseId}`,
  )
  await press.click(
    screen.getByRole('link', { name: 'Practical Machine Learning, Writing Ads People Finish' }),
  )
  expect(address()).toBe(`/purchases/${purchaseId}`)
  expect(await screen.findByRole('heading', { level: 1, name: /Purchase of 18 Nov 2026/ })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Continue/ })).toHaveLength(2))
  const ways = screen.getAllByRole('link', { name: /^Continue/ })
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(Array(2).fill('/lesson/7/resources/32'))
  expect(screen.getByText('Your courses are ready.')).toBeTruthy()
})

test('an unpaid order can be paid from the history; money in review is not asked for twice', async () => {
  answer('paymentHistory', {
    success: true,
    data: [
      payment('expired', 'open'),
      { ...payment('needs_review', 'open'), id: 'in-review-0123456' },
      {
        ...payment('paid', 'granted'),
        id: 'one-course-0123456',
        lines: payment('paid', 'granted').lines.slice(1),
      },
    ],
    meta: { total: 3, nextCursor: null },
  })
  answerPayment(payment('needs_review', 'open'))
  const { unmount } = await renderRoute('/purchases', { user: aisyah })
  const rows = (await screen.findAllByRole('row')).slice(1)
  const step = (row: HTMLElement | undefined) => row?.lastElementChild?.textContent
  expect(rows.map(step)).toEqual(['Try paying again', '', 'Go to course'])
  unmount()
  await renderRoute('/purchases/in-review-0123456', { user: aisyah })
  expect(await screen.findByText(/Your money is safe/)).toBeTruthy()
  expect(screen.queryByText('Try paying again')).toBeNull()
})

test('nobody has bought anything yet, and somebody else’s order is not found', async () => {
  answer('paymentHistory', noPurchases)
  const { unmount } = await renderRoute('/purchases', { user: aisyah })
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
  unmount()
  refuse('readPayment', 'PAYMENT_NOT_FOUND')
  await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Purchase not found' })).toBeTruthy()
})

test('a history that fails says so and can be asked for again', async () => {
  breakNetwork('paymentHistory')
  const { press } = await renderRoute('/purchases', { user: aisyah })
  expect(await screen.findByText('Failed to fetch payment history')).toBeTruthy()
  expect(screen.getByText(/^No answer came from Apogee\. Check your connection/)).toBeTruthy()
  answer('paymentHistory', noPurchases)
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
})

test('a fault of the server’s own says whose it is, with what support can look for', async () => {
  answer('paymentHistory', () =>
    Response.json(
      { success: false, error: 'Oops', errorCode: 'INTERNAL', requestId: 'req-77' },
      { status: 500 },
    ),
  )
  await renderRoute('/purchases', { user: aisyah, language: 'ms' })
  expect(await screen.findByText(/^Masalah ini di pihak kami .*rujukan ini: req-77$/)).toBeTruthy()
})
