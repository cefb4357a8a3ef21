import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const cohort = (given: Partial<Cohort> = {}): Cohort => ({
  id: 7,
  name: 'January intake',
  startsOn: '2030-01-12',
  endsOn: '2030-03-06',
  places: 25,
  closesOn: '2030-01-10',
  state: 'upcoming',
  members: 3,
  held: 1,
  version: 2,
  ...given,
})

async function openCohorts(cohorts: Cohort[], selfPaced = true) {
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [], permissions: { study: true, manage: true } },
  })
  answer('listCohorts', { success: true, data: { cohorts, selfPaced } })
  const page = await renderRoute('/course/5/manage?part=cohorts', { user: admin })
  await screen.findByRole('heading', { name: 'Cohorts' })
  return page
}

test('upcoming and running cohorts are listed with places, past ones behind a press, and one over its limit is marked', async () => {
  const { press } = await openCohorts([
    cohort({ id: 5, name: 'Old one', state: 'past', members: 4, held: 0 }),
    cohort({ id: 6, name: 'Running one', state: 'running', places: 2, members: 3, held: 0 }),
    cohort(),
  ])
  expect(await screen.findByText('3 of 25 places taken')).toBeTruthy()
  expect(screen.getByText('1 place is being paid for')).toBeTruthy()
  expect(screen.getByText('1 over the limit')).toBeTruthy()
  expect(screen.getAllByText('12 Jan 2030 – 6 Mar 2030')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Remove January intake' })).toBeNull()
  await press.click(screen.getByText('Past cohorts (1)'))
  expect(screen.getByRole('heading', { name: 'Old one' })).toBeTruthy()
})

test('wrong dates and places are named in place, and a refused cohort keeps what was typed', async () => {
  const { press } = await openCohorts([])
  expect(await screen.findByText('No cohorts yet')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Add cohort' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a cohort' }))
  const type = (label: RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const send = () => press.click(dialog.getByRole('button', { name: 'Add cohort' }))
  await send()
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  expect(dialog.getByText('Please choose the first day')).toBeTruthy()
  type(/^Name/, 'May intake')
  type(/^First day/, '2030-05-05')
  type(/^Last day/, '2030-05-04')
  type(/^Enroll until/, '2030-05-06')
  type(/^Places/, 'ten')
  await send()
  expect(await dialog.findByText('Please enter a whole number from 1 to 100000')).toBeTruthy()
  type(/^Places/, '10')
  await send()
  expect(await dialog.findByText('Please choose a day that is not before the first day')).toBeTruthy()
  expect(dialog.getByText('Please choose a day that is not after the first day')).toBeTruthy()
  type(/^Last day/, '')
  type(/^Enroll until/, '')
  refuse('createCohort', 'COHORT_LIMIT_REACHED')
  await send()
  expect(await dialog.findByText('A course holds at most 200 cohorts')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('May intake')
  const calls = recordCalls('createCohort', { success: true, data: cohort() })
  await send()
  await expect
    .poll(() => calls.map(({ body }) => body), { timeout: 10_000 })
    .toEqual([
      { name: 'May intake', startsOn: '2030-05-05', endsOn: null, closesOn: '2030-05-05', places: 10 },
    ])
})

test('an edit sends only changed fields, a duplicate begins without dates, and a cohort without learners is removed', async () => {
  const { press } = await openCohorts([cohort({ members: 0, held: 0 })])
  await press.click(await screen.findByRole('button', { name: 'Edit January intake' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit cohort' }))
  fireEvent.change(dialog.getByLabelText(/^Places/), { target: { value: '' } })
  const changes = recordCalls('updateCohort', { success: true, data: cohort() })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => changes.map(({ body }) => body), { timeout: 10_000 })
    .toEqual([{ places: null, version: 2 }])
  await press.click(await screen.findByRole('button', { name: 'Duplicate January intake' }))
  const copy = within(await screen.findByRole('dialog', { name: 'Duplicate January intake' }))
  expect(copy.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('January intake')
  expect(copy.getByLabelText<HTMLInputElement>(/^First day/).value).toBe('')
  await press.click(copy.getByRole('button', { name: 'Cancel' }))
  await press.click(screen.getByRole('button', { name: 'Remove January intake' }))
  const removals = recordCalls('removeCohort', { success: true })
  await press.click(
    within(await screen.findByRole('alertdialog', { name: 'Remove January intake?' })).getByRole('button', {
      name: 'Remove',
    }),
  )
  await expect.poll(() => removals.length, { timeout: 10_000 }).toBe(1)
})

test('sessions and announcements name a cohort as it is called since a change', async () => {
  const named = (cohortName: string) => {
    const audience = { cohortId: 7, cohortName, isRemoved: false }
    answer('listLiveSessions', {
      success: true,
      data: {
        sessions: [
          {
            id: 4,
            title: 'Questions',
            startsAt: '2030-01-20T12:00:00.000Z',
            minutes: 60,
            notes: '',
            link: null,
            linkFrom: '2030-01-20T11:45:00.000Z',
            wasPresent: null,
            version: 1,
            audience,
          },
        ],
      },
    })
    answer('listAnnouncements', {
      success: true,
      data: [
        {
          id: 8,
          title: 'Welcome',
          body: 'Hello',
          authorName: 'Teacher',
          version: 0,
          editedAt: null,
          createdAt: '2026-11-20T02:00:00.000Z',
          audience,
          delivery: { isMailed: false, toldCount: 3, isDone: true },
        },
      ],
      meta: { total: 1, nextCursor: null },
    })
    answer('listCohorts', {
      success: true,
      data: { cohorts: [cohort({ name: cohortName })], selfPaced: true },
    })
  }
  named('January intake')
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [],
      permissions: { study: true, manage: true },
    },
  })
  const { press, goBack } = await renderRoute('/course/5?tab=announcements', { user: admin })
  await expect.poll(() => screen.queryAllByText('For January intake').length, { timeout: 10_000 }).toBe(2)
  await press.click(screen.getByRole('link', { name: 'Manage course' }))
  await press.click(await screen.findByRole('link', { name: 'Settings' }))
  await press.click(await screen.findByRole('link', { name: 'Open: Cohorts' }))
  await press.click(await screen.findByRole('button', { name: 'Edit January intake' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit cohort' }))
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Early intake' } })
  answer('updateCohort', { success: true, data: cohort({ name: 'Early intake' }) })
  named('Early intake')
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit Early intake' })
  await goBack()
  await goBack()
  await goBack()
  await expect.poll(() => screen.queryAllByText('For Early intake').length, { timeout: 10_000 }).toBe(2)
})

test('pressing the switch saves whether the course is offered without an open cohort', async () => {
  const { press } = await openCohorts([cohort()])
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Also offer the course while no cohort is open',
  })
  expect(box.checked).toBe(true)
  const calls = recordCalls('setSelfPaced', { success: true })
  await press.click(box)
  await expect.poll(() => calls.map(({ body }) => body), { timeout: 10_000 }).toEqual([{ selfPaced: false }])
})
