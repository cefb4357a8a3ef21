import type { PracticeExercise } from '@apogee/contracts/courses/practice.ts'
import type { PracticeResult, PracticeRun } from '#web/platform/practice/practice.ts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCourse, answerResources, basics, item, module, saved } from '#web/testing/lesson.ts'
import { answer } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const check = { expression: 'rows', expected: '2' }

/** Answers as the engine does for code that is only a number. */
class EngineWorker extends EventTarget {
  terminate(): void {}
  postMessage({ code, checks }: PracticeRun): void {
    const result: PracticeResult = {
      lines: [],
      wasCut: false,
      failure: null,
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
  }
  const lesson = module(12, 'Measuring it', [item({ id: 2, practice })])
  answerCourse({ contents: [basics, lesson] })
  answerResources(basics, lesson)
  answer('saveResourceProgress', saved(false))
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

test('a passed exercise says so after a reload, until its code changes', async () => {
  const first = await openExercise()
  await first.run('2')
  expect(await screen.findByText('Passed')).toBeTruthy()
  first.unmount()
  const again = await openExercise()
  expect(again.code.value).toBe('2')
  expect(screen.getByText('Passed')).toBeTruthy()
  await again.press.type(again.code, '0')
  expect(screen.queryByText('Passed')).toBeNull()
})

test('a check of a variable alone does not tell the expected value', async () => {
  const { run } = await openExercise()
  await run('null')
  expect((await screen.findByText(/has no value yet/)).textContent).toBe('rows has no value yet')
  await run('3')
  expect((await screen.findByText(/not right yet/)).textContent).toBe('rows gives 3, which is not right yet')
  expect(screen.queryByText('Passed')).toBeNull()
})
