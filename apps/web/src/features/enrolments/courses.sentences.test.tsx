/** The tests cover sentences of docs/specification.md#course-catalogue-courses-available-courses that no other test asserts. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, keepWaiting, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const listed = (...data: ReturnType<typeof aCourse>[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})
const cardOf = async (title: string) =>
  (await screen.findByRole('heading', { level: 2, name: title })).closest('li') as HTMLElement

test('the filter buttons All, Public and Private load all, public and private courses', async () => {
  const calls = recordCalls('listCourses', listed(aCourse()))
  const { press } = await renderRoute('/courses', { user: aisyah })
  const filter = within(await screen.findByRole('group', { name: 'Show courses' }))
  expect(filter.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All',
    'Public',
    'Private',
  ])
  expect(filter.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true')
  for (const name of ['Private', 'Public']) {
    await press.click(filter.getByRole('button', { name }))
    expect(filter.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(calls.at(-1)?.query['visibility']).toBe(name.toLowerCase()))
  }
  expect(calls.map(({ query }) => query['visibility'])).toEqual(['all', 'private', 'public'])
})

test('a catalogue card shows its image, title and description; without an image a generated one', async () => {
  answer(
    'listCourses',
    listed(aCourse({ image: '/media/cover-1' }), aCourse({ id: 6, title: 'Git Without Fear', image: '' })),
  )
  await renderRoute('/courses', { user: aisyah })
  const pictured = await cardOf('Practical Machine Learning')
  expect(pictured.querySelector('img')?.getAttribute('src')).toBe('/media/cover-1')
  expect(pictured.textContent).toContain('Train, test and ship a model.')
  const drawn = await cardOf('Git Without Fear')
  expect(drawn.querySelector('img')).toBeNull()
  await waitFor(() => expect(drawn.querySelector('.ap-cover svg')).toBeTruthy())
})

test("students and hours are the course's own", async () => {
  answer('listCourses', listed(aCourse({ studentCount: 24, durationMinutes: 360 })))
  await renderRoute('/courses', { user: aisyah })
  expect((await cardOf('Practical Machine Learning')).textContent).toMatch(/24 students.*6 hours/)
})

test('a card names the language of a course only when it is not the one of the interface', async () => {
  answer(
    'listCourses',
    listed(
      aCourse({ language: 'ms', durationMinutes: 57 }),
      aCourse({ id: 6, title: 'Git Without Fear', language: 'en', durationMinutes: 90 }),
    ),
  )
  await renderRoute('/courses', { user: aisyah })
  expect((await cardOf('Practical Machine Learning')).textContent).toContain('57m, Bahasa Melayu')
  expect((await cardOf('Git Without Fear')).textContent).toContain('1h 30m')
  expect((await cardOf('Git Without Fear')).textContent).not.toContain('English')
})

test.each([
  [24_900, 'RM 249.00'],
  [5, 'RM 0.05'],
  [1990, 'RM 19.90'],
])('a price of %i sen is shown as %s', async (price, shown) => {
  answer('listCourses', listed(aCourse({ price })))
  await renderRoute('/courses', { user: aisyah })
  expect((await cardOf('Practical Machine Learning')).textContent).toContain(shown)
})

test('the notice banner can be dismissed, after a success and after an error', async () => {
  answer('listCourses', listed(aCourse()))
  refuse('payForCourse', 'COURSE_ALREADY_OWNED')
  const { press } = await renderRoute('/courses', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Add to Cart' }))
  expect(await screen.findByText(/has been added to your cart!/)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/has been added to your cart!/)).toBeNull()
  await press.click(screen.getByRole('button', { name: 'Buy Now' }))
  expect(await screen.findByText('You are already enrolled in this course')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('You are already enrolled in this course')).toBeNull()
})

test('a notice disappears after 5 seconds', async () => {
  answer('listCourses', listed(aCourse()))
  await renderRoute('/courses', { user: aisyah })
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  vi.useFakeTimers()
  try {
    act(() => button.click())
    expect(screen.getByText(/has been added to your cart!/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(4900))
    expect(screen.getByText(/has been added to your cart!/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.queryByText(/has been added to your cart!/)).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a failed catalogue shows Error loading courses: {message}', async () => {
  refuse('listCourses', 'TOO_MANY_ATTEMPTS')
  await renderRoute('/courses', { user: aisyah })
  expect(
    await screen.findByText(
      'Error loading courses: Too many attempts. Please wait a few minutes and try again.',
    ),
  ).toBeTruthy()
})

test.each([
  ['enroll', 0, 'Enroll Now', 'Please log in to enroll in courses'],
  ['payForCourse', 4900, 'Buy Now', 'Please log in to purchase courses'],
] as const)('with an ended session %s asks to log in', async (call, price, button, sentence) => {
  answer('listCourses', listed(aCourse({ price })))
  refuse(call, 'UNAUTHENTICATED')
  const { press, address } = await renderRoute('/courses', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/login'))
})

test.each([
  ['enroll', 0, 'Enroll Now', 'Failed to enroll in course'],
  ['payForCourse', 4900, 'Buy Now', 'Failed to process payment. Please try again.'],
] as const)('an answer of %s without a reason gets its fallback', async (call, price, button, sentence) => {
  answer('listCourses', listed(aCourse({ price })))
  answer(call, () => Response.json({ success: false }, { status: 400 }))
  const { press } = await renderRoute('/courses', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('while courses load the catalogue shows Loading...', async () => {
  keepWaiting('listCourses')
  await renderRoute('/courses', { user: aisyah })
  expect(await screen.findByText('Loading...')).toBeTruthy()
})
