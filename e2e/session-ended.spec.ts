import { expect, open, test } from './journey.ts'
import { signInAs, newLearner, newPassword } from './people.ts'

test.describe('a session that ends while someone types', () => {
  test.use({ expectedComplaints: /401 \(Unauthorized\)/ })

  test('a session that ends while typing asks for the password over the page, and then saves', async ({
    page,
    request,
  }) => {
    const learner = await newLearner(request)
    await signInAs(page, learner)
    await open(page, '/settings')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Zainab binti Idris')
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${learner.token}` } })
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const asked = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(asked.getByLabel('Email')).toHaveValue(learner.email)
    const password = asked.getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await password.fill(newPassword)
    await password.press('Enter')
    await expect(asked).toBeHidden()
    await expect(page.getByText('Your name has been saved')).toBeVisible()
    await expect(page).toHaveURL('/settings')
    await page.reload()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Zainab binti Idris')
  })

  test('an ended session keeps the page with the unsaved input when the person does not sign in again', async ({
    page,
    request,
  }) => {
    const learner = await newLearner(request)
    await signInAs(page, learner)
    await open(page, '/settings')
    await page.getByLabel('Name', { exact: true }).fill('Unsaved name')
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${learner.token}` } })
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Your session has ended' }).press('Escape')
    await expect(page.getByText('not saved yet')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Unsaved name')
    await expect(page).toHaveURL('/settings')
  })
})
