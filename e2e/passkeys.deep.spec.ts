/** Tests a passkey from Settings to a sign-in, with the browser's virtual authenticator. */
import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { newLearner, newPassword, signIn, signInAs } from './support/people.ts'

test.use({
  expectedComplaints: /403 \(Forbidden\)/,
  // Browsers support no passkeys at an IP address, so the journey uses a host name.
  baseURL: async ({ baseURL }, use) => {
    await use(baseURL?.replace('127.0.0.1', 'localhost'))
  },
})

/** Adds a device that stores passkeys and always verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/**
 * Refuses the passkeys that the browser offers at the field. The virtual device would accept at once, but this journey presses the
 * button.
 */
async function refuseOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

async function addPasskey(page: Page, name: string): Promise<void> {
  await open(page, '/settings')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(section(page).getByText(name)).toBeVisible()
}

test('a person adds a passkey, signs in with it, proves with it who they are, and removes it', async ({
  page,
  request,
}) => {
  await refuseOffers(page)
  await addAuthenticator(page)
  const person = await newLearner(request)
  await signInAs(page, person)
  await addPasskey(page, 'Blue phone')

  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const again = page.getByRole('dialog', { name: 'Add a passkey' })
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByText('This device has a passkey for your account already.')).toBeVisible()

  await signOut(page)
  await open(page, '/login?redirect=/settings')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(section(page).getByText(/Last used/)).toBeVisible()

  // Answers as if the sign-in were ten minutes old.
  await page.route(
    '**/api/auth/passkeys/*',
    (route) => route.fulfill({ status: 403, json: freshProofRequired }),
    { times: 1 },
  )
  await section(page).getByRole('button', { name: 'Remove Blue phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(section(page).getByText('You have no passkeys yet')).toBeVisible()

  await signOut(page)
  await open(page, '/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This passkey was refused', { exact: false })).toBeVisible()
  await signIn(page, person.email, newPassword)
  await expect(page).toHaveURL('/dashboard')
})

const freshProofRequired = {
  success: false,
  error: 'Please confirm that it is you',
  errorCode: 'FRESH_PROOF_REQUIRED',
}

test('the sign-in page offers a passkey without a press, where the browser can', async ({
  page,
  request,
}) => {
  await addAuthenticator(page)
  await signInAs(page, await newLearner(request))
  await addPasskey(page, 'My phone')
  await signOut(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})
