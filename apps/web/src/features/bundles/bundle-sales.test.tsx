import type { OfferedBundle } from '@apogee/contracts/bundles/bundles.ts'
import type { QuotedBundle } from '@apogee/contracts/bundles/quoted-bundles.ts'
import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chosenStarts } from '#web/shared/buying/cohort-choice.ts'
import { cartCode, setCartCode } from '#web/shared/buying/cart-code.ts'
import { clearCart } from '#web/shared/buying/cart.ts'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

beforeEach(() => {
  chosenStarts.setState(new Map())
})

const sky: OfferedBundle = {
  id: 7,
  title: 'The sky',
  description: 'All about the sky',
  image: '',
  price: 24_000,
  apart: 30_000,
  seller: 'Sekolah Angkasa',
  courses: [
    { id: 1, title: 'Orbits', image: '', price: 20_000 },
    { id: 2, title: 'Comets', image: '', price: 10_000 },
  ],
}
const line = (
  courseId: number,
  list: number,
  total: number,
  more: Partial<QuotedCourse> = {},
): QuotedCourse => ({
  courseId,
  bundleId: 7,
  state: 'buyable',
  title: courseId === 1 ? 'Orbits' : 'Comets',
  list,
  saleDiscount: list - total,
  couponDiscount: 0,
  total,
  tax: 0,
  taxBasisPoints: 0,
  saleEndsAt: null,
  ...more,
})
const part = (courseId: number, share: number, state: QuotedBundle['state'] = 'buyable') => ({
  courseId,
  title: courseId === 1 ? 'Orbits' : 'Comets',
  share,
  state,
})
const quoteOf = (courses: QuotedCourse[], bundle: Partial<QuotedBundle> = {}): Quote => {
  const sum = (field: (course: QuotedCourse) => number) =>
    courses.reduce((total, course) => total + field(course), 0)
  const total = sum((course) => course.total)
  return {
    courses,
    bundles: [
      {
        bundleId: 7,
        state: 'buyable',
        title: 'The sky',
        price: 24_000,
        deducted: 0,
        total,
        courses: [part(1, 16_000), part(2, 8_000)],
        ...bundle,
      },
    ],
    code: null,
    list: sum((course) => course.list),
    saleDiscount: sum((course) => course.saleDiscount),
    couponDiscount: 0,
    tax: 0,
    total,
    currency: 'MYR',
  }
}
const whole = quoteOf([line(1, 20_000, 16_000), line(2, 10_000, 8_000)])
const open = (quote: Quote = whole, language: 'en' | 'ms' = 'en') => {
  answer('readOfferedBundle', { success: true, data: sky })
  answer('quotePrices', { success: true, data: quote })
  return renderRoute('/bundles/7', { user: aisyah, language })
}
const panel = async (name = 'Purchase') => within(await screen.findByRole('complementary', { name }))

test('the sales page shows the courses, their prices apart, the price of the bundle and what a buyer saves', async () => {
  await open()
  const purchase = await panel()
  expect(await purchase.findByText('You save RM 60.00')).toBeTruthy()
  const courses = within(screen.getByRole('region', { name: 'Courses in this bundle' }))
  expect(courses.getByRole('link', { name: 'Orbits' }).getAttribute('href')).toBe('/sp/1/')
  expect(await courses.findByText('RM 160.00 in this bundle')).toBeTruthy()
  expect(screen.getByText('Sold by Sekolah Angkasa')).toBeTruthy()
})

test('the sales page is in Malay, too', async () => {
  await open(whole, 'ms')
  expect(await (await panel('Pembelian')).findByText('Anda jimat RM 60.00')).toBeTruthy()
})

test('owned courses are deducted from the price, and marked', async () => {
  const courses = [part(1, 16_000), part(2, 8_000, 'owned')]
  await open(quoteOf([line(1, 20_000, 16_000)], { deducted: 8_000, courses }))
  const purchase = await panel()
  expect(
    await purchase.findByText('You own 1 course of this bundle, so the price is RM 80.00 lower.'),
  ).toBeTruthy()
  expect(purchase.getByText('You save RM 40.00')).toBeTruthy()
  expect(screen.getByText('You own this course')).toBeTruthy()
})

test.each([
  ['owned', 'You already have all courses of this bundle.'],
  ['waiting', 'This bundle is not on sale yet. Its seller is not approved yet.'],
  ['gone', 'This bundle is not on sale at the moment.'],
  ['elsewhere', 'All its courses are in another bundle of your cart.'],
] as const)('a bundle that is %s for the buyer says so and has no button', async (state, sentence) => {
  await open(quoteOf([], { state, total: 0 }))
  const purchase = await panel()
  expect(await purchase.findByText(sentence)).toBeTruthy()
  expect(purchase.queryByRole('button', { name: 'Buy Now' })).toBeNull()
})

