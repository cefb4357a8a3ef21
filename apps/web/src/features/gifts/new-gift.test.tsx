import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { answer, breakNetwork, recordCalls, refusal } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { quoteOf, refusedOffer } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'
import { fillCart } from '#web/testing/shop.ts'

const machine = { courseId: 5, title: 'Practical Machine Learning', list: 24_900 }
const ads = { courseId: 6, title: 'Writing Ads', list: 7900 }
const started = { success: true as const, payment_url: '#paid', purchase_id: 'gift-1' }

const quoted = (offers = [machine, ads]) => answer('quotePrices', ({ body }) => quoteOf(body, offers))

async function open(query = '?courses=5', language: 'en' | 'ms' = 'en') {
  const page = await renderRoute(`/gifts/new${query}`, { user: aisyah, language })
  await screen.findByRole('heading', { level: 1 })
  return page
}
type Page = Awaited<ReturnType<typeof open>>

const fill = async (page: Page, label: string, text: string) =>
  page.press.type(screen.getByLabelText(label), text)
const pay = (amount = 'RM 249.00') => screen.findByRole('button', { name: `Pay ${amount}` })

test('the page of a gift asks visitors to sign in, and remembers what they give', async () => {
  const page = await renderRoute('/gifts/new?courses=5,6')
  await expect.poll(page.address).toBe('/login?redirect=/gifts/new%3Fcourses%3D5%2C6')
})

test('a gift is paid at the shown price and goes to whom the buyer has typed', async () => {
  const asked = recordCalls('quotePrices', { ...quoteOf({ courseIds: [5] }, [machine]) })
  const sent = recordCalls('payForGift', started)
  const page = await open()
  await fill(page, 'Their name', 'Mei Ling')
  await fill(page, 'Their email', 'mei@apogee.test')
  await fill(page, 'Your message', 'Happy birthday')
  expect(screen.getByText('14 of 500 characters')).toBeTruthy()
  const card = within(screen.getByRole('region', { name: 'Preview of the card' }))
  expect(card.getByText(/A gift for .*Mei Ling/)).toBeTruthy()
  expect(card.getByText('Practical Machine Learning')).toBeTruthy()
  await page.press.click(await pay())
  await expect.poll(() => sent.length).toBe(1)
  expect(asked[0]?.body).toEqual({ courseIds: [5], gift: true })
  expect(sent[0]?.query['offers']).toBe('5.24900.all.none')
  expect(sent[0]?.body).toEqual({
    courseIds: [5],
    userId: aisyah.id,
    gift: {
      recipientName: 'Mei Ling',
      recipientEmail: 'mei@apogee.test',
      message: 'Happy birthday',
      language: 'en',
      sendOn: null,
    },
  })
  expect(localStorage.getItem(storageKeys.latestPurchase)).toBe('gift-1')
})

test('the card is written in the language of the gift, and the day is asked for when it matters', async () => {
  quoted()
  const sent = recordCalls('payForGift', started)
  const page = await open()
  expect(screen.getByText(/^Without an email, nothing is sent/)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'On a day' })).toBeNull()
  await fill(page, 'Their name', 'Mei')
  await fill(page, 'Their email', 'mei@apogee.test')
  await page.press.click(screen.getByRole('radio', { name: 'Bahasa Melayu' }))
  expect(await screen.findByText(/^Hadiah untuk .*Mei/)).toBeTruthy()
  await page.press.click(screen.getByRole('radio', { name: 'On a day' }))
  await page.press.click(await pay())
  expect(await screen.findByText('Please choose a day')).toBeTruthy()
  await fill(page, 'Day', '2020-01-01')
  expect(await screen.findByText('Please choose today or a later day')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a price that has changed is shown, and the next press buys at the new one', async () => {
  quoted()
  const now = [{ ...machine, list: 19_900 }]
  answer('payForGift', ({ body }) => refusedOffer(body, now))
  const page = await open()
  await fill(page, 'Their name', 'Mei')
  const button = await pay()
  quoted(now as typeof now & [typeof machine])
  await page.press.click(button)
  expect(await screen.findByText('The price is now RM 199.00. It was RM 249.00.')).toBeTruthy()
  const sent = recordCalls('payForGift', started)
  await page.press.click(await pay('RM 199.00'))
  await expect.poll(() => sent[0]?.query['offers']).toBe('5.19900.all.none')
})

test('a refused field says so at the field, and another refusal stands by the button', async () => {
  quoted()
  const issue = { path: 'gift.recipientEmail', message: 'Please enter a valid email address' }
  answer('payForGift', () => refusal('VALIDATION', [issue]))
  const page = await open()
  await fill(page, 'Their name', 'Mei')
  await page.press.click(await pay())
  await expect.poll(() => screen.getByLabelText('Their email').getAttribute('aria-invalid')).toBe('true')
  answer('payForGift', () => refusal('SELLER_CANNOT_BE_PAID'))
  await fill(page, 'Their email', 'mei@apogee.test')
  await page.press.click(await pay())
  const panel = within(screen.getByRole('region', { name: 'What you give' }))
  expect(await panel.findByRole('alert')).toBeTruthy()
})

