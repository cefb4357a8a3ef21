/** Tests pages whose nodes a translator or an extension changes, before and after the page's scripts run. */
import type { Page } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { payByCard } from './support/payment-page.ts'
import { newLearner, newPassword, newEmail } from './support/people.ts'
import { courseNamed, courses, enrol, lessonsOf } from './support/school.ts'
import { startPlaying } from './support/player.ts'

// React reports when it has to render a page again, because its nodes were changed before hydration. A wrong password is answered
// with 401.
test.use({ expectedComplaints: /Minified React error #418|401 \(Unauthorized\).*\/api\/auth\/login/ })

/** Replaces each text by two nested `font` elements, as Chrome's translator does. The text itself stays the same. */
function translate(): void {
  const leftAlone = 'font, script, style, textarea, title, [translate="no"]'
  const isOurs = (text: Node) => text.parentElement?.closest(leftAlone) !== null
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts.filter((each) => each.data.trim() && each.isConnected && !isOurs(each))) {
      const outer = document.createElement('font')
      outer.appendChild(document.createElement('font')).textContent = text.data
      text.parentNode?.replaceChild(outer, text)
    }
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateIn(target)
      for (const added of addedNodes) translateIn(added)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Adds elements and attributes to head, body and beside fields, as password managers and writing aids do. */
function extend(): void {
  const mark = (name: string) => Object.assign(document.createElement('div'), { className: name })
  new MutationObserver(() => {
    document.documentElement.dataset['extension'] ??= 'on'
    if (document.head && !document.head.querySelector('[name="extension"]')) {
      const meta = document.head.insertBefore(document.createElement('meta'), document.head.firstChild)
      meta.name = 'extension'
    }
    if (document.body && !document.body.querySelector('.extension-root'))
      document.body.insertBefore(mark('extension-root'), document.body.firstChild)
    for (const field of document.querySelectorAll('form input'))
      if (!field.nextElementSibling?.matches('.extension-icon')) field.after(mark('extension-icon'))
  }).observe(document, { childList: true, subtree: true })
}

const notBroken = (page: Page) => expect(page.getByText('Something went wrong')).toHaveCount(0)

for (const [name, change] of Object.entries({ translator: translate, extension: extend })) {
  test(`a learner signs in, buys, studies, takes a quiz and changes settings with a ${name}`, async ({
    page,
    request,
  }) => {
    const colour = await courseNamed(request, courses.colour)
    const git = await courseNamed(request, courses.git)
    const learner = await newLearner(request)
    await enrol(request, learner, git.id)
    await page.addInitScript(change)

    await test.step('signing in', async () => {
      await open(page, '/login')
      await page.getByLabel('Email').fill(learner.email)
      await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await page.getByLabel('Password', { exact: true }).fill(newPassword)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page).toHaveURL('/dashboard')
    })

    await test.step('buying', async () => {
      await open(page, `/sp/${colour.id}/`)
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      await expect(page.getByRole('button', { name: 'In Cart' })).toBeDisabled()
      await open(page, '/checkout')
      await page.getByLabel('Address').fill('8 Jalan Kenanga')
      await page.getByLabel('City').fill('Ipoh')
      await page.getByLabel('State').fill('Perak')
      await page.getByLabel('Postal code').fill('30000')
      await page.getByRole('button', { name: 'Complete Purchase' }).click()
      await payByCard(page)
      await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    })

    await test.step('watching a lesson', async () => {
      const [lesson] = await lessonsOf(request, git.id)
      await open(page, lesson?.path ?? '')
      await startPlaying(page)
      await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible()
      await notBroken(page)
    })

    await test.step('taking a quiz', async () => {
      await open(page, '/assessment/1')
      await page.getByRole('button', { name: 'Start Assessment' }).click()
      await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible()
      const timer = page.getByRole('timer', { name: 'Time left' })
      const before = await timer.textContent()
      await expect.poll(() => timer.textContent()).not.toBe(before)
      await page.getByRole('radio', { name: /ringgit are left/ }).check()
      await expect(page.getByText('All answers saved')).toBeVisible()
      await expect(page.getByText('1 of 3 answered')).toBeVisible()
      await page.getByRole('button', { name: 'Submit Assessment' }).click()
      await page.getByRole('button', { name: 'Submit anyway' }).click()
      await expect(page.getByText(/of 35 points/)).toBeVisible()
    })

    await test.step('changing a name', async () => {
      await open(page, '/settings')
      await page.getByLabel('Name', { exact: true }).fill('Zainab binti Idris')
      await page
        .locator('form')
        .filter({ has: page.getByLabel('Name', { exact: true }) })
        .getByRole('button', { name: /^Save/ })
        .click()
      await expect(page.getByText('Your name has been saved')).toBeVisible()
      await notBroken(page)
    })
  })

  test(`a seller creates a course with a module with a ${name}`, async ({ page, request }) => {
    const email = newEmail('seller')
    const registered = await request.post('/api/auth/admin/register', {
      data: {
        name: 'Hafiz Omar',
        email,
        password: newPassword,
        businessName: `Perlis Prints ${email.slice(7, 15)}`,
        businessEmail: newEmail('office'),
        businessPhone: '+60 4 555 1234',
        businessAddress: '2 Jalan Langgar, Alor Setar',
      },
    })
    const { data } = (await registered.json()) as { data: { token: string } }
    await page.goto('/robots.txt')
    await page.evaluate((token) => localStorage.setItem('authToken', token), data.token)
    await page.addInitScript(change)
    await open(page, '/admin?tab=courses')
    await page.getByRole('button', { name: 'Create Course' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Course' })
    await dialog.getByLabel('Course Title').fill('Printing by hand')
    await dialog.getByLabel('Description').fill('From wood to paper.')
    await dialog.getByLabel('Instructor').selectOption({ label: 'Hafiz Omar (you)' })
    await dialog.getByRole('button', { name: 'Create Course' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: 'Printing by hand' }).first().click()
    await page.getByRole('button', { name: 'Add Module' }).click()
    const module = page.getByRole('dialog', { name: 'Add Module' })
    await module.getByLabel('Title').fill('First prints')
    await module.getByRole('button', { name: 'Add Module' }).click()
    await expect(module).toBeHidden()
    await expect(page.getByText('No content in this module yet')).toBeVisible()
    await notBroken(page)
  })
}
