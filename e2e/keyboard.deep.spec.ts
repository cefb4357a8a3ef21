import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { expect, open, test } from './support/journey.ts'
import { pressEnterOn, tabTo, typeInto } from './support/keys.ts'
import { expectPaymentPage } from './support/payment-page.ts'
import { signInAs, demoPerson, newEmail, newPassword } from './support/people.ts'
import { courseNamed, courses, lessonsOf } from './support/school.ts'

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

test('a dialog keeps the focus inside and returns it', async ({ page, request }) => {
  await signInAs(page, await demoPerson(request, 'admin'))
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

test('Escape never discards a typed course without asking, and closing returns the focus', async ({
  page,
  request,
}) => {
  await signInAs(page, await demoPerson(request, 'admin'))
  await open(page, '/admin?tab=courses')
  const opener = page.getByRole('button', { name: 'Create Course' })
  await opener.click()
  const title = page.getByRole('dialog', { name: 'Create Course' }).getByLabel('Course Title')
  await title.fill('Typed')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  // The browser itself closes a dialog at the second Escape in a row. The question must appear all the same.
  for (const isAsked of [true, false, true, false, true]) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible({ visible: isAsked })
    await expect(title).toHaveValue('Typed')
  }
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a visitor finds a course, signs up, pays and starts with the keyboard alone', async ({
  page,
  request,
}) => {
  test.slow()
  const course = await courseNamed(request, courses.typescript)
  const [first] = await lessonsOf(request, course.id)
  if (!first) throw new Error('The course has no lesson')

  await test.step('a filter and a search lead to it', async () => {
    await open(page, '/marketplace')
    await pressEnterOn(page, page.getByRole('link', { name: 'Programming', exact: true }))
    await expect(page).toHaveURL('/marketplace?category=Programming')
    const search = page.getByRole('searchbox', { name: 'Search courses' })
    await tabTo(page, search, 'Shift+Tab')
    await page.keyboard.type('from first principles')
    await expect(page.getByText('1 course', { exact: true })).toBeVisible()
    await expect(search).toBeFocused()
    await pressEnterOn(page, page.getByRole('main').getByRole('link', { name: course.title, exact: true }))
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  })

  await test.step('buying requires sign-in, and is carried out after the registration', async () => {
    await pressEnterOn(page, page.getByRole('button', { name: 'Buy Now' }))
    await expect(page).toHaveURL((url) => url.pathname === '/login')
    await pressEnterOn(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
    await expect(page).toHaveURL((url) => url.pathname === '/register')
    await typeInto(page, page.getByLabel('Full name'), 'Suria Hamid')
    await typeInto(page, page.getByLabel('Email'), newEmail('keys'))
    await typeInto(page, page.getByLabel('Password', { exact: true }), newPassword)
    await typeInto(page, page.getByLabel('Confirm password'), newPassword)
    const terms = page.getByRole('checkbox', { name: /Terms of Service/ })
    await tabTo(page, terms)
    await page.keyboard.press('Space')
    await expect(terms).toBeChecked()
    await pressEnterOn(page, page.getByRole('button', { name: 'Create Account' }))
  })

  await test.step('the arrows choose how to pay', async () => {
    await expectPaymentPage(page, formatPlainRinggit(course.price))
    const card = page.getByRole('radio', { name: 'Card' })
    await tabTo(page, card)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'FPX online banking' })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await expect(card).toBeChecked()
    await pressEnterOn(page, page.getByRole('button', { name: /^Pay RM/ }))
    await pressEnterOn(page, page.getByRole('link', { name: 'Go to dashboard' }))
  })

  await test.step('the dashboard leads to the first lesson', async () => {
    await expect(page).toHaveURL('/dashboard')
    await pressEnterOn(page, page.getByRole('link', { name: 'Continue', exact: true }))
    await expect(page).toHaveURL(first.path)
    await expect(page.getByRole('heading', { name: first.title }).first()).toBeVisible()
  })
})

test('each filter of the marketplace keeps the focus, and leaving an empty list moves it to the list', async ({
  page,
}) => {
  await open(page, '/marketplace')
  const address = (query: string) => expect(page).toHaveURL(`/marketplace${query}`)
  const category = page.getByRole('link', { name: 'Design', exact: true })
  await pressEnterOn(page, category)
  await address('?category=Design')
  await expect(category).toHaveAttribute('aria-current', 'true')
  await expect(category).toBeFocused()

  await pressEnterOn(page, page.getByText('Price: All'))
  const paid = page.getByRole('group', { name: 'Price' }).getByRole('link', { name: 'Paid' })
  await pressEnterOn(page, paid)
  await address('?category=Design&price=paid')
  await expect(page.getByText('Price: Paid')).toBeVisible()
  await expect(paid).toBeFocused()

  const order = page.getByRole('combobox', { name: 'Sort by' })
  await tabTo(page, order)
  await page.keyboard.type('Best')
  await address('?category=Design&price=paid&sort=rating')
  await expect(order).toBeFocused()

  const list = page.getByRole('group', { name: 'Layout' }).getByRole('link', { name: 'List' })
  await expect(list).toHaveAttribute('href', '/marketplace?category=Design&price=paid&sort=rating&view=list')
  await pressEnterOn(page, list)
  await address('?category=Design&price=paid&sort=rating&view=list')
  await expect(list).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search courses' })
  await tabTo(page, search, 'Shift+Tab')
  await page.keyboard.type('nothing is called this')
  await expect(page.getByText('No Courses Found')).toBeVisible()
  await expect(search).toBeFocused()
  // One link is beside the count, and one is among the suggestions, whose code loads later.
  const resets = page.getByRole('link', { name: 'Reset Filters' })
  await expect(resets).toHaveCount(2)
  await pressEnterOn(page, resets.last())
  await address('?sort=rating&view=list')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ courses$/ })).toBeFocused()
})
