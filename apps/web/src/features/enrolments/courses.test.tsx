import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const listed = (...data: CatalogueCourse[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})
const paid = aCourse({ studentCount: 24, durationMinutes: 360 })
const free = aCourse({ id: 7, title: 'Git Without Fear', price: 0 })
const enrolled = aCourse({ id: 8, title: 'Evaluating Language Models', isEnrolled: true })
const invited = aCourse({ id: 9, title: 'Retail Clinic', isPrivate: true })

const card = async (title: string) => {
  const link = await screen.findByRole('link', { name: title })
  const item = link.closest('li')
  if (!item) throw new Error(`${title} is on no card`)
  return within(item)
}

test('each catalogue card shows its state: for sale, free, enrolled, private', async () => {
  answer('listCourses', listed(paid, free, enrolled, invited))
  await renderRoute('/courses', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Available Courses' })).toBeTruthy()
  const forSale = await card('Practical Machine Learning')
  expect(forSale.getByText('24 students, 6 hours')).toBeTruthy()
  expect(forSale.getByText(/149|249\.00/).textContent).toBe('RM 249.00')
  expect(forSale.getByRole('button', { name: 'Buy Now' })).toBeTruthy()
  expect(forSale.getByRole('button', { name: 'Add to Cart' })).toBeTruthy()
  expect(forSale.getByRole('button', { name: /^Share/ })).toBeTruthy()
  const given = await card('Git Without Fear')
  expect(given.getByText('Free')).toBeTruthy()
  expect(given.getByRole('button', { name: 'Enroll Now' })).toBeTruthy()
  const owned = await card('Evaluating Language Models')
  expect(owned.getByText('Already Enrolled')).toBeTruthy()
  expect(owned.getByRole('link', { name: 'View Course' }).getAttribute('href')).toBe('/course/8')
  expect(owned.getByRole('button', { name: /^Share/ })).toBeTruthy()
  const hidden = await card('Retail Clinic')
  expect(hidden.getByText('Private')).toBeTruthy()
  expect(hidden.queryByRole('button', { name: 'Buy Now' })).toBeNull()
})

test('cards of courses with cohorts lead to the sales page, which offers the starts, and buy or enroll nothing', async () => {
  const courses = [
    { ...paid, hasCohorts: true as const },
    { ...free, hasCohorts: true as const },
    { ...enrolled, hasCohorts: true as const },
  ]
  answer('listCourses', listed(...courses))
  const library = await renderRoute('/courses', { user: aisyah })
  for (const { id, title } of [paid, free]) {
    const offer = await card(title)
    expect(offer.getByRole('link', { name: 'Choose a Start' }).getAttribute('href')).toBe(`/sp/${id}/`)
    expect(offer.queryByRole('button', { name: /^(?:Buy|Add|Enroll)/ })).toBeNull()
    expect(offer.getByRole('button', { name: /^Share/ })).toBeTruthy()
  }
  expect((await card(enrolled.title)).queryByRole('link', { name: 'Choose a Start' })).toBeNull()
  library.unmount()
  await renderRoute('/sales')
  const offer = await card(paid.title)
  expect(offer.getByRole('link', { name: 'Choose a Start' }).getAttribute('href')).toBe('/sp/5/')
  expect(offer.queryByRole('button', { name: 'Add to Cart' })).toBeNull()
})

test('the filter loads all, public or private courses', async () => {
  const calls = recordCalls('listCourses', listed(paid))
  const { press } = await renderRoute('/courses', { user: aisyah })
  await screen.findByRole('link', { name: 'Practical Machine Learning' })
  await press.click(screen.getByRole('button', { name: 'Private' }))
  await waitFor(() => expect(calls.at(-1)?.query['visibility']).toBe('private'))
  expect(screen.getByRole('button', { name: 'Private' }).getAttribute('aria-pressed')).toBe('true')
})

test('a course is added to the cart once, and the notice links there', async () => {
  answer('listCourses', listed(paid))
  const { press } = await renderRoute('/courses', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Add to Cart' }))
  expect(await screen.findByText(/Practical Machine Learning has been added to your cart!/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to cart' }).getAttribute('href')).toBe('/cart')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'In Cart' }).disabled).toBe(true)
  expect(localStorage.getItem(storageKeys.cart)).toContain('Practical Machine Learning')
})

test("Buy Now stores the purchase's id and opens the payment page", async () => {
  answer('listCourses', listed(paid))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    purchase_id: 'purchase-0123456789',
  })
  const { press } = await renderRoute('/courses', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Buy Now' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.test/p/1'))
  expect(calls[0]?.query).toMatchObject({ offers: '5.24900.all.none' })
  expect(calls[0]?.body).toEqual({ courseId: 5, userId: 7 })
  expect(localStorage.getItem(storageKeys.latestPurchase)).toBe('purchase-0123456789')
})

test('a purchase that is refused or gets no page says so', async () => {
  answer('listCourses', listed(paid))
  refuse('payForCourse', 'COURSE_ALREADY_OWNED')
  const { press } = await renderRoute('/courses', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Buy Now' }))
  expect(await screen.findByText('You are already enrolled in this course')).toBeTruthy()
  answer('payForCourse', { success: true, payment_url: '', purchase_id: 'purchase-0123456789' })
  await press.click(screen.getByRole('button', { name: 'Buy Now' }))
  expect(await screen.findByText('Payment URL not found in response')).toBeTruthy()
  breakNetwork('payForCourse')
  await press.click(screen.getByRole('button', { name: 'Buy Now' }))
  expect(await screen.findByText('An error occurred while processing your payment')).toBeTruthy()
})

test('a free course is enrolled in with one press, or the refusal is shown', async () => {
  answer('listCourses', listed(free))
  breakNetwork('enroll')
  const { press } = await renderRoute('/courses', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Enroll Now' }))
  expect(await screen.findByText('An error occurred while enrolling in the course')).toBeTruthy()
  answer('enroll', () => {
    answer('listCourses', listed({ ...free, isEnrolled: true }))
    return { success: true, message: 'ok' }
  })
  await press.click(screen.getByRole('button', { name: 'Enroll Now' }))
  expect(
    await screen.findByText('Successfully enrolled in the course! You can now start learning.'),
  ).toBeTruthy()
  expect(await screen.findByText('Already Enrolled')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to cart' }).getAttribute('href')).toBe('/cart')
})

test('two presses before a render are one enrolment and one notice', async () => {
  answer('listCourses', listed(free))
  const calls = recordCalls('enroll', { success: true, message: 'ok' })
  await renderRoute('/courses', { user: aisyah })
  const button = await screen.findByRole('button', { name: 'Enroll Now' })
  button.click()
  button.click()
  expect(await screen.findAllByText(/^Successfully enrolled in the course!/)).toHaveLength(1)
  expect(calls).toHaveLength(1)
})

test('two presses on Buy Now start one purchase', async () => {
  answer('listCourses', listed(paid))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    purchase_id: 'purchase-0123456789',
  })
  await renderRoute('/courses', { user: aisyah })
  const button = await screen.findByRole('button', { name: 'Buy Now' })
  button.click()
  button.click()
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect([calls.length, assign.mock.calls.length]).toEqual([1, 1])
})

test('sharing copies the public link, or says that it could not', async () => {
  answer('listCourses', listed(paid))
  const { press } = await renderRoute('/courses', { user: aisyah })
  const share = await screen.findByRole('button', { name: /^Share/ })
  await press.click(share)
  expect(await screen.findByText('Course link copied to clipboard! Share it with your friends.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/sales?courseId=5')
  expect(screen.getByRole('link', { name: 'Go to cart' }).getAttribute('href')).toBe('/cart')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  await press.click(share)
  expect(await screen.findByText('Failed to copy link. Please try again.')).toBeTruthy()
})

test('an empty catalogue and a failed one say so and offer a next step', async () => {
  answer('listCourses', listed())
  const { unmount } = await renderRoute('/courses', { user: aisyah })
  expect(await screen.findByText('No Courses Available')).toBeTruthy()
  expect(screen.getByText('Please check back later for new courses')).toBeTruthy()
  unmount()
  refuse('listCourses', 'INTERNAL')
  const { press } = await renderRoute('/courses', { user: aisyah })
  expect(
    await screen.findByText('Error loading courses: Something went wrong on our side. Please try again.'),
  ).toBeTruthy()
  answer('listCourses', listed(paid))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Practical Machine Learning' })).toBeTruthy()
})

test('the store lists public courses for everybody, searches them and copies their sales link', async () => {
  const calls = recordCalls('listCourses', listed(paid, free))
  const { press } = await renderRoute('/sales')
  expect(await screen.findByRole('heading', { level: 1, name: 'Course Store' })).toBeTruthy()
  const forSale = await card('Practical Machine Learning')
  expect(screen.getByRole('link', { name: 'Practical Machine Learning' }).getAttribute('href')).toBe('/sp/5/')
  await press.click(forSale.getByRole('button', { name: 'Copy Sales Link' }))
  expect(await screen.findByText('Sales link copied to clipboard!')).toBeTruthy()
  expect(forSale.getByRole('button', { name: 'Copied!' })).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/course-sales?courseId=5')
  expect(calls[0]?.query['visibility']).toBe('public')
  await press.type(screen.getByRole('searchbox', { name: 'Search courses' }), 'git')
  await waitFor(() =>
    expect(calls.at(-1)?.query).toMatchObject({ search: 'git', spelling: 'near', sort: 'relevance' }),
  )
})

test('the store marks what a search has found and says which words were searched instead', async () => {
  answer('listCourses', {
    success: true,
    data: [paid],
    meta: { total: 1, nextCursor: null, searchedFor: 'machine' },
  })
  const { press } = await renderRoute('/sales')
  await press.type(await screen.findByRole('searchbox', { name: 'Search courses' }), 'machne')
  expect(await screen.findByText('Showing results for “machine”')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('.ap-card-title mark')?.textContent).toBe('Machine'))
})
