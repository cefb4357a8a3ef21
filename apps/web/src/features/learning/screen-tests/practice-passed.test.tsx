import type { PracticeExercise } from '@apogee/contracts/courses/practice.ts'
import type { ExerciseWork } from '@apogee/contracts/learning/learning.ts'
import type { PracticeResult, PracticeRun } from '#web/shared/practice/practice.ts'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCourse, answerResources, basics, item, module, saved } from '#web/testing/lesson.ts'
import { answer, breakNetwork, forgiveConsoleErrors, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const check = { expression: 'rows', expected: '2' }

/** Simulates the engine for code that consists of a number. */
class EngineWorker extends EventTarget {
  terminate(): void {}
  postMessage({ code, checks }: PracticeRun): void {
    const result: PracticeResult = {
      lines: [],
      wasCut: false,
      failure: code === 'fail' ? { kind: 'threw', message: 'Error: no', line: 1 } : null,
      checks: checks.map((asked) => ({ ...asked, got: code, passed: code === asked.expected })),
    }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { result } })))
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', EngineWorker)
  const practice: PracticeExercise = {
    kind: 'exercise',
    language: 'javascript',
    prompt: 'How many?',
    starter: 'null',
    checks: [check],
    hints: ['Count them.', 'It is less than three.'],
  }
  const lesson = module(12, 'Measuring it', [item({ id: 2, practice })])
  answerCourse({ contents: [basics, lesson] })
  answerResources(basics, lesson)
  answer('saveResourceProgress', saved(false))
  answer('readExercise', { success: true, data: null })
})
afterEach(() => vi.unstubAllGlobals())

async function openExercise() {
  const page = await renderRoute('/lesson/12/resources', { user: aisyah })
  const code = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Exercise code' })
  const run = async (text: string) => {
    await page.press.clear(code)
    await page.press.type(code, text)
    await page.press.click(screen.getByRole('button', { name: 'Run Code' }))
  }
  return { ...page, code, run }
}

const work = (given: Partial<ExerciseWork>): { success: true; data: ExerciseWork } => ({
  success: true,
  data: { code: '2', isPassing: true, passedAt: '2026-11-24T01:00:00.000Z', ...given },
})

test('a passed exercise is saved in the account at once, and the outline shows it', async () => {
  const calls = recordCalls('saveExercise', work({}))
  const { run, press } = await openExercise()
  await run('2')
  expect(await screen.findByText('Passed')).toBeTruthy()
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({
      params: { id: '2' },
      body: { code: '2', isPassing: true, hasPassed: true },
    }),
  )
  await press.click(screen.getByRole('button', { name: 'Contents' }))
  expect(await screen.findByText('Exercise passed')).toBeTruthy()
})

test('the line that failed is marked until the code changes, and each line has a number', async () => {
  recordCalls('saveExercise', work({ isPassing: false, passedAt: null }))
  const { press, code, run } = await openExercise()
  const marked = () => document.querySelectorAll('.practice-line[data-failed]').length
  await run('fail')
  expect(await screen.findByText('Line 1: Error: no')).toBeTruthy()
  expect([document.querySelectorAll('.practice-line').length, marked()]).toEqual([1, 1])
  await press.type(code, 's{Enter}')
  expect([document.querySelectorAll('.practice-line').length, marked()]).toEqual([2, 0])
  // The drawn code must equal the code of the field that lies over it.
  const drawn = [...document.querySelectorAll('.practice-line')].map((line) => line.textContent)
  expect(drawn.join('\n')).toBe(code.value)
})

test('the hints open one by one', async () => {
  const { press } = await openExercise()
  expect(screen.queryByText('Count them.')).toBeNull()
  await press.click(screen.getByRole('button', { name: 'Show a hint' }))
  expect(document.activeElement).toBe(screen.getByText('Count them.'))
  expect(screen.queryByText('It is less than three.')).toBeNull()
  await press.click(screen.getByRole('button', { name: 'Show the second hint' }))
  expect(document.activeElement).toBe(screen.getByText('It is less than three.'))
  expect(screen.queryByRole('button', { name: /hint/ })).toBeNull()
})

test('the code of another device opens in the exercise, passed until it changes', async () => {
  answer('readExercise', work({}))
  const calls = recordCalls('saveExercise', work({ code: '20', isPassing: false }))
  const { code, press } = await openExercise()
  expect(code.value).toBe('2')
  expect(screen.getByText('Passed')).toBeTruthy()
  await press.type(code, '0')
  expect(screen.queryByText('Passed')).toBeNull()
  await press.tab()
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ code: '20', isPassing: false }))
})

test('code that was written without a connection stays on the device and is sent when the lesson opens again', async () => {
  breakNetwork('saveExercise')
  const first = await openExercise()
  await first.run('2')
  await first.press.type(first.code, '0')
  await first.press.tab()
  expect(await screen.findByText('Saved on this device')).toBeTruthy()
  first.unmount()
  const kept = work({ code: '20', isPassing: false })
  const calls = recordCalls('saveExercise', kept)
  answer('readExercise', kept)
  const again = await openExercise()
  expect(again.code.value).toBe('20')
  await waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({ code: '20', isPassing: false, hasPassed: true }),
  )
})

test('an exercise whose saved code cannot be loaded says so and can be tried', async () => {
  breakNetwork('readExercise')
  const { press } = await openExercise()
  expect(screen.getByText(/could not be loaded. What you write here/)).toBeTruthy()
  answer('readExercise', work({}))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  const loaded = await screen.findByDisplayValue('2')
  expect(loaded).toBeTruthy()
})

test('a check of a variable alone does not tell the expected value', async () => {
  answer('saveExercise', work({ code: '3', isPassing: false }))
  const { run } = await openExercise()
  await run('null')
  expect((await screen.findByText(/has no value yet/)).textContent).toBe('rows has no value yet')
  await run('3')
  expect((await screen.findByText(/not right yet/)).textContent).toBe('rows gives 3, which is not right yet')
  expect(screen.queryByText('Passed')).toBeNull()
})

test('saved code that did not arrive without a connection is loaded when the connection is back', async () => {
  breakNetwork('readExercise')
  const { code } = await openExercise()
  expect(await screen.findByText(/^Your saved code could not be loaded/)).toBeTruthy()
  expect(code.value).toBe('null')
  answer('readExercise', work({}))
  for (const isOnline of [false, true]) act(() => onlineManager.setOnline(isOnline))
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Exercise code' }).value).toBe('2'),
  )
  forgiveConsoleErrors()
})
