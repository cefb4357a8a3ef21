import type { Gift, OpenedGift } from '@apogee/contracts/gifts/gifts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { answerPayment, payment, purchaseId } from '#web/testing/purchases.ts'
import { quoteOf } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { cartIds, fillCart } from '#web/testing/shop.ts'
import { blankGift, giftDraftPlace } from './gift-form.ts'

const link = 'http://localhost:3000/gift/Q7KD-29WM'
const own: Gift = {
  id: purchaseId,
  state: 'sent',
  recipientName: 'Mei Ling',
  recipientEmail: 'mei@apogee.test',
  message: 'Happy birthday',
  language: 'en',
  sendOn: null,
  mailedAt: '2026-11-18T06:10:00.000Z',
  takenAt: null,
  code: 'Q7KD-29WM',
  link,
  isPassedOn: false,
  courses: [{ id: 5, title: 'Practical Machine Learning' }],
}
const opened: OpenedGift = {
  state: 'open',
  from: 'Farid Hakim',
  recipientName: 'Mei Ling',
  message: 'Happy birthday',
  language: 'en',
  isFromCaller: false,
  isTakenByCaller: false,
  canBePassedOn: false,
  courses: [{ id: 5, title: 'Practical Machine Learning', image: '', isOwned: false }],
}
const two = [...opened.courses, { id: 6, title: 'Writing Ads', image: '', isOwned: false }]

const ownGift = async (more: Partial<Gift> = {}, language: 'en' | 'ms' = 'en') => {
  answerPayment({ ...payment('paid', 'granted'), gift: true })
  answer('listReceipts', { success: true, data: [] })
  answer('readRefundOptions', { success: true, data: { endsAt: null, lines: [], requests: [] } })
  answer('readGift', { success: true, data: { ...own, ...more } })
  const page = await renderRoute(`/purchases/${purchaseId}`, { user: aisyah, language })
  const section = await screen.findByRole('region', { name: language === 'en' ? 'Gift' : 'Hadiah' })
  await within(section).findByText(language === 'en' ? 'State' : 'Status')
  return { page, section: within(section) }
}
const openGift = (more: Partial<OpenedGift> = {}, user: typeof aisyah | null = aisyah) => {
  answer('openGift', { success: true, data: { ...opened, ...more } })
  return renderRoute('/gift/Q7KD-29WM', user ? { user } : {})
}

beforeEach(() => {
  refuse('readCourse', 'COURSE_NOT_FOUND')
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listOpenAttempts', { success: true, data: [] })
  answer('listRepetitions', { success: true, data: { questions: [], due: 0, nextDueAt: null } })
  document.cookie = 'lang=en; path=/'
})

test('the purchase of a gift shows to whom it goes, and opens no course for its buyer', async () => {
  const { section } = await ownGift()
  expect(section.getByText('Mei Ling')).toBeTruthy()
  expect(section.getByText('Sent on 18 Nov 2026, 14:10')).toBeTruthy()
  expect(section.getByText('Q7KD-29WM')).toBeTruthy()
  expect(section.getByRole('link', { name: 'Take it back' }).getAttribute('href')).toContain('#ask-heading')
  expect(screen.getByText(/^You bought this as a gift/)).toBeTruthy()
  const links = screen.getAllByRole('link').map((one) => one.getAttribute('href'))
  expect(links.filter((address) => address?.startsWith('/course/'))).toEqual([])
})

test('the buyer sends the gift again, and is told when that was a moment ago', async () => {
  const { page, section } = await ownGift()
  const sent = recordCalls('sendGift', { success: true, data: own })
  await page.press.click(section.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/^The gift is on its way to .*mei@apogee.test/)).toBeTruthy()
  expect(sent).toHaveLength(1)
  refuse('sendGift', 'GIFT_JUST_SENT')
  await page.press.click(section.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/as often as is possible today/)).toBeTruthy()
})

