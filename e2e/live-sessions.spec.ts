/** A live session from its plan to who was there: the teacher, a visitor of the sales page, a learner and their calendar. */
import { randomUUID } from 'node:crypto'
import { toDateTimeField } from '@apogee/domain/malaysia-time.ts'
import { expect, open, test } from './journey.ts'
import { as, demoPerson, newLearner, signInAs } from './people.ts'
import { enrol } from './school.ts'

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
