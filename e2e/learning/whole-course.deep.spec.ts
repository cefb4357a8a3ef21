/**
 * Creates a course of three modules in one sitting, from the empty studio to the first sale: on a laptop with the keyboard alone,
 * on a phone with taps. It has two videos, one of them cut while it is uploaded, a text, a document, an exercise and a quiz.
 */
import { randomBytes } from 'node:crypto'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { tabTo } from '../support/keys.ts'
import { expectPaymentPage, payByCard } from '../support/payment-page.ts'
import { newLearner, newSeller, signInAs, type Person } from '../support/people.ts'
import { files } from '../support/school.ts'

interface Hands {
  press: (target: Locator) => Promise<void>
  toggle: (target: Locator) => Promise<void>
  /** Selects one of the radio buttons of `group`. */
  pick: (group: Locator, label: string) => Promise<void>
  choose: (list: Locator, label: string) => Promise<void>
  type: (field: Locator, words: string) => Promise<void>
  /** Checks after a dialog has closed that the keyboard focus is back on its opener. */
  isBackAt: (opener: Locator) => Promise<void>
}

/** Moves the focus from the first item of an open menu to `item`. */
async function arrowTo(page: Page, item: Locator): Promise<void> {
  const isFocused = () => item.evaluate((element) => element === document.activeElement)
  for (let press = 0; press < 20 && !(await isFocused()); press += 1) await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
}

const keyboard = (page: Page): Hands => ({
  press: async (target) => {
    await expect(target).toBeVisible()
    if ((await target.getAttribute('role')) === 'menuitem') await arrowTo(page, target)
    else await tabTo(page, target)
    await page.keyboard.press('Enter')
  },
  toggle: async (target) => {
    await tabTo(page, target)
    await page.keyboard.press('Space')
  },
  pick: async (group, label) => {
    await tabTo(page, group.locator('input:checked'))
    const wanted = group.getByRole('radio', { name: label })
    for (let press = 0; press < 5 && !(await wanted.isChecked()); press += 1)
      await page.keyboard.press('ArrowDown')
    await expect(wanted).toBeChecked()
  },
  choose: async (list, label) => {
    await tabTo(page, list)
    await page.keyboard.type(label)
  },
  type: async (field, words) => {
    await tabTo(page, field)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(words)
  },
  isBackAt: (opener) => expect(opener).toBeFocused(),
})

const touch = (): Hands => ({
  press: (target) => target.tap(),
  toggle: (target) => target.tap(),
  pick: (group, label) => group.getByRole('radio', { name: label }).tap(),
  choose: async (list, label) => {
    await list.selectOption({ label })
  },
  type: (field, words) => field.fill(words),
  isBackAt: async () => {},
})

async function makeCourse(page: Page, hands: Hands, title: string): Promise<void> {
  await open(page, '/admin?tab=courses')
  const opener = page.getByRole('button', { name: 'Create Course' }).first()
  await hands.press(opener)
  const dialog = page.getByRole('dialog', { name: 'Create Course' })
  await hands.type(dialog.getByLabel('Course Title'), title)
  await hands.type(dialog.getByLabel('Description'), 'Sharpening, marking, and a joint that holds.')
  const instructor = dialog.getByLabel('Instructor')
  await expect(instructor.getByRole('option', { name: 'Salmah Yusof (you)' })).toBeAttached()
  await hands.choose(instructor, 'Salmah Yusof (you)')
  await hands.type(dialog.getByLabel('Price (RM)'), '59')
  await hands.choose(dialog.getByLabel('Category'), 'Design')
  await hands.press(dialog.getByRole('button', { name: 'Create as draft' }))
  await expect(dialog).toBeHidden()
  await hands.isBackAt(opener)
  await hands.press(page.getByRole('link', { name: `Edit ${title}` }))
  await expect(page).toHaveURL(/\/course\/\d+\/manage/)
}

