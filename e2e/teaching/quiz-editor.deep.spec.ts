/** Tests parts of the quiz editor that the list of screens (screens.ts) does not open. */
import { readFile } from 'node:fs/promises'
import { seriousFaults } from '../support/accessibility-faults.ts'
import { expect, open } from '../support/journey.ts'
import { demoPerson, signInAs } from '../support/people.ts'
import { courseNamed, courses, quizOf } from '../support/school.ts'
import { sidewaysPixels } from '../support/screen-faults.ts'
import { desktop, phone, setWindow, test } from '../support/shared-page.ts'

for (const [name, window] of Object.entries({ desktop, phone })) {
  test(`the views and dialogs of the editor of a quiz have no serious accessibility fault on a ${name}`, async ({
    page,
    request,
  }) => {
    await setWindow(page, window)
    const course = await courseNamed(request, courses.typescript)
    await signInAs(page, await demoPerson(request, 'instructor'))
    await open(page, `/course/${course.id}/manage/quizzes/${await quizOf(request, courses.typescript)}`)
    await expect(page.getByRole('heading', { level: 1, name: /^Quiz/ })).toBeVisible()
    await page.getByRole('button', { name: 'Add from the bank' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add questions from the bank' })
    await expect(dialog.getByRole('heading', { name: 'The bank is empty' })).toBeVisible()
    expect.soft(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    for (const view of ['Settings', 'Statistics']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await expect(page.getByRole('region', { name: view })).toBeVisible()
      expect.soft(await seriousFaults(page)).toEqual([])
      expect(await sidewaysPixels(page), 'pixels to scroll sideways').toBeLessThanOrEqual(0)
    }
  })
}

test('a quiz that was downloaded as a QTI package is imported again, and a wrong item is named', async ({
  page,
  request,
}) => {
  await setWindow(page, desktop)
  const course = await courseNamed(request, courses.typescript)
  await signInAs(page, await demoPerson(request, 'instructor'))
  // Other journeys open this quiz, so nothing is saved.
  await page.route('**/quiz/draft', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await open(page, `/course/${course.id}/manage/quizzes/${await quizOf(request, courses.typescript)}`)
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as QTI 2.1' }).click()
  const file = await (await started).path()
  const input = page.locator('input[type=file][accept*=".xml"]')
  await input.setInputFiles({
    name: 'map.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(
      '<assessmentItem title="Map"><itemBody><hotspotInteraction/></itemBody></assessmentItem>',
    ),
  })
  await expect(
    page.getByText('item "Map": has an interaction that is not supported: hotspotInteraction'),
  ).toBeVisible()
  expect.soft(await seriousFaults(page)).toEqual([])
  await input.setInputFiles({
    name: 'quiz.qti.zip',
    mimeType: 'application/zip',
    buffer: await readFile(file),
  })
  await page.getByRole('button', { name: /^Add \d+ questions$/ }).click()
  await expect(page.getByText(/^\d+ questions were added\.$/)).toBeVisible()
  await setWindow(page, phone)
  expect(await sidewaysPixels(page), 'pixels to scroll sideways').toBeLessThanOrEqual(0)
})
