import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseStarts, OfferedStart } from '@apogee/contracts/enrolments/cohorts.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chosenStarts } from '#web/shared/buying/cohort-choice.ts'
import { item } from '#web/testing/lesson.ts'
import { answer, recordCalls, refusal, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { refusedOffer } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const start = (given: Partial<OfferedStart> = {}): OfferedStart => ({
  id: 7,
  name: 'January intake',
  startsOn: '2027-01-12',
  endsOn: '2027-03-06',
  closesOn: '2027-01-10',
  placesLeft: null,
  isFull: false,
  ...given,
})
const march = start({
  id: 8,
  name: 'March intake',
  startsOn: '2027-03-16',
  endsOn: null,
  closesOn: '2027-03-16',
})

beforeEach(() => chosenStarts.setState(new Map()))

const offers = (starts: Partial<CourseStarts>, price = 9900) => {
  answer('courseSales', {
    success: true,
    data: aSalesInfo({ course: aCourse({ price, hasCohorts: true }) }),
  })
  answer('readStarts', { success: true, data: { starts: [], selfPaced: true, ...starts } })
}
const panel = async () => within(await screen.findByRole('complementary', { name: 'Purchase' }))

test('the first open start is chosen, few places are named, and a full start cannot be chosen', async () => {
  offers({
    starts: [
      start({ id: 6, name: 'Full one', isFull: true, placesLeft: 0 }),
      start({ placesLeft: 3 }),
      march,
    ],
  })
  await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  const first = await offer.findByRole<HTMLInputElement>('radio', { name: 'January intake' })
  expect(first.checked).toBe(true)
  expect(offer.getByText('12 Jan 2027 – 6 Mar 2027 · enroll until 10 Jan 2027 · 3 places left')).toBeTruthy()
  expect(offer.getByText('from 16 Mar 2027')).toBeTruthy()
  expect(offer.getByRole<HTMLInputElement>('radio', { name: 'Full one' }).disabled).toBe(true)
  // The phone's bar shows the text.
  expect(await screen.findByText('Starts 12 Jan 2027')).toBeTruthy()
})

test('a start and a course to complete first stand beside each other, and a purchase sends both', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const prerequisites = [{ courseId: 7, title: 'Orbits', isAwaited: true as const }]
  offers({ starts: [march] })
  answer('courseSales', {
    success: true,
    data: aSalesInfo({
      course: aCourse({ price: 9900, hasCohorts: true, access: { days: 30 }, prerequisites }),
    }),
  })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  const patience = { timeout: 10_000 }
  expect(await offer.findByText('Complete Orbits first.', {}, patience)).toBeTruthy()
  expect(await offer.findByText(/The access period begins on the start date/, {}, patience)).toBeTruthy()
  expect(await screen.findByText('Complete 1 course first · Starts 16 Mar 2027', {}, patience)).toBeTruthy()
  const calls = buyAgain()
  await press.click(await buy())
  await expect.poll(() => calls.length, patience).toBe(1)
  expect(calls[0]).toMatchObject({
    query: { offers: '5.9900.30d.8.7' },
    body: { courseId: 5, cohortId: 8 },
  })
})

/** Refuses a purchase and offers other starts afterwards. */
const refuseAndOffer = (errorCode: ErrorCode, given: Partial<CourseStarts>) => {
  const calls: SentRequest[] = []
  answer('payForCourse', (sent) => {
    calls.push(sent)
    offers(given)
    const present = given.starts?.map((one) => ({ courseId: 5, list: 9900, start: one })) ?? []
    return errorCode === 'OFFER_CHANGED' ? refusedOffer({ courseIds: [5] }, present) : refusal(errorCode)
  })
  return calls
}
const buyAgain = () =>
  recordCalls('payForCourse', {
    success: true,
    payment_url: 'http://127.0.0.1:3000/payment-simulator/p/1',
    purchase_id: 'x',
  })
const radio = async (name: string) => (await panel()).findByRole<HTMLInputElement>('radio', { name })
const buy = async () => (await panel()).findByRole('button', { name: 'Buy Now' })

