/** Choosing the start of a course with cohorts, on its sales page. */
import type { CourseStarts, OfferedStart } from '@apogee/contracts/enrolments/cohorts.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseStart, chosenStarts } from '#web/platform/chosen-starts.ts'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const start = (given: Partial<OfferedStart> = {}): OfferedStart => ({
  ...{ id: 7, name: 'January intake', startsOn: '2027-01-12', endsOn: '2027-03-06' },
  ...{ closesOn: '2027-01-10', placesLeft: null, isFull: false },
  ...given,
})
const march = start({
  id: 8,
  name: 'March intake',
  startsOn: '2027-03-16',
  endsOn: null,
  closesOn: '2027-03-16',
})

beforeEach(() => {
  for (const courseId of [...chosenStarts.getState().keys()]) chooseStart(courseId, null)
})

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
  // The bar of a phone.
  expect(await screen.findByText('Starts 12 Jan 2027')).toBeTruthy()
})

test('a purchase sends the chosen start, and a lost one is chosen again in place', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  offers({ starts: [start(), march] })
  refuse('payForCourse', 'COHORT_FULL')
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  await press.click(await offer.findByRole('radio', { name: 'March intake' }))
  answer('readStarts', {
    success: true,
    data: { starts: [start(), { ...march, isFull: true }], selfPaced: true },
  })
  await press.click(offer.getByRole('button', { name: 'Buy Now' }))
  expect(
    await screen.findByText('The last place of this start is taken. Please choose another start.'),
  ).toBeTruthy()
  await expect
    .poll(() => offer.getByRole<HTMLInputElement>('radio', { name: 'January intake' }).checked, {
      timeout: 10_000,
    })
    .toBe(true)
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: 'http://127.0.0.1:3000/payment-simulator/p/1',
    purchase_id: 'x',
  })
  await press.click(offer.getByRole('button', { name: 'Buy Now' }))
  await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(1)
  expect(calls[0]?.body).toMatchObject({ courseId: 5, cohortId: 7 })
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
