import type { CourseLearner, LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const ali: CourseLearner = {
  userId: 31,
  name: 'Ali bin Abu',
  email: 'ali@apogee.test',
  avatar: null,
  source: 'order',
  since: '2026-11-02T02:00:00.000Z',
  removedAt: null,
  lastSeenAt: '2026-11-20T02:00:00.000Z',
  completedLessons: 3,
  totalLessons: 4,
  quizScore: 80,
  certificateId: 'AAAAAAAAAAAAAAAAAAAAAA',
}
const siti: CourseLearner = {
  ...ali,
  userId: 32,
  name: null,
  email: 'siti@apogee.test',
  source: 'email',
  lastSeenAt: null,
  completedLessons: 0,
  quizScore: null,
  certificateId: null,
}

const detail = (given: Partial<LearnerDetail> = {}): LearnerDetail => ({
  ...ali,
  courseTitle: 'Orbits',
  modules: [
    {
      id: 1,
      title: 'First module',
      lessons: [
        { id: 1, title: 'Launch', fileType: 'video', completedAt: null, watchedPercent: 45 },
        {
          id: 2,
          title: 'Burn',
          fileType: 'pdf',
          completedAt: '2026-11-20T02:00:00.000Z',
          watchedPercent: null,
        },
      ],
    },
  ],
  quizzes: [
    {
      assessmentId: 9,
      title: 'Final quiz',
      passPercentage: 70,
      attempts: [
        {
          number: 1,
          state: 'graded',
          startedAt: '2026-11-20T02:00:00.000Z',
          percentage: 80,
          deadline: '2026-11-20T03:00:00.000Z',
          submittedAt: '2026-11-20T02:20:00.000Z',
          earnedPoints: 8,
          totalPoints: 10,
        },
      ],
    },
  ],
  certificate: { id: 'AAAAAAAAAAAAAAAAAAAAAA', issuedAt: '2026-11-20T02:00:00.000Z', state: 'valid' },
  orders: [],
  invoiceIds: [],
  questions: [{ id: 4, title: 'Why round?', replies: 2, createdAt: '2026-11-20T02:00:00.000Z' }],
  accessChanges: [],
  paidBy: null,
  ...given,
})

let asked: SentRequest[]
let learners: CourseLearner[]
beforeEach(() => {
  asked = []
  learners = [ali, siti]
  answer('readCourse', {
    success: true,
    data: { ...aCourse(), contents: [], permissions: { study: true, manage: true } },
  })
  answer('listCohorts', { success: true, data: { cohorts: [], selfPaced: true } })
  answer('listPackageTroubles', { success: true, data: [] })
  answer('listCourseLearners', (sent) => {
    asked.push(sent)
    return {
      success: true,
      data: learners,
      meta: {
        total: learners.length,
        nextCursor: null,
        courseTitle: 'Orbits',
        ...(sent.query['stoppedAt'] && { stoppedAtTitle: 'Burn' }),
      },
    }
  })
})

const open = (path = '/course/5/people', user = admin) => renderRoute(path, { user })
const openLearner = (given: Partial<LearnerDetail> = {}) => {
  answer('readCourseLearner', { success: true, data: detail(given) })
  return open('/course/5/people/31')
}
const rowOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest<HTMLElement>('[role=row]') ?? document.body)