test('a purchase sends the chosen start, and whoever has lost it chooses another one by a press', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  offers({ starts: [start(), march] })
  refuseAndOffer('COHORT_FULL', { starts: [start(), { ...march, isFull: true }] })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await radio('March intake'))
  await press.click(await buy())
  expect(
    await screen.findByText('The last place of this start is taken. Please choose another start.'),
  ).toBeTruthy()
  expect(
    await screen.findByText('The last place of the chosen start is taken.', {}, { timeout: 10_000 }),
  ).toBeTruthy()
  expect((await radio('January intake')).checked).toBe(false)
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull()
  expect(chosenStarts.getState().get(5)).toBe(8)
  const calls = buyAgain()
  await press.click(await radio('January intake'))
  await press.click(await buy())
  await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(1)
  expect(calls[0]?.body).toMatchObject({ courseId: 5, cohortId: 7 })
  expect(calls[0]?.query).toMatchObject({ offers: '5.9900.all.7' })
})

test('the start that the page has chosen by itself is not exchanged for the next one without a press', async () => {
  offers({ starts: [start(), march] })
  refuseAndOffer('COHORT_CLOSED', { starts: [march] })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  expect((await radio('January intake')).checked).toBe(true)
  await press.click(await buy())
  expect(
    await screen.findByText('The chosen start can no longer be chosen.', {}, { timeout: 10_000 }),
  ).toBeTruthy()
  expect((await radio('March intake')).checked).toBe(false)
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull()
})

test('the dialog of a preview sells no other start than the panel names', async () => {
  const outline: SalesInfo['outline'] = [
    {
      id: 1,
      courseId: 5,
      title: 'First',
      description: '',
      order: 0,
      type: 'chapter',
      isPublished: true,
      resources: [item({ id: 1, title: 'Video 1', isPreview: true })],
    },
  ]
  offers({ starts: [start(), march] })
  answer('courseSales', {
    success: true,
    data: aSalesInfo({ outline, course: aCourse({ price: 9900, hasCohorts: true }) }),
  })
  answer('payForCourse', () => {
    answer('readStarts', { success: true, data: { starts: [march], selfPaced: true } })
    return refusal('COHORT_CLOSED')
  })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await screen.findByRole('tab', { name: 'Curriculum' }))
  const open = async () => {
    await press.click(await screen.findByRole('link', { name: /^Preview ?: Video 1$/ }))
    return within(await screen.findByRole('dialog', { name: 'Video 1' }))
  }
  await radio('January intake')
  const before = await open()
  expect(await before.findByRole('button', { name: 'Buy Now' })).toBeTruthy()
  await press.click(before.getByRole('button', { name: 'Close' }))
  await press.click(await buy())
  expect(
    await screen.findByText('The chosen start can no longer be chosen.', {}, { timeout: 10_000 }),
  ).toBeTruthy()
  const dialog = await open()
  await expect.poll(() => dialog.queryByRole('button', { name: 'Buy Now' })).toBeNull()
})

test('whoever was told to begin at once is asked for a start when one is open by then', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  offers({ starts: [start({ isFull: true, placesLeft: 0 })] })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  expect(await (await panel()).findByText('You can start at once, on your own.')).toBeTruthy()
  const refused = refuseAndOffer('OFFER_CHANGED', { starts: [start({ placesLeft: 1 })] })
  await press.click(await buy())
  expect(await screen.findByText('The offer has changed. Please check it and try again.')).toBeTruthy()
  expect(await screen.findByText('It now starts with January intake on 12 Jan 2027.')).toBeTruthy()
  expect(refused).toMatchObject([{ query: { offers: '5.9900.all.none' } }])
  expect(await screen.findByText('This course now starts on set days.', {}, { timeout: 10_000 })).toBeTruthy()
  const calls = buyAgain()
  await press.click(await radio('January intake'))
  await press.click(await buy())
  await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(1)
  expect(calls[0]?.body).toMatchObject({ cohortId: 7 })
})

