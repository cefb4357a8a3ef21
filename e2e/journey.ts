/** What every journey starts from: a page on which a console error, an unhandled rejection or a CSP violation fails. */
import { randomBytes } from 'node:crypto'
import { expect, test as base, type Page } from '@playwright/test'

export const demoPassword = 'Apogee-Demo-1'
export const newPassword = 'Orbit-Walk-7'

interface JourneyFixtures {
  /** Complaints of the browser that this journey expects, such as the 404 it asks for. */
  expectedComplaints: RegExp[]
}

export const test = base.extend<JourneyFixtures>({
  expectedComplaints: [[], { option: true }],
  page: async ({ page, expectedComplaints }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => complaints.push(`unhandled: ${error.message}`))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await use(page)
    expect(complaints.filter((text) => !expectedComplaints.some((expected) => expected.test(text)))).toEqual(
      [],
    )
  },
})

export { expect }

export function newEmail(who: string): string {
  return `${who}-${randomBytes(4).toString('hex')}@apogee.test`
}

export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

export async function registerLearner(page: Page, name: string): Promise<string> {
  const email = newEmail('learner')
  await page.goto('/register')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  return email
}
