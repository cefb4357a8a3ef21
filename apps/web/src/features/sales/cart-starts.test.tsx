/** The start of a course with cohorts, in the cart and at the checkout. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chooseStart, chosenStarts } from '#web/platform/chosen-starts.ts'
import { answer } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { machine, studies } from '#web/testing/purchases.ts'
import { quoteOf } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { fillCart, sales, sells } from '#web/testing/shop.ts'

const march = { id: 8, name: 'March intake', startsOn: '2027-03-16', endsOn: null }

beforeEach(() => {
  for (const courseId of [...chosenStarts.getState().keys()]) chooseStart(courseId, null)
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
