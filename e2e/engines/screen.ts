import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Driver, Point } from './driver.ts'

const waitLimitMs = 30_000
const lookMs = 100
/** A control has stopped moving when it is at the same place in this many looks. */
const stillLooks = 6

/** Maps each kind of control to a selector of its elements. */
const selectors = {
  button: 'button, [role=button], summary',
  link: 'a[href]',
  field: 'input, textarea, select, [role=textbox]',
  option: '[role=radio], [role=option], input[type=radio], input[type=checkbox]',
  item: '[role=menuitem]',
  /** Matches the button that sends a form. Another button of the page may have the same name. */
  submit: 'dialog [type=submit]',
} as const

export type Kind = keyof typeof selectors

/** Holds the engines that have installed the service worker. It stays installed while the engine runs. */
const withWorker = new WeakSet<Driver>()

/**
 * Drives a window of an engine, which shows one product. The methods wait for states. When a state does not come, the error names
 * the page's address and headings.
 */
export class Screen {
  readonly driver: Driver
  readonly #origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.#origin = origin
  }

  /**
   * Opens the page so that the service worker answers its requests. In a new engine, the first visit only installs the worker, so
   * the page is opened twice.
   */
  async openThroughWorker(path: string): Promise<void> {
    if (!withWorker.has(this.driver)) {
      await this.open(path)
      await this.waitFor('navigator.serviceWorker.ready.then(() => true)')
      withWorker.add(this.driver)
    }
    await this.open(path)
    await this.waitFor('navigator.serviceWorker.controller !== null')
  }

  /** Opens the page and waits until React handles presses. */
  async open(path: string): Promise<void> {
    await this.driver.open(this.#origin + path)
    await this.waitFor(`(${isHydrated.toString()})()`, { what: 'that React has taken over' })
  }

  async signIn(token: string): Promise<void> {
    await this.driver.open(`${this.#origin}/robots.txt`)
    await this.driver.evaluate(`localStorage.setItem('authToken', ${JSON.stringify(token)})`)
  }

  async signOut(): Promise<void> {
    await this.driver.open(`${this.#origin}/robots.txt`)
    await this.driver.evaluate('localStorage.clear()')
  }

  /** Waits until the expression is true in the page. A document that is being replaced has no answer yet. */
  async waitFor(expression: string, { what = expression, limitMs = waitLimitMs } = {}): Promise<void> {
    const until = Date.now() + limitMs
    for (;;) {
      const seen = await this.driver.evaluate(expression).catch((error: unknown) => error)
      if (seen === true) return
      if (Date.now() > until) throw new Error(`${what} stayed ${String(seen)}; ${await this.#told()}`)
      await pause(lookMs)
    }
  }

  waitForText(text: string, limitMs = waitLimitMs): Promise<void> {
    const what = `the text '${text}'`
    return this.waitFor(`document.body.innerText.includes(${JSON.stringify(text)})`, { what, limitMs })
  }

  waitForPath(pattern: RegExp): Promise<void> {
    return this.waitFor(`${String(pattern)}.test(location.pathname)`)
  }

  async waitForPicture(isRight: (picture: Buffer) => Promise<boolean>): Promise<void> {
    const until = Date.now() + waitLimitMs
    while (!(await isRight(await this.driver.picture()))) {
      if (Date.now() > until) throw new Error(`the picture of the window stayed wrong; ${await this.#told()}`)
      await pause(lookMs)
    }
  }

  read<T extends string | number | boolean>(expression: string): Promise<T> {
    return this.driver.evaluate(expression) as Promise<T>
  }

  async press(kind: Kind, name: RegExp): Promise<void> {
    await this.driver.press(await this.placeOf(kind, name))
  }

  /** Presses the first visible button of this name once the document has loaded, whether or not React has taken over. */
  async pressEarly(path: string, name: RegExp): Promise<void> {
    await this.driver.open(this.#origin + path)
    const place = (await this.driver.evaluate(`(${findEarly.toString()})(${String(name)})`)) as Point | null
    if (place === null) throw new Error(`the page has no button ${String(name)}`)
    await this.driver.press(place)
  }

  async fill(name: RegExp, text: string): Promise<void> {
    await this.driver.press(await this.placeOf('field', name))
    await this.driver.evaluate('document.activeElement.select?.()')
    await this.driver.type(text)
  }

  /** Chooses a day, `2027-05-31`. The engines take typed days in different orders, so the field gets its value as from its calendar. */
  async fillDay(name: RegExp, day: string): Promise<void> {
    await this.driver.press(await this.placeOf('field', name))
    await this.driver.evaluate(`(${putValue.toString()})(${JSON.stringify(day)})`)
  }

  /**
   * Chooses the option of a select element by its text. The browser draws the list outside of the page, where no press can reach
   * it.
   */
  async choose(name: RegExp, option: string): Promise<void> {
    await this.placeOf('field', name)
    const isChosen = await this.driver.evaluate(
      `(${chooseOption.toString()})(${String(name)}, ${JSON.stringify(option)})`,
    )
    if (isChosen !== true) throw new Error(`the list ${String(name)} has no option ${option}`)
  }

  /** Waits until the engine has saved a file of this name, returns its content and deletes it. */
  async takeFile(name: RegExp): Promise<Buffer> {
    const until = Date.now() + waitLimitMs
    for (;;) {
      const all = await readdir(this.driver.savedFiles)
      const file = all.find((one) => name.test(one))
      // Firefox writes the content into a `.part` file beside the empty file until the file is complete.
      if (file !== undefined && !all.some((one) => one.endsWith('.part'))) {
        const path = join(this.driver.savedFiles, file)
        // Firefox renames the file when it is complete, so this name may be gone.
        const content = await readFile(path).catch((error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
          throw error
        })
        if (content.length > 0) {
          await rm(path)
          return content
        }
      }
      if (Date.now() > until)
        throw new Error(`no file ${String(name)} was saved, only ${all.join(', ')}; ${await this.#told()}`)
      await pause(lookMs)
    }
  }

  /** Waits until the control can be pressed and has stopped moving, and returns its centre in the window. */
  async placeOf(kind: Kind, name: RegExp): Promise<Point> {
    const look = `(${findInPage.toString()})(${JSON.stringify(selectors[kind])}, ${String(name)})`
    const until = Date.now() + waitLimitMs
    let last: Point | null = null
    let still = 0
    for (;;) {
      const place = (await this.driver.evaluate(look).catch(() => null)) as Point | null
      still = place !== null && place.x === last?.x && place.y === last.y ? still + 1 : 1
      if (place !== null && still >= stillLooks) return place
      if (Date.now() > until)
        throw new Error(`the ${kind} ${String(name)} could not be pressed; ${await this.#told()}`)
      last = place
      await pause(lookMs)
    }
  }

  async #told(): Promise<string> {
    const shown = "[...document.querySelectorAll('h1, [role=alert], [role=status]')]"
    const facts = `location.pathname + ': ' + ${shown}.map((one) => one.textContent).join(' | ')`
    return String(await this.driver.evaluate(facts).catch((error: unknown) => error))
  }
}

