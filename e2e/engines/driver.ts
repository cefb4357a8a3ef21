/** The few actions that both engines know. `Screen` builds the others on them. */
export interface Driver {
  readonly engine: 'Firefox' | 'WebKit'
  /** The value is the narrowest window of this engine, in CSS pixels. */
  readonly narrowestWidth: number
  /** Leaves the page of the last journey. */
  startAfresh(): Promise<void>
  /** Loads the document and waits for its load event. */
  open(url: string): Promise<void>
  /** Evaluates the expression in the page, and waits for its promise. The result is plain data. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the left button of the mouse at this point of the window. */
  press(point: { x: number; y: number }): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /** Returns a PNG of what the window shows, with documents that scripts cannot look into. */
  picture(): Promise<Buffer>
  setWidth(width: number): Promise<void>
  close(): Promise<void>
}

export const windowHeight = 900

/** Rejects when the work takes longer, because a driver may wait for an event that its engine never sends. */
export async function within<T>(limitMs: number, what: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} took more than ${limitMs / 1000} s`)), limitMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
