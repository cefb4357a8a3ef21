/** Tests the accessibility of every screen, in Malay: narrow and wide, dark and light. */
import type { Locator, Page } from '@playwright/test'
import { expect, open } from '../support/journey.ts'
import { seriousFaults, seriousFaultsInTheme } from '../support/accessibility-faults.ts'
import { as, demoReader, signInAs } from '../support/people.ts'
import { courseNamed, courses } from '../support/school.ts'
import { expectFit, sidewaysPixels } from '../support/screen-faults.ts'
import { followToScreen } from '../support/screen-visits.ts'
import { screensByViewer } from '../support/screens.ts'
import { desktop, phone, setWindow, test } from '../support/shared-page.ts'
import { untranslatedTexts } from '../support/untranslated-texts.ts'

for (const screen of screensByViewer) {
  test.describe(screen.name, () => {
    test.use({ keepsVisitor: true, expectedComplaints: screen.expected ?? null })

    test('every screen fits in Malay without English texts and has no serious accessibility fault, narrow or wide, dark or light', async ({
      page,
      request,
      baseURL,
    }) => {
      test.slow()
      await setWindow(page, phone)
      await followToScreen({ page, request, baseURL, language: 'ms' }, screen)
      const themes = ['space', 'daylight'] as const
      for (const [window, [first, second]] of [
        [phone, themes],
        [desktop, themes.toReversed()],
      ] as const) {
        await setWindow(page, window)
        const where = `${window.width} wide`
        await expectFit(page, where)
        expect.soft(await untranslatedTexts(page, 'ms'), `${where}: English texts`).toEqual([])
        expect.soft(await seriousFaults(page), `${where}, ${first}`).toEqual([])
        expect.soft(await seriousFaultsInTheme(page, second ?? ''), `${where}, ${second}`).toEqual([])
      }
    })
  })
}

const windows = { narrow: phone, wide: desktop }

/** Checks the screen in both windows. What was opened in the narrow window must stay open in the wide one. */
async function expectNoFaults(page: Page, opened: Locator): Promise<void> {
  for (const [how, window] of Object.entries(windows)) {
    await setWindow(page, window)
    await expect(opened).toBeVisible()
    expect.soft(await seriousFaults(page), how).toEqual([])
  }
}

test.describe('the checks', () => {
  test.beforeEach(({ page }) => setWindow(page, desktop))

  test('the check finds a text of low contrast and a button without a name, in both themes', async ({
    page,
  }) => {
    await open(page, '/about')
    // The checks remember which looks have no fault. They must find the faults below all the same.
    expect(await seriousFaults(page)).toEqual([])
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

  test('the check of contrast finds a text that something else has come to stand behind', async ({
    page,
  }) => {
    await open(page, '/about')
    expect(await seriousFaults(page)).toEqual([])
    await page.evaluate(() => {
      const heading = document.querySelector('h1')
      if (!heading) throw new Error('the page has no heading')
      const { height } = heading.getBoundingClientRect()
      const box = document.createElement('div')
      Object.assign(box.style, {
        height: `${height + 40}px`,
        margin: `-20px 0 ${-height - 20}px`,
        background: 'color-mix(in srgb, var(--text-primary) 80%, var(--surface-page))',
      })
      heading.before(box)
      heading.style.position = 'relative'
    })
    expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^color-contrast: h1/)])
  })

  test('the check of translations finds an English text, name and placeholder, and ignores what is marked as English', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'lang', value: 'ms', url: baseURL ?? '' }])
    await open(page, '/about')
    expect(await untranslatedTexts(page, 'ms')).toEqual([])
    await page.evaluate(() => {
      const [text, marked, button, field] = ['p', 'p', 'button', 'input'].map((name) =>
        document.body.appendChild(document.createElement(name)),
      )
      text?.append('Your cart is empty')
      marked?.append('Skip to content')
      marked?.setAttribute('lang', 'en')
      button?.setAttribute('aria-label', 'Sign In')
      field?.setAttribute('placeholder', 'Search courses')
    })
    expect((await untranslatedTexts(page, 'ms')).toSorted()).toEqual([
      'Search courses',
      'Sign In',
      'Your cart is empty',
    ])
  })
})

test.describe('dialogs', () => {
  test.beforeEach(({ page }) => setWindow(page, phone))

  test('Create Course has no serious accessibility fault', async ({ page, request }) => {
    await signInAs(page, await demoReader(request, 'admin'))
    await open(page, '/admin?tab=courses')
    await page.getByRole('button', { name: 'Create Course' }).click()
    await expectNoFaults(page, page.getByRole('dialog', { name: 'Create Course' }))
  })

  test('a dialog keeps its header and its cross in place above scrolling content', async ({
    page,
    request,
  }) => {
    await signInAs(page, await demoReader(request, 'admin'))
    await open(page, '/admin?tab=courses')
    for (const window of Object.values(windows)) {
      await setWindow(page, { ...window, width: 1440, height: 500 })
      await page.getByRole('button', { name: 'Create Course' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create Course' })
      const heading = dialog.getByRole('heading', { name: 'Create Course' })
      await dialog.getByText('Course Image').scrollIntoViewIfNeeded()
      await expect(dialog.getByLabel('Course Title')).not.toBeInViewport()
      await expect(heading).toBeInViewport({ ratio: 1 })
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
    }
  })

  test('Add Module and Add Content have no serious accessibility fault', async ({ page, request }) => {
    const course = await courseNamed(request, courses.git)
    await signInAs(page, await demoReader(request, 'instructor'))
    await open(page, `/course/${course.id}/manage`)
    await page.getByRole('button', { name: 'Add Module' }).click()
    await expectNoFaults(page, page.getByRole('dialog', { name: 'Add Module' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Snapshots and labels/ }).click()
    await page.getByRole('button', { name: 'Add Content' }).click()
    await expectNoFaults(page, page.getByRole('dialog', { name: 'Add Content' }))
  })

  test('People of a private course has no serious accessibility fault', async ({ page, request }) => {
    const admin = await demoReader(request, 'admin')
    const made = await request.post('/api/courses', {
      ...as(admin),
      data: { title: 'For our own people', description: 'Not for sale', isPrivate: true },
    })
    const { data: course } = (await made.json()) as { data: { id: number } }
    await request.post(`/api/courses/${course.id}/invites`, { ...as(admin), data: { maxUses: 5 } })
    await signInAs(page, admin)
    await open(page, `/course/${course.id}/people`)
    await page.getByRole('button', { name: 'Add learners' }).click()
    const dialog = page.getByRole('dialog', { name: 'People' })
    await expect(dialog.getByText('Used 0 of 5')).toBeVisible()
    await dialog.getByLabel('Email addresses').fill('student@apogee.test')
    await dialog.getByRole('button', { name: 'Enroll People' }).click()
    const report = dialog.getByRole('list', { name: 'Result for each line' })
    await expect(report.getByText('Invited', { exact: true })).toBeVisible()
    for (const window of Object.values(windows)) {
      await setWindow(page, window)
      expect(await sidewaysPixels(page), 'pixels to scroll sideways').toBeLessThanOrEqual(0)
    }
    await expectNoFaults(page, report)
  })
})

test.describe('forms that refuse', () => {
  for (const path of ['/login', '/register', '/admin/register']) {
    test(`${path} shows its errors without a serious accessibility fault`, async ({ page }) => {
      await setWindow(page, phone)
      await open(page, path)
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Sign In|Create Account|Next)$/ })
        .click()
      await expectNoFaults(page, page.getByText('Email is required'))
    })
  }
})
