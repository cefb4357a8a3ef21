import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PracticeRun, PythonMessage } from '#web/shared/practice/practice.ts'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const resource = aResource({ title: 'Welcome', version: 2 })
beforeEach(() => {
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [aModule({ title: 'First steps', resources: [resource] })],
      permissions: { study: true, manage: true },
    },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  EngineWorker.release()
})

async function openPractice(language?: 'ms') {
  const page = await renderRoute('/course/5/manage', { user: admin, ...(language && { language }) })
  await page.press.click(await screen.findByRole('button', { name: /^First steps/ }))
  const open = language === 'ms' ? 'Latihan di bawah Welcome' : 'Practice under Welcome'
  await page.press.click(await screen.findByRole('button', { name: /(More actions for|untuk) Welcome$/ }))
  await page.press.click(screen.getByRole('menuitem', { name: open }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: /“Welcome”/ })) }
}

test('an own exercise is written with checks, tried out and saved with the lesson', async () => {
  const calls = recordCalls('updateResource', { success: true, data: resource })
  const { press, dialog } = await openPractice()
  await press.click(dialog.getByRole('radio', { name: 'An exercise of your own' }))
  await press.click(dialog.getByRole('button', { name: 'Save practice' }))
  expect(await dialog.findByText('Describe what learners should do')).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: /^Task/ }), 'Return one.')
  await press.type(dialog.getByRole('textbox', { name: /^Hint 2/ }), 'It is a number.')
  await press.click(dialog.getByRole('button', { name: 'Add check' }))
  const check = within(dialog.getByRole('group', { name: 'Check 1' }))
  await press.type(check.getByRole('textbox', { name: 'Expression' }), 'one()')
  await press.type(check.getByRole('textbox', { name: 'Expected result' }), 'eins')
  await press.click(dialog.getByRole('button', { name: 'Save practice' }))
  expect(await check.findByText('Enter a value as code: 3, "ok", true, [1, 2]')).toBeTruthy()
  await press.clear(check.getByRole('textbox', { name: 'Expected result' }))
  await press.type(check.getByRole('textbox', { name: 'Expected result' }), '1')
  expect(dialog.getByRole('region', { name: 'Practice Exercise' })).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Save practice' }))
  await expect.poll(() => calls).toHaveLength(1)
  expect(calls[0]?.body).toEqual({
    practice: {
      kind: 'exercise',
      language: 'javascript',
      prompt: 'Return one.',
      starter: '',
      hints: ['It is a number.'],
      checks: [{ expression: 'one()', expected: '1' }],
    },
    version: 2,
  })
})

test('practice is disabled for one lesson, and scratchpads for the whole course, in Malay too', async () => {
  const lessons = recordCalls('updateResource', { success: true, data: resource })
  const courses = recordCalls('updateCourse', { success: true, data: aCourse({ id: 5 }) })
  const { press, dialog } = await openPractice('ms')
  await press.click(dialog.getByRole('switch', { name: 'Pad conteng dalam kursus ini' }))
  await expect.poll(() => courses[0]?.body).toEqual({ hasScratchpad: false })
  await press.click(dialog.getByRole('radio', { name: 'Tiada latihan' }))
  await press.click(dialog.getByRole('button', { name: 'Simpan latihan' }))
  await expect.poll(() => lessons[0]?.body).toEqual({ practice: { kind: 'off' }, version: 2 })
})

test("the author's solution is run before it is saved, and must pass the checks", async () => {
  const calls = recordCalls('updateResource', { success: true, data: resource })
  vi.stubGlobal('Worker', EngineWorker)
  const { press, dialog } = await openPractice()
  await press.click(dialog.getByRole('radio', { name: 'An exercise of your own' }))
  await press.click(dialog.getByRole('radio', { name: 'Python' }))
  await press.type(dialog.getByRole('textbox', { name: /^Task/ }), 'Return one.')
  await press.click(dialog.getByRole('button', { name: 'Add check' }))
  const check = within(dialog.getByRole('group', { name: 'Check 1' }))
  await press.type(check.getByRole('textbox', { name: 'Expression' }), 'one()')
  await press.type(check.getByRole('textbox', { name: 'Expected result' }), 'Eins')
  const save = dialog.getByRole('button', { name: 'Save practice' })
  await press.click(save)
  expect(
    await check.findByText("This code does not work: NameError: name 'Eins' is not defined"),
  ).toBeTruthy()
  await press.clear(check.getByRole('textbox', { name: 'Expected result' }))
  await press.type(check.getByRole('textbox', { name: 'Expected result' }), '1')
  const solution = dialog.getByRole('textbox', { name: /^Your solution/ })
  await press.type(solution, '2')
  await press.click(save)
  expect(await check.findByText('Your solution gives 2')).toBeTruthy()
  await press.clear(solution)
  await press.type(solution, '1')
  await press.click(save)
  await expect.poll(() => calls).toHaveLength(1)
  expect(calls[0]?.body).toMatchObject({
    practice: { language: 'python', checks: [{ expression: 'one()', expected: '1' }], solution: '1' },
  })
})

test('a trial that takes long is cancelled: the dialog stays with what was typed, and nothing is saved', async () => {
  const calls = recordCalls('updateResource', { success: true, data: resource })
  vi.stubGlobal('Worker', EngineWorker)
  const { press, dialog } = await openPractice()
  await press.click(dialog.getByRole('radio', { name: 'An exercise of your own' }))
  await press.click(dialog.getByRole('radio', { name: 'Python' }))
  await press.type(dialog.getByRole('textbox', { name: /^Task/ }), 'Return one.')
  const solution = dialog.getByRole('textbox', { name: /^Your solution/ })
  await press.type(solution, '1')
  EngineWorker.hold()
  await press.click(dialog.getByRole('button', { name: 'Save practice' }))
  await press.click(dialog.getByRole('button', { name: 'Cancel' }))
  const save = await dialog.findByRole('button', { name: 'Save practice' })
  expect(calls).toEqual([])
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Your solution/ }).value).toBe('1')
  EngineWorker.release()
  await press.click(save)
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 10_000 })
})

/** Simulates Python's engine for code and checks that consist of a number or a name. */
class EngineWorker extends EventTarget {
  /** The answers wait for `release`; null means that each is sent immediately. */
  static #held: (() => void)[] | null = null
  static hold(): void {
    EngineWorker.#held = []
  }
  static release(): void {
    const held = EngineWorker.#held ?? []
    EngineWorker.#held = null
    for (const answerNow of held) answerNow()
  }
  constructor() {
    super()
    this.#say({ kind: 'ready' })
  }
  terminate(): void {}
  postMessage({ code, checks }: PracticeRun): void {
    const checked = checks.map(({ expression, expected }) => {
      const value = expression === 'one()' ? code : expression
      const got = /^\d+$/.test(value) ? value : `NameError: name '${value}' is not defined`
      return { expression, expected, got, passed: got === expected }
    })
    const answerNow = () =>
      this.#say({ kind: 'result', result: { wasCut: false, failure: null, checks: checked } })
    if (EngineWorker.#held) EngineWorker.#held.push(answerNow)
    else answerNow()
  }
  #say(data: PythonMessage): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}