async function addModule(page: Page, hands: Hands, title: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Add Module' }).first()
  await hands.press(opener)
  const dialog = page.getByRole('dialog', { name: 'Add Module' })
  await hands.type(dialog.getByLabel('Title'), title)
  await hands.press(dialog.getByRole('button', { name: 'Add Module' }))
  await expect(dialog).toBeHidden()
  await hands.isBackAt(opener)
}

/** Uploads two videos concurrently; the connection is cut during the first and comes back. */
async function uploadVideos(page: Page, hands: Hands): Promise<void> {
  let cuts = 0
  await page.route(/\/media\/parts\?|\/api\/upload(\?|$)/, (route) => {
    cuts += 1
    return cuts === 1 ? route.abort('connectionreset') : route.fallback()
  })
  page.once('filechooser', (chooser) => void chooser.setFiles([files.video, files.secondVideo]))
  await hands.press(page.getByRole('button', { name: 'Upload files' }))
  const tray = page.getByRole('region', { name: 'Uploads' })
  await expect(tray.getByText('All files are uploaded')).toBeVisible()
  expect(cuts, 'the first transfer was cut').toBeGreaterThan(1)
  await expect(page.getByRole('link', { name: 'View Video' })).toHaveCount(2)
}

async function uploadDocument(page: Page, hands: Hands): Promise<void> {
  page.once('filechooser', (chooser) => void chooser.setFiles(files.pdf))
  await hands.press(page.getByRole('button', { name: 'Upload files' }))
  await expect(page.getByRole('link', { name: 'View PDF' })).toBeVisible()
}

async function writeText(page: Page, hands: Hands, title: string): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Write a text' }))
  const dialog = page.getByRole('dialog', { name: 'Write a text' })
  await hands.type(dialog.getByLabel('Title'), title)
  await hands.press(dialog.getByRole('button', { name: 'Start writing' }))
  const text = page.getByRole('textbox', { name: `Text of ${title}` })
  await hands.type(text, 'Flatten the back first. The bevel comes last.')
  await expect(page.getByText('Saved. Learners do not see this lesson yet.')).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Publish lesson' }))
  await expect(page.getByText('The lesson is published')).toBeVisible()
}

async function addExercise(page: Page, hands: Hands, lesson: string): Promise<void> {
  await hands.press(page.getByRole('button', { name: `More actions for ${lesson}` }))
  await hands.press(page.getByRole('menuitem', { name: `Practice under ${lesson}` }))
  const dialog = page.getByRole('dialog', { name: /^Practice under/ })
  await hands.pick(dialog.getByRole('group', { name: 'Under this lesson' }), 'An exercise of your own')
  await hands.type(
    dialog.getByRole('textbox', { name: 'Task' }),
    'Write kerf(cuts, blade): the wood that the cuts take.',
  )
  await hands.press(dialog.getByRole('button', { name: 'Add check' }))
  await hands.type(dialog.getByLabel('Expression').first(), 'kerf(4, 3)')
  await hands.type(dialog.getByLabel('Expected result').first(), '12')
  await hands.press(dialog.getByRole('button', { name: 'Save practice' }))
  await expect(page.getByText('The practice is saved')).toBeVisible()
}

async function writeQuiz(page: Page, hands: Hands, title: string): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'New quiz' }))
  const dialog = page.getByRole('dialog', { name: 'New quiz' })
  await hands.type(dialog.getByLabel('Title'), title)
  await hands.press(dialog.getByRole('button', { name: 'Write questions' }))
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) })).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Add question' }))
  await hands.type(page.getByLabel('Question', { exact: true }), 'Which side of a chisel is flat?')
  await hands.type(page.getByLabel('Option 1', { exact: true }), 'The back')
  await hands.type(page.getByLabel('Option 2', { exact: true }), 'The bevel')
  await hands.toggle(page.getByLabel('Option 1 is right'))
  await expect(page.getByText('Saved. Learners do not see this quiz yet.')).toBeVisible()
  await hands.press(page.getByRole('button', { name: 'Publish quiz' }))
  await expect(page.getByText('The quiz is published')).toBeVisible()
}

