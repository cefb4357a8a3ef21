/** The tests cover sentences of docs/specification.md#course-sales-page-spcourseid that no other test asserts. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const answerSales = (given?: Partial<SalesInfo>) =>
  answer('courseSales', { success: true, data: aSalesInfo(given) })
const panel = async () => within(await screen.findByRole('complementary', { name: 'Purchase' }))
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent

test('the sales page has the tabs About, Curriculum, Instructor and FAQ, the breadcrumb and the purchase panel', async () => {
  answerSales()
  const { press } = await renderRoute('/sp/5/')
  await panel()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'About',
    'Curriculum',
    'Instructor',
    'FAQ',
  ])
  const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(breadcrumb.getByRole('link', { name: 'Marketplace' }).getAttribute('href')).toBe('/marketplace')
  expect(breadcrumb.getByText('Practical Machine Learning')).toBeTruthy()
  await press.click(screen.getByRole('tab', { name: 'Instructor' }))
  const instructor = within(screen.getByRole('tabpanel', { name: 'Instructor' }))
  expect(await instructor.findByRole('heading', { name: 'Dr. Kavitha Menon' })).toBeTruthy()
  expect(instructor.getByText('Applied statistician')).toBeTruthy()
  await press.click(screen.getByRole('tab', { name: 'FAQ' }))
  const faq = within(screen.getByRole('tabpanel', { name: 'FAQ' }))
  expect(await faq.findByText('Do I need Python?')).toBeTruthy()
})

test('being enrolled takes precedence over a price and over being free', async () => {
  for (const price of [0, 24_900]) {
    answerSales({ course: aCourse({ price }), isEnrolled: true })
    const { unmount } = await renderRoute('/sp/5/', { user: aisyah })
    const purchase = await panel()
    expect((await purchase.findByRole('link', { name: 'Continue Learning' })).getAttribute('href')).toBe(
      '/course/5',
    )
    expect(purchase.queryByRole('button', { name: /Buy|Cart|Enroll/ })).toBeNull()
    unmount()
  }
})

test('a free course has no purchase button, a paid one no enrol button', async () => {
  answerSales({ course: aCourse({ price: 0 }) })
  const { unmount } = await renderRoute('/sp/5/')
  const free = await panel()
  expect(await free.findByRole('button', { name: 'Enroll Now (Free)' })).toBeTruthy()
  expect(free.queryByRole('button', { name: 'Buy Now' })).toBeNull()
  unmount()
  answerSales()
  await renderRoute('/sp/5/')
  const paid = await panel()
  expect(await paid.findByRole('button', { name: 'Buy Now' })).toBeTruthy()
  expect(paid.getByRole('button', { name: 'Add to Cart' })).toBeTruthy()
  expect(paid.queryByRole('button', { name: 'Enroll Now (Free)' })).toBeNull()
})

test.each([
  ['enrolling', 0, 'Enroll Now (Free)'],
  ['buying', 24_900, 'Buy Now'],
])('%s without a user leads to /login?redirect=/course/{id}/sales', async (_, price, button) => {
  answerSales({ course: aCourse({ price }) })
  const page = await renderRoute('/sp/5/')
  await page.press.click(await (await panel()).findByRole('button', { name: button }))
  expect(page.address()).toBe('/login?redirect=/course/5/sales')
})

test('the enrolment is shown for two seconds before the course opens', async () => {
  answerSales({ course: aCourse({ price: 0 }) })
  answer('enroll', { success: true, message: 'done' })
  refuse('readCourse', 'COURSE_NOT_FOUND')
  const page = await renderRoute('/sp/5/', { user: aisyah })
  const pauses = vi.spyOn(globalThis, 'setTimeout')
  await page.press.click(await (await panel()).findByRole('button', { name: 'Enroll Now (Free)' }))
  expect(await screen.findByText(/^Successfully enrolled in the course!/)).toBeTruthy()
  expect(page.address()).toBe('/sp/5/')
  expect(pauses.mock.calls.map(([, pause]) => pause)).toContain(2000)
  await waitFor(() => expect(page.address()).toBe('/course/5'))
})

test("the figures are the course's; absent ones are 24 students and 480 minutes, shown as hours and minutes", async () => {
  answerSales()
  const { unmount } = await renderRoute('/sp/5/')
  await panel()
  expect(['Students', 'Lessons', 'Duration', 'Resources'].map(figure)).toEqual(['389', '34', '11h 30m', '41'])
  unmount()
  answerSales({ stats: { contentCounts: { lessons: 34 }, resourceCount: 41 } })
  await renderRoute('/sp/5/')
  await panel()
  expect(['Students', 'Duration'].map(figure)).toEqual(['24', '8h'])
})

test('the panel promises money back within 30 days, lifetime access and a certificate of completion', async () => {
  answerSales()
  await renderRoute('/sp/5/')
  const purchase = await panel()
  expect(purchase.getByText('30-day money-back guarantee')).toBeTruthy()
  expect(purchase.getByText(/^Lifetime access/)).toBeTruthy()
  expect(purchase.getByText('Certificate of completion')).toBeTruthy()
})

test.each([
  ['enroll', 0, 'Enroll Now (Free)', 'Failed to enroll in course'],
  ['payForCourse', 4900, 'Buy Now', 'Failed to process payment. Please try again.'],
] as const)('an answer of %s without a reason gets its fallback', async (call, price, button, sentence) => {
  answerSales({ course: aCourse({ price }) })
  answer(call, () => Response.json({ success: false }, { status: 400 }))
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await (await panel()).findByRole('button', { name: button }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test("a refused enrolment shows the server's sentence", async () => {
  answerSales({ course: aCourse({ price: 0 }) })
  refuse('enroll', 'COURSE_NOT_FREE')
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  await press.click(await (await panel()).findByRole('button', { name: 'Enroll Now (Free)' }))
  expect(await screen.findByText('This course must be purchased before you can enroll')).toBeTruthy()
})
