/** Tests the question over the picture of a video that has ended. */
import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberPlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { answerModule, item, module } from '#web/testing/lesson.ts'
import { answer, refuse } from '#web/testing/mock-api.ts'
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

beforeEach(() => {
  rememberPlayerPreferences({ playsNext: true })
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn<() => void>(),
    removeEventListener: vi.fn<() => void>(),
  }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  rememberPlayerPreferences({ playsNext: false })
})

async function open(language: 'en' | 'ms' = 'en') {
  answerModule(module(11, 'Planets', [item({ id: 1, hasRecall: true }), item({ id: 2, title: 'Moons' })]))
  const page = await renderRoute('/lesson/11/resources/1', { user: aisyah, language })
  const video = await waitFor(() => document.querySelector('video') ?? expect.fail('There is no video'))
  Object.defineProperty(video, 'ended', { value: true, configurable: true })
  return { ...page, end: () => fireEvent.ended(video) }
}
const cover = () =>
  waitFor(
    () => document.querySelector<HTMLElement>('.recall-cover') ?? expect.fail('The question is not asked'),
  )
const countdown = () => screen.queryAllByText(/Starts in/)[1]?.textContent

test('the question stands over the picture with the focus, and the next video waits until it is closed', async () => {
  read(question)
  const { end, press } = await open()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  end()
  const asked = await cover()
  expect(document.activeElement).toBe(asked)
  expect(asked.closest('.learn-media')).not.toBeNull()
  expect(within(asked).getByRole('link', { name: 'Next lesson' }).getAttribute('href')).toBe(
    '/lesson/11/resources/2',
  )
  act(() => void vi.advanceTimersByTime(9000))
  expect(countdown()).toBe('Starts in 5 seconds')
  fireEvent.keyDown(asked, { key: 'Escape' })
  expect(screen.queryByRole('radio', { name: 'Mars' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Video player' }))
  act(() => void vi.advanceTimersByTime(2000))
  expect(countdown()).toBe('Starts in 3 seconds')
  vi.useRealTimers()
  await press.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Answer the question' })).toBeTruthy()
})

test('an answer shows its result in the same place, and the question is not asked twice on the page', async () => {
  read(question)
  answer('answerRepetition', {
    success: true,
    data: { isCorrect: true, correctAnswer: 1, explanation: '', nextDueAt: '2026-11-25T16:00:00Z' },
  })
  const { end, press } = await open()
  end()
  const asked = within(await cover())
  expect(screen.queryByRole('button', { name: 'Answer the question' })).toBeNull()
  await press.click(asked.getByRole('radio', { name: 'Mars' }))
  read(null, '2026-11-25T16:00:00Z')
  await press.click(asked.getByRole('button', { name: 'Check answer' }))
  expect(await asked.findByText('Correct')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Correct'))
  await press.click(asked.getByRole('button', { name: 'Close the question' }))
  expect(await screen.findByText(/You have answered it/)).toBeTruthy()
})

test('the question of a phone stays within the picture until a press opens it', async () => {
  vi.stubGlobal('innerWidth', 390)
  read(question)
  const { end, press } = await open()
  end()
  const asked = await cover()
  expect(asked.dataset['open']).toBeUndefined()
  expect(within(asked).queryByRole('radio', { name: 'Mars' })).toBeNull()
  await press.click(within(asked).getByRole('button', { name: 'Answer the question' }))
  expect(asked.dataset['open']).toBeDefined()
  expect(within(asked).getByRole('radio', { name: 'Mars' })).toBeTruthy()
  expect(document.activeElement).toBe(asked)
})

test('a person who is elsewhere on the page keeps the focus, and hears of the question', async () => {
  read(question)
  const { end } = await open()
  const elsewhere = screen.getByRole('button', { name: 'Mark as Complete' })
  elsewhere.focus()
  end()
  await cover()
  expect(document.activeElement).toBe(elsewhere)
  expect(document.querySelector('.learn-media > .late-part > [role=status]')?.textContent).toBe(
    'One question about this video',
  )
})

test.each([
  ['is not due', () => read(null, '2026-11-25T16:00:00Z')],
  ['cannot be loaded', () => refuse('readRecallQuestion', 'UNAVAILABLE')],
])('the next video starts without delay when the question %s', async (_, answerRead) => {
  answerRead()
  const { end } = await open()
  end()
  await waitFor(() => expect(countdown()).toBe('Starts in 4 seconds'))
  expect(screen.queryByRole('radio')).toBeNull()
})

test('the question over the picture is in Malay, too', async () => {
  read(question)
  const { end } = await open('ms')
  end()
  expect(await screen.findByRole('button', { name: 'Lain kali' })).toBeTruthy()
})
