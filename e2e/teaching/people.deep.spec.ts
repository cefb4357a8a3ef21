/** Tests joining and leaving a business: by invitation, by an admin, by the person. */
import { expect, open, test } from '../support/journey.ts'
import { mailedLink } from '../support/mailbox.ts'
import {
  signInAs,
  demoPerson,
  fillRegistration,
  newEmail,
  newLearner,
  newPassword,
  signIn,
} from '../support/people.ts'

test('an admin invites an instructor, who registers by the mailed link, teaches, and is deleted', async ({
  page,
  request,
  browser,
}) => {
  const email = newEmail('invited')
  // The name is unique, because the list may still contain a person of another run while the search is running.
  const name = `Zarith ${email.split('@')[0]}`
  await signInAs(page, await demoPerson(request, 'admin'))
  await open(page, '/admin?tab=users&people=team')
  await page.getByRole('link', { name: 'Add User' }).click()
  await expect(page.getByRole('heading', { name: /^Invite to Orbit Academy/ })).toBeVisible()
  await page.getByLabel('Email').first().fill(email)
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(page.getByText(`An invitation is on its way to ${email}`)).toBeVisible()

  const link = async () => mailedLink(process.env['JOURNEY_DATA_DIR'] ?? '', email, 'invitations')
  await expect.poll(link).toContain('/invitations/')
  const invited = await browser.newPage()
  await open(invited, new URL(await link()).pathname)
  await expect(
    invited.getByRole('heading', { name: /^Farid Hakim invites you to Orbit Academy/ }),
  ).toBeVisible()
  await invited.getByRole('link', { name: 'Create Account' }).click()
  await fillRegistration(invited, name, email)
  await invited.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(invited.getByRole('heading', { name: 'Teach', level: 1 })).toBeVisible()
  await expect(invited.getByRole('tab', { name: 'Enrolled Users' })).toBeVisible()

  await open(page, '/admin?tab=users&people=team')
  await page.getByLabel('Search by name or email').fill(email)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByText('Are you sure you want to delete this user?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible()
  await invited.reload()
  await expect(invited).toHaveURL('/login')
  await invited.close()
})

test("deleting one's account signs out, and signing in again cancels it", async ({ page, request }) => {
  const learner = await newLearner(request)
  await signInAs(page, learner)
  await open(page, '/settings')
  // A section that still loads when the account is deleted would be refused.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password').fill(newPassword)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText(/^Your account will be deleted on \d+ \w+ \d{4}/)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await signIn(page, learner.email, newPassword)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Your account stays: signing in has cancelled its deletion.')).toBeVisible()
})
