import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const superadmin = { ...admin, role: 'superadmin' as const, businessId: null }
const answerCourse = (price: number) =>
  answer('previewSales', {
    success: true,
    data: { ...aSalesInfo({ course: aCourse({ price }) }), courseState: 'published', taxBasisPoints: 800 },
  })
const open = (part = '', language: 'en' | 'ms' = 'en', user = admin) =>
  renderRoute(`/course/5/rehearsal${part}`, { user, language })

test('a seller rehearses all parts of a sale, and no order is placed', async () => {
  answerCourse(8_000)
  const bought = recordCalls('payForCourse', { success: true, payment_url: 'x', purchase_id: 'y' })
  const { press } = await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Practical Machine Learning' })).toBeTruthy()
  expect(screen.getByText(/^Rehearsal: you see what a buyer sees\. Nothing is sold or sent/)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Continue to checkout' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Checkout' })
  expect(document.activeElement).toBe(heading)
  expect(document.title).toMatch(/^Checkout – Rehearsal: Practical Machine Learning/)
  expect(within(screen.getByRole('region', { name: 'Order summary' })).getAllByText('RM 80.00')).toHaveLength(
    2,
  )
  expect(screen.getByText('SST included').closest('div')?.textContent).toContain('RM 5.93')
  await press.click(screen.getByRole('button', { name: 'Complete Purchase' }))
  await press.click(await screen.findByRole('button', { name: 'Decline' }))
  const failed = await screen.findByRole('heading', { level: 1, name: 'Payment Failed' })
  expect(document.activeElement).toBe(failed)
  expect(document.title).toMatch(/^Payment Failed – /)
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

test.each([
  ['an instructor of a business', { ...admin, role: 'instructor' as const }],
  ['a superadmin', superadmin],
])('%s rehearses a sale without the brand of the seller', async (_who, user) => {
  answerCourse(8_000)
  refuse('readOwnBrand', 'LONE_SELLERS_ONLY')
  const first = await open('', 'en', user)
  expect(await screen.findByRole('button', { name: 'Continue to checkout' })).toBeTruthy()
  first.unmount()
  const { press } = await open('?part=mail', 'en', user)
  expect(await screen.findByText(/show the brand of the seller/)).toBeTruthy()
  expect(screen.getByText('RM 80.00')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'See your order' }))
  expect(await screen.findByText('A made-up buyer')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Choose how you are paid' })).toBeNull()
})
