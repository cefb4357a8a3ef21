import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { ads, machine, purchaseId, studies } from '#web/testing/purchases.ts'
import { quotes } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { cartIds, fillCart, sales, sells } from '#web/testing/shop.ts'

const leaving = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)

const priced = ({ id, price }: typeof machine) => ({ courseId: id, list: price })

beforeEach(() => {
  sells(sales(machine), sales(ads))
  quotes([priced(machine), priced(ads)])
  answer('readBuyerDetails', { success: true, data: null })
  studies()
})

test('an empty cart links to the courses', async () => {
  await renderRoute('/cart')
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
})

test('the cart shows its courses, their prices and the total', async () => {
  fillCart(machine, ads)
  await renderRoute('/cart')
  const [first] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => within(item).queryByRole('button', { name: /^Remove/ })))
  expect(first?.textContent).toContain('Practical Machine Learning')
  expect(first?.textContent).toContain('Train, test and ship a model.')
  expect(first?.textContent).toContain('RM 249.00')
  expect(screen.getByText('Subtotal').nextSibling?.textContent).toBe('RM 328.00')
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('RM 328.00')
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout')
  expect(screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/courses')
})

test('courses are removed one by one or all at once', async () => {
  fillCart(machine, ads)
  const { press } = await renderRoute('/cart')
  await press.click(screen.getByRole('button', { name: 'Remove Practical Machine Learning' }))
  expect(cartIds()).toEqual([6])
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('RM 79.00')
  await press.click(screen.getByRole('button', { name: 'Clear Cart' }))
  expect(cartIds()).toEqual([])
  expect(screen.getByText('Your cart is empty')).toBeTruthy()
})

test("removing a cart item moves the focus to the cart's heading", async () => {
  fillCart(machine, ads)
  const { press } = await renderRoute('/cart')
  const title = screen.getByRole('heading', { level: 1, name: 'Cart' })
  for (const name of ['Remove Practical Machine Learning', 'Clear Cart']) {
    screen.getByRole('button', { name }).focus()
    await press.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement, name).toBe(title))
  }
})

test('a new price, an owned course and a missing one are shown before payment', async () => {
  fillCart(machine, ads, aCourse({ id: 9, title: 'Gone by Now' }))
  quotes([
    { courseId: 5, list: 24_900, saleDiscount: 5000 },
    { ...priced(ads), state: 'owned' },
  ])
  const { press } = await renderRoute('/cart')
  expect(await screen.findByText('The price was RM 249.00 when you added it.')).toBeTruthy()
  expect(
    screen.getByRole('button', { name: 'Remove Practical Machine Learning' }).parentElement?.textContent,
  ).toContain('RM 199.00')
  expect(await screen.findByText('You already own this course. Remove it to continue.')).toBeTruthy()
  expect(await screen.findByText('This course is no longer for sale. Remove it to continue.')).toBeTruthy()
  expect(screen.getByText('Gone by Now').tagName).toBe('S')
  expect(screen.queryByRole('link', { name: 'Gone by Now' }), 'its page is gone too').toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Proceed to Checkout' }).disabled).toBe(true)
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('RM 199.00')
  await press.click(screen.getByRole('button', { name: 'Remove the marked courses' }))
  expect(cartIds()).toEqual([5])
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeTruthy()
})

test('checkout without an account leads to the login and back', async () => {
  fillCart(machine)
  const { address } = await renderRoute('/checkout')
  await waitFor(() => expect(address()).toMatch(/^\/login\?redirect=(%2F|\/)checkout$/))
})

test('checkout with an empty cart leads to the cart', async () => {
  const { address } = await renderRoute('/checkout', { user: aisyah })
  await waitFor(() => expect(address()).toBe('/cart'))
})

async function fillInAddress(press: Awaited<ReturnType<typeof renderRoute>>['press']) {
  await press.type(screen.getByLabelText('Address'), 'Jalan Ampang 5')
  await press.type(screen.getByLabelText('City'), 'Kuala Lumpur')
  await press.type(screen.getByLabelText('State'), 'WP Kuala Lumpur')
  await press.type(screen.getByLabelText('Postal code'), '50450')
}
const complete = () => screen.getByRole('button', { name: 'Complete Purchase' })

test('a checkout sends ids and address, empties the cart and opens the payment page', async () => {
  fillCart(machine, ads)
  const assign = leaving()
  const calls = recordCalls('payForCart', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    payment_id: purchaseId,
  })
  const { press, address } = await renderRoute('/checkout', { user: aisyah })
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly]).toEqual(['student@apogee.test', true])
  const country = screen.getByLabelText<HTMLSelectElement>('Country')
  expect(country.value).toBe('Malaysia')
  expect([...country.options].map((option) => option.text)).toEqual([
    'Malaysia',
    'Singapore',
    'Indonesia',
    'Thailand',
    'Other',
  ])
  const summary = within(screen.getByRole('region', { name: 'Order summary' }))
  expect(summary.getAllByText('RM 328.00').length).toBeGreaterThan(0)
  await fillInAddress(press)
  await press.click(complete())
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.test/p/1'))
  expect(calls[0]?.body).toEqual({
    courseIds: [5, 6],
    userId: 7,
    customerInfo: {
      email: 'student@apogee.test',
      address: 'Jalan Ampang 5',
      city: 'Kuala Lumpur',
      state: 'WP Kuala Lumpur',
      postalCode: '50450',
      country: 'Malaysia',
      companyName: '',
      taxNumber: '',
    },
    keepDetails: false,
  })
  expect(calls[0]?.query['offers']).toBe('5.24900.all.none_6.7900.all.none')
  expect(localStorage.getItem(storageKeys.latestPurchase)).toBe(purchaseId)
  expect(cartIds()).toEqual([])
  expect(address(), 'the page stays until the browser has left it').toBe('/checkout')
})

test("the browser's Back from the payment page restores the cart", async () => {
  fillCart(machine, ads)
  const assign = leaving()
  answer('payForCart', { success: true, payment_url: 'https://gate.test/p/1', payment_id: purchaseId })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  await press.click(complete())
  await waitFor(() => expect(assign).toHaveBeenCalled())
  await waitFor(() => expect(cartIds()).toEqual([]))
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })
  await waitFor(() => expect(cartIds()).toEqual([5, 6]))
  expect(complete()).toBeTruthy()
})

test('the address is required', async () => {
  fillCart(machine)
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await press.click(complete())
  for (const field of ['Address', 'City', 'State', 'Postal code']) {
    expect(await screen.findByText(`${field} is required`)).toBeTruthy()
  }
})

test('a refused checkout shows the reason in a dismissible banner, and the cart stays', async () => {
  fillCart(machine)
  refuse('payForCart', 'SELLER_CANNOT_BE_PAID')
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  await press.click(complete())
  const sentence = 'This course cannot be bought at the moment: its seller has no payment account yet.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(sentence)).toBeNull()
  expect(cartIds()).toEqual([5])
})

test('two presses on Complete Purchase create one order', async () => {
  fillCart(machine)
  const assign = leaving()
  const calls = recordCalls('payForCart', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    payment_id: purchaseId,
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  const button = complete()
  button.click()
  button.click()
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(calls).toHaveLength(1)
})

test('a checkout without an answer can be retried', async () => {
  fillCart(machine)
  breakNetwork('payForCart')
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  await press.click(complete())
  expect(await screen.findByText('An error occurred during checkout. Please try again.')).toBeTruthy()
})
