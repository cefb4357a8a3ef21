import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addBundleToCart, addToCart, cartBundles, clearCart, restoreCart } from '#web/shared/buying/cart.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const line = (
  courseId: number,
  title: string,
  list: number,
  total: number,
  bundleId?: number,
): QuotedCourse => ({
  courseId,
  ...(bundleId !== undefined && { bundleId }),
  state: 'buyable',
  title,
  list,
  saleDiscount: list - total,
  couponDiscount: 0,
  total,
  tax: 0,
  taxBasisPoints: 0,
  saleEndsAt: null,
})
const quoteOf = (state: 'buyable' | 'gone' = 'buyable'): Quote => ({
  courses: [
    line(5, 'Tides', 4_900, 4_900),
    ...(state === 'gone'
      ? [line(2, 'Comets', 10_000, 10_000)]
      : [line(2, 'Comets', 10_000, 8_000, 7), line(1, 'Orbits', 20_000, 16_000, 7)]),
  ],
  bundles: [
    state === 'gone'
      ? { bundleId: 7, state, title: null, price: 0, deducted: 0, total: 0, courses: [] }
      : {
          bundleId: 7,
          state,
          title: 'The sky',
          price: 24_000,
          deducted: 0,
          total: 24_000,
          courses: [
            { courseId: 1, title: 'Orbits', share: 16_000, state },
            { courseId: 2, title: 'Comets', share: 8_000, state },
          ],
        },
  ],
  code: null,
  list: state === 'gone' ? 14_900 : 34_900,
  saleDiscount: state === 'gone' ? 0 : 6_000,
  couponDiscount: 0,
  tax: 0,
  total: state === 'gone' ? 14_900 : 28_900,
  currency: 'MYR',
})
const course = (id: number, title: string, price: number) => ({
  id,
  title,
  description: '',
  image: '',
  price,
})
const kept = () => JSON.parse(localStorage.getItem(storageKeys.cart) ?? 'null') as unknown

beforeEach(() => {
  localStorage.clear()
  clearCart()
})

test('a cart without bundles is stored letter for letter as before', () => {
  addBundleToCart({ id: 7, title: 'The sky' })
  expect(kept()).toEqual({ state: { items: [], bundles: [{ id: 7, title: 'The sky' }] }, version: 0 })
  clearCart()
  expect(kept()).toEqual({ state: { items: [] }, version: 0 })
})

test('stored bundles are restored, and what is none is left out', () => {
  const bundles = [{ id: 7, title: 'The sky' }, { id: 'x' }, null, { id: 7, title: 'Again' }]
  localStorage.setItem(storageKeys.cart, JSON.stringify({ state: { items: [], bundles }, version: 0 }))
  restoreCart()
  expect(cartBundles.getState().map(({ id }) => id)).toEqual([7])
})

test('a bundle takes the place of its courses in the cart, and a cart holds five bundles', () => {
  addToCart(course(2, 'Comets', 10_000))
  expect(addBundleToCart({ id: 7, title: 'The sky' }, [1, 2])).toBe(true)
  expect(kept()).toEqual({ state: { items: [], bundles: [{ id: 7, title: 'The sky' }] }, version: 0 })
  for (const id of [8, 9, 10, 11]) expect(addBundleToCart({ id, title: 'Another' })).toBe(true)
  expect(addBundleToCart({ id: 12, title: 'One too many' })).toBe(false)
})

test('the cart lists a bundle with the shares of its courses, and a course that is there twice once', async () => {
  addBundleToCart({ id: 7, title: 'The sky' })
  addToCart(course(5, 'Tides', 4_900))
  addToCart(course(2, 'Comets', 10_000))
  answer('quotePrices', { success: true, data: quoteOf() })
  const { press } = await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText('RM 160.00')).toBeTruthy()
  expect(
    screen.getByText('It is in your cart by itself, too. It is bought once, in this bundle.'),
  ).toBeTruthy()
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  expect(summary.getByText('RM 289.00')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Remove The sky' }))
  expect(cartBundles.getState()).toEqual([])
})

test('a bundle that is no longer on sale blocks the checkout until it is removed', async () => {
  addBundleToCart({ id: 7, title: 'The sky' })
  addToCart(course(5, 'Tides', 4_900))
  addToCart(course(2, 'Comets', 10_000))
  answer('quotePrices', { success: true, data: quoteOf('gone') })
  const { press } = await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText(/This bundle is not on sale at the moment/)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Remove the marked courses' }))
  expect(cartBundles.getState()).toEqual([])
})

test('the checkout sends the bundles beside the courses, with the offer of each line', async () => {
  addBundleToCart({ id: 7, title: 'The sky' })
  addToCart(course(5, 'Tides', 4_900))
  addToCart(course(2, 'Comets', 10_000))
  const details = {
    address: '1 Jalan Bulan',
    city: 'Kuala Lumpur',
    state: 'WP',
    postalCode: '50000',
    country: 'Malaysia' as const,
    companyName: '',
    taxNumber: '',
  }
  answer('readBuyerDetails', { success: true, data: details })
  answer('quotePrices', { success: true, data: quoteOf() })
  const sent = recordCalls('payForCart', {
    success: true,
    payment_url: '/checkout/success',
    payment_id: 'abc',
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  expect(await screen.findByText('RM 160.00')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Complete Purchase' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.body).toMatchObject({ courseIds: [5, 2], bundleIds: [7] })
  expect(sent[0]?.query['offers']).toBe('5.4900.all.none_2.8000.all.none_1.16000.all.none')
})