async function publishModule(page: Page, hands: Hands, title: string): Promise<void> {
  const publish = page.getByRole('switch', { name: `Publish ${title}` })
  await hands.toggle(publish)
  await expect(publish).toBeChecked()
}

/** Returns from an editor to the builder by the page's link. */
async function backToModule(page: Page, hands: Hands, title: string): Promise<void> {
  await hands.press(page.getByRole('link', { name: 'Back to modules' }))
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

async function makeWholeCourse(page: Page, hands: Hands, title: string): Promise<number> {
  await test.step('a course begins as a draft', () => makeCourse(page, hands, title))
  const courseId = Number(/\/course\/(\d+)\//.exec(page.url())?.[1])

  await test.step('two videos arrive, though the line is cut', async () => {
    await addModule(page, hands, 'Sharp tools')
    await uploadVideos(page, hands)
    await publishModule(page, hands, 'Sharp tools')
  })
  await test.step('a text, a document and an exercise', async () => {
    await addModule(page, hands, 'Marking out')
    await writeText(page, hands, 'The order of work')
    await backToModule(page, hands, 'Marking out')
    await uploadDocument(page, hands)
    await addExercise(page, hands, 'The order of work')
    await publishModule(page, hands, 'Marking out')
  })
  await test.step('a quiz', async () => {
    await addModule(page, hands, 'What you know')
    await writeQuiz(page, hands, 'Chisels')
    await backToModule(page, hands, 'What you know')
    await publishModule(page, hands, 'What you know')
  })
  return courseId
}

async function previewAndPublish(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Preview' }))
  const opened = page.waitForEvent('popup')
  await hands.press(page.getByRole('menuitem', { name: /^As a learner/ }))
  const preview = await opened
  await expect(preview.getByRole('link', { name: /The order of work/ }).first()).toBeVisible()
  await preview.close()
  await hands.press(page.getByRole('button', { name: 'Publish', exact: true }))
  const dialog = page.getByRole('dialog', { name: /^Publish / })
  await hands.press(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await expect(dialog).toBeHidden()
}

async function sellIt(page: Page, learner: Person, courseId: number): Promise<void> {
  await signInAs(page, learner)
  await open(page, `/sp/${courseId}/`)
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expectPaymentPage(page, 'RM 59.00')
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await open(page, `/course/${courseId}`)
  for (const lesson of ['The order of work', 'Chisels']) {
    await expect(page.getByRole('link', { name: new RegExp(lesson) }).first()).toBeVisible()
  }
}

test.use({ expectedComplaints: /ERR_CONNECTION_RESET/ })

const newTitle = () => `Hand Tools ${randomBytes(3).toString('hex')}`

test('a newcomer makes, previews, publishes and sells a course of three modules with the keyboard alone', async ({
  page,
  request,
  anotherBrowser,
}) => {
  test.slow()
  await signInAs(page, await newSeller(request))
  const hands = keyboard(page)
  const courseId = await makeWholeCourse(page, hands, newTitle())
  await test.step('it is previewed and published', () => previewAndPublish(page, hands))
  await test.step('a learner buys it', async () =>
    sellIt(await anotherBrowser(), await newLearner(request), courseId))
})

test.describe('on a phone', () => {
  const phone: BrowserContextOptions = {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  }
  test.use(phone)
  test('a newcomer makes, previews, publishes and sells the same course', async ({
    page,
    request,
    anotherBrowser,
  }) => {
    test.slow()
    await signInAs(page, await newSeller(request))
    const courseId = await makeWholeCourse(page, touch(), newTitle())
    await test.step('it is previewed and published', () => previewAndPublish(page, touch()))
    await test.step('a learner buys it', async () =>
      sellIt(await anotherBrowser(), await newLearner(request), courseId))
  })
})
