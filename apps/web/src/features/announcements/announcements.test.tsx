import type { Announcement } from '@apogee/contracts/announcements/announcements.ts'
import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const news: Announcement = {
  id: 7,
  title: 'Live session on Friday',
  body: 'Join at https://example.org/live',
  authorName: 'Farid',
  createdAt: '2026-11-18T01:00:00.000Z',
  editedAt: null,
  version: 0,
  delivery: null,
}
const ofManager: Announcement = { ...news, delivery: { isMailed: true, toldCount: 12, isDone: true } }

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

function answerCourse({ study = true, manage = false } = {}) {
  answerCohorts()
  answer('listLiveSessions', { success: true, data: { sessions: [] } })
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5, title: 'Orbits' }),
      isEnrolled: study && !manage,
      contents: [],
      permissions: { study, manage },
    },
  })
}
const answerList = (...data: Announcement[]) =>
  answer('listAnnouncements', { success: true, data, meta: { total: data.length, nextCursor: null } })

async function openTab(user = aisyah) {
  const page = await renderRoute('/course/5?tab=announcements', { user })
  return { ...page, panel: within(await screen.findByRole('tabpanel', { name: 'Announcements' })) }
}

test('a learner reads the announcements, with links, and cannot write', async () => {
  answerCourse()
  answerList(news)
  const { panel } = await openTab()
  const article = within(await panel.findByRole('article'))
  expect(article.getByRole('heading', { name: 'Live session on Friday' })).toBeTruthy()
  expect(article.getByText('Farid · 18 Nov 2026')).toBeTruthy()
  expect(article.getByRole('link').getAttribute('href')).toBe('https://example.org/live')
  expect(panel.queryByRole('button', { name: 'New Announcement' })).toBeNull()
  expect(article.queryByRole('button')).toBeNull()
})

test('without announcements the tab says so, and a failure can be retried', async () => {
  answerCourse()
  breakNetwork('listAnnouncements')
  const { panel, press } = await openTab()
  expect(await panel.findByText('The announcements could not be loaded')).toBeTruthy()
  answerList()
  await press.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText('No announcements yet')).toBeTruthy()
})

test('who may not study the course gets its contents instead of announcements', async () => {
  answerCourse({ study: false })
  await renderRoute('/course/5?tab=announcements', { user: aisyah })
  expect(await screen.findByRole('tabpanel', { name: 'Course Content' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Announcements' })).toBeNull()
})

test('a teacher writes one; a failure keeps the text, and the second try is the same announcement', async () => {
  answerCourse({ manage: true })
  answerList()
  const { panel, press } = await openTab(admin)
  await press.click(await panel.findByRole('button', { name: 'New Announcement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New Announcement' }))
  await press.click(dialog.getByRole('button', { name: 'Send Announcement' }))
  expect(await dialog.findByText('Title is required')).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: /Title/ }), 'Live session')
  await press.type(dialog.getByRole('textbox', { name: /Text/ }), 'On Friday')
  await press.click(dialog.getByRole('checkbox', { name: 'Also send it by email' }))
  refuse('writeAnnouncement', 'TOO_MANY_ATTEMPTS')
  await press.click(dialog.getByRole('button', { name: 'Send Announcement' }))
  expect(await dialog.findByText(/Too many attempts/)).toBeTruthy()
  const calls = recordCalls('writeAnnouncement', { success: true, data: ofManager })
  answerList({ ...ofManager, delivery: { isMailed: true, toldCount: 3, isDone: true } })
  await press.click(dialog.getByRole('button', { name: 'Send Announcement' }))
  expect(await screen.findByText('The announcement is being sent')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      title: 'Live session',
      body: 'On Friday',
      byMail: true,
      clientKey: expect.any(String),
      audience: 'everybody',
    },
  ])
  expect(await panel.findByText('Sent to 3 learners, also by email')).toBeTruthy()
})

test('a teacher chooses the cohort of an announcement, also after a reload, and sees for whom it was', async () => {
  answerCourse({ manage: true })
  answerCohorts(cohort(3, 'January intake'), cohort(4, 'June intake'))
  answerList()
  const first = await openTab(admin)
  await first.press.click(await first.panel.findByRole('button', { name: 'New Announcement' }))
  await first.press.selectOptions(await screen.findByRole('combobox', { name: /For/ }), 'June intake')
  first.unmount()
  const { panel, press } = await openTab(admin)
  await press.click(await panel.findByRole('button', { name: 'New Announcement' }))
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: /For/ })
  expect(choice.value).toBe('4')
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Everybody', 'January intake', 'June intake', 'Learners without a cohort'])
  const dialog = within(screen.getByRole('dialog', { name: 'New Announcement' }))
  await press.type(dialog.getByRole('textbox', { name: /Title/ }), 'Room 4')
  await press.type(dialog.getByRole('textbox', { name: /Text/ }), 'Next door')
  const audience = { cohortId: 4, cohortName: 'June intake', isRemoved: false }
  const calls = recordCalls('writeAnnouncement', { success: true, data: { ...ofManager, audience } })
  answerList({ ...ofManager, audience })
  await press.click(dialog.getByRole('button', { name: 'Send Announcement' }))
  expect(await panel.findByText('For June intake')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toMatchObject([{ title: 'Room 4', audience: 4 }])
})

