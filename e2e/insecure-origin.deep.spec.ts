/** An office opens the product over plain HTTP, where browsers offer no clipboard, service worker or `crypto.randomUUID`. */
import { findChromium } from '../scripts/programs/chromium.mjs'
import { expect, open, test } from './support/journey.ts'
import { newEmail, newPassword, postAs, signInAs } from './support/people.ts'
import { files } from './support/school.ts'

const port = Number(process.env['JOURNEY_PORT'] ?? 4321)
const executablePath = findChromium()

test.use({
  baseURL: `http://office.test:${port}`,
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP office.test 127.0.0.1'],
  },
  // The browser says that it ignores a header on such an origin.
  expectedComplaints: /Cross-Origin-Opener-Policy header has been ignored/,
})

test('a seller uploads a video, writes captions and copies a link in an office without HTTPS', async ({
  page,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: `http://127.0.0.1:${port}` })
  const registered = await request.post('/api/auth/admin/register', {
    data: {
      name: 'Hafiz Omar',
      email: newEmail('seller'),
      password: newPassword,
      businessName: `Perlis Prints ${newEmail('x')}`,
      businessEmail: newEmail('office'),
      businessPhone: '+60 4 555 1234',
      businessAddress: '2 Jalan Langgar, Alor Setar',
    },
  })
  const { data: seller } = (await registered.json()) as { data: { token: string } }
  const send = postAs(request, seller)
  const course = await send('/courses', { title: 'Printing by hand', description: 'Wood', price: 0 })
  await send('/course-content', { courseId: course.id, title: 'First prints', isPublished: true })

  await signInAs(page, seller)
  await open(page, `/course/${course.id}/manage`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)

  await test.step('a chosen file is uploaded', async () => {
    await page.getByRole('button', { name: 'First prints 0 items' }).click()
    await page.locator('input[type=file][multiple]').first().setInputFiles(files.video)
    await expect(page.getByText('All files are uploaded')).toBeVisible()
    await expect(page.getByRole('button', { name: /^More actions for first/ })).toBeVisible()
  })

  await test.step('the editor of captions adds lines', async () => {
    await page.getByRole('button', { name: /^More actions for first/ }).click()
    await page.getByRole('menuitem', { name: 'Captions…' }).click()
    await page.getByRole('button', { name: 'Write lines: English' }).click()
    await page.getByLabel('Text of line 1').fill('Wood is cut first.')
    await page.getByRole('button', { name: 'Add line', exact: true }).click()
    await expect(page.getByLabel('Text of line 2')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the link of the course is copied', async () => {
    await open(page, `/course/${course.id}/manage`)
    await page.getByRole('button', { name: /^More actions, / }).click()
    await page.getByRole('menuitem', { name: 'Copy Sales Link' }).click()
    await expect(page.getByText('Sales link copied to clipboard!')).toBeVisible()
    await open(page, '/contact')
    const field = page.getByRole('textbox').last()
    await field.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(field).toHaveValue(new RegExp(String.raw`/course-sales\?courseId=${course.id}$`))
  })
  await request.dispose()
})
