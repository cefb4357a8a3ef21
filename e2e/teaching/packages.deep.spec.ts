/** Tests a SCORM lesson: added by its author, played by a learner, resumed after the tab has crashed. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cartridge } from '../../apps/server/src/features/archives/cartridge/testing.ts'
import { scormPackage } from '../../apps/server/src/features/scorm/testing.ts'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, postAs, signInAs } from '../support/people.ts'
import { enrol, files, lessonsOf, openImport } from '../support/school.ts'

/** The package's page is in a page of ours at the host of the launch, which is in a frame of the lesson. */
const contentOf = (page: Page) => page.frameLocator('iframe').frameLocator('iframe')

test.use({ expectedComplaints: /ERR_INTERNET_DISCONNECTED|status of 422/ })

test('an author adds a SCORM package; a learner answers it on a phone, loses the tab, and passes it on a laptop', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const created = await request.post('/api/courses', {
    ...as(instructor),
    data: { title: 'Fire drills', description: 'A course to play', price: 0 },
  })
  const { data: course } = (await created.json()) as { data: { id: number } }
  await request.post('/api/course-content', {
    ...as(instructor),
    data: { courseId: course.id, title: 'Safety', isPublished: true },
  })
  await signInAs(page, instructor)
  await open(page, `/course/${course.id}/manage`)
  await page.getByRole('button', { name: /^Safety/ }).click()
  await page.getByRole('button', { name: 'Add SCORM' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a SCORM package' })
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })
  await choose('notes.zip', await scormPackage({ version: '1.2' }).then((zip) => zip.subarray(0, 900)))
  await dialog.getByRole('button', { name: 'Add package' }).click()
  await expect(dialog.getByText(/zip archive|damaged/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove file' }).click()
  await choose('fire.zip', await scormPackage({ version: '1.2' }))
  await dialog.getByRole('button', { name: 'Add package' }).click()
  await expect(page.getByText('The package is added. Look at it, then publish it.')).toBeVisible()
  await page.getByRole('switch', { name: /Publish.*Fire safety/ }).click()
  await page.getByRole('link', { name: 'View lesson' }).click()
  await expect(page.getByText('nothing is recorded')).toBeVisible()
  await expect(contentOf(page).getByRole('heading', { name: 'Fire drill' })).toBeVisible()

  const learner = await newLearner(request, 'Nurul Huda')
  await enrol(request, learner, course.id)
  const [lesson] = await lessonsOf(request, course.id, learner)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  await open(phone, lesson?.path ?? '')
  const content = contentOf(phone)
  await expect(content.getByText('Hello, Nurul Huda')).toBeVisible()
  await expect(content.getByText('Before: nothing')).toBeVisible()
  await content.getByRole('button', { name: '911' }).click()
  await expect(phone.getByText('Score: 20%')).toBeVisible()
  await expect(phone.getByText('Not passed yet')).toBeVisible()
  // The next page of the activity begins with the data that the first one stored.
  await content.getByRole('link', { name: 'Next page' }).click()
  await expect(content.getByText('Before: answered 20')).toBeVisible()

  // Without a connection, the answer waits on the device, even after the tab was closed.
  await phone.reload()
  await expect(content.getByText('Before: answered 20')).toBeVisible()
  await phone.context().setOffline(true)
  await content.getByRole('button', { name: '999' }).click()
  await expect(
    phone.getByRole('region', { name: 'Fire safety' }).getByText('Saved on this device'),
  ).toBeVisible()
  await phone.close()
  const later = await phone.context().newPage()
  await phone.context().setOffline(false)
  await open(later, `/course/${course.id}`)
  await expect(later.getByText('(1/1 lessons)')).toBeVisible()

  const laptop = await anotherBrowser()
  await signInAs(laptop, learner)
  await open(laptop, lesson?.path ?? '')
  await expect(contentOf(laptop).getByText('Before: answered 100')).toBeVisible()
  await expect(laptop.getByText('Score: 100%')).toBeVisible()
  await expect(laptop.getByText('The package has reported this lesson as completed.')).toBeVisible()

  const other = await newLearner(request)
  await enrol(request, other, course.id)
  const stranger = await anotherBrowser()
  await signInAs(stranger, other)
  await open(stranger, lesson?.path ?? '')
  await expect(contentOf(stranger).getByText('Before: nothing')).toBeVisible()
})

test('SCORM 2004 plays and completes the lesson in view of its learner', async ({ page, request }) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = postAs(request, instructor)
  const course = await post('/courses', { title: 'Fire drills 2004', description: 'To play', price: 0 })
  const content = await post('/course-content', { courseId: course.id, title: 'Safety', isPublished: true })
  const upload = await request.post('/api/upload?purpose=package', {
    ...as(instructor),
    multipart: {
      file: {
        name: 'fire.zip',
        mimeType: 'application/zip',
        buffer: await scormPackage({ version: '2004', titles: ['Exits', 'Extinguishers'] }),
      },
    },
  })
  const { url } = (await upload.json()) as { url: string }
  const lesson = await post(`/course-content/${content.id}/packages`, { filePath: url, title: 'Fire drill' })
  await request.put(`/api/course-resources/${lesson.id}`, { ...as(instructor), data: { isPublished: true } })
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  await signInAs(page, learner)
  await open(page, `/lesson/${content.id}/resources/${lesson.id}`)
  const frame = contentOf(page)
  await frame.getByRole('button', { name: '999' }).click()
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^2\. Extinguishers/ }).click()
  await expect(frame.getByText('Before: nothing')).toBeVisible()
  await frame.getByRole('button', { name: '999' }).click()
  await expect(page.getByText('The package has reported this lesson as completed.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^1\. Exits \(done\)/ })).toBeVisible()
})