test('the roster lists learners with source, progress, last seen, score and certificate, and links to each one', async () => {
  await open()
  const row = await rowOf('Ali bin Abu')
  for (const shown of ['ali@apogee.test', 'Order', '2 Nov 2026', '3 of 4 lessons', '20 Nov 2026', '80%'])
    expect(row.getByText(shown)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Ali bin Abu' }).getAttribute('href')).toBe('/course/5/people/31')
  expect(row.getByRole('link', { name: 'Issued' }).getAttribute('href')).toContain('/certificates/AAAA')
  const other = await rowOf('Unnamed User')
  expect(other.getByText('Enrolled by email')).toBeTruthy()
  expect(other.getByText('Never')).toBeTruthy()
  expect(screen.getByText('2 learners')).toBeTruthy()
})

test('learners are added where they are listed', async () => {
  answer('coursePeople', { success: true, data: { enrolled: 2, waiting: 0, invites: [] } })
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Add learners' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'People' }))
  expect(await dialog.findByLabelText('Email addresses')).toBeTruthy()
})

test('people who are invited stand below the learners, are found by the search, and can be mailed again', async () => {
  const invitation = {
    id: 91,
    email: 'invited@latihan.test',
    name: '',
    state: 'open' as const,
    invitedAt: '2026-11-20T02:00:00.000Z',
    sentAt: '2026-11-20T02:00:00.000Z',
    canSendAgain: true,
  }
  answer('listInvitedPeople', ({ query }) => {
    const found = invitation.email.includes(query['search'] ?? '') ? [invitation] : []
    return { success: true, data: found, meta: { total: found.length, nextCursor: null } }
  })
  const { press } = await open('/course/5/people?search=invited')
  const list = within(await screen.findByRole('region', { name: 'Invited' }))
  expect(list.getByText('invited@latihan.test')).toBeTruthy()
  const sent = recordCalls('resendCourseInvitation', { success: true, data: invitation })
  await press.click(list.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await press.type(screen.getByLabelText('Search by name or email'), 'x')
  await waitFor(() => expect(screen.queryByText('invited@latihan.test')).toBeNull())
})

test('search, filters and order of the roster are in its address and in the request', async () => {
  const { press, address } = await open('/course/5/people?state=inactive&order=-progress')
  await screen.findByRole('link', { name: 'Ali bin Abu' })
  expect(asked[0]?.query).toMatchObject({ state: 'inactive', sort: 'progress', direction: 'descending' })
  await press.selectOptions(screen.getByLabelText('Source'), 'order')
  await press.click(screen.getByRole('button', { name: 'Learner' }))
  await press.type(screen.getByLabelText('Search by name or email'), 'ali')
  await waitFor(() =>
    expect(asked.at(-1)?.query).toMatchObject({
      search: 'ali',
      source: 'order',
      state: 'inactive',
      sort: 'name',
      direction: 'ascending',
    }),
  )
  expect(address()).toContain('order=name')
})

test('the learners who stopped at an item are listed under its title, and all of them after one press', async () => {
  const { press } = await open('/course/5/people?stoppedAt=2')
  await screen.findByText('Learners who stopped at “Burn” and are inactive.')
  expect(asked[0]?.query).toMatchObject({ stoppedAt: '2' })
  await press.click(screen.getByRole('button', { name: 'Show all learners' }))
  await waitFor(() => expect(asked.at(-1)?.query).not.toHaveProperty('stoppedAt'))
  expect(screen.queryByText(/Burn/)).toBeNull()
})

test('a column that sorts already is turned round', async () => {
  const { press } = await open()
  await screen.findByRole('link', { name: 'Ali bin Abu' })
  expect(asked[0]?.query).toMatchObject({ sort: 'since', direction: 'descending' })
  await press.click(screen.getByRole('button', { name: 'Since' }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: 'since', direction: 'ascending' }))
})

test('an empty roster says the next step, and a filter without a match can be cleared', async () => {
  learners = []
  const { press } = await open('/course/5/people?state=completed')
  await press.click(await screen.findByRole('button', { name: 'Show all learners' }))
  expect(await screen.findByText('No learners yet')).toBeTruthy()
})

test('a roster that cannot be loaded can be tried again', async () => {
  breakNetwork('listCourseLearners')
  const { press } = await open()
  expect(await screen.findByText('The learners could not be loaded')).toBeTruthy()
  answer('listCourseLearners', {
    success: true,
    data: [ali],
    meta: { total: 1, nextCursor: null, courseTitle: 'Orbits' },
  })
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Ali bin Abu' })).toBeTruthy()
})

test('the roster of a course that one does not manage is not found', async () => {
  refuse('listCourseLearners', 'COURSE_NOT_FOUND')
  await open('/course/6/people')
  expect(await screen.findByText('Course not found')).toBeTruthy()
})

test('the roster is downloaded as CSV with its filter', async () => {
  const tickets = recordCalls('createTicket', {
    success: true,
    data: { url: '/api/exports/x', expiresAt: '2026-11-24T00:01:00.000Z' },
  })
  const { press } = await open('/course/5/people?source=email')
  await screen.findByRole('link', { name: 'Ali bin Abu' })
  await press.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() =>
    expect(tickets[0]?.body).toEqual({
      what: 'roster',
      filters: { courseId: 5, source: 'email', sort: 'since', direction: 'descending' },
    }),
  )
})

