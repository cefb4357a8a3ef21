import type { OfferedStart } from '@apogee/contracts/enrolments/cohorts.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chooseStart, chosenStarts } from '#web/shared/buying/cohort-choice.ts'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { machine, studies } from '#web/testing/purchases.ts'
import { quoteOf, quotes, refusedOffer } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { fillCart, sales, sells } from '#web/testing/shop.ts'

const march = { id: 8, name: 'March intake', startsOn: '2027-03-16', endsOn: null }

beforeEach(() => {
  chosenStarts.setState(new Map())
  sells(sales(machine))
  answer('readBuyerDetails', { success: true, data: null })
  studies()
  answer('quotePrices', ({ body }) => {
    const [chosen] = (body as { cohorts?: { cohortId: number }[] }).cohorts ?? []
    const start = chosen?.cohortId === 7 ? { startProblem: 'full' as const } : { start: march }
    return quoteOf(body, [{ courseId: machine.id, list: machine.price, ...start }])
  })
  answer('readStarts', {
    success: true,
    data: { starts: [{ ...march, closesOn: '2027-03-16', placesLeft: 4, isFull: false }], selfPaced: true },
  })
})

test('the cart names the start before anybody pays', async () => {
  fillCart(machine)
  await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText('Starts with March intake: from 16 Mar 2027')).toBeTruthy()
})

test('the cart names what must be completed first beside the start, with which the access begins', async () => {
  answer('quotePrices', ({ body }) =>
    quoteOf(body, [
      {
        courseId: machine.id,
        list: machine.price,
        start: march,
        access: { days: 30 },
        first: [{ courseId: 7, title: 'Orbits' }],
      },
    ]),
  )
  fillCart(machine)
  await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText('Starts with March intake: from 16 Mar 2027')).toBeTruthy()
  expect(await screen.findByText('Complete Orbits first.')).toBeTruthy()
  expect(screen.getByText(/The access period begins on the start date/)).toBeTruthy()
  expect(screen.queryByText(/The access period begins now/)).toBeNull()
})

test('a lost start blocks the cart until another one is chosen in place, and the course stays in it', async () => {
  chooseStart(machine.id, 7)
  fillCart(machine)
  const { press } = await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText('The last place of the chosen start is taken.')).toBeTruthy()
  expect(screen.getByText('Choose a start for each course first.')).toBeTruthy()
  await press.click(await screen.findByRole('radio', { name: 'March intake' }))
  expect(await screen.findByText('Starts with March intake: from 16 Mar 2027')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Proceed to Checkout' })).toBeTruthy()
})

const offers = (starts: OfferedStart[]) =>
  answer('readStarts', { success: true, data: { starts, selfPaced: true } })
const quotesWithout = (startProblem?: 'closed') =>
  answer('quotePrices', ({ body }) => {
    const isChosen = (body as { cohorts?: unknown[] }).cohorts !== undefined
    return quoteOf(body, [
      { courseId: machine.id, list: machine.price, ...(isChosen && startProblem && { startProblem }) },
    ])
  })

test('a lost start does not become at once without a press', async () => {
  chooseStart(machine.id, 7)
  offers([{ ...march, closesOn: '2027-03-16', placesLeft: 0, isFull: true }])
  quotesWithout('closed')
  fillCart(machine)
  const { press } = await renderRoute('/cart', { user: aisyah })
  const atOnce = await screen.findByRole<HTMLInputElement>('radio', { name: 'Start at once, on your own' })
  expect(screen.getByText('The chosen start can no longer be chosen.')).toBeTruthy()
  expect(atOnce.checked).toBe(false)
  expect(chosenStarts.getState().get(machine.id)).toBe(7)
  expect(screen.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull()
  await press.click(atOnce)
  expect(await screen.findByText('You can start at once, on your own.')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Proceed to Checkout' })).toBeTruthy()
})

test('whoever chose to begin at once is asked where a start is open now', async () => {
  chooseStart(machine.id, null)
  fillCart(machine)
  const { press } = await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText('This course now starts on set days.')).toBeTruthy()
  const choice = await screen.findByRole<HTMLInputElement>('radio', { name: 'March intake' })
  expect(choice.checked).toBe(false)
  expect(screen.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull()
  await press.click(choice)
  expect(await screen.findByText('Starts with March intake: from 16 Mar 2027')).toBeTruthy()
})

test('starts that could not be loaded are asked for again in the cart', async () => {
  chooseStart(machine.id, 7)
  refuse('readStarts', 'INTERNAL')
  fillCart(machine)
  const { press } = await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText(/The starts could not be loaded/, {}, { timeout: 10_000 })).toBeTruthy()
  offers([{ ...march, closesOn: '2027-03-16', placesLeft: 4, isFull: false }])
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: 'March intake' })).toBeTruthy()
})

test('the checkout names the start of a course that was shown without one, and the next press accepts it', async () => {
  quotesWithout()
  fillCart(machine)
  answer('readBuyerDetails', {
    success: true,
    data: {
      address: 'Jalan Ampang 5',
      city: 'Kuala Lumpur',
      state: 'WP Kuala Lumpur',
      postalCode: '50450',
      country: 'Malaysia',
      companyName: '',
      taxNumber: '',
    },
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  const calls: { query: unknown; body: unknown }[] = []
  const present = [{ courseId: machine.id, list: machine.price, start: march }]
  answer('payForCart', ({ query, body }) => {
    calls.push({ query, body })
    quotes(present)
    return refusedOffer(body, present)
  })
  await press.click(await screen.findByRole('button', { name: 'Complete Purchase' }))
  expect(await screen.findByText('It now starts with March intake on 16 Mar 2027.')).toBeTruthy()
  expect(calls).toMatchObject([{ query: { offers: `${machine.id}.${machine.price}.all.none` } }])
  expect(await screen.findByText('Starts with March intake: from 16 Mar 2027')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Complete Purchase' }))
  await expect.poll(() => calls.length).toBe(2)
  expect(calls[1]).toMatchObject({
    query: { offers: `${machine.id}.${machine.price}.all.8` },
    body: { cohorts: [{ courseId: machine.id, cohortId: 8 }] },
  })
})
