import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { expect, open, test } from '../support/journey.ts'
import { payByCard, expectPaymentPage } from '../support/payment-page.ts'
import { signInAs, newEmail, newLearner, newPassword } from '../support/people.ts'
import { expectSound, pictureMoves, startPlaying } from '../support/player.ts'
import { files } from '../support/school.ts'

const newTitle = (words: string): string => `${words} ${randomBytes(3).toString('hex')}`

/** Completes the three steps of the wizard at /admin/register. */
async function foundBusiness(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill('Rozita Salleh')
  await page.getByLabel('Email', { exact: true }).fill(newEmail('founder'))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Business Information' })).toBeFocused()
  await page.getByLabel('Business name').fill(name)
  await page.getByLabel('Business email').fill(newEmail('office'))
  await page.getByLabel('Business phone').fill('+60 3-5550 0100')
  await page.getByLabel('Business address').fill('12 Jalan Merdeka, 75000 Melaka')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Security' })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/admin')
}

async function showCourses(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Courses' }).click()
  await expect(page.getByRole('tab', { name: 'Courses' })).toHaveAttribute('aria-selected', 'true')
}

interface NewCourse {
  title: string
  price: string
}

async function createCourse(page: Page, { title, price }: NewCourse): Promise<void> {
  await page.getByRole('button', { name: 'Create Course' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Course' })
  await dialog.getByLabel('Course Title').fill(title)
  await dialog.getByLabel('Description').fill('What to check before a kayak leaves the beach.')
  await dialog.getByLabel('Instructor').selectOption({ label: 'Rozita Salleh (you)' })
  await dialog.getByLabel('Price (RM)').fill(price)
  await dialog.getByLabel('Category').selectOption('Business')
  await dialog.getByRole('button', { name: 'Create Course' }).click()
  await expect(dialog).toBeHidden()
}

async function addModule(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Module' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Module' })
  const submit = dialog.getByRole('button', { name: 'Add Module' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Title').fill(title)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No content in this module yet')).toBeVisible()
}

async function addContent(
  page: Page,
  kind: 'Video' | 'Document',
  { title, file }: { title: string; file: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add Content' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Content' })
  const submit = dialog.getByRole('button', { name: 'Add Content' })
  await dialog.getByRole('radio', { name: kind }).check()
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: kind === 'Video' ? 'View Video' : 'View PDF' })).toBeVisible()
}

test('a founder opens a business, makes a course and sells it to a learner', async ({
  page,
  context,
  request,
  anotherBrowser,
}) => {
  test.slow()
  const title = newTitle('Kayak Checks')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('a founder registers a business, creates a course and sells it to a learner', async () => {
    await open(page, '/business')
    await page.getByRole('main').getByRole('link', { name: 'Become a Partner' }).first().click()
    await expect(page).toHaveURL('/admin/register')
    await foundBusiness(page, newTitle('Pantai Outdoor'))
  })

  await test.step("the creators' page leads through three steps into /admin", async () => {
    await showCourses(page)
    await createCourse(page, { title, price: '45.50' })
    await page
      .getByRole('row')
      .filter({ hasText: title })
      .getByRole('link', { name: `Edit ${title}` })
      .click()
    await expect(page).toHaveURL(/\/course\/\d+\/manage/)
    await addModule(page, 'Before the water')
    await addContent(page, 'Video', { title: 'The hull', file: files.video })
    await addContent(page, 'Document', { title: 'The checklist', file: files.pdf })
    await page.getByRole('switch', { name: 'Publish Before the water' }).check()
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  })

  const courseId = Number(/\/course\/(\d+)\//.exec(page.url())?.[1])

  await test.step('the sales link is copied', async () => {
    await page.getByRole('button', { name: `More actions, ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Copy Sales Link' }).click()
    await expect(page.getByText('Sales link copied to clipboard!')).toBeVisible()
  })
  const salesLink = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(salesLink).pathname + new URL(salesLink).search).toBe(`/course-sales?courseId=${courseId}`)

  await test.step('the price is edited where it stands', async () => {
    await open(page, '/admin?tab=courses')
    await page.getByRole('button', { name: `Edit price, ${title}` }).click()
    await page.getByRole('textbox', { name: `Price in RM, ${title}` }).fill('49')
    await page.getByRole('button', { name: 'Save price' }).click()
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('49.00')
  })

  const learnersPage = await anotherBrowser()
  await test.step('a learner sees it in the marketplace, opens the shared link and buys it', async () => {
    await signInAs(learnersPage, await newLearner(request, 'Nadia Rashid'))
    await open(learnersPage, '/marketplace?search=' + encodeURIComponent(title))
    await expect(learnersPage.getByRole('link', { name: title, exact: true })).toBeVisible()
    await open(learnersPage, salesLink)
    await expect(learnersPage).toHaveURL(`/sp/${courseId}/`)
    await learnersPage.getByRole('button', { name: 'Buy Now' }).click()
    await expectPaymentPage(learnersPage, 'RM 49.00')
    await payByCard(learnersPage)
    await expect(learnersPage.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await open(learnersPage, `/course/${courseId}`)
    await learnersPage.getByRole('main').getByRole('link', { name: 'The hull' }).first().click()
    await startPlaying(learnersPage)
    await pictureMoves(learnersPage)
    await expectSound(learnersPage)
  })

  await test.step('the author sees the learner', async () => {
    await open(page, `/course/${courseId}/manage`)
    await expect(page.getByText('1 student', { exact: true })).toBeVisible()
  })

  await test.step('made private it leaves the marketplace, and its buyer keeps it', async () => {
    await open(page, '/admin?tab=courses')
    await page.getByRole('switch', { name: `Public: ${title}` }).uncheck()
    await expect(page.getByText('Course privacy has been updated to private')).toBeVisible()
    await open(learnersPage, '/marketplace?search=' + encodeURIComponent(title))
    await expect(learnersPage.getByText('No Courses Found')).toBeVisible()
    await open(learnersPage, `/course/${courseId}`)
    await expect(learnersPage.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})
