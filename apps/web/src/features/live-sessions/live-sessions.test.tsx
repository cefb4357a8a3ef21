import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import type { LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const minuteMs = 60_000
const from = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
const session = (startsIn: number, more: Partial<LiveSession> = {}): LiveSession => ({
  id: 4,
  title: 'Questions',
  startsAt: from(startsIn),
  minutes: 60,
  notes: 'Bring one.',
  link: null,
  linkFrom: from(startsIn - 15),
  wasPresent: null,
  version: 2,
  ...more,
})

const cohort = (id: number, name: string): Cohort => ({
  id,
  name,
  startsOn: '2027-01-12',
  endsOn: null,
  places: null,
  closesOn: '2027-01-12',
  state: 'upcoming',
  members: 0,
  held: 0,
  version: 0,
})
const answerCohorts = (...cohorts: Cohort[]) =>
  answer('listCohorts', { success: true, data: { cohorts, selfPaced: true } })

function answerCourse(sessions: LiveSession[], { manage = false } = {}) {
  answerCohorts()
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5, title: 'Orbits' }),
      isEnrolled: !manage,
      contents: [],
      permissions: { study: true, manage },
    },
  })
  answer('listAnnouncements', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listLiveSessions', { success: true, data: { sessions } })
}

async function openTab(user = aisyah) {
  const page = await renderRoute('/course/5?tab=announcements', { user })
  await screen.findByRole('tabpanel', { name: 'Announcements' })
  return page
}

