/** Tests the second factor, from its setup to a sign-in without the phone. */
import type { Page } from '@playwright/test'
import { codeAt } from '../apps/server/src/features/accounts/second-factor/authenticator-codes.ts'
import { expect, open, test } from './support/journey.ts'
import { newLearner, newPassword, signIn, signInAs } from './support/people.ts'

/** Returns the code of the next half minute. The server already accepts it, and the current code has been used. */
const nextCode = (secret: string) => codeAt(secret, new Date(Date.now() + 30_000))

test.use({ expectedComplaints: /403 \(Forbidden\)/ })

async function signOut(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

test('a person turns on the second factor, signs in with a code, with a recovery code, and turns it off', async ({
  page,
  request,
}) => {
  const person = await newLearner(request)
  await signInAs(page, person)
  await open(page, '/settings')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(setup.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await setup.locator('.second-factor-key').innerText()).replaceAll(/\s/g, '')
  await setup.getByLabel('Code that the app shows').fill(codeAt(secret, new Date()))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await saved.getByRole('listitem').allInnerTexts()
  await saved.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible()

  await signOut(page)
  await signIn(page, person.email, newPassword)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await code.fill('000 000')
  await code.press('Enter')
  await expect(page.getByText('This code is not correct', { exact: false })).toBeVisible()
  await code.fill(nextCode(secret))
  await code.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await signOut(page)
  await signIn(page, person.email, newPassword)
  await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await open(page, '/settings')
  await expect(section.getByText('9 recovery codes are left.')).toBeVisible()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByText('In this demo the password alone is enough.')).toBeVisible()
})
