import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const question: Repetition = {
  id: 101,
  kind: 'multiple-choice',
  question: 'Which planet is red?',
  options: ['Venus', 'Mars'],
  assessmentTitle: 'Planets',
  courseTitle: 'Orbits',
  dueAt: '2026-11-23T16:00:00.000Z',
}
const read = (asked: Repetition | null, nextDueAt: string | null = null) =>
  answer('readRecallQuestion', { success: true, data: { question: asked, nextDueAt } })

const wrong = {
  success: true,
  data: {
    isCorrect: false,
    correctAnswer: 1,
    explanation: 'Rust colours it.',
    nextDueAt: '2026-11-24T16:00:00Z',
  },
} as const

async function open({ isCompleted = false, hasRecall = true, language = 'en' as 'en' | 'ms' } = {}) {
  const progress = { completed: isCompleted, watchTime: 100, position: 0 }
  const video = item({ id: 1, progress, ...(hasRecall && { hasRecall: true as const }) })
  answerModule(module(11, 'Before the model', [video]), { isCompleted })
  const page = await renderRoute('/lesson/11/resources/1', { user: aisyah, language })
  await screen.findByRole('group', { name: language === 'en' ? 'Video player' : 'Pemain video' })
  return page
}

function finishVideo() {
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no video')
  Object.defineProperty(video, 'ended', { value: true, configurable: true })
  fireEvent.ended(video)
}

test('a video without a question shows nothing, and asks the server for nothing', async () => {
  const calls = recordCalls('readRecallQuestion', { success: true, data: { question, nextDueAt: null } })
  await open({ hasRecall: false, isCompleted: true })
  await screen.findByRole('button', { name: 'Mark as Incomplete' })
  expect(screen.queryByText('One question about this video')).toBeNull()
  expect(calls).toEqual([])
})

test('the question is loaded when the video has ended, is answered once, and says when it comes back', async () => {
  const reads = recordCalls('readRecallQuestion', { success: true, data: { question, nextDueAt: null } })
  const answers = recordCalls('answerRepetition', wrong)
  const { press } = await open()
  expect(await screen.findByText('It is asked when you have watched the video.')).toBeTruthy()
  expect(reads).toEqual([])
  act(finishVideo)
  await press.click(await screen.findByRole('button', { name: 'Not now' }))
  await press.click(await screen.findByRole('button', { name: 'Answer the question' }))
  await press.click(screen.getByRole('radio', { name: 'Venus' }))
  await press.click(screen.getByRole('button', { name: 'Check answer' }))
  expect(await screen.findByText('Not correct')).toBeTruthy()
  expect(answers).toMatchObject([{ params: { questionId: '101' }, body: { answer: 0 } }])
  expect(screen.getByText('Rust colours it.')).toBeTruthy()
  expect(screen.getByText('Asked again on 25 Nov 2026.')).toBeTruthy()
  // The pressed button is gone, so the result has the focus.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Not correct'))
})

test('an answered question says on which day it is asked again', async () => {
  read(null, '2026-11-24T16:00:00Z')
  await open({ isCompleted: true })
  expect(await screen.findByText('You have answered it. It is asked again on 25 Nov 2026.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Answer the question' })).toBeNull()
})

test('an answer without a connection waits on this device and is not asked for again', async () => {
  read(question)
  breakNetwork('answerRepetition')
  const { press } = await open({ isCompleted: true })
  await press.click(await screen.findByRole('button', { name: 'Answer the question' }))
  await press.click(screen.getByRole('radio', { name: 'Mars' }))
  await press.click(screen.getByRole('button', { name: 'Check answer' }))
  expect(await screen.findByText('Saved on this device')).toBeTruthy()
  expect(screen.getByText('It is checked when the connection is back.')).toBeTruthy()
})

test('a question that cannot be loaded says so and is loaded again', async () => {
  refuse('readRecallQuestion', 'UNAVAILABLE')
  const { press } = await open({ isCompleted: true })
  const again = await screen.findByRole('button', { name: 'Try again' })
  read(question)
  await press.click(again)
  expect(await screen.findByRole('button', { name: 'Answer the question' })).toBeTruthy()
})

test('a question that was removed meanwhile leaves nothing', async () => {
  read(null)
  await open({ isCompleted: true })
  await waitFor(() => expect(screen.queryByText('One question about this video')).toBeNull())
})

test('the question is offered in Malay', async () => {
  read(question)
  await open({ isCompleted: true, language: 'ms' })
  expect(await screen.findByRole('button', { name: 'Jawab soalan' })).toBeTruthy()
})

test('the question of the next video waits for the end of that video', async () => {
  const [first, second] = [1, 2].map((id) => item({ id, hasRecall: true }))
  if (!first || !second) throw new Error('There are no lessons')
  answerModule(module(11, 'Before the model', [first, second]))
  read(question)
  const { press } = await renderRoute('/lesson/11/resources/1', { user: aisyah })
  await screen.findByRole('group', { name: 'Video player' })
  finishVideo()
  await screen.findByRole('button', { name: 'Not now' })
  const [next] = screen.getAllByRole('link', { name: /^Next lesson/ })
  if (next) await press.click(next)
  await screen.findByRole('heading', { level: 2, name: 'Lesson 2' })
  expect(screen.getByText('It is asked when you have watched the video.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Answer the question' })).toBeNull()
})