test('a learner reads when the next session is, and joins once the link is there', async () => {
  answerCourse([
    session(10, { link: 'https://meet.example/orbits' }),
    session(3000, { id: 6, title: 'Later' }),
  ])
  await openTab()
  const [soon, later] = await screen.findAllByRole('article')
  const join = within(soon ?? document.body).getByRole('link', { name: 'Join Questions' })
  expect(join.getAttribute('href')).toBe('https://meet.example/orbits')
  expect(join.getAttribute('rel')).toContain('noopener')
  expect(within(later ?? document.body).getByText(/^The link appears here at/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Plan Live Session' })).toBeNull()
})

test('past sessions are folded, and say whether the learner was there', async () => {
  answerCourse([session(-200, { wasPresent: true })])
  await openTab()
  await screen.findByText('Past sessions (1)')
  expect(screen.getByText('You were there')).toBeTruthy()
})

test('learners of a course without sessions see nothing of them, its people the next step', async () => {
  answerCourse([])
  await openTab()
  await screen.findByText('No announcements yet')
  expect(screen.queryByText('Live sessions')).toBeNull()
})

test('a session is planned in Malaysian time', async () => {
  answerCourse([], { manage: true })
  const sent = recordCalls('createLiveSession', { success: true, data: session(3000) })
  const { press } = await openTab(admin)
  await press.click(await screen.findByRole('button', { name: 'Plan Live Session' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan Live Session' }))
  await press.click(dialog.getByRole('button', { name: 'Plan Session' }))
  await dialog.findByText('Title is required')
  expect(dialog.getByText('Please choose when it starts')).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Questions')
  await press.type(dialog.getByLabelText(/^Start/), '2031-03-01T20:00')
  await press.type(dialog.getByRole('textbox', { name: /^Link/ }), 'https://meet.example/orbits')
  await press.click(dialog.getByRole('button', { name: 'Plan Session' }))
  await screen.findByText('The live session is planned')
  expect(sent[0]?.body).toEqual({
    title: 'Questions',
    startsAt: '2031-03-01T12:00:00.000Z',
    minutes: 60,
    notes: '',
    link: 'https://meet.example/orbits',
    audience: 'everybody',
  })
})

const june = { cohortId: 4, cohortName: 'June intake', isRemoved: false }

test('a session is planned for one cohort once the cohorts are there, and its card names them', async () => {
  answerCourse([], { manage: true })
  breakNetwork('listCohorts')
  const sent = recordCalls('createLiveSession', { success: true, data: session(3000) })
  const { press } = await openTab(admin)
  await press.click(await screen.findByRole('button', { name: 'Plan Live Session' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan Live Session' }))
  await dialog.findByText('The cohorts could not be loaded')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Plan Session' }).disabled).toBe(true)
  answerCohorts(cohort(3, 'January intake'), cohort(4, 'June intake'))
  await press.click(dialog.getByRole('button', { name: 'Try again' }))
  await press.selectOptions(await dialog.findByRole('combobox', { name: /^For/ }), 'June intake')
  await press.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Questions')
  await press.type(dialog.getByLabelText(/^Start/), '2031-03-01T20:00')
  await press.type(dialog.getByRole('textbox', { name: /^Link/ }), 'https://meet.example/orbits')
  answer('listLiveSessions', { success: true, data: { sessions: [session(3000, { audience: june })] } })
  await press.click(dialog.getByRole('button', { name: 'Plan Session' }))
  expect(await screen.findByText('For June intake')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ title: 'Questions', audience: 4 })
})

test('an edit sends the cohort only if it is another one, and a removed cohort stays chosen', async () => {
  const removed = { ...june, isRemoved: true }
  const times = { startsAt: '2031-03-01T12:00:00.000Z', linkFrom: '2031-03-01T11:45:00.000Z' }
  answerCourse([session(3000, { ...times, audience: removed, link: 'https://meet.example/orbits' })], {
    manage: true,
  })
  answerCohorts(cohort(3, 'January intake'))
  const sent = recordCalls('updateLiveSession', { success: true, data: session(3000) })
  const { press } = await openTab(admin)
  expect(await screen.findByText('For June intake, a cohort that was removed')).toBeTruthy()
  const open = async () => {
    await press.click(await screen.findByRole('button', { name: 'Edit Questions (June intake)' }))
    return within(await screen.findByRole('dialog', { name: 'Edit live session' }))
  }
  const first = await open()
  const choice = await first.findByRole<HTMLSelectElement>('combobox', { name: /^For/ })
  expect(choice.selectedOptions[0]?.textContent).toBe('June intake (removed)')
  await press.type(first.getByRole('textbox', { name: /^Title/ }), '?')
  await press.click(first.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 })
  const second = await open()
  await press.selectOptions(await second.findByRole('combobox', { name: /^For/ }), 'Everybody')
  await press.click(second.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 10_000 })
  expect(sent.map(({ body }) => body)).toEqual([
    { title: 'Questions?', version: 2 },
    { audience: 'everybody', version: 2 },
  ])
})

test('a cohort that was removed after its session was read stays chosen, and can be chosen again', async () => {
  answerCourse([session(3000, { audience: june, link: 'https://meet.example/orbits' })], { manage: true })
  const { press } = await openTab(admin)
  await press.click(await screen.findByRole('button', { name: 'Edit Questions (June intake)' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit live session' }))
  const choice = await form.findByRole<HTMLSelectElement>('combobox', { name: /^For/ })
  expect(choice.selectedOptions[0]?.textContent).toBe('June intake (removed)')
  await press.selectOptions(choice, 'Everybody')
  await press.selectOptions(form.getByRole('combobox', { name: /^For/ }), 'June intake (removed)')
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: /^For/ }).value).toBe('4')
})

test('a session for learners without a cohort is told from one for everybody with the same title', async () => {
  const audience = { cohortId: null, cohortName: null, isRemoved: false }
  answerCourse([session(3000), session(3000, { id: 5, audience })], { manage: true })
  await openTab(admin)
  for (const name of ['Questions', 'Questions (without a cohort)']) {
    expect(await screen.findByRole('button', { name: `Edit ${name}` })).toBeTruthy()
    expect(screen.getByRole('button', { name: `Attendance of ${name}` })).toBeTruthy()
  }
})

test.each([
  [june, 'June intake (removed)'],
  [undefined, 'Another cohort'],
])(
  'a question about a cohort that is not listed shows a name and no number: %j, %s',
  async (audience, name) => {
    const times = { startsAt: '2031-03-01T12:00:00.000Z', linkFrom: '2031-03-01T11:45:00.000Z' }
    answerCourse([session(3000, { ...times, audience, id: 13, link: 'https://meet.example/orbits' })], {
      manage: true,
    })
    answerCohorts(cohort(3, 'January intake'))
    const changedBy = { id: 99, name: 'Farid Hakim' }
    answer('updateLiveSession', () =>
      refusal('EDIT_CONFLICT', undefined, {
        version: 3,
        fields: [{ field: 'audience', value: 4, changedAt: '2026-11-21T04:05:00.000Z', changedBy }],
      }),
    )
    const { press } = await openTab(admin)
    await press.click(await screen.findByRole('button', { name: /^Edit Questions/ }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit live session' }))
    await press.selectOptions(await form.findByRole('combobox', { name: /^For/ }), 'January intake')
    await press.click(form.getByRole('button', { name: 'Save' }))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Changed while you were editing' }))
    expect(asked.getByText(name)).toBeTruthy()
  },
)

test('two people who choose different cohorts are asked, with the names of the cohorts', async () => {
  const times = { startsAt: '2031-03-01T12:00:00.000Z', linkFrom: '2031-03-01T11:45:00.000Z' }
  const read = session(3000, { ...times, id: 12, link: 'https://meet.example/orbits' })
  answerCourse([read], { manage: true })
  answerCohorts(cohort(3, 'January intake'), cohort(4, 'June intake'))
  const changedBy = { id: 99, name: 'Farid Hakim' }
  answer('updateLiveSession', () =>
    refusal('EDIT_CONFLICT', undefined, {
      version: 3,
      fields: [{ field: 'audience', value: 3, changedAt: '2026-11-21T04:05:00.000Z', changedBy }],
    }),
  )
  const { press } = await openTab(admin)
  await press.click(await screen.findByRole('button', { name: 'Edit Questions' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit live session' }))
  await press.selectOptions(await form.findByRole('combobox', { name: /^For/ }), 'June intake')
  await press.click(form.getByRole('button', { name: 'Save' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Changed while you were editing' }))
  expect(asked.getByText('January intake')).toBeTruthy()
  expect(asked.getByText('June intake')).toBeTruthy()
})

test('attendance is noted with a press for each learner; a failure takes the press back', async () => {
  answerCourse([session(-30, { link: 'https://meet.example/orbits' })], { manage: true })
  const learners = [
    { userId: 7, name: 'Aisyah', email: 'aisyah@apogee.test', isPresent: null },
    { userId: 8, name: 'Wei Jie', email: 'wei@apogee.test', isPresent: true },
  ]
  answer('readAttendance', { success: true, data: { learners, total: 2 } })
  const noted = recordCalls('saveAttendance', { success: true })
  const { press } = await openTab(admin)
  await press.click(await screen.findByRole('button', { name: 'Attendance of Questions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Attendance: Questions' }))
  await dialog.findByText('1 of 2 learners present')
  await press.click(dialog.getByRole('switch', { name: 'Aisyah was present' }))
  await dialog.findByText('2 of 2 learners present')
  expect(noted[0]?.body).toEqual({ learners: [{ userId: 7, isPresent: true }] })
  refuse('saveAttendance', 'INTERNAL')
  await press.click(dialog.getByRole('switch', { name: 'Wei Jie was present' }))
  await waitFor(() =>
    expect(dialog.getByRole('switch', { name: 'Wei Jie was present' }).getAttribute('aria-checked')).not.toBe(
      'false',
    ),
  )
})
