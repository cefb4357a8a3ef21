import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Control, EarlyEvents, EarlyPress, Edit } from './early-events.ts'
import { addressTyped, replay } from './replay.ts'

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
