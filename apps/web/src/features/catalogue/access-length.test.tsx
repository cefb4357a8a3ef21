import type { CatalogueCourse, SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const answerSales = (course: Partial<CatalogueCourse>, given: Partial<SalesInfo> = {}) =>
  answer('courseSales', {
    success: true,
    data: aSalesInfo({
      course: aCourse(course),
      isEnrolled: course.isEnrolled ?? false,
      ...given,
    }),
  })
const panel = async () => within(await screen.findByRole('complementary', { name: 'Purchase' }))
const progress = { completedLessons: 1, totalLessons: 2 }

test('a course whose access ends says so beside the price, in its promises and in the questions, and promises no lifetime', async () => {
  answerSales({ access: { months: 12 } })
  const { press } = await renderRoute('/sp/5/')
  expect((await panel()).getByText('Access for 12 months.')).toBeTruthy()
  expect((await panel()).getByText('Access for 12 months')).toBeTruthy()
  // The phone's bar shows this text for unlimited access.
  expect(screen.queryByText('One payment')).toBeNull()
  await press.click(screen.getByRole('tab', { name: 'FAQ' }))
  expect(await screen.findByText(/^For 12 months, on any device/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/lifetime/i)
})

test('the access length stands above what the seller writes that the price includes', async () => {
  answerSales({ access: { days: 30 } }, { planLines: ['Two live sessions'] })
  await renderRoute('/sp/5/')
  const items = (await panel()).getAllByRole('listitem').map(({ textContent }) => textContent.trim())
  expect(items.slice(-2)).toEqual(['Access for 30 days', 'Two live sessions'])
})

test('a learner whose access has ended reads when, and can buy the course again, also a private one', async () => {
  answerSales({
    access: { months: 12 },
    isPrivate: true,
    enrollment: {
      progress,
      lastAccessed: null,
      accessEndsAt: '2026-11-20T15:59:59.000Z',
      mayRenew: true,
    },
  })
  await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  expect(await offer.findByText(/^Your access ended on 20 Nov 2026\./)).toBeTruthy()
  expect(await offer.findByRole('button', { name: 'Buy Now' })).toBeTruthy()
})

test('a learner whose access ends soon goes on learning, or buys more time', async () => {
  answerSales({
    access: { months: 12 },
    isEnrolled: true,
    enrollment: {
      progress,
      lastAccessed: null,
      accessEndsAt: '2026-12-05T15:59:59.000Z',
      mayRenew: true,
    },
  })
  await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  expect(
    await offer.findByText(/Your access ends on 5 Dec 2026\. Buy the course again to add time\./),
  ).toBeTruthy()
  expect(await offer.findByRole('link', { name: 'Continue Learning' })).toBeTruthy()
  expect(await offer.findByRole('button', { name: 'Buy Now' })).toBeTruthy()
})

test('a learner whose access ends later is not offered to buy again', async () => {
  answerSales({
    access: { months: 12 },
    isEnrolled: true,
    enrollment: { progress, lastAccessed: null, accessEndsAt: '2027-11-26T15:59:59.000Z' },
  })
  await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  expect(await offer.findByRole('link', { name: 'Continue Learning' })).toBeTruthy()
  expect(offer.queryByRole('button', { name: 'Buy Now' })).toBeNull()
})
