/** Tests that the pages also work with a server that knows only the calls of docs/specification.md#7-calls. */
import type { Page } from '@playwright/test'
import { routes } from '@apogee/contracts/routes.ts'
import { barestAnswers, type SpecifiedCall } from '../apps/web/src/testing/barest-answers.ts'
import { expect, open, test } from './support/journey.ts'
import { demoReader, signInAs } from './support/people.ts'

test.use({ expectedComplaints: /status of 404/ })

const calls = Object.entries(barestAnswers)
  .map(([name, [body]]) => {
    const [method = '', path = ''] = routes[name as SpecifiedCall].split(' ')
    return {
      method,
      path: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`),
      isFixed: !path.includes(':'),
      body,
    }
  })
  .toSorted((one, other) => Number(other.isFixed) - Number(one.isFixed))

/** Answers like a server that knows no other calls. Answers from Playwright lack the headers of our server. */
async function knowOnlySpecified(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const call = calls.find(({ method, path }) => method === route.request().method() && path.test(pathname))
    if (!call) return route.fulfill({ status: 404, body: '<h1>Not Found</h1>' })
    return route.fulfill(call.body === null ? { status: 204 } : { body: JSON.stringify(call.body) })
  })
}

test("screens show a bare server's answers, and load what reads them only then", async ({
  page,
  request,
}) => {
  const readers: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/other-servers-')) readers.push(sent.url())
  })
  await signInAs(page, await demoReader(request, 'student'))
  await open(page, '/courses')
  await expect(page.getByRole('button', { name: 'Enroll Now' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Available Courses' })).toBeVisible()
  expect(readers).toEqual([])

  await knowOnlySpecified(page)
  await open(page, '/courses')
  await expect(page.getByText('24 students')).toBeVisible()
  await page.getByRole('button', { name: /^Enroll Now/ }).click()
  await expect(page.getByText('Successfully enrolled in the course!')).toBeVisible()
  for (const [path, text] of [
    ['/dashboard', 'Welcome back, Cadet'],
    ['/profile', 'Orbital mechanics'],
    ['/course/5', '100% complete'],
    ['/lesson/12/resources/31', 'Mark as Incomplete'],
    ['/purchases', 'Paid'],
    ['/checkout/success?purchase_id=purchase-1', 'Payment Successful'],
  ] as const) {
    await open(page, path)
    await expect(page.getByText(text).first(), path).toBeVisible()
  }
  expect(new Set(readers).size).toBe(1)
})