test('a page that was loaded before the first cohort says so to the server, and shows the starts when it is refused', async () => {
  answer('courseSales', { success: true, data: aSalesInfo({ course: aCourse({ price: 9900 }) }) })
  refuseAndOffer('OFFER_CHANGED', { starts: [start()] })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await buy())
  expect((await radio('January intake')).checked).toBe(true)
})

test('a course without cohorts is bought and entered as one that begins at once', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer('courseSales', { success: true, data: aSalesInfo({ course: aCourse({ price: 9900 }) }) })
  const bought = buyAgain()
  const first = await renderRoute('/sp/5/', { user: aisyah })
  await first.press.click(await buy())
  await expect.poll(() => bought.length, { timeout: 10_000 }).toBe(1)
  expect(bought[0]?.query).toMatchObject({ offers: '5.9900.all.none' })
  expect(bought[0]?.body).not.toHaveProperty('cohortId')
  first.unmount()
  answer('courseSales', { success: true, data: aSalesInfo({ course: aCourse({ price: 0 }) }) })
  const entered = recordCalls('enroll', { success: true, message: 'Enrolled' })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await (await panel()).findByRole('button', { name: 'Enroll Now (Free)' }))
  await expect.poll(() => entered.length, { timeout: 10_000 }).toBe(1)
  expect(entered[0]?.query).toMatchObject({ offers: '5.0.all.none' })
})

test('adding to the cart chooses the start that is shown', async () => {
  offers({ starts: [start(), march] })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await radio('January intake')
  expect(chosenStarts.getState().get(5)).toBeUndefined()
  await press.click(await (await panel()).findByRole('button', { name: 'Add to Cart' }))
  expect(chosenStarts.getState().get(5)).toBe(7)
})

test('a free course is entered with the chosen start', async () => {
  offers({ starts: [start(), march] }, 0)
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  await press.click(await offer.findByRole('radio', { name: 'March intake' }))
  const calls = recordCalls('enroll', { success: true, message: 'Enrolled' })
  await press.click(offer.getByRole('button', { name: 'Enroll Now (Free)' }))
  await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(1)
  expect(calls[0]?.body).toMatchObject({ cohortId: 8 })
})

test('without an open start a course is taken at once, or says that the next one is not announced yet', async () => {
  offers({})
  const first = await renderRoute('/sp/5/', { user: aisyah })
  expect(await (await panel()).findByText('You can start at once, on your own.')).toBeTruthy()
  expect((await panel()).getByRole('button', { name: 'Buy Now' })).toBeTruthy()
  first.unmount()
  offers({ selfPaced: false })
  await renderRoute('/sp/5/', { user: aisyah })
  expect(await (await panel()).findByText('The next start is not announced yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull()
})

test('starts that could not be loaded are asked for again', async () => {
  offers({ starts: [start()] })
  refuse('readStarts', 'INTERNAL')
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  expect(await offer.findByText(/The starts could not be loaded/, {}, { timeout: 10_000 })).toBeTruthy()
  answer('readStarts', { success: true, data: { starts: [start()], selfPaced: true } })
  await press.click(offer.getByRole('button', { name: 'Try again' }))
  expect(await offer.findByRole('radio', { name: 'January intake' })).toBeTruthy()
})

test('a learner who buys again chooses nothing, also where a start was chosen for the first purchase', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  chosenStarts.setState(new Map([[5, 7]]))
  offers({ isOwn: true })
  const calls = buyAgain()
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await buy())
  await vi.waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ offers: '5.9900.all.none' }), {
    timeout: 10_000,
  })
})

test('the page of a course that turns out to be off sale stays, without buttons', async () => {
  offers({ starts: [march] })
  answer('payForCourse', () => {
    answer('courseSales', {
      success: true,
      data: aSalesInfo({ course: aCourse({ price: 9900, state: 'archived' }) }),
    })
    return refusal('COURSE_NOT_FOUND')
  })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await buy())
  await expect.poll(() => screen.queryByRole('button', { name: 'Buy Now' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: aCourse().title })).toBeTruthy()
})