interface ContainerFiber {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/** Runs in the page. Returns whether React has hydrated the document, as `waitForHydration` of the other journeys does. */
function isHydrated(): boolean {
  const root = document.getElementById('root')
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer'))
  if (!root || key === undefined) return false
  return !(Reflect.get(root, key) as ContainerFiber).stateNode.current.memoizedState.isDehydrated
}

/** Runs in the page. Sets the value by the setter of the prototype, because React then notices the change. */
function putValue(value: string): void {
  const field = document.activeElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Runs in the page. */
function chooseOption(name: RegExp, text: string): boolean {
  for (const list of document.querySelectorAll('select')) {
    if (![...list.labels].some((one) => name.test(one.textContent.trim()))) continue
    const option = [...list.options].find((one) => one.text === text)
    if (!option) return false
    list.value = option.value
    return list.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return false
}

/** Runs in the page. */
function findEarly(name: RegExp): Point | null {
  for (const button of document.querySelectorAll('button')) {
    const { left, top, width, height } = button.getBoundingClientRect()
    if (width > 0 && top >= 0 && top + height <= innerHeight && name.test(button.textContent.trim()))
      return { x: left + width / 2, y: top + height / 2 }
  }
  return null
}

/** Runs in the page. Returns the place of a control, or null when it is missing, disabled, covered, or not yet handled by React. */
function findInPage(selector: string, name: RegExp): Point | null {
  const named = (element: Element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    const text = [...labels, element].map((one) => one.textContent ?? '').join(' ')
    return name.test(element.getAttribute('aria-label') ?? text.replace(/\s+/g, ' ').trim())
  }
  const isHandled = (element: Element) =>
    // ProseMirror creates the editor's element, so React has no handler on it.
    element.matches('[contenteditable]') ||
    !document.getElementById('root') ||
    Object.keys(element).some((key) => key.startsWith('__reactProps'))
  for (const element of document.querySelectorAll(selector)) {
    if (!isHandled(element)) continue
    if (!named(element) || element.matches(':disabled, [aria-disabled=true]')) continue
    const shown =
      'labels' in element && element.matches('[type=radio], [type=checkbox]')
        ? (element.closest('label') ?? element)
        : element
    const before = shown.getBoundingClientRect()
    if (before.top < 0 || before.bottom > innerHeight)
      shown.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = shown.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const point = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(point.x, point.y)
    if (hit !== null && (shown.contains(hit) || hit.contains(shown))) return point
    // A bar at the edge of the window may cover the control.
    shown.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  return null
}
