import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addBundleToCart, cartBundles, cartStore, clearCart } from '#web/shared/buying/cart.ts'
import { answer, keepWaiting, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { answerPayment, payment, purchaseId, studies } from '#web/testing/purchases.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const bundle = { id: 7, title: 'The sky' }
const inBundle = (given: Payment): Payment => ({
  ...given,
  lines: given.lines.map((line) => ({ ...line, bundle })),
})

beforeEach(() => {
  localStorage.clear()
  clearCart()
  studies()
  answer('listReceipts', { success: true, data: [] })
  answer('readRefundOptions', { success: true, data: { endsAt: null, lines: [], requests: [] } })
})

test('a purchase names the bundle of each course', async () => {
  answerPayment(inBundle(payment('paid', 'granted')))
  await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  expect(await screen.findAllByText('In the bundle The sky')).toHaveLength(2)
})

test('a paid bundle leaves the cart', async () => {
  addBundleToCart(bundle)
  answerPayment(inBundle(payment('paid', 'granted')))
  answer('checkPayment', { success: true, status: 'paid' })
  await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
  await screen.findByRole('heading', { name: 'Payment Successful' })
  await expect.poll(() => cartBundles.getState()).toEqual([])
})

test.each([
  ['is put back into the cart as a whole', true],
  ['is not put back if neither it nor its courses are on sale', false],
])('an unpaid bundle %s', async (_what, isOnSale) => {
  answerPayment(inBundle(payment('failed', 'open')))
  answer('checkPayment', { success: true, status: 'failed' })
  const data = { ...bundle, description: '', image: '', price: 1, apart: 1, seller: null, courses: [] }
  if (isOnSale) answer('readOfferedBundle', { success: true, data })
  else refuse('readOfferedBundle', 'BUNDLE_NOT_FOUND')
  refuse('courseSales', 'COURSE_NOT_FOUND')
  keepWaiting('quotePrices')
  const { press } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
  await press.click(await screen.findByRole('link', { name: 'Back to cart' }))
  await expect
    .poll(() => [cartBundles.getState(), cartStore.getState()])
    .toEqual([isOnSale ? [bundle] : [], []])
})

test('an unpaid bundle that a full cart cannot take is not counted as put back', async () => {
  for (const id of [11, 12, 13, 14, 15]) addBundleToCart({ id, title: 'Another' })
  answerPayment(inBundle(payment('failed', 'open')))
  answer('checkPayment', { success: true, status: 'failed' })
  const data = { ...bundle, description: '', image: '', price: 1, apart: 1, seller: null, courses: [] }
  answer('readOfferedBundle', { success: true, data })
  const { press } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
  await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
  await expect.poll(() => screen.queryByText(/no longer for sale/)).toBeTruthy()
  expect(cartBundles.getState()).toHaveLength(5)
})
