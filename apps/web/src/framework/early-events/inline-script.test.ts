import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { earlyEventsScript } from './inline-script.ts'

const fetched: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  fetched.length = 0
  document.body.innerHTML = `
    <form data-answer="/api/courses?spelling=near&search"><input type="search"><select></select></form>
    <form><input type="search"></form>`
  runInNewContext(earlyEventsScript, {
    window,
    document,
    location,
    URLSearchParams,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
    fetch(path: string) {
      fetched.push(path)
      return Promise.resolve(new Response('{}'))
    },
  })
})
afterEach(() => {
  window.apogeeEarly?.fail()
  vi.useRealTimers()
  document.body.replaceChildren()
  delete document.documentElement.dataset['returning']
})

function type(selector: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(selector)
  if (!field) throw new Error(`The page has no ${selector}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('a search that is typed before the code is asked for once, after the last letter', async () => {
  type('form:first-child input', 's')
  vi.advanceTimersByTime(100)
  type('form:first-child input', 'sql & ')
  vi.advanceTimersByTime(1_000)
  expect(fetched).toEqual(['/api/courses?spelling=near&search=sql+%26'])
  const asked = window.apogeeEarly?.asked
  expect(asked?.path).toBe(fetched[0])
  expect((await asked?.answer)?.status).toBe(200)
})

test('an answer is not asked for twice, and an empty search ends the waiting one', () => {
  for (const value of ['sql', 'sq', 'sql ']) type('form:first-child input', value)
  vi.advanceTimersByTime(1_000)
  type('form:first-child input', 'sql')
  vi.advanceTimersByTime(1_000)
  type('form:first-child input', 'git')
  type('form:first-child input', ' ')
  vi.advanceTimersByTime(1_000)
  expect(fetched).toEqual(['/api/courses?spelling=near&search=sql'])
})

test('nothing is asked for by other fields, by other forms, or for a person who may be signed in', () => {
  type('form:first-child select', '')
  type('form:last-child input', 'sql')
  document.documentElement.dataset['returning'] = ''
  type('form:first-child input', 'sql')
  vi.advanceTimersByTime(1_000)
  expect(fetched).toEqual([])
})