test('students are led away from the roster', async () => {
  const { address } = await open('/course/5/people', aisyah)
  await waitFor(() => expect(address()).toBe('/forbidden'))
})

test('one learner is shown with lessons, quizzes, certificate and questions', async () => {
  await openLearner()
  expect(await screen.findByRole('heading', { level: 1, name: 'Ali bin Abu' })).toBeTruthy()
  for (const shown of ['45% watched', 'Completed, 20 Nov 2026', 'Pass mark 70%', '2 replies · 20 Nov 2026'])
    expect(screen.getByText(shown)).toBeTruthy()
  expect(screen.getByText(/Attempt 1 · 80%, 8 of 10 points/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Why round?' }).getAttribute('href')).toBe(
    '/community/discussions/4',
  )
  expect(screen.getByRole('link', { name: 'Open certificate' })).toBeTruthy()
})

test('the answers of an attempt are shown in a dialog, with what was right', async () => {
  const { press } = await openLearner()
  const question = {
    id: 1,
    kind: 'true-false' as const,
    question: 'Is it round?',
    points: 10,
    options: [],
    starterCode: '',
    functionName: null,
    given: false,
  }
  answer('readLearnerAttempt', {
    success: true,
    data: {
      number: 1,
      state: 'graded',
      startedAt: '2026-11-20T02:00:00.000Z',
      percentage: 0,
      deadline: '2026-11-20T03:00:00.000Z',
      submittedAt: null,
      earnedPoints: 0,
      totalPoints: 10,
      assessmentId: 9,
      title: 'Final quiz',
      review: 'answers',
      passPercentage: null,
      now: '2026-11-20T03:00:00.000Z',
      questions: [question],
      results: [
        {
          questionId: 1,
          isCorrect: false,
          earnedPoints: 0,
          correctAnswer: true,
          tests: null,
          problem: null,
          explanation: 'Look at its shadow',
        },
      ],
    },
  })
  await press.click(await screen.findByRole('button', { name: 'Answers in attempt 1 of Final quiz' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Is it round?')).toBeTruthy()
  expect(dialog.getByText('Answer given')).toBeTruthy()
  expect(dialog.getByText('Look at its shadow')).toBeTruthy()
})

test('removing access needs a reason, and keeps the typed one when it fails', async () => {
  const { press } = await openLearner()
  const calls = recordCalls('removeLearner', { success: true })
  await press.click(await screen.findByRole('button', { name: 'Remove access' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const send = () => press.click(dialog.getByRole('button', { name: 'Remove access' }))
  await send()
  expect(dialog.getByText('A reason is required')).toBeTruthy()
  await press.type(dialog.getByLabelText('Reason'), 'Left the company')
  breakNetwork('removeLearner')
  await send()
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Left the company')
  expect(calls).toEqual([])
  const again = recordCalls('removeLearner', { success: true })
  await send()
  await waitFor(() => expect(again[0]?.body).toEqual({ reason: 'Left the company' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a learner whose access was removed gets it again after a confirmation', async () => {
  const { press } = await openLearner({
    removedAt: '2026-11-21T02:00:00.000Z',
    accessChanges: [
      { kind: 'removed', by: 'Farid Hakim', reason: 'Left the company', at: '2026-11-21T02:00:00.000Z' },
    ],
  })
  expect(await screen.findByText(/Access was removed on 21 Nov 2026/)).toBeTruthy()
  expect(screen.getByText(/Left the company/)).toBeTruthy()
  const calls = recordCalls('restoreLearner', { success: true })
  await press.click(screen.getByRole('button', { name: 'Give access again' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await press.click(dialog.getByRole('button', { name: 'Give access again' }))
  await waitFor(() => expect(calls).toHaveLength(1))
})

test('a learner whose lessons wait may be let start early, and that is taken back', async () => {
  const calls: SentRequest[] = []
  answer('letLearnerStart', (sent) => {
    calls.push(sent)
    const { mayStart } = sent.body as { mayStart: boolean }
    answer('readCourseLearner', {
      success: true,
      data: detail(mayStart ? { mayStart: true } : { isWaiting: true }),
    })
    return { success: true, data: { mayStart } }
  })
  const { press } = await openLearner({ isWaiting: true })
  await press.click(await screen.findByRole('button', { name: 'Allow early start' }))
  expect(await screen.findByText(/^This learner may start before/)).toBeTruthy()
  await press.click(await screen.findByRole('button', { name: 'Withdraw early start' }))
  expect(await screen.findByText(/^The lessons are closed until/)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ mayStart: true }, { mayStart: false }])
})

test('a chargeback is decided on the page of its learner, by whoever may see the order', async () => {
  const order = {
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    paidAt: '2026-11-02T02:00:00.000Z',
    price: 4900,
    isRefunded: false,
    isChargedBack: true,
  }
  const asked = recordCalls('listPaymentExceptions', {
    success: true,
    data: [
      {
        id: 'itemitemitemitem',
        topic: 'chargeback',
        state: 'open',
        amount: 4_900,
        cause: null,
        decidedFor: 'caller',
        choices: ['close_access', 'keep_access'],
        isRefunding: false,
        openedAt: '2026-11-20T02:00:00.000Z',
        decidedAt: null,
        decidedBy: null,
        choice: null,
        reason: '',
        order: { id: order.id, total: 4_900, createdAt: null, buyer: null, lines: [] },
      },
    ],
    meta: { total: 1, nextCursor: null },
  })
  const { unmount } = await openLearner({ paidBy: 'order', orders: [{ ...order, isReadable: true }] })
  const decide = within(await screen.findByRole('region', { name: 'To decide' }))
  expect(decide.getByRole('button', { name: 'Remove access' })).toBeTruthy()
  expect(asked[0]?.query).toMatchObject({ orderId: order.id })
  expect(screen.getByText(/A refund cannot end access; the decision about the chargeback can/)).toBeTruthy()
  unmount()
  await openLearner({ paidBy: 'order', orders: [{ ...order, price: null, isReadable: false }] })
  expect(await screen.findByText(/An admin of your business can do that/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'To decide' })).toBeNull()
  expect(asked).toHaveLength(1)
})

test('a paid place offers no removal, and leads to the order that can be refunded', async () => {
  const order = { id: 'AAAAAAAAAAAAAAAAAAAAAA', paidAt: '2026-11-02T02:00:00.000Z', price: 4900 }
  await openLearner({ paidBy: 'order', orders: [{ ...order, isRefunded: false, isReadable: true }] })
  expect(await screen.findByText(/To end access, refund the order/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove access' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open order' }).getAttribute('href')).toBe(
    `/admin/orders/${order.id}`,
  )
})

test('somebody who is no learner of the course is not found', async () => {
  refuse('readCourseLearner', 'LEARNER_NOT_FOUND')
  await open('/course/5/people/77')
  expect(await screen.findByText('Learner not found')).toBeTruthy()
})

test('the people of a course see and change when the access of a learner ends', async () => {
  answer('readCourseLearner', {
    success: true,
    data: detail({
      accessEndsAt: '2026-11-20T15:59:59.000Z',
      accessChanges: [
        {
          kind: 'end-set',
          endsAt: '2026-11-20T15:59:59.000Z',
          by: 'Farid Hakim',
          reason: 'Paid by bank transfer',
          at: '2026-11-10T02:00:00.000Z',
        },
      ],
    }),
  })
  const { press } = await renderRoute('/course/5/people/31', { user: admin })
  expect(await screen.findByText(/^Access ended on 20 Nov 2026\./)).toBeTruthy()
  expect(screen.getByText(/Set to end on 20 Nov 2026 by Farid Hakim/)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Change access' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'When access ends' }))
  const day = dialog.getByLabelText<HTMLInputElement>(/^Last day/)
  expect(day.value).toBe('2026-11-20')
  fireEvent.change(day, { target: { value: '' } })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose a day')).toBeTruthy()
  fireEvent.change(day, { target: { value: '2027-01-31' } })
  await press.type(dialog.getByRole('textbox', { name: /^Note/ }), 'Agreed by phone')
  refuse('setLearnerAccess', 'ACCESS_PAID_FOR_LONGER')
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/has paid for access until a later day/)).toBeTruthy()
  const calls = recordCalls('setLearnerAccess', {
    success: true,
    data: { accessEndsAt: '2027-01-31T15:59:59.000Z' },
  })
  await press.click(dialog.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => calls.map(({ body }) => body), { timeout: 10_000 })
    .toEqual([{ endsOn: '2027-01-31', note: 'Agreed by phone' }])
})

const january = {
  id: 7,
  name: 'January intake',
  startsOn: '2027-01-12',
  endsOn: '2027-03-06',
  places: 25,
  closesOn: '2027-01-10',
  state: 'upcoming' as const,
  members: 1,
  held: 0,
  version: 0,
}

test('a course with cohorts shows them as a column and a filter, and moves several learners to one', async () => {
  learners = [{ ...ali, cohort: { id: 7, name: 'January intake' } }, siti]
  const march = { ...january, id: 8, name: 'March intake' }
  answer('listCohorts', { success: true, data: { cohorts: [january, march], selfPaced: true } })
  const { press, address } = await open()
  expect(await screen.findByRole('columnheader', { name: 'Cohort' })).toBeTruthy()
  expect((await rowOf('Ali bin Abu')).getByText('January intake')).toBeTruthy()
  await press.click(screen.getByRole('checkbox', { name: 'Select Ali bin Abu' }))
  await press.click(screen.getByRole('checkbox', { name: 'Select siti@apogee.test' }))
  expect(screen.getByText('2 learners selected.')).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: 'Move to' }), { target: { value: '8' } })
  const calls = recordCalls('moveLearners', { success: true, data: { moved: 2 } })
  await press.click(screen.getByRole('button', { name: 'Move learners' }))
  expect(await screen.findByText('2 learners moved')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ userIds: [31, 32], cohortId: 8 }])
  expect(screen.queryByText('2 learners selected.')).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Cohort' }), { target: { value: 'none' } })
  await waitFor(() => expect(address()).toContain('cohort=none'), { timeout: 10_000 })
  await waitFor(() => expect(asked.at(-1)?.query['cohort']).toBe('none'), { timeout: 10_000 })
})

test('a failed move keeps the selection', async () => {
  answer('listCohorts', { success: true, data: { cohorts: [january], selfPaced: true } })
  refuse('moveLearners', 'COHORT_NOT_FOUND')
  const { press } = await open()
  await press.click(await screen.findByRole('checkbox', { name: 'Select Ali bin Abu' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Move to' }), { target: { value: '7' } })
  await press.click(screen.getByRole('button', { name: 'Move learners' }))
  expect(await screen.findByText('This course has no such cohort')).toBeTruthy()
  expect(screen.getByText('1 learner selected.')).toBeTruthy()
})

test('a package that has not reported, or in which learners saw an error, is named above the roster', async () => {
  const trouble = { resourceId: 7, title: 'Fire drill', silentLearners: 1, errorLearners: 3 }
  answer('listPackageTroubles', { success: true, data: [trouble] })
  await open()
  const link = await screen.findByRole('link', { name: /Fire drill/ })
  expect(link.textContent).toBe(
    '“Fire drill”: this package has not reported for 1 learner. “Fire drill”: 3 learners saw an error in this package.',
  )
  expect(link.getAttribute('href')).toBe('/course/5/manage?resource=7')
})