test('the buyer changes the address and the day of a gift that waits', async () => {
  const { page, section } = await ownGift({ state: 'waiting', sendOn: '2026-12-24', mailedAt: null })
  expect(section.getByText('Will be sent on 24 Dec 2026 in the morning')).toBeTruthy()
  const sent = recordCalls('updateGift', { success: true, data: own })
  await page.press.click(section.getByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the gift' }))
  expect(dialog.getByText(/^Another email address makes another code/)).toBeTruthy()
  const address = dialog.getByLabelText('Their email')
  await page.press.clear(address)
  await page.press.type(address, 'ling@apogee.test')
  await page.press.click(dialog.getByRole('radio', { name: 'Now' }))
  await page.press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The gift has been changed.')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ recipientEmail: 'ling@apogee.test', sendOn: null })
})

test.each([
  [{ state: 'waiting', recipientEmail: '', mailedAt: null }, 'Sedia untuk anda serahkan'],
  [{ state: 'waiting', mailedAt: null }, /^Akan dihantar sebentar lagi, atau dalam masa sehari/],
  [
    { state: 'taken', takenAt: '2026-11-19T02:00:00.000Z', code: null, link: null },
    'Diambil pada 19 Nov 2026, 10:00',
  ],
  [{ state: 'returned', code: null, link: null }, 'Telah ditarik balik'],
  [
    { state: 'sent', isPassedOn: true, recipientName: '', recipientEmail: '', code: null, link: null },
    'Penerima sudah memiliki kursus ini, dan telah memberikannya kepada orang lain.',
  ],
  [{ state: 'sent', code: null, link: null }, /^Anda telah meminta wang anda kembali/],
] satisfies [Partial<Gift>, string | RegExp][])(
  'a gift that is %j says so, and can only be changed while it is open',
  async (more, sentence) => {
    const { section } = await ownGift(more, 'ms')
    expect(section.getByText(sentence)).toBeTruthy()
    const isOpen = more.state === 'waiting'
    expect(section.queryByRole('button', { name: 'Ubah' }) !== null).toBe(isOpen)
    expect(section.queryByRole('button', { name: /^Hantar/ }) !== null).toBe(
      isOpen && !('recipientEmail' in more),
    )
  },
)

test('the success page of a gift leads to the gift and forgets its form, and the list of purchases marks it', async () => {
  draftOf(aisyah.id, giftDraftPlace, blankGift('en')).keep({ ...blankGift('en'), recipientName: 'Mei' })
  fillCart(...payment('paid', 'granted').lines.map(({ courseId }) => aCourse({ id: courseId })))
  const inCart = cartIds()
  answer('checkPayment', { success: true, status: 'paid', gift: true })
  answerPayment({ ...payment('paid', 'granted'), gift: true })
  await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment Successful' })).toBeTruthy()
  expect(screen.getByText(/^Your gift is ready\./)).toBeTruthy()
  const address = (await screen.findByRole('link', { name: 'See your gift' })).getAttribute('href')
  expect(address).toBe(`/purchases/${purchaseId}`)
  expect(draftOf(aisyah.id, giftDraftPlace, blankGift('en')).fields.recipientName).toBe('')
  expect([inCart.length > 0, cartIds()]).toEqual([true, inCart])
  answer('paymentHistory', {
    success: true,
    data: [{ ...payment('paid', 'granted'), gift: true }],
    meta: { total: 1, nextCursor: null },
  })
  await renderRoute('/purchases', { user: aisyah })
  const table = within(await screen.findByRole('table'))
  expect(table.getByText('Gift')).toBeTruthy()
  expect(table.getByRole('link', { name: 'See your gift' }).getAttribute('href')).toBe(address)
})

test('an unpaid gift is paid again by its own form, and never from the cart', async () => {
  answerPayment({ ...payment('cancelled', 'open'), gift: true })
  answer('quotePrices', ({ body }) => quoteOf(body, [{ courseId: 5, list: 100 }]))
  answer('readGift', { success: true, data: { ...own, state: 'unpaid', code: null, link: null } })
  const page = await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  await page.press.click(await screen.findByRole('link', { name: 'Try paying again' }))
  await waitFor(() => expect(page.address()).toBe('/gifts/new?courses=5,6'))
})

test.each(['/checkout/failure', '/checkout/success'])(
  'a declined gift leads from %s to its form, and puts nothing into the cart',
  async (path) => {
    answer('checkPayment', { success: true, status: 'failed', gift: true })
    answer('quotePrices', ({ body }) => quoteOf(body, [{ courseId: 5, list: 100 }]))
    const read = recordCalls('readPayment', {
      success: true,
      status: 'failed',
      data: { ...payment('failed', 'open'), gift: true, extra: [] },
    })
    const page = await renderRoute(`${path}?purchase_id=${purchaseId}`, { user: aisyah })
    await page.press.click(await screen.findByRole('link', { name: 'Back to cart' }))
    await waitFor(() => expect(page.address()).toBe('/cart'))
    expect(read).toEqual([])
    await page.goBack()
    await page.press.click(await screen.findByRole('link', { name: 'Try paying again' }))
    await waitFor(() => expect(page.address()).toBe('/gifts/new?courses=5,6'))
  },
)

test('a stranger sees the card, and takes the gift after signing in', async () => {
  await openGift({ courses: two }, null)
  expect(await screen.findByRole('heading', { level: 1, name: /A gift for .*Mei Ling/ })).toBeTruthy()
  expect(screen.getByText(/^From .*Farid Hakim/)).toBeTruthy()
  const back = '?redirect=%2Fgift%2FQ7KD-29WM'
  expect(screen.getByRole('link', { name: 'Take the gift' }).getAttribute('href')).toBe(`/register${back}`)
  expect(screen.getByRole('link', { name: 'I already have an account' }).getAttribute('href')).toBe(
    `/login${back}`,
  )
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
})

test.each([
  ['one course opens', opened.courses, '/course/5'],
  ['several courses lead to My learning', two, '/learning'],
])('whoever takes a gift gets its courses: %s', async (_what, courses, address) => {
  const page = await openGift({ courses })
  const sent = recordCalls('takeGift', { success: true, data: { courseIds: courses.map(({ id }) => id) } })
  await page.press.click(await screen.findByRole('button', { name: 'Take the gift' }))
  await waitFor(() => expect(page.address()).toBe(address))
  expect(sent[0]?.body).toEqual({ code: 'Q7KD-29WM' })
})

test('a gift that was taken meanwhile says so', async () => {
  const page = await openGift()
  const button = await screen.findByRole('button', { name: 'Take the gift' })
  refuse('takeGift', 'GIFT_TAKEN')
  answer('openGift', { success: true, data: { ...opened, state: 'taken' } })
  await page.press.click(button)
  expect(await screen.findByText('This gift has been taken')).toBeTruthy()
})

test.each([
  [{ isFromCaller: true }, 'You bought this gift', 'My purchases', '/purchases'],
  [{ state: 'taken' }, 'This gift has been taken', 'Browse courses', '/marketplace'],
  [{ state: 'returned' }, 'This gift cannot be taken now', 'Browse courses', '/marketplace'],
  [
    { state: 'taken', isTakenByCaller: true },
    'You have taken this gift. Its courses are yours.',
    'Open course',
    '/course/5',
  ],
] satisfies [Partial<OpenedGift>, string, string, string][])(
  'a gift that is %j says so, with a way on',
  async (more, sentence, name, address) => {
    await openGift(more)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address)
    expect(screen.queryByRole('button', { name: 'Take the gift' })).toBeNull()
  },
)

