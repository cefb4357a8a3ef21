import type { Language } from '@apogee/domain/languages.ts'
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anAssessment, anAttempt, answerOpen, graded, summaryOf } from '#web/testing/assessment.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const lesson = { courseId: 5, courseTitle: 'Orbits', courseContentId: 11, resourceId: 21 }
const saved = { success: true, data: { savedAt: '2026-11-20T02:00:00.000Z' } } as const
const show = (path = '/assessment/1', language: Language = 'en') =>
  renderRoute(path, { user: aisyah, language })

beforeEach(() => answer('readAssessment', { success: true, data: anAssessment() }))

describe('the start', () => {
  test("the assessment's start page shows its questions, points and 60 minutes", async () => {
    await show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Fundamentals Check' })).toBeTruthy()
    const facts = [...document.querySelectorAll('.assess-facts > div')].map((fact) => fact.textContent)
    expect(facts).toEqual(['Questions3', 'Points35', 'Time limit60 minutes'])
  })

  test('Start Assessment starts an attempt and shows its first question', async () => {
    await show()
    const attempt = anAttempt()
    const starts = recordCalls('startAttempt', { success: true, data: attempt })
    const start = await screen.findByRole('button', { name: 'Start Assessment' })
    start.focus()
    answerOpen(attempt)
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    fireEvent.click(start)
    fireEvent.click(start)
    expect(await screen.findByRole('heading', { name: 'Question 1 of 3' })).toBeTruthy()
    // The button disappeared, and the focus is on the questions.
    expect(document.activeElement).toBe(screen.getByRole('main'))
    // On a phone the button is below the first screen.
    expect(scrolled).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
    expect(starts).toHaveLength(1)
  })

  test('the start page lists earlier attempts with scores, marks the best, and offers to try again', async () => {
    const attempts = [
      summaryOf(graded({ number: 2, percentage: 60, earnedPoints: 21 })),
      summaryOf(graded({ number: 1, percentage: 86, earnedPoints: 30 })),
    ]
    answer('readAssessment', { success: true, data: anAssessment({ attempts }) })
    await show()
    const first = await screen.findByRole('link', { name: /Attempt 1/ })
    expect(first.getAttribute('href')).toBe('/assessment/1/attempts/1')
    expect(first.textContent).toContain('86%')
    expect(first.textContent).toContain('30 of 35 points')
    expect(within(first).getByText('Best')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test("the start page of a course's assessment links back to its lesson", async () => {
    answer('readAssessment', { success: true, data: anAssessment({ lesson }) })
    await show()
    const back = await screen.findByRole('link', { name: 'Back to lesson' })
    expect(back.getAttribute('href')).toBe('/lesson/11/resources/21')
    expect(screen.getByRole('link', { name: 'Orbits' }).getAttribute('href')).toBe('/course/5')
  })

  test('a missing assessment says so', async () => {
    refuse('readAssessment', 'ASSESSMENT_NOT_FOUND')
    await show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Assessment not found' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('an assessment that cannot be loaded can be retried', async () => {
    breakNetwork('readAssessment')
    const page = await show()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('This assessment could not be loaded')).toHaveLength(1)
    expect(screen.getByText('Please try again in a moment.')).toBeTruthy()
    answer('readAssessment', { success: true, data: anAssessment() })
    await page.press.click(again)
    expect(await screen.findByRole('button', { name: 'Start Assessment' })).toBeTruthy()
  })

  test('the start page is available in Malay', async () => {
    await show('/assessment/1', 'ms')
    expect(await screen.findByRole('button', { name: 'Mula Penilaian' })).toBeTruthy()
    expect(screen.getByText('60 minit')).toBeTruthy()
  })
})

describe('a device that slept', () => {
  /** While a device sleeps, `Date.now()` advances and `performance.now()` does not. */
  async function sleep(minutes: number): Promise<void> {
    const awake = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => awake() + minutes * 60_000)
    await act(async () => window.dispatchEvent(new Event('focus')))
  }
  const clock = () => screen.getByRole('timer', { name: 'Time left' }).textContent

  test('shows the time that is left by the clock of the wall, and the time of the server once it answers', async () => {
    answerOpen(anAttempt())
    await show()
    await screen.findByRole('timer')
    breakNetwork('readAttempt')
    await sleep(20)
    await waitFor(() => expect(clock()).toMatch(/^(40:00|39:5\d)$/))
  })

  test('whose clock the person has moved does not end the attempt that the server still holds open', async () => {
    answerOpen(anAttempt())
    const submitted = recordCalls('submitAttempt', { success: true, data: graded() })
    await show()
    await screen.findByRole('timer')
    await sleep(120)
    await waitFor(() => expect(clock()).toMatch(/^(60:00|59:5\d)$/))
    expect(submitted).toEqual([])
  })
})

describe('taking it', () => {
  test('an attempt shows one question at a time, with Previous, Next and Submit Assessment and a timer of 3600 s', async () => {
    answerOpen(anAttempt())
    const page = await show()
    expect(await screen.findByRole('heading', { name: 'Question 1 of 3' })).toBeTruthy()
    expect(screen.getByRole('timer', { name: 'Time left' }).textContent).toMatch(/^(60:00|59:5\d)$/)
    expect(screen.getByRole('group', { name: 'Which planet is red?' })).toBeTruthy()
    expect(screen.getByText('10 points')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true)
    await page.press.click(screen.getByRole('button', { name: 'Next' }))
    expect(screen.getByText('Write double(n).')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Question 2 of 3')
    await page.press.click(screen.getByRole('button', { name: 'Next' }))
    expect(screen.getByRole('group', { name: 'The moon is round.' })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
    expect(screen.getAllByRole('button', { name: 'Submit Assessment' })).toHaveLength(1)
    await page.press.click(screen.getByRole('button', { name: 'Previous' }))
    expect(screen.getByRole('heading', { name: 'Question 2 of 3' })).toBeTruthy()
  })

  test('each question is a step that Back returns to, and an answer adds none', async () => {
    answerOpen(anAttempt())
    recordCalls('saveAnswer', saved)
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    await page.press.click(screen.getByRole('button', { name: 'Next' }))
    await page.press.click(screen.getByRole('button', { name: 'Next' }))
    for (const heading of ['Question 3 of 3', 'Question 2 of 3', 'Question 1 of 3']) {
      expect(screen.getByRole('heading', { name: heading })).toBeTruthy()
      if (heading !== 'Question 1 of 3') await page.goBack()
    }
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mars' }).checked).toBe(true)
  })

  test('the question that an attempt is continued at is a step that Back returns to after a reload', async () => {
    const [first, ...others] = anAttempt().questions
    answerOpen(anAttempt({ questions: [{ ...first!, given: 1 }, ...others] }))
    const page = await show()
    expect(await screen.findByRole('heading', { name: 'Question 2 of 3' })).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Next' }))
    await page.goBack()
    expect(page.address()).toBe('/assessment/1?question=2')
  })

  test('before the first answer, the page says that answers are saved, and not that all are', async () => {
    answerOpen(anAttempt())
    await show()
    expect(await screen.findByText('Answers are saved as you give them')).toBeTruthy()
    expect(screen.queryByText('All answers saved')).toBeNull()
  })

  test('an attempt saves each answer and shows which questions are answered', async () => {
    answerOpen(anAttempt())
    const saves = recordCalls('saveAnswer', saved)
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    expect(await screen.findByText('All answers saved')).toBeTruthy()
    expect(screen.getByText('1 of 3 answered')).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: /^Question 3/ }))
    await page.press.click(screen.getByRole('radio', { name: 'False' }))
    await page.press.click(screen.getByRole('button', { name: 'Clear answer' }))
    await waitFor(() => expect(saves).toHaveLength(3))
    expect(saves.map(({ params, body }) => [params['questionId'], body])).toEqual([
      ['101', { answer: 1 }],
      ['103', { answer: false }],
      ['103', { answer: null }],
    ])
  })

  test('an attempt stays at its question over a reload', async () => {
    answerOpen(anAttempt())
    answer('saveAnswer', saved)
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    expect(page.address()).toBe('/assessment/1?question=1')
    await page.press.click(screen.getByRole('button', { name: /^Question 3/ }))
    expect(page.address()).toBe('/assessment/1?question=3')
    page.unmount()
    await show(page.address())
    expect(await screen.findByRole('heading', { name: 'Question 3 of 3' })).toBeTruthy()
  })

  test.each(['0', '4', '1.5', 'x'])('an attempt ignores an address with question %s', async (question) => {
    answerOpen(anAttempt())
    await show(`/assessment/1?question=${question}`)
    expect(await screen.findByRole('heading', { name: 'Question 1 of 3' })).toBeTruthy()
  })

  test('after a reload an attempt continues with the saved answers at the first open question', async () => {
    const attempt = anAttempt()
    answerOpen({
      ...attempt,
      questions: attempt.questions.map((one) => (one.id === 101 ? { ...one, given: 1 } : one)),
    })
    const page = await show()
    expect(await screen.findByRole('heading', { name: 'Question 2 of 3' })).toBeTruthy()
    await page.press.click(screen.getByRole('button', { name: 'Previous' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mars' }).checked).toBe(true)
  })

  test('an attempt stores an answer on a lost connection, says so, and sends it later', async () => {
    answerOpen(anAttempt())
    breakNetwork('saveAnswer')
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    expect(await screen.findByText(/^No connection\. Your answers are kept on this device/)).toBeTruthy()
    const kept = () => localStorage.getItem('outbox 7 answer 1-1-101')
    expect(kept()).toContain('"answer":1')
    const saves = recordCalls('saveAnswer', saved)
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('All answers saved')).toBeTruthy()
    expect(saves.map(({ body }) => body)).toEqual([{ answer: 1 }])
    expect(kept()).toBeNull()
  })

  test('an open attempt sends an answer that has waited with its age', async () => {
    const payload = { assessmentId: 1, number: 1, questionId: 101, answer: 1 }
    const entry = JSON.stringify({ payload, madeAt: Date.now() - 60_000 })
    localStorage.setItem('outbox 7 answer 1-1-101', entry)
    answerOpen(anAttempt())
    const saves = recordCalls('saveAnswer', saved)
    await show()
    await expect.poll(() => saves.length).toBeGreaterThan(0)
    for (const { body } of saves) expect(body).toEqual({ answer: 1, agoMs: expect.any(Number) })
  })

  test('a saved answer does not drop the one that waits in another tab', async () => {
    answerOpen(anAttempt())
    const page = await show()
    await screen.findByRole('radio', { name: 'Mars' })
    const theirs = {
      payload: { assessmentId: 1, number: 1, questionId: 102, answer: 'x' },
      madeAt: Date.now(),
    }
    localStorage.setItem('outbox 7 answer 1-1-102', JSON.stringify(theirs))
    window.dispatchEvent(new StorageEvent('storage', { key: 'outbox 7 answer 1-1-102' }))
    answer('saveAnswer', saved)
    await page.press.click(screen.getByRole('radio', { name: 'Mars' }))
    await waitFor(() => expect(localStorage.getItem('outbox 7 answer 1-1-101')).toBeNull())
    expect(await screen.findByText('All answers saved')).toBeTruthy()
    expect(localStorage.getItem('outbox 7 answer 1-1-102')).toContain('"x"')
  })

  test('answers that were given before the tab was killed are sent by the next page', async () => {
    const payload = { assessmentId: 1, number: 1, questionId: 101, answer: 1 }
    const entry = JSON.stringify({ payload, madeAt: Date.now() - 60_000 })
    localStorage.setItem('outbox 7 answer 1-1-101', entry)
    const saves = recordCalls('saveAnswer', saved)
    await renderRoute('/about', { user: aisyah })
    await waitFor(() => expect(localStorage.getItem('outbox 7 answer 1-1-101')).toBeNull())
    expect(saves.map(({ params, body }) => [params['questionId'], body])).toEqual([
      ['101', { answer: 1, agoMs: expect.any(Number) }],
    ])
  })

  test('Submit Assessment asks when questions are unanswered, and submits on confirmation', async () => {
    answerOpen(anAttempt())
    answer('saveAnswer', saved)
    const page = await show()
    const submits = recordCalls('submitAttempt', { success: true, data: graded() })
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    await page.press.click(screen.getByRole('button', { name: 'Submit Assessment' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Submit without all answers?' })
    expect(within(dialog).getByText('Questions 2, 3 have no answer yet.')).toBeTruthy()
    const keep = within(dialog).getByRole('button', { name: 'Keep answering' })
    expect(keep.dataset['variant']).toBe('primary')
    await page.press.click(keep)
    expect(submits).toHaveLength(0)
    answer('readAttempt', { success: true, data: graded() })
    await page.press.click(screen.getByRole('button', { name: 'Submit Assessment' }))
    await page.press.click(await screen.findByRole('button', { name: 'Submit anyway' }))
    expect(await screen.findByText('71%')).toBeTruthy()
    expect(page.address()).toBe('/assessment/1/attempts/1')
    expect(submits).toHaveLength(1)
  })

  test('Submit Assessment asks nothing when all questions are answered', async () => {
    const attempt = anAttempt()
    const given: Record<number, GivenAnswer> = { 101: 1, 102: 'const double = (n) => n * 2', 103: true }
    answerOpen({
      ...attempt,
      questions: attempt.questions.map((one) => ({ ...one, given: given[one.id] ?? null })),
    })
    await show()
    const submits = recordCalls('submitAttempt', { success: true, data: graded() })
    const submit = await screen.findByRole('button', { name: 'Submit Assessment' })
    answer('readAttempt', { success: true, data: graded() })
    fireEvent.click(submit)
    fireEvent.click(submit)
    expect(await screen.findByRole('heading', { name: /^Result/ })).toBeTruthy()
    expect(submits).toHaveLength(1)
  })

  test('an attempt that is handed in without a connection waits, can be taken back, and arrives after its answers', async () => {
    answerOpen(anAttempt())
    breakNetwork('saveAnswer')
    breakNetwork('submitAttempt')
    const page = await show()
    await page.press.click(await screen.findByRole('radio', { name: 'Mars' }))
    const handIn = async () => {
      await page.press.click(await screen.findByRole('button', { name: 'Submit Assessment' }))
      await page.press.click(await screen.findByRole('button', { name: 'Submit anyway' }))
      expect(await screen.findByText(/^Handed in without a connection/)).toBeTruthy()
    }
    await handIn()
    expect(document.querySelector<HTMLFieldSetElement>('.assess-form')?.disabled).toBe(true)
    await page.press.click(screen.getByRole('button', { name: 'Keep answering' }))
    await page.press.click(screen.getByRole('radio', { name: 'Venus' }))
    await handIn()
    const order: string[] = []
    answer('saveAnswer', () => {
      order.push('answer')
      return saved
    })
    answer('submitAttempt', () => {
      order.push('submission')
      return { success: true, data: graded() }
    })
    answer('readAttempt', { success: true, data: graded() })
    await act(async () => dispatchEvent(new Event('online')))
    expect(await screen.findByText('71%')).toBeTruthy()
    expect(order[0]).toBe('answer')
    expect(order).toContain('submission')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('outbox'))).toEqual([])
  })

  test('an attempt that was handed in by an earlier page is shown as handed in', async () => {
    answerOpen(anAttempt())
    breakNetwork('submitAttempt')
    const payload = { userId: aisyah.id, assessmentId: 1, number: 1 }
    localStorage.setItem('outbox 7 submission 1-1', JSON.stringify({ payload, madeAt: Date.now() }))
    await show()
    expect(await screen.findByText(/^Handed in without a connection/)).toBeTruthy()
  })

  test('a failed submission keeps its answers and says so', async () => {
    answerOpen(anAttempt())
    refuse('submitAttempt', 'INTERNAL')
    const page = await show()
    await page.press.click(await screen.findByRole('button', { name: 'Submit Assessment' }))
    await page.press.click(await screen.findByRole('button', { name: 'Submit anyway' }))
    expect(await screen.findByText(/^Your assessment could not be submitted/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Question 1 of 3' })).toBeTruthy()
  })

  test('an attempt is submitted automatically when the timer reaches 0', async () => {
    answerOpen(anAttempt({}, 1))
    const submits = recordCalls('submitAttempt', { success: true, data: graded() })
    await show()
    await screen.findByRole('heading', { name: 'Question 1 of 3' })
    answer('readAttempt', { success: true, data: graded() })
    expect(await screen.findByText('71%')).toBeTruthy()
    expect(submits).toHaveLength(1)
  })

  test.each([
    [300, '5 minutes left'],
    [59, '1 minute left'],
  ])('the timer announces politely with %i s left: %s', async (seconds, words) => {
    answerOpen(anAttempt({}, seconds))
    await show()
    const said = await screen.findByText(words)
    expect(said.closest('[role=status]')).toBeTruthy()
  })

  test("the timer uses the server's clock", async () => {
    const attempt = anAttempt()
    const shifted = (instant: string) => new Date(Date.parse(instant) - 86_400_000).toISOString()
    answerOpen({
      ...attempt,
      now: shifted(attempt.now),
      startedAt: shifted(attempt.startedAt),
      deadline: shifted(attempt.deadline ?? ''),
    })
    await show()
    expect((await screen.findByRole('timer')).textContent).toMatch(/^(60:00|59:5\d)$/)
  })
})

test('a quiz without a time limit says so and shows no timer', async () => {
  answer('readAssessment', { success: true, data: anAssessment({ timeLimitSeconds: null }) })
  const untimed = { ...anAttempt(), deadline: null }
  answer('startAttempt', { success: true, data: untimed })
  await show()
  await screen.findByText('There is no time limit.')
  answerOpen(untimed)
  fireEvent.click(screen.getByRole('button', { name: 'Start Assessment' }))
  await screen.findByRole('heading', { name: /Question 1/ })
  expect(screen.queryByRole('timer')).toBeNull()
})

describe('the code editor', () => {
  const atCode = async () => {
    answerOpen(anAttempt())
    const saves = recordCalls('saveAnswer', saved)
    const page = await show()
    await page.press.click(await screen.findByRole('button', { name: /^Question 2/ }))
    return { page, saves, editor: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your code' }) }
  }

  test('the code editor starts with the starter code, which is no answer, and saves what is typed', async () => {
    const { page, saves, editor } = await atCode()
    expect(editor.value).toBe('function double(n) {\n  \n}')
    expect(screen.getByText('0 of 3 answered')).toBeTruthy()
    await page.press.clear(editor)
    await page.press.type(editor, 'let x')
    expect(await screen.findByText('All answers saved')).toBeTruthy()
    expect(saves.at(-1)?.body).toMatchObject({ answer: 'let x' })
    expect(screen.getByText('1 of 3 answered')).toBeTruthy()
  })

  test('the code editor indents with Tab, and is left with Esc, then Tab', async () => {
    const { page, editor } = await atCode()
    await page.press.clear(editor)
    await page.press.type(editor, 'a')
    await page.press.tab()
    expect([editor.value, document.activeElement]).toEqual(['a  ', editor])
    await page.press.keyboard('{Escape}')
    await page.press.tab()
    expect(editor.value).toBe('a  ')
    expect(document.activeElement).not.toBe(editor)
    editor.focus()
    await page.press.tab({ shift: true })
    expect(document.activeElement).not.toBe(editor)
    expect(await screen.findByText('All answers saved')).toBeTruthy()
  })

  test('the code editor keeps the indentation of the line above', async () => {
    const { page, editor } = await atCode()
    await page.press.clear(editor)
    await page.press.type(editor, '  a{Enter}b')
    expect(editor.value).toBe('  a\n  b')
    expect(await screen.findByText('All answers saved')).toBeTruthy()
  })
})
