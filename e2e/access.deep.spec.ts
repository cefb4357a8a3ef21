/** Sign-in methods besides the password: the mailed link, and identity providers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  localClient,
  startLocalProvider,
} from '../apps/server/src/adapters/sign-in/local-provider.testing.ts'
import { expect, open, test } from './journey.ts'
import { mailedLink } from './mailbox.ts'
import { signInAs, newLearner, newPassword, signIn } from './people.ts'
import { enginePid, freePort, isAlive, startProduct } from './product-process.ts'

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
  await page.getByRole('button', { name: 'Reset Password' }).click()
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
  await page.getByRole('button', { name: 'Confirm Address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('the banner for an unverified address moves nothing when it arrives', async ({ page, request }) => {
  await signInAs(page, await newLearner(request))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/unverified-banner-*.js', async (route) => {
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

test('signing in through Google leads to the requested page, and leaves nothing in the address', async ({
  page,
}) => {
  test.slow()
  // For the browser another site than 127.0.0.1, as Google is: cookies must survive the redirects.
  const provider = await startLocalProvider({ host: 'localhost' })
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-access-'))
  const product = await startProduct(await freePort(), dataDir, {
    DEMO_DATA: 'false',
    GOOGLE_CLIENT_ID: localClient.clientId,
    GOOGLE_CLIENT_SECRET: localClient.clientSecret,
    OIDC_ISSUER_GOOGLE: provider.origin,
  })
  try {
    await open(page, `${product.origin}/login?redirect=%2Fsettings`)
    await page.getByRole('button', { name: 'GitHub' }).click()
    await expect(page.getByText(/GitHub sign-in is not set up on this site\./)).toBeVisible()
    await page.getByRole('button', { name: 'Google' }).click()
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
    expect(page.url()).toBe(`${product.origin}/settings`)
    await page.goBack()
    expect(page.url()).not.toContain('code=')

    // Declined: reported on the form, with the reason removed from the address.
    // Signed out without the product noticing: on a page that sends no requests.
    await page.goto(`${product.origin}/healthz`)
    await page.evaluate(() => localStorage.clear())
    provider.setFaults({ declines: true })
    await open(page, `${product.origin}/login`)
    await page.getByRole('button', { name: 'Google' }).click()
    await expect(page.getByText('Signing in with Google was cancelled.')).toBeVisible()
    await expect(page).toHaveURL(`${product.origin}/login`)
  } finally {
    const engine = await enginePid(dataDir)
    await product.end('SIGTERM')
    if (engine !== null) await expect.poll(() => isAlive(engine), { timeout: 30_000 }).toBe(false)
    await rm(dataDir, { recursive: true, force: true })
    await provider.stop()
  }
})
