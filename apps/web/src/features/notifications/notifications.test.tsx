import type { Notification } from '@apogee/contracts/notifications/notifications.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const told = { actorName: null, createdAt: '2026-11-18T06:05:00.000Z', isRead: false }
const course = { courseId: 5, courseTitle: 'Practical Machine Learning' }

const everyKind: Notification[] = [
  { ...told, id: 7, kind: 'course.enrolled', data: course, isRead: true },
  { ...told, id: 6, kind: 'certificate.issued', data: { ...course, certificateId: 'AbCd' } },
  { ...told, id: 5, kind: 'badge.earned', data: { badge: 'touchdown' } },
  {
    ...told,
    id: 4,
    kind: 'attempt.graded',
    data: { assessmentId: 1, assessmentTitle: 'Three questions', number: 2, percentage: 71 },
  },
  {
    ...told,
    id: 3,
    kind: 'discussion.answered',
    actorName: 'Daniel Wong',
    data: { discussionId: 9, discussionTitle: 'Two spellings' },
  },
  {
    ...told,
    id: 2,
    kind: 'order.paid',
    data: { purchaseId: 'p-1', totalCents: 24_900, courseTitles: ['Practical Machine Learning'] },
  },
  {
    ...told,
    id: 1,
    kind: 'order.refunded',
    data: { purchaseId: 'p-1', courseTitles: ['Practical Machine Learning'] },
  },
  {
    ...told,
    id: 8,
    kind: 'post.reported',
    data: { discussionId: 9, discussionTitle: 'Two spellings' },
    isRead: true,
  },
  {
    ...told,
    id: 9,
    kind: 'certificate.withdrawn',
    data: { ...course, certificateId: 'AbCd', reason: 'Copied answers' },
    isRead: true,
  },
  {
    ...told,
    id: 11,
    kind: 'discussion.started',
    actorName: 'Daniel Wong',
    data: { ...course, discussionId: 9, discussionTitle: 'Which join?' },
    isRead: true,
  },
  { ...told, id: 10, kind: 'certificate.restored', data: { ...course, certificateId: 'AbCd' }, isRead: true },
]

const list = (data: Notification[], nextCursor: string | null = null, total = data.length) => ({
  success: true as const,
  data,
  meta: { total, nextCursor, unread: data.filter(({ isRead }) => !isRead).length },
})

test.each([
  ['You are enrolled in Practical Machine Learning', '/course/5'],
  ['You completed Practical Machine Learning: your certificate is ready', '/certificates/AbCd'],
  ['Your certificate for Practical Machine Learning was withdrawn: Copied answers', '/certificates/AbCd'],
  ['Your certificate for Practical Machine Learning is valid again', '/certificates/AbCd'],
  ['You earned the badge Touchdown', '/profile'],
  ['Three questions is graded: 71%', '/assessment/1/attempts/2'],
  ['Daniel Wong answered your discussion “Two spellings”', '/community/discussions/9?answer'],
  ['Daniel Wong asked in “Practical Machine Learning”: Which join?', '/community/discussions/9'],
  ['A text in “Two spellings” was reported: please have a look', '/community/discussions/9'],
  ['Your payment of RM 249.00 for Practical Machine Learning has arrived', '/purchases/p-1'],
  ['Your purchase of Practical Machine Learning was refunded', '/purchases/p-1'],
])('the notification "%s" links to its object', async (sentence, address) => {
  answer('listNotifications', list(everyKind))
  await renderRoute('/notifications', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeTruthy()
  const link = await screen.findByRole('link', { name: sentence })
  expect(link.getAttribute('href')).toBe(address)
})

test('a notification of a deleted thing says so and leads nowhere', async () => {
  const gone: Notification = { ...told, id: 13, kind: 'course.enrolled', data: course, isGone: true }
  answer('listNotifications', list([gone]))
  await renderRoute('/notifications', { user: aisyah })
  expect(await screen.findByText('You are enrolled in Practical Machine Learning')).toBeTruthy()
  expect(screen.getByText('Deleted')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^You are enrolled/ })).toBeNull()
})

