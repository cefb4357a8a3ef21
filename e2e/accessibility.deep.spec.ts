import { languages } from '@apogee/domain/languages.ts'
import type { APIRequestContext } from '@playwright/test'
import { seriousFaults, seriousFaultsInTheme } from './accessibility-faults.ts'
import { expect, open } from './journey.ts'
import { as, signInAs, demoPerson, newLearner } from './people.ts'
import { courseNamed, courses } from './school.ts'
import { screens, type Viewer } from './screens.ts'
import { expectFit, expectNoFaults, sidewaysPixels } from './screen-faults.ts'
import { missingSheets } from './missing-sheets.ts'
import { desktop, phone, setWindow, test } from './shared-page.ts'

const person = (request: APIRequestContext, viewer: Exclude<Viewer, 'stranger'>) =>
  viewer === 'learner' ? newLearner(request) : demoPerson(request, viewer)

const loading = /Loading\.\.\.|Memuatkan\.\.\./i

/**
 * Each screen is loaded twice, once in each language and once in each window; the other window follows on the loaded page.
 * Faults of accessibility are looked for once in each language and once in each window: a fault of one language in one window
 * alone is a matter of width.
 */
const windowsIn = (language: string) => (language === 'en' ? { desktop, phone } : { phone, desktop })

for (const screen of screens) {
  test.describe(screen.name, () => {
    test.use({ expectedComplaints: screen.expected ?? null })

    test('every screen fits its width and has no serious accessibility fault, wide or narrow, dark or light, in English and in Malay', async ({
      page,
      context,
      request,
      baseURL,
    }) => {
      test.slow()
      if (screen.viewer !== 'stranger') await signInAs(page, await person(request, screen.viewer))
      await screen.before?.(page, request)
      const path = typeof screen.path === 'string' ? screen.path : await screen.path(request)
      const main = page.getByRole('main')
      for (const language of languages) {
        await context.addCookies([
          { name: 'theme', value: 'space', url: baseURL ?? '' },
          { name: 'lang', value: language, url: baseURL ?? '' },
        ])
        const heading =
          language === 'en' ? main.getByRole('heading', { name: screen.heading }) : main.getByRole('heading')
        for (const [turn, [name, window]] of Object.entries(windowsIn(language)).entries()) {
          await setWindow(page, window)
          if (turn === 0) {
            await open(page, path)
            await expect(page.locator('html')).toHaveAttribute('lang', language)
          }
          await expect(heading.first()).toBeVisible()
          // finished: nothing says any more that it is loading
          await expect(page.getByText(loading)).toHaveCount(0)
          const where = `${language}, ${name}`
          await (turn === 0 ? expectNoFaults(page, where, 'space') : expectFit(page, where))
        }
      }
    })
  })
}

for (const [name, window] of Object.entries({ desktop, phone })) {
  test.describe(`in the window of a ${name}`, () => {
    test.beforeEach(({ page }) => setWindow(page, window))

    test('the check finds a text of low contrast and a button without a name, in both themes', async ({
      page,
    }) => {
      await open(page, '/about')
      await page.evaluate(() => {
        const heading = document.querySelector('h1')
        if (!heading) throw new Error('the page has no heading')
        heading.style.color = 'color-mix(in srgb, var(--text-primary) 15%, var(--surface-page))'
        heading.append(document.createElement('button'))
      })
      const broken = [expect.stringMatching(/^button-name: /), expect.stringMatching(/^color-contrast: h1/)]
      expect((await seriousFaults(page)).toSorted()).toEqual(broken)
      expect(await seriousFaultsInTheme(page, 'daylight')).toContainEqual(broken[1])
    })

    test('the check of styles finds a part whose sheet the page lacks', async ({ page }) => {
      await open(page, '/about')
      expect(await missingSheets(page)).toEqual([])
      await page.evaluate(() => document.body.classList.add('ap-table'))
      expect(await missingSheets(page)).toEqual([expect.stringMatching(/table-.*\.css: \.ap-table$/)])
    })

    test.describe('dialogs', () => {
      test('Create Course has no serious accessibility fault', async ({ page, request }) => {
        await signInAs(page, await demoPerson(request, 'admin'))
        await open(page, '/admin?tab=courses')
        await page.getByRole('button', { name: 'Create Course' }).click()
        await expect(page.getByRole('dialog', { name: 'Create Course' })).toBeVisible()
        expect(await seriousFaults(page)).toEqual([])
      })

      test('a dialog keeps its header and its cross in place above scrolling content', async ({
        page,
        request,
      }) => {
        await setWindow(page, { ...window, width: 1440, height: 500 })
        await signInAs(page, await demoPerson(request, 'admin'))
        await open(page, '/admin?tab=courses')
        await page.getByRole('button', { name: 'Create Course' }).click()
        const dialog = page.getByRole('dialog', { name: 'Create Course' })
        const heading = dialog.getByRole('heading', { name: 'Create Course' })
        await dialog.getByText('Course Image').scrollIntoViewIfNeeded()
        await expect(dialog.getByLabel('Course Title')).not.toBeInViewport()
        await expect(heading).toBeInViewport({ ratio: 1 })
        await dialog.getByRole('button', { name: 'Close' }).click()
        await expect(dialog).toBeHidden()
      })

      test('Add Module and Add Content have no serious accessibility fault', async ({ page, request }) => {
        const course = await courseNamed(request, courses.git)
        await signInAs(page, await demoPerson(request, 'instructor'))
        await open(page, `/course/${course.id}/manage`)
        await page.getByRole('button', { name: 'Add Module' }).click()
        await expect(page.getByRole('dialog', { name: 'Add Module' })).toBeVisible()
        expect.soft(await seriousFaults(page)).toEqual([])
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: /^Snapshots and labels/ }).click()
        await page.getByRole('button', { name: 'Add Content' }).click()
        await expect(page.getByRole('dialog', { name: 'Add Content' })).toBeVisible()
        expect(await seriousFaults(page)).toEqual([])
      })

      test('People of a private course has no serious accessibility fault', async ({ page, request }) => {
        const admin = await demoPerson(request, 'admin')
        const made = await request.post('/api/courses', {
          ...as(admin),
          data: { title: 'For our own people', description: 'Not for sale', isPrivate: true },
        })
        const { data: course } = (await made.json()) as { data: { id: number } }
        await request.post(`/api/courses/${course.id}/invites`, { ...as(admin), data: { maxUses: 5 } })
        await signInAs(page, admin)
        await open(page, `/course/${course.id}/manage`)
        await page.getByRole('button', { name: 'People', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'People' })
        await expect(dialog.getByText('Used 0 of 5')).toBeVisible()
        await dialog.getByLabel('Email addresses').fill('student@apogee.test')
        await dialog.getByRole('button', { name: 'Enroll People' }).click()
        const report = dialog.getByRole('list', { name: 'Result for each line' })
        await expect(report.getByText('Invited', { exact: true })).toBeVisible()
        expect(await seriousFaults(page)).toEqual([])
        expect(await sidewaysPixels(page), 'pixels to scroll sideways').toBeLessThanOrEqual(0)
      })
    })

    test.describe('forms that refuse', () => {
      for (const path of ['/login', '/register', '/admin/register']) {
        test(`${path} shows its errors without a serious accessibility fault`, async ({ page }) => {
          await open(page, path)
          await page
            .getByRole('main')
            .getByRole('button', { name: /^(Sign In|Create Account|Next)$/ })
            .click()
          await expect(page.getByText('Email is required')).toBeVisible()
          expect(await seriousFaults(page)).toEqual([])
        })
      }
    })
  })
}
