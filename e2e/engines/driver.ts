export interface Point {
  x: number
  y: number
}

/** The names are those of `KeyboardEvent.key`. */
export type Key = 'Enter' | 'ArrowDown' | 'ArrowUp' | 'Tab'

/** Lists the few actions that every engine's driver must offer. `Screen` builds all other actions on them. */
export interface Driver {
  readonly engine: 'Firefox' | 'WebKit' | 'Chromium'
  /** Holds the width of the narrowest window that this engine allows, in CSS pixels. */
  readonly narrowestWidth: number
  /** The engine saves files in this folder without asking. */
  readonly savedFiles: string
  /** Leaves the pages of the last journey. One wide tab is open afterwards. */
  startAfresh(): Promise<void>
  /** Opens another tab of the same browser and shows it. */
  openTab(): Promise<void>
  /** Shows a tab, counted from 0 in the order of opening. All actions are done in the shown tab. */
  showTab(place: number): Promise<void>
  /** Loads the document and waits for its load event. */
  open(url: string): Promise<void>
  /** Evaluates the expression in the page, and waits for its promise. The result is plain data. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the left button of the mouse at this point of the window. */
  press(point: Point): Promise<void>
  /** Holds the left button from the first point to the last one. */
  drag(path: readonly Point[]): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  pressKey(key: Key): Promise<void>
  /** Returns a PNG of the window. It also shows documents that scripts cannot read. */
  picture(): Promise<Buffer>
  setWidth(width: number): Promise<void>
  close(): Promise<void>
}

export const windowHeight = 900

/** Rejects when the work takes longer than the limit, because a driver may wait for an event that its engine never sends. */
export async function within<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} took more than ${limitMs / 1000} s`)), limitMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
