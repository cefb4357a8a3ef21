/** Tests cohorts: a teacher plans them, a buyer chooses one, and the contents open on the cohort's first day. */
import { randomUUID } from 'node:crypto'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, postAs, signInAs } from '../support/people.ts'
import { expectPaymentPage, payByCard } from '../support/payment-page.ts'

const base = Date.now()
const inDays = (days: number) => dayInMalaysia(new Date(base + days * 24 * 3_600_000))

test('a teacher plans two intakes, a buyer chooses the later one and waits for its first day', async ({
  page,
  request,
  browser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = postAs(request, instructor)
  const title = `Tides ${randomUUID().slice(0, 8)}`
  const course = await post('/courses', { title, description: 'Why the sea rises', price: 4900 })
  const module = await post('/course-content', { courseId: course.id, title: 'Rising' })
  const lesson = await post(`/course-content/${module.id}/texts`, { title: 'Twice a day' })
  for (const path of [`/course-content/${module.id}`, `/course-resources/${lesson.id}`])
    expect((await request.put(`/api${path}`, { ...as(instructor), data: { isPublished: true } })).ok()).toBe(
      true,
    )
  await post(`/courses/${course.id}/cohorts`, { name: 'First intake', startsOn: inDays(20), places: 9 })

  const teaching = await browser.newContext()
  const studio = await teaching.newPage()
  await signInAs(studio, instructor)
  await open(studio, `/course/${course.id}/manage?part=cohorts`)
  await expect(studio.getByText('0 of 9 places taken')).toBeVisible()
  await studio.getByRole('button', { name: 'Add cohort' }).click()
  const dialog = studio.getByRole('dialog', { name: 'Add a cohort' })
  await dialog.getByLabel('Name').fill('Second intake')
  await dialog.getByLabel('First day').fill(inDays(40))
  await dialog.getByRole('button', { name: 'Add cohort' }).click()
  await expect(studio.getByRole('heading', { name: 'Second intake' })).toBeVisible()

  const learner = await newLearner(request, 'Farah Aziz')
  await signInAs(page, learner)
  await open(page, `/sp/${course.id}/`)
  const offer = page.getByRole('complementary', { name: 'Purchase' })
  await expect(offer.getByRole('radio', { name: 'First intake' })).toBeChecked()
  await expect(offer.getByText(/9 places left/)).toBeVisible()
  await offer.getByRole('radio', { name: 'Second intake' }).check()
  await offer.getByRole('button', { name: 'Buy Now' }).click()
  await expectPaymentPage(page, 'RM 49.00')
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()

  await open(page, `/course/${course.id}`)
  await expect(page.getByText(/^Starts on /)).toBeVisible()
  await expect(page.getByText('Second intake', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toHaveCount(0)

  await open(studio, `/course/${course.id}?tab=announcements`)
  for (const [audience, subject] of [
    ['First intake', 'Room 4'],
    ['Second intake', 'Room 9'],
  ] as const) {
    await studio.getByRole('button', { name: 'New Announcement' }).click()
    const announcement = studio.getByRole('dialog', { name: 'New Announcement' })
    await announcement.getByLabel('For', { exact: true }).selectOption(audience)
    await announcement.getByLabel('Title').fill(subject)
    await announcement.getByLabel('Text').fill('We meet at nine.')
    await announcement.getByRole('button', { name: 'Send Announcement' }).click()
    await expect(studio.getByText(`For ${audience}`)).toBeVisible()
  }
  await teaching.close()

  await open(page, `/course/${course.id}?tab=announcements`)
  await expect(page.getByRole('heading', { name: 'Room 9' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Room 4' })).toHaveCount(0)
})