test('a free course is marked, and the gift can be paid without it', async () => {
  quoted([machine, { courseId: 8, title: 'Git basics', list: 0 }])
  const page = await open('?courses=5,8')
  expect(await screen.findByText('A free course needs no gift. Share its page instead.')).toBeTruthy()
  expect(((await pay()) as HTMLButtonElement).disabled).toBe(true)
  await page.press.click(screen.getByRole('button', { name: /Leave out .*Git basics/ }))
  expect(page.address()).toBe('/gifts/new?courses=5')
  await expect.poll(async () => ((await pay()) as HTMLButtonElement).disabled).toBe(false)
})

test('a single course that is no longer for sale leads to the marketplace', async () => {
  quoted([])
  await open()
  expect(await screen.findByText('This course is no longer for sale.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/marketplace')
  expect(screen.queryByText(/^Leave out/)).toBeNull()
})

test('a typed code that is not applied is applied by the press, which buys nothing', async () => {
  const code = { code: 'MEI10', refusal: null }
  answer('quotePrices', ({ body }) => quoteOf(body, [{ ...machine, couponDiscount: 2490 }], code))
  const sent = recordCalls('payForGift', started)
  const page = await open()
  await fill(page, 'Their name', 'Mei')
  await page.press.click(await screen.findByRole('button', { name: 'Have a discount code?' }))
  await fill(page, 'Discount code', 'mei10')
  await page.press.click(await pay())
  expect(await screen.findByText(/^Your discount code has been checked/)).toBeTruthy()
  expect(sent).toEqual([])
  await page.press.click(await pay('RM 224.10'))
  await expect.poll(() => (sent[0]?.body as { code?: string } | undefined)?.code).toBe('MEI10')
})

test('the typed text is still there after a reload, and a price that fails can be asked for again', async () => {
  breakNetwork('quotePrices')
  const page = await open()
  await fill(page, 'Their name', 'Mei')
  expect(await screen.findByText(/The price could not be loaded/)).toBeTruthy()
  quoted()
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await pay()).toBeTruthy()
  await open('?courses=5', 'ms')
  expect((screen.getByLabelText('Nama penerima') as HTMLInputElement).value).toBe('Mei')
})

test('an address without courses leads to the marketplace', async () => {
  await open('')
  expect(screen.getByRole('heading', { name: 'Choose what to give' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/marketplace')
})

const giftLink = () => screen.findByRole('link', { name: 'Buy as a gift' })

test.each([
  ['a visitor', false],
  ['its learner, who may give what they liked,', true],
])('the sales page offers a paid course as a gift to %s', async (_who, isEnrolled) => {
  answer('courseSales', { success: true, data: aSalesInfo({ isEnrolled }) })
  await renderRoute('/sp/5/', isEnrolled ? { user: aisyah } : {})
  expect((await giftLink()).getAttribute('href')).toBe('/gifts/new?courses=5')
})

test.each([
  ['free', { price: 0 }],
  ['private', { isPrivate: true }],
  ['not on sale yet', { isNotOnSaleYet: true as const }],
])('the sales page offers no gift of a course that is %s', async (_what, more) => {
  answer('courseSales', { success: true, data: aSalesInfo({ course: aCourse(more), isEnrolled: true }) })
  await renderRoute('/sp/5/', { user: aisyah })
  expect(await screen.findAllByRole('link', { name: 'Continue Learning' })).not.toEqual([])
  expect(screen.queryByRole('link', { name: 'Buy as a gift' })).toBeNull()
})

test('the cart offers its paid courses as a gift, and names the free one that is left out', async () => {
  const free = aCourse({ id: 8, title: 'Git basics', price: 0 })
  fillCart(aCourse(), free)
  quoted([machine, { courseId: 8, title: 'Git basics', list: 0 }])
  await renderRoute('/cart')
  expect((await giftLink()).getAttribute('href')).toBe('/gifts/new?courses=5&from=cart')
  expect(screen.getByText(/^The gift leaves out .*Git basics/)).toBeTruthy()
})

test.each([
  ['from the cart is taken out of it', '?courses=5&from=cart', 'Writing Ads'],
  ['from a sales page leaves the cart of its giver as it is', '?courses=5', machine.title],
])('a gift that was chosen %s', async (_, query, first) => {
  fillCart(aCourse(), aCourse({ id: 6, title: 'Writing Ads' }))
  quoted([machine])
  const sent = recordCalls('payForGift', started)
  const page = await open(query)
  await fill(page, 'Their name', 'Mei')
  await page.press.click(await pay())
  await expect.poll(() => sent.length).toBe(1)
  const inCart = () => JSON.parse(localStorage.getItem(storageKeys.cart) ?? '{}') as object
  await expect.poll(() => /"title":"([^"]*)"/.exec(JSON.stringify(inCart()))?.[1]).toBe(first)
})
