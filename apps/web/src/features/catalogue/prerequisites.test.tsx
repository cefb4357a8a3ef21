import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const answerSales = (course: Partial<CatalogueCourse>) =>
  answer('courseSales', {
    success: true,
    data: aSalesInfo({ course: aCourse(course), isEnrolled: course.isEnrolled ?? false }),
  })
const panel = async () => within(await screen.findByRole('complementary', { name: 'Purchase' }))
const patience = { timeout: 10_000 }

test('a buyer reads what must be completed first, with their own state, and the purchase sends what was shown', async () => {
  answerSales({
    prerequisites: [
      { courseId: 7, title: 'Orbits', isAwaited: true, percent: 40 },
      { courseId: 8, title: 'Docking', isCompleted: true, percent: 100 },
      { courseId: 9, title: 'Rockets' },
    ],
  })
  const { press } = await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  expect(await offer.findByText('Complete Orbits first.', {}, patience)).toBeTruthy()
  expect(offer.getByText(/You can buy now and start when it is completed\./)).toBeTruthy()
  expect(offer.getByText('Required first · 40% completed')).toBeTruthy()
  expect(offer.getByText('Completed')).toBeTruthy()
  expect(offer.getByText('Recommended first · Not started')).toBeTruthy()
  expect(offer.getByRole('link', { name: 'Orbits' }).getAttribute('href')).toBe('/course/7')
  expect(offer.getByRole('link', { name: 'Rockets' }).getAttribute('href')).toBe('/sp/9/')
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: '/pay/1',
    purchase_id: 'p1',
  })
  await press.click(offer.getByRole('button', { name: 'Buy Now' }))
  await expect.poll(() => calls.map(({ query }) => query['offers']), patience).toEqual(['5.24900.all.none.7'])
})

test('an enrolled learner reads that the lessons open later', async () => {
  answerSales({
    isEnrolled: true,
    prerequisites: [
      { courseId: 7, title: 'Orbits', isAwaited: true },
      { courseId: 8, title: 'Docking', isAwaited: true },
    ],
  })
  await renderRoute('/sp/5/', { user: aisyah })
  const offer = await panel()
  expect(await offer.findByText('Complete Orbits and Docking first.', {}, patience)).toBeTruthy()
  expect(offer.getByText(/The lessons open when they are completed\./)).toBeTruthy()
})

test('a course that is not on sale yet promises no purchase, and one with an access length says when it begins', async () => {
  const prerequisites = [{ courseId: 7, title: 'Orbits', isAwaited: true as const }]
  answerSales({ prerequisites, isNotOnSaleYet: true })
  const first = await renderRoute('/sp/5/', { user: aisyah })
  expect(await (await panel()).findByText('Complete Orbits first.', {}, patience)).toBeTruthy()
  expect(screen.queryByText(/You can buy now/)).toBeNull()
  first.unmount()
  answerSales({ prerequisites, access: { days: 30 } })
  await renderRoute('/sp/5/', { user: aisyah })
  expect(
    await (
      await panel()
    ).findByText(/The access period begins now, not when the lessons open\./, {}, patience),
  ).toBeTruthy()
  expect(await screen.findByText('Complete 1 course first · Access for 30 days', {}, patience)).toBeTruthy()
})
