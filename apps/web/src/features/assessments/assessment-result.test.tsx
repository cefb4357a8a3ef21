import type { Language } from '@apogee/domain/languages.ts'
import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAssessment, anAttempt, answerOpen, graded } from '#web/testing/assessment.ts'
import { answer, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const show = (path = '/assessment/1', language: Language = 'en') =>
  renderRoute(path, { user: aisyah, language })

beforeEach(() => answer('readAssessment', { success: true, data: anAssessment() }))

describe('the result', () => {
  const showResult = (attempt: Attempt, language: Language = 'en') => {
    answer('readAttempt', { success: true, data: attempt })
    return show('/assessment/1/attempts/1', language)
  }

  test('the result shows percentage, points and a summary per question', async () => {
    await showResult(graded())
    expect(await screen.findByText('71%')).toBeTruthy()
    expect(screen.getByText('25 of 35 points')).toBeTruthy()
    const [first, second, third] = screen.getAllByRole('article')
    expect(first?.textContent).toContain('Not correct')
    expect(first?.textContent).toContain('0 of 10 points')
    expect(first?.textContent).toContain('Your answerVenus')
    expect(first?.textContent).toContain('Correct answerMars')
    expect(first?.textContent).toContain('ExplanationRust colours it.')
    expect(second?.textContent).toContain('4 of 4 hidden tests passed')
    expect(second?.querySelector('pre')?.textContent).toBe('const double = (n) => n * 2')
    expect(third?.textContent).toContain('Correct')
    expect(third?.textContent).toContain('Your answerTrue')
  })

  test('the result explains failed code and unanswered questions', async () => {
    const attempt = graded()
    const [choice, code, trueFalse] = attempt.results
    await showResult({
      ...attempt,
      questions: attempt.questions.map((one) => (one.id === 101 ? { ...one, given: null } : one)),
      results: [
        choice!,
        {
          ...code!,
          isCorrect: false,
          earnedPoints: 10,
          tests: { passed: 2, total: 4 },
          problem: { kind: 'time', message: '' },
        },
        trueFalse!,
      ],
    })
    const [first, second] = await screen.findAllByRole('article')
    expect(first?.textContent).toContain('Your answerNo answer')
    expect(second?.textContent).toContain('Partly correct')
    expect(second?.textContent).toContain('2 of 4 hidden tests passed')
    expect(second?.textContent).toContain('The code took longer than a second and was stopped.')
  })

  test('Try again starts the next attempt', async () => {
    const page = await showResult(graded())
    const next = anAttempt({ number: 2 })
    answer('startAttempt', { success: true, data: next })
    const again = await screen.findByRole('button', { name: 'Try again' })
    answerOpen(next)
    await page.press.click(again)
    expect(await screen.findByRole('heading', { name: 'Question 1 of 3' })).toBeTruthy()
    expect(page.address()).toBe('/assessment/1')
  })

  test('the result page waits while the attempt is being graded', async () => {
    await showResult(anAttempt({ state: 'grading', submittedAt: '2026-11-20T02:00:00.000Z' }))
    expect((await screen.findAllByText('Your answers are being graded.')).length).toBeGreaterThan(0)
    answer('readAttempt', { success: true, data: graded() })
    expect(await screen.findByText('71%')).toBeTruthy()
  })

  test('the result page of an open attempt links back to it', async () => {
    const attempt = anAttempt()
    answerOpen(attempt)
    const page = await show('/assessment/1/attempts/1')
    expect(await screen.findByRole('heading', { name: 'Question 1 of 3' })).toBeTruthy()
    expect(page.address()).toBe('/assessment/1')
  })

  test("another person's result is not found", async () => {
    refuse('readAttempt', 'ATTEMPT_NOT_FOUND')
    await show('/assessment/1/attempts/9')
    expect(await screen.findByRole('heading', { level: 1, name: 'Attempt not found' })).toBeTruthy()
  })

  test('the result page is available in Malay', async () => {
    await showResult(graded(), 'ms')
    expect(await screen.findByText('25 daripada 35 markah')).toBeTruthy()
    expect(screen.getByText('Jawapan betul')).toBeTruthy()
  })
})
