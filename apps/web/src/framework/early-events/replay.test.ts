import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { call, setTransport } from '#web/platform/transfer/client.ts'
import { createSessionStore } from '#web/platform/session/session.tsx'
import type { Control, EarlyEvents, EarlyPress, Edit } from './early-events.ts'
import { addressTyped, askFor, replay } from './replay.ts'

const secondMs = 1_000
let live: WeakSet<Element>
let said: string[]

beforeEach(() => {
  vi.useFakeTimers()
  live = new WeakSet()
  said = []
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function earlyEvents(presses: EarlyPress[], edits: [Control, Edit][] = []): EarlyEvents {
  return {
    presses,
    edits: new Map(edits),
    isReplaying: false,
    isStuck: false,

    read: vi.fn<() => void>(),
    restore: vi.fn<() => void>(),
    unmark: vi.fn<() => void>(),
    fail: vi.fn<() => void>(),
    isTaken: (part) => live.has(part),
    label: (part) => part.textContent,
    say: (which, name = '') => void said.push([which ?? 'nothing', name].join(' ').trim()),
  }
}

/** Adds a button to the page and records its presses. */
function aButton(label: string, { isLive = true, disabled = false } = {}) {
  const element = document.body.appendChild(document.createElement('button'))
  element.textContent = label
  element.disabled = disabled
  const done: string[] = []
  element.addEventListener('click', () => done.push(label))
  if (isLive) live.add(element)
  return { element, done, press: { element, name: label, path: location.pathname, place: 0 } }
}

test('a press on a live disabled element is dropped and named; the next press is replayed', async () => {
  const add = aButton('Add to Cart', { disabled: true })
  const menu = aButton('Menu')
  const replayed = replay(earlyEvents([add.press, menu.press]), () => true)
  await vi.advanceTimersByTimeAsync(3 * secondMs)
  await replayed
  expect([add.done, menu.done]).toEqual([[], ['Menu']])
  expect(said.at(-1)).toBe('lost Add to Cart')
})

test('a press on an element with slow code waits, and live elements can be used meanwhile', async () => {
  const reviews = aButton('Show all reviews', { isLive: false })
  const early = earlyEvents([reviews.press])
  const replayed = replay(early, () => true)
  await vi.advanceTimersByTimeAsync(10 * secondMs)
  expect([reviews.done, early.isStuck, said]).toEqual([[], true, []])
  live.add(reviews.element)
  await vi.advanceTimersByTimeAsync(secondMs)
  await replayed
  expect([reviews.done, early.isStuck]).toEqual([['Show all reviews'], false])
})

test('no element is live until the session is known', async () => {
  const buy = aButton('Buy Now')
  const early = earlyEvents([buy.press])
  let isKnown = false
  const replayed = replay(early, () => isKnown)
  await vi.advanceTimersByTimeAsync(5 * secondMs)
  expect([buy.done, early.isStuck]).toEqual([[], false])
  isKnown = true
  await vi.advanceTimersByTimeAsync(secondMs)
  await replayed
  expect(buy.done).toEqual(['Buy Now'])
})

test('input of a field that disappeared is named, and not typed on another page', async () => {
  const field = document.createElement('input')
  field.setAttribute('aria-label', 'Your name')
  const typed = { value: 'Wan Azizah', checked: false }
  const here = replay(earlyEvents([], [[field, { ...typed, path: location.pathname }]]), () => true)
  await vi.advanceTimersByTimeAsync(3 * secondMs)
  await here
  expect(said).toEqual(['untyped Your name'])
  field.name = 'name'
  const twin = document.body.appendChild(document.createElement('input'))
  twin.name = 'name'
  live.add(twin)
  await replay(earlyEvents([], [[field, { ...typed, path: '/elsewhere' }]]), () => true)
  expect([twin.value, said.length]).toEqual(['', 1])
})

/** Adds a form with one field, and returns the field. */
function aField(form: string, name: string): HTMLInputElement {
  document.body.insertAdjacentHTML('beforeend', `<form ${form}><input name="${name}"></form>`)
  const field = document.querySelector<HTMLInputElement>(`form:last-child [name="${name}"]`)
  if (!field) throw new Error('The form has no field')
  return field
}
const typed = (value: string): Edit => ({ value, path: location.pathname })

test('a search that was typed into a GET form is known by its address, which begins with the first page', () => {
  history.replaceState(null, '', '/marketplace?category=Design&page=3')
  const search = aField('action="/marketplace"', 'search')
  const name = aField('method="post"', 'name')
  const elsewhere = aField('action="/courses"', 'search')
  const address = addressTyped(
    earlyEvents(
      [],
      [
        [search, typed('sql')],
        [name, typed('Aisyah')],
        [elsewhere, typed('no')],
      ],
    ),
  )
  expect(`${address?.pathname}${address?.search}`).toBe('/marketplace?category=Design&search=sql')
  expect(addressTyped(earlyEvents([], [[name, typed('Aisyah')]]))).toBeNull()
  history.replaceState(null, '', '/')
})

test('a typed search whose answer was asked for is submitted at once, another search is not', async () => {
  const submitted: string[] = []
  document.addEventListener('submit', (event) => {
    event.preventDefault()
    submitted.push((event.target as HTMLFormElement).action)
  })
  const edits = ['data-answer="/api/courses?search" action="/marketplace"', 'action="/community"'].map(
    (form): [Control, Edit] => {
      const field = aField(form, 'search')
      field.type = 'search'
      live.add(field)
      return [field, typed('sql')]
    },
  )
  const early = earlyEvents([], edits)
  early.asked = { path: '/api/courses?search=sql', answer: Promise.resolve(undefined) }
  const replayed = replay(early, () => true)
  await vi.advanceTimersByTimeAsync(secondMs)
  await replayed
  expect(submitted).toEqual([`${location.origin}/marketplace`])
  expect(early.asked).toBeDefined()
  await vi.advanceTimersByTimeAsync(2 * secondMs)
  expect(early.asked, 'an answer that no call has taken is dropped').toBeUndefined()
})

test('an answer that was asked for before the code is used once, by the same call of a signed-out person', async () => {
  const sent: string[] = []
  const answered = { status: 200, body: { success: true, data: ['new'] } }
  const former = setTransport(({ path }) => {
    sent.push(path)
    return Promise.resolve(answered)
  })
  onTestFinished(() => void setTransport(former))
  const early = earlyEvents([])
  const path = '/api/courses?search=sql'
  const asked = (answer: Promise<Response | undefined>) => (early.asked = { path, answer })
  const queries = new QueryClient()
  await askFor(early, { page: undefined, matches: null, queries, session: createSessionStore(queries) })
  const search = async () => (await call('listCourses', { query: { search: 'sql' } })).data

  asked(
    Promise.resolve(Response.json({ success: true, data: ['asked'] }, { headers: { 'x-request-id': '1' } })),
  )
  await call('platformSummary')
  expect(sent).toEqual(['/api/platform/summary'])
  expect(await search()).toEqual(['asked'])
  expect(await search()).toEqual(['new'])
  asked(Promise.resolve(Response.json({})))
  await call('listCourses', { query: { search: 'git' } })
  expect(early.asked, 'another search makes the answer outdated').toBeUndefined()
  asked(Promise.resolve(undefined))
  expect(await search()).toEqual(['new'])
  asked(Promise.resolve(Response.json({})))
  localStorage.setItem(storageKeys.token, 'kept-token')
  onTestFinished(() => localStorage.clear())
  expect(await search()).toEqual(['new'])
  expect(sent).toHaveLength(5)
})
