/** Tests sign-in without the known password and unverified addresses, through mailed links. */
import { expect, open, test } from '../support/journey.ts'
import { mailedLink } from '../support/mailbox.ts'
import { signInAs, newLearner, newPassword, signIn } from '../support/people.ts'

const chosenAnew = 'Far-Point-8'

test('a forgotten password is reset by the mailed link, and the old one stops working', async ({
  page,
  request,
}) => {
  const dataDir = process.env['JOURNEY_DATA_DIR'] ?? ''
  const { email } = await newLearner(request)
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()

  const link = async () => mailedLink(dataDir, email, 'reset-password')
  await expect.poll(link).toContain('/reset-password/')
  await open(page, new URL(await link()).pathname)
  await page.getByLabel('New password').fill(chosenAnew)
  await page.getByLabel('Confirm password').fill(chosenAnew)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible()

  const old = await request.post('/api/auth/login', { data: { email, password: newPassword } })
  expect(old.status()).toBe(401)
  await signIn(page, email, chosenAnew)
  await expect(page).toHaveURL('/dashboard')
})

test('signed-in pages show an unverified address until its mailed link verifies it', async ({
  page,
  request,
}) => {
  const learner = await newLearner(request)
  await signInAs(page, learner)
  await open(page, '/dashboard')
  const banner = page.getByRole('region', { name: 'Confirm your account' })
  await banner.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText(`A new email is on its way to ${learner.email}.`)).toBeVisible()

  const link = async () => mailedLink(process.env['JOURNEY_DATA_DIR'] ?? '', learner.email, 'verify-email')
  await expect.poll(link).toContain('/verify-email/')
  await open(page, new URL(await link()).pathname)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('the banner for an unverified address moves nothing when it arrives', async ({ page, request }) => {
  await signInAs(page, await newLearner(request))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/account-notices-*.js', async (route) => {
    await released
    await route.continue()
  })
  await open(page, '/courses')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const before = await heading.boundingBox()
  release()
  await expect(page.getByRole('region', { name: 'Confirm your account' })).toBeVisible()
  expect((await heading.boundingBox())?.y).toBe(before?.y)
})
