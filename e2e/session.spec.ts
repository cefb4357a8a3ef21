import { expect, open, test, waitForHydration } from './journey.ts'
import { as, signInAs, demoPerson, newLearner, newPassword, signIn } from './people.ts'
import { courseNamed, courses } from './school.ts'

const keptToken = () => localStorage.getItem('authToken')

test.describe('guards', () => {
  for (const path of [
    '/dashboard',
    '/courses',
    '/course/1',
    '/profile',
    '/settings',
    '/community',
    '/admin',
  ]) {
    test(`${path} redirects a visitor to /login`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
    })
  }

  for (const path of ['/admin', '/admin/sales', '/course/1/manage']) {
    test(`${path} redirects a student to /forbidden`, async ({ page, request }) => {
      await signInAs(page, await newLearner(request))
      await page.goto(path)
      await expect(page).toHaveURL('/forbidden')
      await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
      await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()
    })
  }

  for (const path of ['/', '/login', '/register']) {
    test(`${path} redirects signed-in people to /dashboard`, async ({ page, request }) => {
      await signInAs(page, await newLearner(request))
      await page.goto(path)
      await expect(page).toHaveURL('/dashboard')
    })
  }

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

  test('only a 401 drops the token', async ({ page }) => {
    await signInAs(page, { token: 'never-given-out' })
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(keptToken)).toBeNull()
  })

  test('the public page stays when the server refuses the token', async ({ page }) => {
    await signInAs(page, { token: 'never-given-out' })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without an answer from the server', () => {
  test.use({ expectedComplaints: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|503/ })

  test('without an answer the token is kept, the screen says so, and continues when the server is back', async ({
    page,
    request,
  }) => {
    const learner = await newLearner(request)
    await signInAs(page, learner)
    await page.route('**/api/auth/verify', (route) => route.abort())
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await page.evaluate(keptToken)).toBe(learner.token)
    await page.unroute('**/api/auth/verify')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible()
  })

  test('an error of the server does not sign anyone out either', async ({ page, request }) => {
    const learner = await newLearner(request)
    await signInAs(page, learner)
    await page.route('**/api/auth/verify', (route) =>
      route.fulfill({ status: 503, json: { success: false } }),
    )
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await page.evaluate(keptToken)).toBe(learner.token)
  })

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

  test('the sign-in form names missing fields', async ({ page }) => {
    await open(page, '/login')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await page.getByLabel('Email').fill('nobody')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  })

  test('a sign-in without an answer says that something unexpected happened', async ({ page }) => {
    await page.route('**/api/auth/login', (route) => route.abort())
    await signIn(page, 'student@apogee.test')
    await expect(page.getByText('An unexpected error occurred')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('Remember me stores the email, and deletes it again', async ({ page, request }) => {
    const { email } = await newLearner(request)
    await open(page, '/login')
    await page.getByRole('checkbox', { name: 'Remember me' }).check()
    await signInHere(email)
    await open(page, '/login')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
    await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
    await signInHere(email)
    await open(page, '/login')
    await expect(page.getByLabel('Email')).toHaveValue('')

    async function signInHere(address: string): Promise<void> {
      await page.getByLabel('Email').fill(address)
      await page.getByLabel('Password', { exact: true }).fill(newPassword)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page).toHaveURL('/dashboard')
      await page.evaluate(() => localStorage.removeItem('authToken'))
    }
  })

  test('input before the scripts have loaded stays in the form', async ({ page }) => {
    let letThrough = (): void => undefined
    const scriptsMayCome = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await scriptsMayCome
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill('early@apogee.test')
    await page.getByLabel('Password', { exact: true }).fill('typed-early')
    letThrough()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('early@apogee.test')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('typed-early')
  })
})

test.describe('roles', () => {
  test('an admin has the Admin link, an instructor the same as Teach, a student none', async ({
    page,
    request,
  }) => {
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await signInAs(page, await demoPerson(request, 'admin'))
    await open(page, '/dashboard')
    await expect(navigation.getByRole('link', { name: 'Admin' })).toBeVisible()
    await signInAs(page, await demoPerson(request, 'instructor'))
    await open(page, '/dashboard')
    await expect(navigation.getByRole('link', { name: 'Teach' })).toBeVisible()
    await signInAs(page, await newLearner(request))
    await open(page, '/dashboard')
    await expect(navigation.getByRole('link', { name: 'Profile' })).toBeVisible()
    await expect(navigation.getByRole('link', { name: /Admin|Teach/ })).toHaveCount(0)
  })
})
