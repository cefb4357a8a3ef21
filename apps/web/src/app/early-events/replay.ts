/** Does what was pressed and typed before the page was live: once, in order, on the same parts. Fetched only when there is something. */
import type { Control, EarlyEvents, EarlyPress, Edit } from './early-events.ts'

const patienceMs = 20_000
const pauseMs = 50
/** How long it is said that a press was lost. */
const shownMs = 10_000

const nextTask = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until<T>(find: () => T | null): Promise<T | null> {
  for (let waited = 0; waited <= patienceMs; waited += pauseMs) {
    const found = find()
    if (found !== null) return found
    await nextTask(pauseMs)
  }
  return null
}

/** React hydrates a part at once for a discrete event; nothing listens to this one. */
function wake(element: Element, { isTaken }: EarlyEvents): boolean {
  element.dispatchEvent(new Event('dragend', { bubbles: true }))
  return isTaken?.(element) === true
}

const isFile = (control: Control): boolean => control instanceof HTMLInputElement && control.type === 'file'

const isSwitch = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** React compares a field with what its own setter last wrote: the prototype's setter is the person's hand. */
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
    // The other radios of its group say the same.
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

function controlFor(control: Control, early: EarlyEvents): Control | null {
  if (control.isConnected) return wake(control, early) ? control : null
  const twin = [...document.querySelectorAll<Control>('input, textarea, select')].find(
    ({ id, name }) =>
      (control.id !== '' && id === control.id) || (control.name !== '' && name === control.name),
  )
  return twin && wake(twin, early) ? twin : null
}

async function replayEdits(early: EarlyEvents): Promise<void> {
  for (const original of early.edits.keys()) {
    const control = await until(() => controlFor(original, early))
    const edit = early.edits.get(original)
    early.edits.delete(original)
    if (control && edit) replaying(early, () => replayEdit(control, edit))
  }
}

/** React may have put another in the place of a pressed part. */
const twinOf = ({ element, place }: EarlyPress, label: EarlyEvents['label']): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (other) => label(other) === label(element),
  )[place]

/** What is to be pressed; 'gone' with its page, null while it is not there or cannot be pressed. */
function partFor(press: EarlyPress, early: EarlyEvents): HTMLElement | 'gone' | null {
  const isThere = press.element.isConnected
  // What is on both pages, such as the menu, is still meant; a part of another page never was.
  if (!isThere && location.pathname !== press.path) return 'gone'
  const part = isThere ? press.element : twinOf(press, early.label)
  if (!part || part.matches(':disabled, [aria-disabled=true]')) return null
  return wake(part, early) ? part : null
}

function doPress(element: HTMLElement, { key }: EarlyPress, lastKeyed: Element | null): void {
  if (key !== undefined) {
    // The first key moved the focus to another tab; the next one was meant for that.
    const target = element === lastKeyed ? (document.activeElement ?? element) : element
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  } else if (element instanceof HTMLFormElement) {
    element.requestSubmit()
  } else {
    element.click()
  }
}

/** Answers the last press that could not be done. */
async function replayPresses(early: EarlyEvents): Promise<EarlyPress | null> {
  let lost: EarlyPress | null = null
  let lastKeyed: Element | null = null
  for (let press = early.presses[0]; press; press = early.presses[0]) {
    const current = press
    const part = await until(() => partFor(current, early))
    // Forgotten meanwhile: the person has left the page.
    if (early.presses[0] !== current) continue
    early.presses.shift()
    early.unmark(current.element)
    if (part === null) {
      lost = current
    } else if (part !== 'gone') {
      const before = lastKeyed
      replaying(early, () => doPress(part, current, before))
      lastKeyed = current.key === undefined ? null : part
    }
    await nextTask()
    await replayEdits(early)
  }
  return lost
}

/** `isSettled`: who is signed in is known, so parts that depend on it are there. */
export async function replay(early: EarlyEvents, isSettled: () => boolean): Promise<void> {
  await replayEdits(early)
  if (early.presses.length === 0) return
  await until(() => isSettled() || null)
  const lost = await replayPresses(early)
  early.say()
  if (!lost) return
  early.say('lost', early.label(lost.element).trim())
  setTimeout(() => early.presses.length === 0 && early.say(), shownMs)
}
