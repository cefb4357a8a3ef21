/**
 * Tests a lesson text: written with the keyboard alone, with and without a connection, and read on a phone; with formulas and a
 * video.
 */
import type { APIRequestContext, Page } from '@playwright/test'
import { seriousFaults } from '../support/accessibility-faults.ts'
import { expect, open, test } from '../support/journey.ts'
import { pressEnterOn, tabTo, typeInto } from '../support/keys.ts'
import { as, demoPerson, newLearner, signInAs } from '../support/people.ts'
import { pictureMoves, player, position, startPlaying } from '../support/player.ts'
import { enrol, files } from '../support/school.ts'
import { sidewaysPixels } from '../support/screen-faults.ts'

test.use({ expectedComplaints: /ERR_INTERNET_DISCONNECTED/ })

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function newCourse(request: APIRequestContext): Promise<number> {
  const instructor = as(await demoPerson(request, 'instructor'))
  const created = await request.post('/api/courses', {
    ...instructor,
    data: { title: 'Orbits in words', description: 'A course to read', price: 0 },
  })
  const { data } = (await created.json()) as { data: { id: number } }
  await request.post('/api/course-content', {
    ...instructor,
    data: { courseId: data.id, title: 'First steps', isPublished: true },
  })
  return data.id
}

test('an author writes a text by keyboard, loses the connection and the page, and publishes it; a learner reads it', async ({
  page,
  context,
  request,
  anotherBrowser,
}) => {
  const courseId = await newCourse(request)
  await signInAs(page, await demoPerson(request, 'instructor'))
  await open(page, `/course/${courseId}/manage`)
  await pressEnterOn(page, page.getByRole('button', { name: /^First steps/ }))
  await pressEnterOn(page, page.getByRole('button', { name: 'Write a text' }))
  const dialog = page.getByRole('dialog', { name: 'Write a text' })
  await typeInto(page, dialog.getByRole('textbox', { name: /^Title/ }), 'Why nothing falls')
  await pressEnterOn(page, dialog.getByRole('button', { name: 'Start writing' }))

  const text = page.getByRole('textbox', { name: 'Text of Why nothing falls' })
  await tabTo(page, text)
  await page.keyboard.type('## What an orbit is\nA body that **falls** and *misses*.\n')
  await page.keyboard.type('- fast\nfaster\n\n')
  await expect(text.getByRole('heading', { name: 'What an orbit is', level: 3 })).toBeVisible()
  await expect(text.getByRole('listitem')).toHaveText(['fast', 'faster'])
  await expect(text.locator('strong')).toHaveText('falls')
  await expect(page.getByText('Saved. Learners do not see this lesson yet.')).toBeVisible()

  await context.setOffline(true)
  await page.keyboard.type('Written on the train.')
  await expect(page.getByText('Not saved. Your text is kept in this tab.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Saved. Learners do not see this lesson yet.')).toBeVisible()
  await page.reload()
  await expect(text.getByText('Written on the train.')).toBeVisible()

  await page.getByRole('button', { name: 'Picture' }).click()
  const pictures = page.getByRole('dialog', { name: 'Picture' })
  await pictures.getByRole('button', { name: 'Insert picture' }).click()
  await expect(pictures.getByText('Choose a picture')).toBeVisible()
  await pictures
    .locator('input[type=file]')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  await pictures.getByRole('textbox', { name: 'What the picture shows' }).fill('A body on its orbit')
  await pictures.getByRole('button', { name: 'Insert picture' }).click()
  await expect(text.getByRole('img', { name: 'A body on its orbit' })).toBeVisible()
  await expect(page.getByText('Saved. Learners do not see this lesson yet.')).toBeVisible()

  // Tab moves the focus out of the text and forward. The toolbar is before the text.
  await tabTo(page, page.getByRole('button', { name: 'Publish lesson' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The lesson is published')).toBeVisible()

  const learner = await newLearner(request)
  await enrol(request, learner, courseId)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await open(phone, `/course/${courseId}`)
  await phone
    .getByRole('link', { name: /Why nothing falls/ })
    .first()
    .click()
  await expect(phone.getByRole('heading', { name: 'What an orbit is', level: 3 })).toBeVisible()
  await expect(phone.getByText('Written on the train.')).toBeVisible()
  await expect(phone.getByRole('img', { name: 'A body on its orbit' })).toBeVisible()
  await phone.getByRole('button', { name: 'Add a note here' }).click()
  const note = phone.getByRole('dialog', { name: 'Note on this passage' })
  await note.getByRole('textbox', { name: 'Note' }).fill('It falls, and misses.')
  await expect(note.getByText('Saved')).toBeVisible()
  await note.getByRole('button', { name: 'Done' }).click()
  await phone.goto(`/course/${courseId}?tab=notes`)
  await phone.getByRole('link', { name: /^Go to “/ }).click()
  await expect(phone.locator('.lesson-text [data-noted]')).toBeInViewport()
  await phone.getByRole('button', { name: 'Mark as Complete' }).click()
  await expect(phone.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
})

/**
 * Waits after each key, because the editor reads the cursor from the browser's selection, and the event of its change comes late.
 */
async function pressSlowly(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.waitForTimeout(100)
}

test('an author writes a formula, code and a file into a text; a learner reads them and saves the file', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const courseId = await newCourse(request)
  await signInAs(page, await demoPerson(request, 'instructor'))
  await open(page, `/course/${courseId}/manage`)
  await page.getByRole('button', { name: /^First steps/ }).click()
  await page.getByRole('button', { name: 'Write a text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a text' })
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('How fast')
  await dialog.getByRole('button', { name: 'Start writing' }).click()
  const text = page.getByRole('textbox', { name: 'Text of How fast' })
  await text.click()
  await page.keyboard.type('It costs $5, and the speed is $v = \\frac{s}{t}$, always')
  await expect(text.locator('math mfrac')).toBeVisible()

  // The arrow keys select the formula, and Enter opens it.
  for (let at = 0; at < ', always'.length + 1; at += 1) await pressSlowly(page, 'ArrowLeft')
  await expect(text.locator('.lesson-formula.ProseMirror-selectednode')).toBeVisible()
  await page.keyboard.press('Enter')
  const formula = page.getByRole('dialog', { name: 'Formula' })
  const source = formula.getByRole('textbox', { name: /^Formula in TeX/ })
  await expect(source).toHaveValue('v = \\frac{s}{t}')
  await source.fill('v = \\frac{s}{t')
  await expect(formula.getByText(/^The formula is not complete/)).toBeVisible()
  await source.fill('v = \\sqrt{2as}')
  await formula.getByRole('button', { name: 'Save formula' }).click()
  await expect(text.locator('math msqrt')).toBeVisible()

  await pressSlowly(page, 'End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('```python def f(x):')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  const files = page.getByRole('dialog', { name: 'File' })
  await expect(files.getByRole('button', { name: 'Insert file' })).toBeVisible()
  await files
    .locator('input[type=file]')
    .setInputFiles({ name: 'Worksheet.md', mimeType: 'text/markdown', buffer: Buffer.from('1. Run.') })
  await files.getByRole('textbox', { name: 'Title' }).fill('Worksheet: a run')
  await files.getByRole('button', { name: 'Insert file' }).click()
  await expect(text.getByText('MD · 7 B')).toBeVisible()
  await expect(page.getByText('Saved. Learners do not see this lesson yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish lesson' }).click()
  await expect(page.getByText('The lesson is published')).toBeVisible()

  const learner = await newLearner(request)
  await enrol(request, learner, courseId)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await open(phone, `/course/${courseId}`)
  await phone
    .getByRole('link', { name: /How fast/ })
    .first()
    .click()
  await expect(phone.locator('.lesson-text math[alttext="v = \\\\sqrt{2as}"] msqrt')).toBeVisible()
  await expect(phone.getByText('It costs $5, and the speed is')).toBeVisible()
  await expect(phone.locator('[data-token=keyword]')).toHaveText('def')
  const saved = phone.waitForEvent('download')
  await phone.getByRole('link', { name: /^Worksheet: a run/ }).click()
  expect((await saved).suggestedFilename()).toBe('Worksheet.md')
})

test('an author puts a video into a text; a learner plays it on a phone, and progress is not counted', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const courseId = await newCourse(request)
  await signInAs(page, await demoPerson(request, 'instructor'))
  await open(page, `/course/${courseId}/manage`)
  await page.getByRole('button', { name: /^First steps/ }).click()
  await page.getByRole('button', { name: 'Write a text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a text' })
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('See it move')
  await dialog.getByRole('button', { name: 'Start writing' }).click()
  const text = page.getByRole('textbox', { name: 'Text of See it move' })
  await text.click()
  await page.keyboard.type('Watch this first.')
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  const videos = page.getByRole('dialog', { name: 'Video' })
  await expect(videos.getByRole('button', { name: 'Insert video' })).toBeVisible()
  await videos.locator('input[type=file]').setInputFiles(files.video)
  const title = videos.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('first-video')
  await title.fill('How Git keeps snapshots')
  await videos.getByRole('button', { name: 'Insert video' }).click()
  await expect(text.getByText('How Git keeps snapshots')).toBeVisible()
  await expect(page.getByText('Saved. Learners do not see this lesson yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish lesson' }).click()
  await expect(page.getByText('The lesson is published')).toBeVisible()

  const learner = await newLearner(request)
  await enrol(request, learner, courseId)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await open(phone, `/course/${courseId}`)
  await phone
    .getByRole('link', { name: /See it move/ })
    .first()
    .click()
  await expect(phone.getByRole('figure', { name: 'How Git keeps snapshots' })).toBeVisible()
  await expect(player(phone)).toBeVisible()
  await startPlaying(phone)
  await expect.poll(() => position(phone)).toBeGreaterThan(0)
  await pictureMoves(phone)
  await expect(phone.getByRole('button', { name: 'Mark as Complete' })).toBeVisible()
  expect.soft(await seriousFaults(phone)).toEqual([])
  expect(await sidewaysPixels(phone), 'pixels to scroll sideways').toBeLessThanOrEqual(0)
})