test('cohorts that could not be loaded are read again by a press, and a removed cohort is named', async () => {
  answerCourse({ manage: true })
  const audience = { cohortId: 4, cohortName: 'June intake', isRemoved: true }
  answerList(
    { ...ofManager, audience },
    {
      ...ofManager,
      id: 8,
      audience: { cohortId: null, cohortName: null, isRemoved: false },
    },
  )
  breakNetwork('listCohorts')
  const { panel, press } = await openTab(admin)
  expect(await panel.findByText('For June intake, a cohort that was removed')).toBeTruthy()
  expect(panel.getByText('For learners without a cohort')).toBeTruthy()
  await press.click(panel.getByRole('button', { name: 'New Announcement' }))
  expect(await screen.findByText('The cohorts could not be loaded')).toBeTruthy()
  answerCohorts(cohort(3, 'January intake'))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('combobox', { name: /For/ })).toBeTruthy()
})

test('nothing is sent until the cohorts are there, and then it goes to the cohort of the draft', async () => {
  answerCourse({ manage: true })
  answerCohorts(cohort(3, 'January intake'))
  answerList()
  const first = await openTab(admin)
  await first.press.click(await first.panel.findByRole('button', { name: 'New Announcement' }))
  await first.press.selectOptions(await screen.findByRole('combobox', { name: /For/ }), 'January intake')
  await first.press.type(screen.getByRole('textbox', { name: /Title/ }), 'Room 4')
  await first.press.type(screen.getByRole('textbox', { name: /Text/ }), 'Next door')
  first.unmount()
  breakNetwork('listCohorts')
  const calls = recordCalls('writeAnnouncement', { success: true, data: ofManager })
  const { panel, press } = await openTab(admin)
  await press.click(await panel.findByRole('button', { name: 'New Announcement' }))
  await screen.findByText('The cohorts could not be loaded')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Announcement' })
  expect(send.disabled).toBe(true)
  await press.click(send)
  expect(calls).toEqual([])
  answerCohorts(cohort(3, 'January intake'))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('combobox', { name: /For/ })
  await press.click(send)
  await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ audience: 3 }]), {
    timeout: 10_000,
  })
})

test('a text that was not sent is still there after a reload', async () => {
  answerCourse({ manage: true })
  answerList()
  const { panel, press, unmount } = await openTab(admin)
  await press.click(await panel.findByRole('button', { name: 'New Announcement' }))
  await press.type(await screen.findByRole('textbox', { name: /Text/ }), 'On Friday')
  unmount()
  const again = await openTab(admin)
  await again.press.click(await again.panel.findByRole('button', { name: 'New Announcement' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Text/ })).value).toBe('On Friday')
})

test('a teacher corrects one: only what changed is sent, with the version that was read', async () => {
  answerCourse({ manage: true })
  answerList(ofManager)
  const { panel, press } = await openTab(admin)
  await press.click(await panel.findByRole('button', { name: 'Edit Live session on Friday' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit announcement' }))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  const title = dialog.getByRole('textbox', { name: /Title/ })
  await press.clear(title)
  await press.type(title, 'Live session on Monday')
  const calls = recordCalls('updateAnnouncement', { success: true, data: ofManager })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The announcement was changed')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ title: 'Live session on Monday', version: 0 }])
})

test('a teacher deletes one after a question', async () => {
  answerCourse({ manage: true })
  answerList(ofManager)
  const { panel, press } = await openTab(admin)
  await press.click(await panel.findByRole('button', { name: 'Delete Live session on Friday' }))
  const calls = recordCalls('removeAnnouncement', { success: true })
  answerList()
  await press.click(
    within(await screen.findByRole('alertdialog', { name: 'Delete announcement?' })).getByRole('button', {
      name: 'Delete',
    }),
  )
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(await panel.findByText('Tell your learners something')).toBeTruthy()
})

test('the link of a mail stops the mails about announcements by a press, and turns them on again', async () => {
  const stops = recordCalls('stopAnnouncementMails', { success: true })
  const { press } = await renderRoute('/stop-announcement-mails/7.token')
  expect(stops).toEqual([])
  await press.click(await screen.findByRole('button', { name: 'Stop Mails' }))
  expect(await screen.findByText('Mails about announcements are stopped')).toBeTruthy()
  const resumed = recordCalls('resumeAnnouncementMails', { success: true })
  await press.click(screen.getByRole('button', { name: 'Turn On Again' }))
  await waitFor(() => expect(resumed).toHaveLength(1))
  refuse('stopAnnouncementMails', 'NOT_FOUND')
  await press.click(await screen.findByRole('button', { name: 'Stop Mails' }))
  expect(await screen.findByText(/This link is not valid/)).toBeTruthy()
})

test('the settings have a switch for mails about announcements', async () => {
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const { press } = await renderRoute('/settings', { user: aisyah })
  const section = within(await screen.findByRole('region', { name: 'Emails about announcements' }))
  const choice = await section.findByRole<HTMLInputElement>('switch', { name: 'Email me announcements' })
  const calls = recordCalls('updateAnnouncementMails', { success: true, data: { wanted: false } })
  await press.click(choice)
  await waitFor(() => expect(choice.checked).toBe(false))
  expect(calls.map(({ body }) => body)).toEqual([{ wanted: false }])
})
