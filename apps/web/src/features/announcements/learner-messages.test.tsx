import type { LearnerMessage } from '@apogee/contracts/announcements/learner-messages.ts'
import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { answerManagedCourse } from '#web/testing/managed-course.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const learner: LearnerDetail = {
  userId: 31,
  name: 'Ali bin Abu',
  email: 'ali@apogee.test',
  avatar: null,
  source: 'order',
  since: '2026-11-02T02:00:00.000Z',
  removedAt: null,
  lastSeenAt: null,
  completedLessons: 0,
  totalLessons: 0,
  quizScore: null,
  certificateId: null,
  courseTitle: 'Orbits',
  modules: [],
  quizzes: [],
  certificate: null,
  orders: [],
  invoiceIds: [],
  questions: [],
  accessChanges: [],
  paidBy: null,
}
const message: LearnerMessage = {
  id: 3,
  body: 'You are close.\nSee https://example.org/plan',
  authorName: 'Farid',
  createdAt: '2026-11-18T01:00:00.000Z',
  isMailed: true,
}

const answerList = (...data: LearnerMessage[]) =>
  answer('listLearnerMessages', { success: true, data, meta: { total: data.length, nextCursor: null } })

async function openLearner(given: Partial<LearnerDetail> = {}) {
  answerManagedCourse({ id: 5 })
  answer('readCourseLearner', { success: true, data: { ...learner, ...given } })
  const page = await renderRoute('/course/5/people/31', { user: admin })
  return { ...page, panel: within(await screen.findByRole('region', { name: 'Messages sent' })) }
}
const openDialog = async ({ press }: Awaited<ReturnType<typeof openLearner>>) => {
  await press.click(screen.getByRole('button', { name: 'Write a message' }))
  return within(await screen.findByRole('dialog', { name: 'Write a message' }))
}

test('the page of a learner lists the messages that were sent, with author, time and links', async () => {
  answerList(message, { ...message, id: 2, body: 'Welcome', authorName: null, isMailed: false })
  const { panel } = await openLearner()
  expect(await panel.findByText(/^Farid · 18 Nov 2026/)).toBeTruthy()
  expect(panel.getByRole('link').getAttribute('href')).toBe('https://example.org/plan')
  expect(panel.getAllByText('Also by email')).toHaveLength(1)
  expect(panel.getByText('Welcome')).toBeTruthy()
})

test('without messages the list says so, and a failure can be retried', async () => {
  breakNetwork('listLearnerMessages')
  const { panel, press } = await openLearner()
  expect(await panel.findByText('The messages could not be loaded')).toBeTruthy()
  answerList()
  await press.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText('Nobody has sent this learner a message.')).toBeTruthy()
})

test('a message is written; a refusal keeps the text, and the second try has the same key', async () => {
  answerList()
  const page = await openLearner()
  const dialog = await openDialog(page)
  await page.press.click(dialog.getByRole('button', { name: 'Send message' }))
  expect(await dialog.findByText('Please write something')).toBeTruthy()
  await page.press.type(dialog.getByRole('textbox', { name: /Message/ }), 'How far are you?')
  refuse('writeLearnerMessage', 'TOO_MANY_ATTEMPTS')
  await page.press.click(dialog.getByRole('button', { name: 'Send message' }))
  expect(await dialog.findByText(/Too many attempts/)).toBeTruthy()
  const calls = recordCalls('writeLearnerMessage', { success: true, data: message })
  answerList(message)
  await page.press.click(dialog.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('The message was sent as a notification and by email')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ body: 'How far are you?', clientKey: expect.any(String) }])
  expect(await page.panel.findByText(/^Farid/)).toBeTruthy()
})

test('a message that was not mailed says that it is a notification alone', async () => {
  answerList()
  const page = await openLearner()
  const dialog = await openDialog(page)
  answer('writeLearnerMessage', { success: true, data: { ...message, isMailed: false } })
  await page.press.type(dialog.getByRole('textbox', { name: /Message/ }), 'Hello')
  await page.press.click(dialog.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('The message was sent as a notification')).toBeTruthy()
})

test('a message that was not sent is still there after a reload', async () => {
  answerList()
  const page = await openLearner()
  const dialog = await openDialog(page)
  await page.press.type(dialog.getByRole('textbox', { name: /Message/ }), 'How far')
  page.unmount()
  const again = await openDialog(await openLearner())
  expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ }).value).toBe('How far')
})

test('a learner whose access was removed gets no new message', async () => {
  answerList(message)
  const { panel } = await openLearner({ removedAt: '2026-11-20T02:00:00.000Z' })
  expect(await panel.findByText(/^Farid/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull()
})
