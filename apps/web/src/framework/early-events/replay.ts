/**
 * Replays presses and input that happened before the page was live: once, in order, and on the same elements. This module loads
 * only if events were recorded.
 */
import type { QueryClient } from '@tanstack/react-query'
import { received, setTransport } from '#web/platform/transfer/client.ts'
import { viewerIn, type SessionStore } from '#web/platform/session/session.tsx'
import type { Matches } from '../matches.ts'
import type { PageModule } from '../page-module.ts'
import type { Control, EarlyEvents, EarlyPress, Edit } from './early-events.ts'

/** A press waits at most this long, in ms, for the code of its element. */
const codeMs = 20_000
/** On a live page, a press waits at most this long, in ms, for a missing or disabled element. */
const liveMs = 2_000
/** Presses on live elements wait at most this long, in ms, behind a press whose element is not live. */
const turnMs = 500
const pauseMs = 50
/** A lost press is reported for this long, in ms. */
const shownMs = 10_000

const nextTask = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * `coming` means that the code is loading, `absent` that the element is missing or unusable, `left` that the person is on another
 * page.
 */
type Found<T> = T | 'coming' | 'absent' | 'left'

/** Polls until the element is found; returns null after the limit. */
async function found<T extends object>(
  early: EarlyEvents,
  isSettled: () => boolean,
  look: () => Found<T>,
): Promise<T | 'left' | null> {
  let absentMs = 0
  for (let waited = 0; waited <= codeMs; waited += pauseMs) {
    const seen = look()
    if (typeof seen === 'object' || seen === 'left') return seen
    absentMs = seen === 'absent' ? absentMs + pauseMs : 0
    if (absentMs > liveMs) return null
    early.isStuck = waited >= turnMs && isSettled()
    await nextTask(pauseMs)
  }
  return null
}

/** Makes React hydrate the element immediately, as it does for every discrete event. No listener handles this event. */
function wake(element: Element, { isTaken }: EarlyEvents): boolean {
  element.dispatchEvent(new Event('dragend', { bubbles: true }))
  return isTaken?.(element) === true
}

const isFile = (control: Control): boolean => control instanceof HTMLInputElement && control.type === 'file'

const isSwitch = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** React compares a field with the last value of its own setter, so a value set by the prototype's setter counts as user input. */
function typeInto(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = control
  control.value = value === '' ? '0' : ''
  const prototype =
    control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Reflect.set(prototype, 'value', value, control)
  if (selectionStart !== null && document.activeElement === control) {
    control.setSelectionRange(selectionStart, selectionEnd)
  }
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

function replayEdit(control: Control, { value, checked }: Edit): void {
  if (isSwitch(control)) {
    // The checked radio button sets the others of its group.
    if (control.type === 'radio' && checked !== true) return
    control.checked = checked !== true
    control.click()
  } else if (control instanceof HTMLSelectElement || isFile(control)) {
    if (!isFile(control)) control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    typeInto(control, value)
  }
}

function replaying(early: EarlyEvents, act: () => void): void {
  early.isReplaying = true
  try {
    act()
  } finally {
    early.isReplaying = false
  }
}

function controlFor(control: Control, { path }: Edit, early: EarlyEvents): Found<Control> {
  if (control.isConnected) return wake(control, early) ? control : 'coming'
  if (location.pathname !== path) return 'left'
  const twin = [...document.querySelectorAll<Control>('input, textarea, select')].find(
    ({ id, name }) =>
      (control.id !== '' && id === control.id) || (control.name !== '' && name === control.name),
  )
  if (!twin) return 'absent'
  return wake(twin, early) ? twin : 'coming'
}

const nameOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent.trim() ?? control.name

/** Holds the names of elements and fields whose early events could not be replayed. */
interface Lost {
  fields: string[]
  presses: EarlyPress[]
}

/** Submits a search whose answer was asked for already, instead of waiting for the end of the pause after the last letter. */
async function submitSearch({ form, type }: Control): Promise<void> {
  if (type !== 'search' || form?.dataset['answer'] === undefined) return
  // The form's own state follows the field.
  await nextTask()
  form.requestSubmit()
}

async function replayEdits(early: EarlyEvents, isSettled: () => boolean, lost: Lost): Promise<void> {
  const turn = async (original: Control, first: Edit): Promise<void> => {
    const control = await found(early, isSettled, () => controlFor(original, first, early))
    const edit = early.edits.get(original)
    early.edits.delete(original)
    if (control === null) lost.fields.push(nameOf(original))
    else if (control !== 'left' && edit) {
      replaying(early, () => replayEdit(control, edit))
      await submitSearch(control)
    }
  }
  await Promise.all([...early.edits].map(([original, edit]) => turn(original, edit)))
  early.isStuck = false
}

/** Finds the replacement of a pressed element that React may have replaced. */
const twinOf = ({ element, place }: EarlyPress, label: EarlyEvents['label']): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (other) => label(other) === label(element),
  )[place]

