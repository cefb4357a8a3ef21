import { seriousFaults } from '../support/accessibility-faults.ts'
import { expect, open, test } from '../support/journey.ts'
import { as, signInAs, newLearner } from '../support/people.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

/** Returns a picture in a format that browsers read and the server refuses. */
function whiteBitmap(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(Math.ceil((3 * width) / 4) * 4 * height, 255)
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(head.length + pixels.length, 2)
  head.writeUInt32LE(head.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, pixels])
}

test("a learner asks in a course's Discussion, another answers, and the first reads it", async ({
  page,
  request,
  anotherBrowser,
}) => {
  const { id } = await courseNamed(request, courses.git)
  const [asking, answering] = [
    await newLearner(request, 'Farah Aziz'),
    await newLearner(request, 'Ravi Kumar'),
  ]
  for (const person of [asking, answering]) {
    const enrolled = await request.post(`/api/courses/${id}/enroll`, { data: {}, ...as(person) })
    expect(enrolled.ok(), await enrolled.text()).toBe(true)
  }
  const question = `Can I rename a branch, ${asking.id}?`

  await signInAs(page, asking)
  await open(page, `/course/${id}`)
  await page.getByRole('tab', { name: 'Discussion' }).click()
  await page.getByRole('button', { name: 'New Discussion' }).click()
  await page.getByLabel('Title').fill(question)
  await page.getByLabel('Your question or topic').fill('It is called "tset".\nNobody else has it yet.')
  await page.getByRole('button', { name: 'Start Discussion' }).click()
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()

  const other = await anotherBrowser()
  await signInAs(other, answering)
  await open(other, `/course/${id}?tab=discussion`)
  await other.getByRole('link', { name: question }).click()
  await other.getByLabel('Your reply').fill('git branch -m test. See https://git-scm.com/docs/git-branch')
  await other.getByRole('button', { name: 'Post reply' }).click()
  await expect(other.getByRole('article').getByText('Ravi Kumar')).toBeVisible()
  // The text area keeps the value even while its editor is shown instead.
  await expect(other.locator('textarea[name="body"]')).toHaveValue('')
  // The event simulates that the person returns to this tab. The open discussion is then loaded again without a reload of the page.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('article').filter({ hasText: 'Ravi Kumar' })).toBeVisible()

  await open(page, '/community')
  await page.getByRole('searchbox').fill(question)
  // Before the search is answered, the newest discussion is still visible, and a press would reach it.
  await expect(page.getByRole('heading', { name: 'No study groups found' })).toBeVisible()
  const found = page.getByRole('region', { name: 'Discussions' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('1 reply')
  await page.getByRole('link', { name: question }).click()
  const reply = page.getByRole('article').filter({ hasText: 'Ravi Kumar' })
  await expect(reply).toContainText('git branch -m test.')
  await expect(reply.getByRole('link')).toHaveAttribute('href', 'https://git-scm.com/docs/git-branch')
  await expect(page.getByRole('main')).not.toContainText(answering.email)
})

test('a learner shows a screenshot in a question about a lesson, and another learner opens it large', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const { id } = await courseNamed(request, courses.git)
  const [asking, answering] = [
    await newLearner(request, 'Nurul Huda'),
    await newLearner(request, 'Jason Lim'),
  ]
  for (const person of [asking, answering]) await enrol(request, person, id)
  const [lesson] = await lessonsOf(request, id, asking)
  const question = `What went wrong here, ${asking.id}?`

  await signInAs(page, asking)
  await open(page, lesson?.path ?? '')
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  await page.getByLabel('Your question').fill(question)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add picture' }).click()
  const screenshot = { name: 'screen.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await (await choosing).setFiles(screenshot)
  await expect(page.getByText('1 picture is added.')).toBeAttached()
  await page.getByLabel('Description of picture 1 (optional)').fill('The lesson without its outline')
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  await expect(page.getByLabel('Description of picture 1 (optional)')).toHaveValue(
    'The lesson without its outline',
  )
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await expect(page.getByText('Your question was posted.')).toBeVisible()

  const other = await anotherBrowser()
  await signInAs(other, answering)
  await open(other, `/course/${id}?tab=discussion`)
  await other.getByRole('link', { name: question }).click()
  const opener = other.getByRole('button', { name: 'Open picture: The lesson without its outline' })
  const thumbnail = opener.getByRole('img')
  const isDrawn = (image: typeof thumbnail) =>
    expect
      .poll(() => image.evaluate((node) => (node instanceof HTMLImageElement ? node.naturalWidth : 0)))
      .toBeGreaterThan(0)
  await isDrawn(thumbnail)
  await opener.focus()
  await other.keyboard.press('Enter')
  const large = other.getByRole('dialog').getByRole('img', { name: 'The lesson without its outline' })
  await isDrawn(large)
  expect(await seriousFaults(other)).toEqual([])
  await other.keyboard.press('Escape')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  const address = (await thumbnail.getAttribute('src')) ?? ''
  expect((await request.get(address.split('?')[0] ?? '')).status()).toBe(403)

  await other.getByLabel('Your reply').fill('Like this:')
  const bitmap = { name: 'photo.bmp', mimeType: 'image/bmp', buffer: whiteBitmap(40, 30) }
  await other
    .getByLabel('Add picture', { exact: true })
    .and(other.locator('input'))
    .setInputFiles([screenshot, bitmap])
  await expect(other.getByText('2 pictures are added.')).toBeAttached()
  await other.getByRole('button', { name: 'Post reply' }).click()
  const reply = other.getByRole('article').filter({ hasText: 'Like this:' })
  await expect(reply.getByRole('button', { name: /^Open picture: Picture/ })).toHaveCount(2)
})

test('a study group is created, joined by another person, and passed on to them', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const owner = await newLearner(request, 'Siti Mariam')
  const name = `Night readers ${owner.id}`
  await signInAs(page, owner)
  await open(page, '/community')
  await page.getByRole('button', { name: 'Create Group' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('We read one chapter a night.')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Group' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  const other = await anotherBrowser()
  await signInAs(other, await newLearner(request, 'Gan Wei Lun'))
  await open(other, `/community?search=${encodeURIComponent(name)}`)
  await other.getByRole('button', { name: `Join ${name}` }).click()
  await expect(other.getByText('2 members')).toBeVisible()

  await page.getByRole('button', { name: 'Leave Group' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click()
  await expect(page.getByRole('button', { name: 'Join Group' })).toBeVisible()
  await other.getByRole('link', { name }).click()
  await expect(other.getByRole('button', { name: 'Group settings' })).toBeVisible()
})