test('buying sends the share and the terms of each course as they were shown', async () => {
  const start = { id: 5, name: 'January', startsOn: '2027-01-12', endsOn: null }
  answer('readStarts', {
    success: true,
    data: { starts: [{ ...start, closesOn: '2027-01-12', isFull: false, placesLeft: 4 }], selfPaced: false },
  })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const sent = recordCalls('payForBundle', {
    success: true,
    payment_url: 'https://gate.example/pay',
    purchase_id: 'abc',
  })
  const first = [{ courseId: 9, title: 'Basics' }]
  const page = await open(
    quoteOf([line(1, 20_000, 16_000, { start }), line(2, 10_000, 8_000, { access: { months: 12 }, first })]),
  )
  expect(await screen.findByRole('radio', { name: /January/ })).toBeTruthy()
  expect(screen.getByText(/Complete Basics first/)).toBeTruthy()
  await page.press.click(await screen.findByRole('button', { name: 'Buy Now' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.query['offers']).toBe('1.16000.all.5_2.8000.12m.none.9')
  expect(sent[0]?.body).toEqual({ userId: aisyah.id, cohorts: [{ courseId: 1, cohortId: 5 }] })
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.example/pay'))
})

test('a price that has changed is refused with what it is now', async () => {
  const page = await open()
  const now = quoteOf([line(1, 20_000, 18_000), line(2, 10_000, 9_000)])
  answer('payForBundle', () => refusal('OFFER_CHANGED', undefined, undefined, now))
  await page.press.click(await screen.findByRole('button', { name: 'Buy Now' }))
  expect(await screen.findByText(/Orbits: .*RM 180.00/)).toBeTruthy()
})

test('a code is asked for with the bundle, and a refused one says why', async () => {
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Have a discount code?' }))
  answer('quotePrices', { success: true, data: { ...whole, code: { code: 'NOPE', refusal: 'expired' } } })
  await page.press.type(screen.getByLabelText('Discount code'), 'NOPE')
  await page.press.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('This code has expired.')).toBeTruthy()
})

test('nothing is bought while the quote for a newly chosen start is awaited', async () => {
  const january = { id: 5, name: 'January', startsOn: '2027-01-12', endsOn: null }
  const march = { id: 8, name: 'March', startsOn: '2027-03-16', endsOn: null }
  const open = { closesOn: '2027-01-12', isFull: false, placesLeft: 4 }
  answer('readStarts', {
    success: true,
    data: { starts: [january, march].map((start) => ({ ...start, ...open })), selfPaced: false },
  })
  const sent = recordCalls('payForBundle', { success: true, payment_url: '#paid', purchase_id: 'abc' })
  const quoteWith = (start: typeof january) =>
    quoteOf([line(1, 20_000, 16_000, { start }), line(2, 10_000, 8_000)])
  answer('readOfferedBundle', { success: true, data: sky })
  const held = Promise.withResolvers<undefined>()
  answer('quotePrices', async ({ body }) => {
    const [choice] = (body as { cohorts?: { cohortId: number }[] }).cohorts ?? []
    if (!choice) return { success: true, data: quoteWith(january) }
    await held.promise
    return { success: true, data: quoteWith(march) }
  })
  const page = await renderRoute('/bundles/7', { user: aisyah })
  const isOff = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Buy Now' }).disabled
  await page.press.click(await screen.findByRole('radio', { name: /March/ }))
  expect(isOff()).toBe(true)
  await page.press.click(screen.getByRole('button', { name: 'Buy Now' }))
  held.resolve(undefined)
  await expect.poll(isOff).toBe(false)
  await page.press.click(screen.getByRole('button', { name: 'Buy Now' }))
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ userId: aisyah.id, cohorts: [{ courseId: 1, cohortId: 8 }] }])
})