function partFor(press: EarlyPress, early: EarlyEvents): Found<HTMLElement> {
  const isThere = press.element.isConnected
  // Elements of the frame, such as the menu, exist on both pages and stay valid targets. Elements of another page do not.
  if (!isThere && location.pathname !== press.path) return 'left'
  const part = isThere ? press.element : twinOf(press, early.label)
  if (!part) return 'absent'
  if (!wake(part, early)) return 'coming'
  return part.matches(':disabled, [aria-disabled=true]') ? 'absent' : part
}

function doPress(element: HTMLElement, { key }: EarlyPress, lastKeyed: Element | null): void {
  if (key !== undefined) {
    // The first key moved the focus to another tab, so the next key applies to that tab.
    const target = element === lastKeyed ? (document.activeElement ?? element) : element
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  } else if (element instanceof HTMLFormElement) {
    element.requestSubmit()
  } else {
    element.click()
  }
}

async function replayPresses(early: EarlyEvents, isSettled: () => boolean, lost: Lost): Promise<void> {
  let lastKeyed: Element | null = null
  for (let press = early.presses[0]; press; press = early.presses[0]) {
    const current = press
    const part = await found(early, isSettled, () => partFor(current, early))
    early.isStuck = false
    // The press was dropped while the code waited, because the person left the page.
    if (early.presses[0] !== current) continue
    early.presses.shift()
    early.unmark(current.element)
    if (part === null) {
      lost.presses.push(current)
    } else if (part !== 'left') {
      const before = lastKeyed
      replaying(early, () => doPress(part, current, before))
      lastKeyed = current.key === undefined ? null : part
    }
    await nextTask()
    await replayEdits(early, isSettled, lost)
  }
}

function sayLost(early: EarlyEvents, { fields, presses }: Lost): void {
  const field = fields.at(-1)
  const press = presses.at(-1)
  if (field !== undefined) early.say('untyped', field)
  else if (press) early.say('lost', press.name)
  else return
  setTimeout(() => early.presses.length === 0 && early.say(), shownMs)
}

/**
 * Lets calls use the answer that was asked for before the code had loaded, once. A person with a token has another answer. Another
 * search ends this, because the answer would be outdated when the first is repeated.
 */
function offerAsked(early: EarlyEvents): void {
  const own = setTransport(async (request) => {
    const { asked } = early
    if (asked && pathnameOf(asked.path) === pathnameOf(request.path)) early.asked = undefined
    if (asked?.path !== request.path || 'authorization' in request.headers) return own(request)
    const answer = await asked.answer
    return answer ? received(answer) : own(request)
  })
}

const pathnameOf = (path: string): string => path.split('?', 1)[0] ?? ''

/** Returns the address of this page with the fields of its GET forms as edited; null without such an edit. */
export function addressTyped({ edits }: EarlyEvents): URL | null {
  const address = new URL(location.href)
  // A changed list begins with its first page.
  address.searchParams.delete('page')
  const fields = [...edits].filter(([{ form, name }]) => {
    const isSearch = form?.method === 'get' && form.hasAttribute('action')
    return isSearch && name !== '' && new URL(form.action).pathname === address.pathname
  })
  for (const [{ name }, { value }] of fields) address.searchParams.set(name, value)
  return fields.length === 0 ? null : address
}

export interface OpenedPage {
  page: PageModule | undefined
  matches: Matches
  queries: QueryClient
  session: SessionStore
}

/** Reads the data of the page for the search that was typed before it was live. */
export async function askFor(
  early: EarlyEvents,
  { page, matches, queries, session }: OpenedPage,
): Promise<void> {
  offerAsked(early)
  clearTimeout(early.pause)
  const url = addressTyped(early)
  const viewer = viewerIn(session.store.getState())
  if (url && viewer !== 'unknown')
    await page?.prefetch?.({ params: matches?.params ?? {}, url, queries, viewer })
}

/** `isSettled` returns true when the session is known. From then on, elements that depend on the session are rendered. */
export async function replay(early: EarlyEvents, isSettled: () => boolean): Promise<void> {
  const lost: Lost = { fields: [], presses: [] }
  await replayEdits(early, isSettled, lost)
  if (early.presses.length > 0) {
    for (let waited = 0; waited <= codeMs && !isSettled(); waited += pauseMs) await nextTask(pauseMs)
    await replayPresses(early, isSettled, lost)
    early.say()
  }
  sayLost(early, lost)
  // The submitted search has asked for its answer by then.
  setTimeout(() => {
    clearTimeout(early.pause)
    early.asked = undefined
  }, liveMs)
}
