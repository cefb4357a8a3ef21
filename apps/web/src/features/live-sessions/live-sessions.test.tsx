/** Live sessions above the announcements of a course. */
import type { LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const minuteMs = 60_000
const from = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
const session = (startsIn: number, more: Partial<LiveSession> = {}): LiveSession => ({
  ...{ id: 4, title: 'Questions', startsAt: from(startsIn), minutes: 60, notes: 'Bring one.', link: null },
  ...{ linkFrom: from(startsIn - 15), wasPresent: null, version: 2 },
  ...more,
})

function answerCourse(sessions: LiveSession[], { manage = false } = {}) {
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5, title: 'Orbits' }),
      ...{ isEnrolled: !manage, sections: [], contents: [], permissions: { study: true, manage } },
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
    ...{ title: 'Questions', startsAt: '2031-03-01T12:00:00.000Z', minutes: 60, notes: '' },
    link: 'https://meet.example/orbits',
  })
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