test('a Common Cartridge becomes a course; a learner reads it, takes its quiz, and hands in its essay', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  await signInAs(page, instructor)
  await openImport(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'Kitchen.imscc',
    mimeType: 'application/octet-stream',
    buffer: await cartridge(await readFile(files.pdf)),
  })
  await expect(page.getByText('Ready to import: Safe kitchens')).toBeVisible()
  await page.getByRole('button', { name: 'Create course' }).click()
  const created = page.locator('a[href*="/manage"]').first()
  await expect(created).toBeVisible()
  const id = Number(/course\/(\d+)/.exec((await created.getAttribute('href')) ?? '')?.[1])
  await request.put(`/api/courses/${id}/state`, { ...as(instructor), data: { state: 'published' } })

  const learner = await newLearner(request)
  await enrol(request, learner, id)
  const phone = await anotherBrowser()
  await phone.setViewportSize({ width: 390, height: 844 })
  await signInAs(phone, learner)
  const lessons = await lessonsOf(request, id, learner)
  const pathOf = (title: string) => lessons.find((lesson) => lesson.title === title)?.path ?? ''
  await open(phone, pathOf('Why oil burns'))
  await expect(phone.getByRole('cell', { name: '235' })).toBeVisible()
  await open(phone, pathOf('What you know'))
  await phone.getByRole('button', { name: 'Start quiz' }).click()
  const next = () => phone.getByRole('button', { name: 'Next', exact: true }).click()
  await phone.getByRole('radio', { name: 'A lid' }).check()
  await next()
  await phone.getByRole('checkbox', { name: 'A lid' }).check()
  await phone.getByRole('checkbox', { name: 'A blanket' }).check()
  await next()
  await phone.getByRole('radio', { name: 'False' }).check()
  await next()
  await phone.getByRole('textbox').fill('999')
  await next()
  await phone.getByRole('textbox').fill('It has a lid for each pan.')
  await expect(phone.getByText('All answers saved')).toBeVisible()
  await phone.getByRole('button', { name: 'Submit Assessment' }).click()
  await expect(phone.getByRole('heading', { name: 'Handed in' })).toBeVisible()
  await expect(phone.getByText('It has a lid for each pan.')).toBeVisible()
})
