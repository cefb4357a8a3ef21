import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const choice: Repetition = {
  id: 101,
  kind: 'multiple-choice',
  question: 'Which planet is red?',
  options: ['Venus', 'Mars'],
  assessmentTitle: 'Planets',
  courseTitle: 'Orbits',
  dueAt: '2026-11-23T16:00:00.000Z',
}
const trueFalse: Repetition = {
  ...choice,
  id: 102,
  kind: 'true-false',
  question: 'The moon is round.',
  options: [],
  courseTitle: null,
}

const listed = (questions: Repetition[], due = questions.length, nextDueAt: string | null = null) => ({
  success: true as const,
  data: { questions, due, nextDueAt },
})

const show = (language: Language = 'en') => renderRoute('/learning/questions', { user: aisyah, language })

const wrong = {
  success: true,
  data: {
    isCorrect: false,
    correctAnswer: 1,
    explanation: 'Rust colours it.',
    nextDueAt: '2026-11-24T16:00:00Z',
  },
} as const
const right = {
  success: true,
  data: { isCorrect: true, correctAnswer: true, explanation: '', nextDueAt: null },
} as const

describe('the page of missed questions', () => {
  test('each question is answered once, and its result and next day are shown', async () => {
    answer('listRepetitions', listed([choice, trueFalse]))
    const calls = recordCalls('answerRepetition', wrong)
    const page = await show()
    expect(await screen.findByText('Question 1 of 2')).toBeTruthy()
    expect(screen.getByText('Planets, Orbits')).toBeTruthy()
    await page.press.click(screen.getByRole('radio', { name: 'Venus' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(await screen.findByText('Not correct')).toBeTruthy()
    expect(calls).toMatchObject([{ params: { questionId: '101' }, body: { answer: 0 } }])
    expect(document.querySelector('.assess-answers')?.textContent).toContain(
      'Your answerVenusCorrect answerMars',
    )
    expect(screen.getByText('Asked again on 25 Nov 2026.')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()

    answer('answerRepetition', right)
    await page.press.click(screen.getByRole('button', { name: 'Next question' }))
    expect(document.activeElement?.textContent).toContain('Question 2 of 2')
    await page.press.click(screen.getByRole('radio', { name: 'True' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(
      await screen.findByText('You have answered it correctly five times. It is not asked again.'),
    ).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Finish' }))
    expect(screen.getByText('1 of 2 answers correct.')).toBeTruthy()
  })

  test('a check without an answer asks for one', async () => {
    answer('listRepetitions', listed([choice]))
    const page = await show()
    await page.press.click(await screen.findByRole('button', { name: 'Check answer' }))
    expect(screen.getByText('Choose an answer first.')).toBeTruthy()
  })

  test('an answer without a connection waits on this device, is not asked again and arrives once', async () => {
    answer('listRepetitions', listed([choice, trueFalse]))
    breakNetwork('answerRepetition')
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(await screen.findByText('Saved on this device')).toBeTruthy()
    expect(screen.getByText('It is checked when the connection is back.')).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Next question' }))
    answer('answerRepetition', right)
    await page.press.click(screen.getByRole('radio', { name: 'True' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    await page.press.click(await screen.findByRole('button', { name: 'Finish' }))
    expect(
      screen.getByText(
        '1 of 1 answer correct. 1 answer is saved on this device and checked when the connection is back.',
      ),
    ).toBeTruthy()
    const calls = recordCalls('answerRepetition', right)
    await act(async () => dispatchEvent(new Event('online')))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls).toMatchObject([{ params: { questionId: '101' }, body: { answer: 1, dueAt: choice.dueAt } }])
  })

  test('a page that is opened before a waiting answer has arrived does not ask its question again', async () => {
    answer('listRepetitions', listed([choice]))
    breakNetwork('answerRepetition')
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    await screen.findByText('Saved on this device')
    cleanup()
    await show()
    expect(
      await screen.findByText(
        'Your answers are saved on this device and checked when the connection is back.',
      ),
    ).toBeTruthy()
  })

  test('an answer that the server failed to take is kept for the next press', async () => {
    answer('listRepetitions', listed([choice]))
    refuse('answerRepetition', 'INTERNAL')
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mars' }).checked).toBe(true)
    answer('answerRepetition', right)
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    expect(await screen.findByText('Correct')).toBeTruthy()
  })

  test('a question that was answered elsewhere is passed over', async () => {
    answer('listRepetitions', listed([choice, trueFalse]))
    refuse('answerRepetition', 'QUESTION_NOT_DUE')
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    await page.press.click(await screen.findByRole('button', { name: 'Next question' }))
    expect(screen.getByText('Question 2 of 2')).toBeTruthy()
  })

  test('Go on reads the questions that are due beyond the first ones', async () => {
    answer('listRepetitions', listed([choice], 2))
    answer('answerRepetition', wrong)
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    await page.press.click(screen.getByRole('button', { name: 'Check answer' }))
    await page.press.click(await screen.findByRole('button', { name: 'Finish' }))
    expect(screen.getByText('0 of 1 answer correct. 1 more question is due.')).toBeTruthy()
    answer('listRepetitions', listed([trueFalse]))
    await page.press.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByText('The moon is round.')).toBeTruthy()
  })

  test.each([
    {
      nextDueAt: null,
      sentence: 'A question that you answer wrongly in a quiz or after a video appears here the next day.',
    },
    { nextDueAt: '2026-11-24T16:00:00Z', sentence: 'The next one is due on 25 Nov 2026.' },
  ])('without a due question the page says: $sentence', async ({ nextDueAt, sentence }) => {
    answer('listRepetitions', listed([], 0, nextDueAt))
    await show()
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('the page of missed questions is available in Malay', async () => {
    answer('listRepetitions', listed([choice]))
    await show('ms')
    expect(await screen.findByText('Soalan 1 daripada 1')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Soalan untuk diulang')
  })
})
