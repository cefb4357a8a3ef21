import { expect, open, test } from '../support/journey.ts'
import { signInAs, newLearner } from '../support/people.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

// The server answers 404 for the document of a private certificate, also to its learner, whose browser then asks again.
test.use({ expectedComplaints: /404 \(Not Found\) \(\S+\/certificates\/[\w-]{22}\)$/ })

test('a finished course gives XP, a certificate visible to everybody, and a notification', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request, 'Nurul Izzah Salleh')
  await enrol(request, learner, course.id)
  const videos = (await lessonsOf(request, course.id)).filter(({ fileType }) => fileType === 'video')
  await signInAs(page, learner)

  await test.step('nothing is earned before', async () => {
    await open(page, '/dashboard')
    await expect(page.getByText('0 XP', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Certificates' })).toBeHidden()
  })

  await test.step('every video is completed', async () => {
    for (const { path } of videos) {
      await open(page, path)
      await page.getByRole('button', { name: 'Mark as Complete' }).click()
      await expect(page.getByRole('button', { name: 'Mark as Incomplete' })).toBeVisible()
    }
    await expect(page.getByText(`(${videos.length}/${videos.length} lessons)`)).toBeVisible()
  })

  await test.step('the finish is shown once, and closes with Escape', async () => {
    const finish = page.getByRole('dialog', { name: 'Course completed' })
    await expect(finish).toContainText('+350 XP')
    await expect(finish.getByRole('listitem').filter({ hasText: 'Touchdown' })).toBeVisible()
    await expect(finish.getByRole('link', { name: 'Write a review' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(finish).toBeHidden()
    await open(page, `/course/${course.id}`)
    await expect(page.getByRole('link', { name: 'View certificate' })).toBeVisible()
    await expect(finish).toBeHidden()
  })

  await test.step('the course leads to its certificate, which prints without the rest of the page', async () => {
    await page.getByRole('link', { name: 'View certificate' }).click()
    await expect(page).toHaveURL(/\/certificates\/[\w-]{22}$/)
    await expect(page.getByRole('heading', { level: 1, name: learner.name })).toBeVisible()
    await expect(page.getByText(course.title, { exact: true })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^[\w-]{22}\.pdf$/)
    await expect(page.getByRole('link', { name: /LinkedIn/ })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step("a visitor with the link sees it in the server's page", async () => {
    const address = page.url()
    const sent = await request.get(address)
    expect(sent.status()).toBe(200)
    expect(await sent.text()).toContain(learner.name)
    const stranger = await anotherBrowser()
    await open(stranger, address)
    await expect(stranger.getByRole('heading', { level: 1, name: learner.name })).toBeVisible()
    await expect(stranger.getByText('This certificate is valid')).toBeVisible()
    await expect(stranger.getByRole('link', { name: /LinkedIn/ })).toHaveCount(0)
    expect((await request.get('/certificates/nothing')).status()).toBe(404)
  })

  await test.step('the learner makes it private, so that a stranger finds nothing, and public again', async () => {
    const address = page.url()
    await page.getByRole('button', { name: 'Make private' }).click()
    await expect(page.getByText(/^Only you can see this certificate\./)).toBeVisible()
    // The server may send the former document for a second.
    await expect.poll(async () => (await request.get(address)).status()).toBe(404)
    const [sent, unknown] = [await request.get(address), await request.get('/certificates/nothing')]
    expect(await sent.text()).not.toContain(course.title)
    expect([sent.status(), sent.headers()['cache-control']]).toEqual([
      unknown.status(),
      unknown.headers()['cache-control'],
    ])
    expect((await request.get(`/share/certificate-${address.split('/').at(-1)}.png`)).status()).toBe(404)
    await open(page, address)
    await expect(page.getByRole('heading', { level: 1, name: learner.name })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^[\w-]{22}\.pdf$/)
    await page.getByRole('button', { name: 'Show to everybody with the link' }).click()
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    expect((await request.get(address)).status()).toBe(200)
  })

  await test.step('the learner saves the picture of the certificate', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download picture' }).click()
    expect((await download).suggestedFilename()).toMatch(/^certificate-[\w-]{22}\.png$/)
  })

  await test.step('the dashboard and the profile have counted it', async () => {
    const xp = videos.length * 50 + 300
    await open(page, '/dashboard')
    await expect(page.getByText(`${xp} XP`, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: `Certificate for ${course.title}` })).toBeVisible()
    await open(page, '/profile')
    await expect(page.getByRole('region', { name: 'Achievements' })).toContainText('2 of 13 earned')
    await expect(page.getByText('1 day', { exact: true })).toBeVisible()
  })

  await test.step('the bell shows it until it was read', async () => {
    await page.getByRole('link', { name: 'Notifications, 4 unread' }).click()
    await expect(
      page.getByRole('link', { name: `You completed ${course.title}: your certificate is ready` }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'You earned the badge Touchdown' })).toBeVisible()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('You have read everything.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  })
})
