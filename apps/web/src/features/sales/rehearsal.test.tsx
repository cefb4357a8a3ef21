import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const answerCourse = (price: number) =>
  answer('previewSales', {
    success: true,
    data: { ...aSalesInfo({ course: aCourse({ price }) }), courseState: 'published' },
  })
const open = (part = '', language: 'en' | 'ms' = 'en') =>
  renderRoute(`/course/5/rehearsal${part}`, { user: admin, language })

test('a rehearsal shows all parts of a sale and sends nothing that changes something', async () => {
  answerCourse(8_000)
  const bought = recordCalls('payForCourse', { success: true, payment_url: 'x', purchase_id: 'y' })
  const { press } = await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })).toBeTruthy()
  expect(screen.getByText(/^Rehearsal: you see what a buyer sees\. Nothing is sold/)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Buy as a buyer does' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Order summary' })).getAllByText('RM 80.00')).toHaveLength(
    2,
  )
  await press.click(screen.getByRole('button', { name: 'Complete Purchase' }))
  await press.click(await screen.findByRole('button', { name: 'Decline' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment Failed' })).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await press.click(await screen.findByRole('button', { name: 'Pay RM 80.00' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment Successful' })).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Read the buyer’s mail' }))
  expect(await screen.findByText('You paid RM 80.00.')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'See your order' }))
  expect(await screen.findByText('A made-up buyer')).toBeTruthy()
  const next = screen.getByRole('link', { name: 'Choose how you are paid' })
  expect(next.getAttribute('href')).toBe('/studio/business#chip-heading')
  expect(bought).toEqual([])
})

test('a part has an address of its own, in Malay too', async () => {
  answerCourse(8_000)
  await open('?part=payment', 'ms')
  expect(await screen.findByRole('heading', { level: 1, name: 'Pembayaran' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Bayar RM 80.00' })).toBeTruthy()
})

test('a free course has no sale to rehearse, and a foreign course is not found', async () => {
  answerCourse(0)
  const first = await open()
  expect(await screen.findByText('Give it a price, then rehearse its sale.')).toBeTruthy()
  first.unmount()
  refuse('previewSales', 'COURSE_NOT_FOUND')
  await open()
  expect(await screen.findByText('It may have been deleted, or you do not manage it.')).toBeTruthy()
})
