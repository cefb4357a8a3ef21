import { expect, open, test } from './support/journey.ts'
import { as, signInAs, newLearner, newPassword } from './support/people.ts'
import { courseNamed, courses } from './support/school.ts'

const keptToken = () => localStorage.getItem('authToken')

// apps/web/src/app/routes.test.tsx tests the guard of each route. These tests begin with a document from the server.
test.describe('guards', () => {
  test('a page of members redirects a visitor to /login', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
  })

  test('a page of managers redirects a student to /forbidden', async ({ page, request }) => {
    await signInAs(page, await newLearner(request))
    await page.goto('/admin')
    await expect(page).toHaveURL('/forbidden')
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()
  })

  test('the landing page redirects signed-in people to /dashboard', async ({ page, request }) => {
    await signInAs(page, await newLearner(request))
    await page.goto('/')
    await expect(page).toHaveURL('/dashboard')
  })

  test('a return address on another site is ignored', async ({ page, request }) => {
    await signInAs(page, await newLearner(request))
    await page.goto('/login?redirect=//example.com/')
    await expect(page).toHaveURL('/dashboard')
  })

  test('an unknown path redirects to /', async ({ page }) => {
    await page.goto('/no-such-place')
    await expect(page).toHaveURL('/')
  })

  test('shared links lead to the sales page', async ({ page, request }) => {
    const { id } = await courseNamed(request, courses.sql)
    for (const link of [
      `/course-sales?courseId=${id}`,
      `/sales?courseId=${id}`,
      `/course/${id}/sales`,
      `/sp/${id}`,
    ]) {
      await page.goto(link)
      await expect(page).toHaveURL(`/sp/${id}/`)
    }
    await page.goto('/sales')
    await expect(page.getByRole('heading', { level: 1, name: 'Course Store' })).toBeVisible()
  })
})

test('logging out removes the token, leads to /login, and invalidates the token', async ({
  page,
  request,
}) => {
  const learner = await newLearner(request, 'Salmah Ali')
  await signInAs(page, learner)
  await open(page, '/dashboard')
  await page.getByRole('button', { name: 'Account of Salmah Ali' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(keptToken)).toBeNull()
  await expect
    .poll(async () => (await request.get(`/api/courses/enrolled?userId=${learner.id}`, as(learner))).status())
    .toBe(401)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/login')
})

test.describe('with a token that the server refuses', () => {
  test.use({ expectedComplaints: /401 \(Unauthorized\)/ })

  test('the public page stays when the server refuses the token', async ({ page }) => {
    await signInAs(page, { token: 'never-given-out' })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without an answer from the server', () => {
  test.use({ expectedComplaints: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|503/ })

  test('a learner who loses the connection while navigating keeps the session, and the page loads when it is back', async ({
    page,
    context,
    request,
  }) => {
    const learner = await newLearner(request)
    await signInAs(page, learner)
    await open(page, '/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Courses', exact: true }).first().click()
    await expect(page).toHaveURL('/courses')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Apogee cannot be reached right now' }),
    ).toBeVisible()
    expect(await page.evaluate(keptToken)).toBe(learner.token)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Available Courses' })).toBeVisible()
  })
})

test.describe('signing in', () => {
  test.use({ expectedComplaints: /401 \(Unauthorized\)|ERR_FAILED/ })

  test('after three failures the hint appears; changing an input clears the error', async ({
    page,
    request,
  }) => {
    const { email } = await newLearner(request)
    await open(page, '/login')
    await page.getByLabel('Email').fill(email)
    const hint = page.getByText('Multiple login attempts detected. Need help? Contact support.')
    for (const attempt of [1, 2, 3]) {
      await expect(hint).toBeHidden()
      await page.getByLabel('Password', { exact: true }).fill(`Wrong-Password-${attempt}`)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    }
    await expect(hint).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