test('a quote whose start differs from the one on the page is not bought', async () => {
  const january = { id: 5, name: 'January', startsOn: '2027-01-12', endsOn: null }
  const start = { id: 8, name: 'March', startsOn: '2027-03-16', endsOn: null }
  const data = {
    starts: [{ ...january, closesOn: '2027-01-12', isFull: false, placesLeft: 4 }],
    selfPaced: false,
  }
  answer('readStarts', { success: true, data })
  await open(quoteOf([line(1, 20_000, 16_000, { start }), line(2, 10_000, 8_000)]))
  expect(await screen.findByText(/Choose an open start for each course first/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy Now' }).disabled).toBe(true)
})

test('an applied code goes along into the cart with the bundle', async () => {
  clearCart()
  setCartCode('')
  const page = await open({ ...whole, code: { code: 'SKY', refusal: null } })
  await page.press.click(await screen.findByRole('button', { name: 'Have a discount code?' }))
  await page.press.type(screen.getByLabelText('Discount code'), 'sky')
  await page.press.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('SKY is applied')
  await page.press.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(await screen.findByText('SKY is applied to your cart.')).toBeTruthy()
  expect(cartCode()).toBe('SKY')
  clearCart()
  setCartCode('')
})

test('a code that cannot be checked leaves the price and the purchase, and says why it is not applied', async () => {
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Have a discount code?' }))
  answer('quotePrices', ({ body }) =>
    (body as { code?: string }).code ? refusal('TOO_MANY_ATTEMPTS') : { success: true, data: whole },
  )
  await page.press.type(screen.getByLabelText('Discount code'), 'NOPE')
  await page.press.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(/Too many/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Buy Now' })).toBeTruthy()
  expect((await panel()).getByText('You save RM 60.00')).toBeTruthy()
})

test('a missing bundle leads to the marketplace', async () => {
  refuse('readOfferedBundle', 'BUNDLE_NOT_FOUND')
  await renderRoute('/bundles/7', { user: aisyah })
  expect(await screen.findByText('This bundle is not on sale')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the marketplace' })).toBeTruthy()
})

test('a page that could not be loaded can be loaded again', async () => {
  breakNetwork('readOfferedBundle')
  const page = await renderRoute('/bundles/7', { user: aisyah })
  expect(await screen.findByText('The bundle could not be loaded')).toBeTruthy()
  answer('quotePrices', { success: true, data: whole })
  answer('readOfferedBundle', { success: true, data: sky })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'The sky' })).toBeTruthy()
})

test('a price that cannot be loaded can be asked for again', async () => {
  answer('readOfferedBundle', { success: true, data: sky })
  breakNetwork('quotePrices')
  const page = await renderRoute('/bundles/7', { user: aisyah })
  await screen.findByText('The price could not be loaded', { exact: false })
  answer('quotePrices', { success: true, data: whole })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Buy Now' })).toBeTruthy()
})

test('the marketplace lists bundles below its courses, as cards of their own', async () => {
  answer('offeredBundles', { success: true, data: [sky], meta: { total: 1, nextCursor: null } })
  await renderRoute('/marketplace')
  const bundles = within(await screen.findByRole('region', { name: 'Bundles' }))
  expect(bundles.getByRole('link', { name: 'The sky' }).getAttribute('href')).toBe('/bundles/7')
  expect(bundles.getByText('You save RM 60.00')).toBeTruthy()
})

test.each([
  ['at the same price opens the payment page', whole, 1],
  ['at another price is explained', quoteOf([line(1, 20_000, 18_000), line(2, 10_000, 8_000)]), 0],
])('a press before signing in is carried out once after it: a bundle %s', async (_, later, count) => {
  answer('readOfferedBundle', { success: true, data: sky })
  answer('quotePrices', ({ bearer }) => ({ success: true, data: bearer ? later : whole }))
  answer('login', { success: true, data: { token: 'token-of-7', user: aisyah } })
  answer('verifySession', { success: true, data: { decoded: aisyah } })
  const payments = recordCalls('payForBundle', {
    success: true,
    payment_url: 'https://gate.example/p/1',
    purchase_id: 'purchase-0123456789',
  })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const page = await renderRoute('/bundles/7')
  await page.press.click(await (await panel()).findByRole('button', { name: 'Buy Now' }))
  expect(page.address()).toBe('/login?redirect=/bundles/7')
  await page.press.type(screen.getByLabelText('Email'), 'student@apogee.test')
  await page.press.type(screen.getByLabelText('Password'), 'Apogee-Demo-1')
  await page.press.click(screen.getByRole('button', { name: 'Sign In' }))
  if (count === 0) expect(await screen.findByText(/^The price or a start may have changed/)).toBeTruthy()
  else await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.example/p/1'))
  await renderRoute('/bundles/7', { user: aisyah })
  expect(await (await panel()).findByRole('button', { name: 'Buy Now' })).toBeTruthy()
  expect(payments).toHaveLength(count)
})
