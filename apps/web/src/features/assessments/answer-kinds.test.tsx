/** Questions that are typed, chosen together, matched or ordered, as learners answer them. */
import type { AssessmentQuestion, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAssessment, anAttempt, answerOpen, graded } from '#web/testing/assessment.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const asked = (given: Partial<AssessmentQuestion>): AssessmentQuestion => ({
  id: 101,
  kind: 'short-answer',
  question: 'What?',
  points: 3,
  options: [],
  prompts: [],
  starterCode: '',
  functionName: null,
  given: null,
  ...given,
})
async function take(question: Partial<AssessmentQuestion>) {
  answerOpen(anAttempt({ questions: [asked(question)] }))
  const saves = recordCalls('saveAnswer', { success: true, data: { savedAt: '2026-11-20T02:00:00.000Z' } })
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  await screen.findByRole('heading', { name: 'Question 1 of 1' })
  return () => saves.map(({ body }) => (body as { answer: unknown }).answer)
}

test('several answers are chosen with checkboxes, and taken back', async () => {
  const answers = await take({
    kind: 'multiple-answers',
    question: 'Planets?',
    options: ['Mars', 'Moon', 'Venus'],
  })
  const group = screen.getByRole('group', { name: /Planets\?/ })
  fireEvent.click(within(group).getByRole('checkbox', { name: 'Venus' }))
  await waitFor(() => expect(answers()).toEqual([[2]]))
  fireEvent.click(within(group).getByRole('checkbox', { name: 'Mars' }))
  await waitFor(() => expect(answers().at(-1)).toEqual([0, 2]))
  fireEvent.click(screen.getByRole('button', { name: 'Clear answer' }))
  await waitFor(() => expect(answers().at(-1)).toBeNull())
})

test('a short answer and a number are typed', async () => {
  const answers = await take({ kind: 'numeric', question: 'g?' })
  const field = screen.getByRole('textbox', { name: 'g?' })
  expect(field.getAttribute('inputmode')).toBe('decimal')
  fireEvent.change(field, { target: { value: '9,81' } })
  await waitFor(() => expect(answers()).toEqual(['9,81']), { timeout: 3000 })
})

test('each prompt has a list of matches', async () => {
  const answers = await take({
    kind: 'matching',
    question: 'Capitals',
    prompts: ['Malaysia', 'France'],
    options: ['Paris', 'Kuala Lumpur'],
  })
  fireEvent.change(screen.getByRole('combobox', { name: 'France' }), { target: { value: '0' } })
  await waitFor(() => expect(answers()).toEqual([[null, 0]]))
  fireEvent.change(screen.getByRole('combobox', { name: 'Malaysia' }), { target: { value: '1' } })
  await waitFor(() => expect(answers().at(-1)).toEqual([1, 0]))
})

test('items are put in order with buttons, which keep the focus and say the new place', async () => {
  const answers = await take({ kind: 'ordering', question: 'By size', options: ['Earth', 'Moon', 'Jupiter'] })
  const up = screen.getByRole('button', { name: 'Move up: Moon' })
  fireEvent.click(up)
  await waitFor(() => expect(answers()).toEqual([[1, 0, 2]]))
  expect(screen.getByText('Moon: 1 of 3')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move up: Moon' }))
})

test('an order that is right as it is shown can be confirmed', async () => {
  const answers = await take({ kind: 'ordering', question: 'By size', options: ['Moon', 'Earth'] })
  fireEvent.click(screen.getByRole('button', { name: 'This order is right' }))
  await waitFor(() => expect(answers()).toEqual([[0, 1]]))
  expect(screen.queryByRole('button', { name: 'This order is right' })).toBeNull()
})

test('the result says lists in words, with what the author says about a chosen option', async () => {
  const base = graded()
  const attempt: Attempt = {
    ...base,
    questions: [
      asked({ kind: 'multiple-answers', options: ['Mars', 'Moon', 'Venus'], given: [0, 1] }),
      asked({ id: 102, kind: 'matching', prompts: ['France'], options: ['Paris', 'Rome'], given: [1] }),
    ],
    results: [
      {
        questionId: 101,
        isCorrect: false,
        earnedPoints: 0,
        correctAnswer: [0, 2],
        tests: null,
        problem: null,
        explanation: '',
        feedback: [{ option: 1, text: 'It orbits the Earth.' }],
      },
      {
        questionId: 102,
        isCorrect: false,
        earnedPoints: 0,
        correctAnswer: [0],
        tests: null,
        problem: null,
        explanation: '',
        feedback: [],
      },
    ],
  }
  answer('readAssessment', { success: true, data: anAssessment() })
  answer('readAttempt', { success: true, data: attempt })
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  const first = await screen.findByRole('article', { name: 'Question 1' })
  expect(first.textContent).toContain(
    'Your answerMarsMoonCorrect answerMarsVenusOn “Moon”It orbits the Earth.',
  )
  const second = screen.getByRole('article', { name: 'Question 2' })
  expect(second.textContent).toContain('Your answerFrance: RomeCorrect answerFrance: Paris')
})

test('a learner without attempts left is told so, and cannot start', async () => {
  answer('readAssessment', {
    success: true,
    data: anAssessment({ attemptsAllowed: 2, attemptsLeft: 0, passPercentage: 50 }),
  })
  await renderRoute('/assessment/1', { user: aisyah })
  expect(await screen.findByText('You have used all attempts.')).toBeTruthy()
  expect(screen.getByText('0 of 2 left')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start Assessment' })).toBeNull()
})