test('whoever has the course already passes the gift on, and gets the new link', async () => {
  const page = await openGift({
    canBePassedOn: true,
    courses: opened.courses.map((course) => ({ ...course, isOwned: true })),
  })
  expect(await screen.findByText('You already have this course')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take it anyway' })).toBeTruthy()
  const sent = recordCalls('passGiftOn', { success: true, data: { link, code: 'NEW-CODE' } })
  await page.press.click(screen.getByRole('button', { name: 'Pass it on' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pass the gift on' }))
  await page.press.click(dialog.getByRole('button', { name: 'Pass it on' }))
  expect(await dialog.findByText('Please enter the name of the recipient')).toBeTruthy()
  await page.press.type(dialog.getByLabelText('Their name'), 'Siti')
  await page.press.click(dialog.getByRole('button', { name: 'Pass it on' }))
  expect(await screen.findByText(/^The gift is now for .*Siti/)).toBeTruthy()
  expect(screen.getByText('NEW-CODE')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ code: 'Q7KD-29WM', gift: { recipientName: 'Siti', sendOn: null } })
})

test('somebody who has passed the gift on may correct to whom, and is not offered to take it', async () => {
  await openGift({ isFromCaller: true, canBePassedOn: true })
  expect(await screen.findByText('You have passed this gift on')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change the person' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take it anyway' })).toBeNull()
})

test('the code of a card may be typed in any manner, and an unknown one can be typed again', async () => {
  refuse('openGift', 'GIFT_CODE_UNKNOWN')
  const page = await renderRoute('/gift')
  expect(screen.getByRole('heading', { level: 1, name: 'Open a gift' })).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Open the gift' }))
  expect(screen.getByText('Please type the code of your card')).toBeTruthy()
  await page.press.type(screen.getByLabelText('Code'), ' q7kd – oil9 ')
  await page.press.click(screen.getByRole('button', { name: 'Open the gift' }))
  await waitFor(() => expect(page.address()).toBe('/gift/Q7KD0119'))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'There is no gift with this code' }),
  ).toBeTruthy()
})

test('a gift that could not be loaded can be loaded again', async () => {
  breakNetwork('openGift')
  const page = await renderRoute('/gift/Q7KD-29WM')
  expect(await screen.findByText('The gift could not be loaded')).toBeTruthy()
  answer('openGift', { success: true, data: opened })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: /Mei Ling/ })).toBeTruthy()
})

test.each([
  ['has chosen one', null, 'lang=en; path=/'],
  ['is signed in', aisyah, 'lang=; path=/; max-age=0'],
])('the page opens in the language of the gift, unless the visitor %s', async (_what, user, cookie) => {
  document.cookie = 'lang=; path=/; max-age=0'
  await openGift({ language: 'ms' }, null)
  expect(await screen.findByText('Dalam hadiah ini')).toBeTruthy()
  document.cookie = cookie
  const page = await openGift({ language: 'ms' }, user)
  await screen.findByText('In this gift')
  await page.press.tab()
  expect(screen.getByText('In this gift')).toBeTruthy()
  expect(document.cookie).not.toContain('lang=ms')
})
