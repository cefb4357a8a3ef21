import type { Locator, Page } from '@playwright/test'
import { expect, open, test } from './journey.ts'
import { becomes, demoPerson, newLearner } from './people.ts'
import { pictureMoves, player, position } from './player.ts'
import { courseNamed, courses, ringgit } from './school.ts'

const furthest = 80

/** Presses Tab until the focus stands there, as someone without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < furthest; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${furthest} presses of Tab did not reach ${target.toString()}`)
}

test('a course is bought and studied with the keyboard alone', async ({ page, request }) => {
  test.slow()
  const course = await courseNamed(request, courses.sql)
  await becomes(page, await newLearner(request))
  await open(page, '/marketplace')

  await tabTo(page, page.getByRole('searchbox', { name: 'Search courses' }))
  await page.keyboard.type('people with questions')
  await expect(page.getByText('1 course', { exact: true })).toBeVisible()
  await tabTo(page, page.getByRole('main').getByRole('link', { name: course.title, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Buy Now' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ringgit(course.price))
  await tabTo(page, page.getByRole('button', { name: /^Pay RM/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Go to dashboard' }))
  await page.keyboard.press('Enter')

  await expect(page.getByText(/^Next: /).first()).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Continue', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, player(page).getByRole('button', { name: 'Play' }).first())
  await page.keyboard.press('Enter')
  await pictureMoves(page)
  const before = await position(page)
  await page.keyboard.press('l')
  await expect.poll(() => position(page)).toBeGreaterThan(before + 9)
  await page.keyboard.press('k')
  await expect(player(page).getByRole('button', { name: 'Play' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Mark as Complete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeFocused()
})

test('the first Tab offers to skip to the content', async ({ page }) => {
  await open(page, '/marketplace')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toBeFocused()
})

test('a dialog keeps the focus inside and gives it back', async ({ page, request }) => {
  await becomes(page, await demoPerson(request, 'admin'))
  await open(page, '/admin?tab=courses')
  const opener = page.getByRole('button', { name: 'Create Course' }).first()
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Course' })
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByLabel('Course Title'))
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(opener).not.toBeFocused()
  await tabTo(page, dialog.getByLabel('Description'))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the account menu opens, moves and closes by keys, and gives the focus back', async ({
  page,
  request,
}) => {
  await becomes(page, await newLearner(request, 'Ravi Pillai'))
  await open(page, '/dashboard')
  const menu = page.getByRole('button', { name: 'Account of Ravi Pillai' })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Your Profile' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('the tabs of a sales page move with the arrows, and pressing the open one closes it', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.git)
  await open(page, `/sp/${course.id}/`)
  const about = page.getByRole('tab', { name: 'About' })
  await tabTo(page, about)
  await page.keyboard.press('ArrowRight')
  const curriculum = page.getByRole('tab', { name: 'Curriculum' })
  await expect(curriculum).toBeFocused()
  await expect(curriculum).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(curriculum).toHaveAttribute('aria-selected', 'false')
  await expect(page.getByRole('tabpanel')).toHaveCount(0)
})

test('Escape never throws a typed course away, and leaving gives the focus back', async ({
  page,
  request,
}) => {
  await becomes(page, await demoPerson(request, 'admin'))
  await open(page, '/admin?tab=courses')
  const opener = page.getByRole('button', { name: 'Create Course' })
  await opener.click()
  const title = page.getByRole('dialog', { name: 'Create Course' }).getByLabel('Course Title')
  await title.fill('Typed')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  // The browser itself closes a dialog at the second Escape in a row: the question comes all the same.
  for (const isAsked of [true, false, true, false, true]) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible({ visible: isAsked })
    await expect(title).toHaveValue('Typed')
  }
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})
