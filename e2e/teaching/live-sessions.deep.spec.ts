/**
 * Tests live sessions from planning to attendance: the teacher, a visitor of the sales page, learners and their calendar; and
 * sessions of one cohort.
 */
import { randomUUID } from 'node:crypto'
import { dayInMalaysia, toDateTimeField } from '@apogee/domain/time/malaysia-time.ts'
import { expect, open, test } from '../support/journey.ts'
import { as, demoPerson, newLearner, postAs, signInAs } from '../support/people.ts'
import { enrol } from '../support/school.ts'

test('a teacher plans a live session, which the sales page names and a learner finds in the calendar, and notes who came', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const title = `Stars ${randomUUID().slice(0, 8)}`
  const made = await request.post('/api/courses', {
    ...as(instructor),
    data: { title, description: 'Find your way by night', price: 0 },
  })
  const { data: course } = (await made.json()) as { data: { id: number } }
  const startsAt = new Date(Date.now() + 10 * 60_000)

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}?tab=announcements`)
  await page.getByRole('button', { name: 'Plan Live Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan Live Session' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The winter sky')
  await dialog.getByLabel('Start').fill(toDateTimeField(startsAt.toISOString()))
  await dialog.getByRole('textbox', { name: 'Length in minutes' }).fill('90')
  await dialog.getByRole('textbox', { name: 'Link to join' }).fill('https://meet.example/winter')
  await dialog.getByRole('button', { name: 'Plan Session' }).click()
  await expect(page.getByText('The live session is planned')).toBeVisible()

  const visitor = await anotherBrowser()
  await visitor.setViewportSize({ width: 390, height: 844 })
  await open(visitor, `/sp/${course.id}/`)
  await expect(visitor.getByText(/^1 live session, next on .+, 1h 30m$/)).toBeVisible()
  await visitor.getByRole('tab', { name: 'Curriculum' }).click()
  await expect(visitor.getByText('The winter sky')).toBeVisible()
  expect(await visitor.content()).not.toContain('meet.example')

  const learner = await newLearner(request, 'Nadia Salleh')
  await enrol(request, learner, course.id)
  await signInAs(visitor, learner)
  await open(visitor, `/course/${course.id}?tab=announcements`)
  await expect(visitor.getByRole('link', { name: 'Join The winter sky' })).toHaveAttribute(
    'href',
    'https://meet.example/winter',
  )
  const asked = await request.post('/api/learning-goal/calendar', as(learner))
  const { data: goal } = (await asked.json()) as { data: { calendarUrl: string } }
  const calendar = await (await request.get(new URL(goal.calendarUrl).pathname)).text()
  expect(calendar).toContain('The winter sky')
  expect(calendar).not.toContain('meet.example')

  await page.getByRole('button', { name: 'Attendance of The winter sky' }).click()
  await page.getByRole('switch', { name: 'Nadia Salleh was present' }).click()
  await expect(page.getByText('1 of 1 learner present')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  const [session] = (
    (await (await request.get(`/api/courses/${course.id}/live-sessions`, as(learner))).json()) as {
      data: { sessions: { wasPresent: boolean | null }[] }
    }
  ).data.sessions
  expect(session?.wasPresent).toBe(true)
})

test('a teacher plans a live session for one intake, which a learner finds after moving to it', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const instructor = await demoPerson(request, 'instructor')
  const post = postAs(request, instructor)
  const title = `Moons ${randomUUID().slice(0, 8)}`
  const course = await post('/courses', { title, description: 'Why they have phases', price: 0 })
  const startsOn = dayInMalaysia(new Date(Date.now() + 20 * 24 * 3_600_000))
  const morning = await post(`/courses/${course.id}/cohorts`, { name: 'Morning intake', startsOn })
  const evening = await post(`/courses/${course.id}/cohorts`, { name: 'Evening intake', startsOn })
  const learner = await newLearner(request, 'Farah Aziz')
  await postAs(request, learner)(`/courses/${course.id}/enroll`, { cohortId: morning.id })

  await signInAs(page, instructor)
  await open(page, `/course/${course.id}?tab=announcements`)
  await page.getByRole('button', { name: 'Plan Live Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan Live Session' })
  await dialog.getByLabel('For', { exact: true }).selectOption('Evening intake')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The half moon')
  await dialog.getByLabel('Start').fill(toDateTimeField(new Date(Date.now() + 10 * 60_000).toISOString()))
  await dialog.getByRole('textbox', { name: 'Link to join' }).fill('https://meet.example/moon')
  await dialog.getByRole('button', { name: 'Plan Session' }).click()
  await expect(page.getByText('For Evening intake')).toBeVisible()

  const visitor = await anotherBrowser()
  await signInAs(visitor, learner)
  await open(visitor, `/course/${course.id}?tab=announcements`)
  await expect(visitor.getByText('No announcements yet')).toBeVisible()
  await expect(visitor.getByText('The half moon')).toHaveCount(0)
  await page.getByRole('button', { name: 'Attendance of The half moon' }).click()
  await expect(page.getByText('No learners yet')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  const moved = await request.put(`/api/courses/${course.id}/cohort-members`, {
    ...as(instructor),
    data: { userIds: [learner.id], cohortId: evening.id },
  })
  expect(moved.ok(), await moved.text()).toBe(true)
  await open(visitor, `/course/${course.id}?tab=announcements`)
  await expect(visitor.getByRole('link', { name: 'Join The half moon' })).toBeVisible()
  await page.getByRole('button', { name: 'Attendance of The half moon' }).click()
  await page.getByRole('switch', { name: 'Farah Aziz was present' }).click()
  await expect(page.getByText('1 of 1 learner present')).toBeVisible()
})