test('a message from the people of a course is shown whole, and links to where it is answered', async () => {
  const body = 'You are close.\nSee https://example.org/plan'
  const message: Notification = {
    ...told,
    id: 12,
    kind: 'message.received',
    actorName: 'Farid',
    data: { ...course, body },
  }
  answer('listNotifications', list([message]))
  await renderRoute('/notifications', { user: aisyah })
  const link = await screen.findByRole('link', {
    name: 'Farid sent you a message about Practical Machine Learning',
  })
  expect(link.getAttribute('href')).toBe('/course/5?tab=discussion')
  expect(screen.getByText(/^You are close\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'https://example.org/plan' })).toBeTruthy()
})

test('unread notifications say so in words, and all can be marked as read at once', async () => {
  answer('listNotifications', list(everyKind))
  const page = await renderRoute('/notifications', { user: aisyah })
  expect(await screen.findByText('6 unread')).toBeTruthy()
  expect(screen.getAllByText('New')).toHaveLength(6)
  const marked = recordCalls('markNotificationsRead', { success: true, data: { unread: 0 } })
  answer('listNotifications', list(everyKind.map((one) => ({ ...one, isRead: true }))))
  await page.press.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('You have read everything.')).toBeTruthy()
  expect(marked[0]?.body).toEqual({})
  expect(screen.queryByText('New')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('opening a notification marks it as read', async () => {
  answer('listNotifications', list(everyKind))
  const page = await renderRoute('/notifications', { user: aisyah })
  const marked = recordCalls('markNotificationsRead', { success: true, data: { unread: 5 } })
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await page.press.click(await screen.findByRole('link', { name: 'You earned the badge Touchdown' }))
  expect(page.address()).toBe('/profile')
  await waitFor(() => expect(marked[0]?.body).toEqual({ ids: [5] }))
})

test('more notifications are shown on request', async () => {
  answer('listNotifications', ({ query }) =>
    query['cursor'] ? list(everyKind.slice(4), null, 8) : list(everyKind.slice(0, 4), '4', 8),
  )
  const page = await renderRoute('/notifications', { user: aisyah })
  expect(await screen.findByText('4 of 8 notifications')).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Your purchase of Practical Machine Learning was refunded')).toBeTruthy()
})

test('an empty list of notifications links to browsing', async () => {
  await renderRoute('/notifications', { user: aisyah })
  const main = within(screen.getByRole('main'))
  expect(await main.findByRole('heading', { name: 'No notifications yet' })).toBeTruthy()
  expect(main.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
})

test('notifications that could not be loaded can be retried', async () => {
  breakNetwork('listNotifications')
  const page = await renderRoute('/notifications', { user: aisyah })
  expect(await screen.findByText('Your notifications could not be loaded')).toBeTruthy()
  answer('listNotifications', list(everyKind))
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You earned the badge Touchdown')).toBeTruthy()
})

test("notifications are available in Malay, including the badge's name", async () => {
  answer('listNotifications', list(everyKind))
  await renderRoute('/notifications', { user: aisyah, language: 'ms' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Pemberitahuan' })).toBeTruthy()
  expect(await screen.findByText('Anda memperoleh lencana Pendaratan')).toBeTruthy()
})

test('a member of a cohort reads that it starts on its day, and that it has started', async () => {
  const cohort = { ...course, cohortName: 'January intake' }
  answer('listNotifications', {
    success: true,
    data: [
      { ...told, id: 2, kind: 'cohort.started', data: cohort },
      { ...told, id: 1, kind: 'cohort.starting', data: { ...cohort, startsOn: '2027-01-12' } },
    ],
    meta: { total: 2, nextCursor: null, unread: 2 },
  })
  await renderRoute('/notifications', { user: aisyah })
  expect(
    await screen.findByText('Practical Machine Learning starts on 12 Jan 2027 (January intake)'),
  ).toBeTruthy()
  expect(screen.getByText('Practical Machine Learning has started (January intake)')).toBeTruthy()
})
