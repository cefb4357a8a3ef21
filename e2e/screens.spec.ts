/** Loads every screen once. accessibility.deep.spec.ts covers the other width, the other language and accessibility. */
import { expect, open } from './support/journey.ts'
import { missingSheets } from './support/missing-sheets.ts'
import { expectFit } from './support/screen-faults.ts'
import { loadScreen } from './support/screen-visits.ts'
import { screensByViewer } from './support/screens.ts'
import { desktop, setWindow, test } from './support/shared-page.ts'

for (const screen of screensByViewer) {
  test.describe(screen.name, () => {
    test.use({ keepsVisitor: true, expectedComplaints: screen.expected ?? null })

    test('every screen loads with its content and its styles, without complaints of the browser, no wider than its window', async ({
      page,
      request,
      baseURL,
    }) => {
      await setWindow(page, desktop)
      await loadScreen({ page, request, baseURL, language: 'en' }, screen)
      await expect(page).toHaveTitle(/\S/)
      await expectFit(page, 'English, desktop')
    })
  })
}

test('the check of styles finds a part whose sheet the page lacks', async ({ page }) => {
  await open(page, '/about')
  expect(await missingSheets(page)).toEqual([])
  await page.evaluate(() => document.body.classList.add('ap-table'))
  expect(await missingSheets(page)).toEqual([expect.stringMatching(/table-.*\.css: \.ap-table$/)])
})
