import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addBundleToCart, addToCart, cartBundles, clearCart, restoreCart } from '#web/shared/buying/cart.ts'
import { chooseStart, chosenStarts } from '#web/shared/buying/cohort-choice.ts'
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
  chosenStarts.setState(new Map())
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
  expect(screen.getByText('2 courses, 1 bundle')).toBeTruthy()
  expect(screen.getByText('List price')).toBeTruthy()
  expect(
    screen.getByText('It is in your cart by itself, too. It is bought once, in this bundle.'),
  ).toBeTruthy()
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  expect(summary.getByText('RM 289.00')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Remove The sky' }))
  expect(cartBundles.getState()).toEqual([])
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
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
  answerDetails()
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

function answerDetails(): void {
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
}

const march = { id: 8, name: 'March intake', startsOn: '2027-03-16', endsOn: null }
/** Answers for a cart with the bundle alone, whose course 1 has these further terms. */
const quoteWith = (terms: (body: unknown) => Partial<QuotedCourse>) =>
  answer('quotePrices', ({ body }) => {
    const quote = quoteOf()
    const courses = quote.courses
      .filter(({ bundleId }) => bundleId !== undefined)
      .map((course) => (course.courseId === 1 ? { ...course, ...terms(body) } : course))
    return { success: true, data: { ...quote, courses } }
  })

test('the checkout names the access, the start and the prerequisites that it sends for a course of a bundle', async () => {
  addBundleToCart({ id: 7, title: 'The sky' })
  answerDetails()
  quoteWith(() => ({ access: { months: 12 }, start: march, first: [{ courseId: 9, title: 'Basics' }] }))
  await renderRoute('/checkout', { user: aisyah })
  expect(await screen.findByText('Access for 12 months')).toBeTruthy()
  expect(await screen.findByText('Starts with March intake: from 16 Mar 2027')).toBeTruthy()
  expect(screen.getByText('Complete Basics first.')).toBeTruthy()
})

test('a lost start of a course in a bundle is chosen again at the checkout', async () => {
  addBundleToCart({ id: 7, title: 'The sky' })
  chooseStart(1, 5)
  answerDetails()
  quoteWith((body) => (isNamed(body, 8) ? { start: march } : { startProblem: 'full' }))
  const starts = [{ ...march, closesOn: '2027-03-16', placesLeft: 4, isFull: false }]
  answer('readStarts', { success: true, data: { starts, selfPaced: false } })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  expect(await screen.findByText('The last place of the chosen start is taken.')).toBeTruthy()
  const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Purchase' })
  expect(pay.disabled).toBe(true)
  await press.click(await screen.findByRole('radio', { name: 'March intake' }))
  expect(await screen.findByText('Starts with March intake: from 16 Mar 2027')).toBeTruthy()
  await expect.poll(() => pay.disabled).toBe(false)
})

const isNamed = (body: unknown, cohortId: number): boolean =>
  (body as { cohorts?: { cohortId: number }[] }).cohorts?.some((choice) => choice.cohortId === cohortId) ??
  false

test('a cart asks only for the starts of its courses and of the courses in its bundles', async () => {
  addBundleToCart({ id: 7, title: 'The sky' })
  for (let course = 100; course < 160; course += 1) chooseStart(course, course)
  chooseStart(1, 8)
  const april = { ...march, id: 9, name: 'April intake' }
  const asked: unknown[] = []
  const held = Promise.withResolvers<undefined>()
  answer('quotePrices', async ({ body }) => {
    asked.push((body as { cohorts?: unknown }).cohorts)
    if (isNamed(body, 8)) await held.promise
    const quote = quoteOf()
    const start = isNamed(body, 8) ? march : april
    const courses = quote.courses
      .slice(1)
      .map((course) => (course.courseId === 1 ? { ...course, start } : course))
    return { success: true, data: { ...quote, courses } }
  })
  answerDetails()
  await renderRoute('/checkout', { user: aisyah })
  expect(await screen.findByText(/April intake/)).toBeTruthy()
  const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Purchase' })
  expect(pay.disabled).toBe(true)
  held.resolve(undefined)
  expect(await screen.findByText(/March intake/)).toBeTruthy()
  expect(pay.disabled).toBe(false)
  expect(asked).toEqual([undefined, [{ courseId: 1, cohortId: 8 }]])
})

test('the browser keeps as many chosen starts as a request may name', () => {
  for (let course = 100; course < 160; course += 1) chooseStart(course, course)
  expect(chosenStarts.getState().size).toBe(50)
  expect([...chosenStarts.getState().keys()].at(-1)).toBe(159)
})
