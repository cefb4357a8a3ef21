/**
 * Defines the events that the document's first script records until the code has loaded; inline-script.ts records and replay.ts
 * replays.
 */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type EarlySentence = 'waiting' | 'lost' | 'untyped' | 'failed'

export interface EarlyPress {
  /** `element` is the pressed button or link, the submitted form, or the tab that had the focus at a key press. */
  element: HTMLElement
  key?: string | undefined
  /** `name` is the label of the element at the time of the press. */
  name: string
  /** `path` is the page of the press, which is not replayed on another page. */
  path: string
  /** `place` is the index among elements with the same tag and label. It finds the element again if React has replaced it. */
  place: number
}

export interface Edit {
  value: string
  /** `checked` is also recorded for text fields, where it has no meaning. */
  checked?: boolean | undefined
  /** `path` is the page of the input, which is not replayed on another page. */
  path: string
}

/** Describes the request for a search that was typed before the code had loaded. */
export interface AskedSearch {
  path: string
  /** The answer is undefined if none has arrived. */
  answer: Promise<Response | undefined>
}

export interface EarlyEvents {
  presses: EarlyPress[]
  edits: Map<Control, Edit>
  /** While true, events are not recorded, because they are being replayed. */
  isReplaying: boolean
  /**
   * True means that the page is live and that the next press waits for its element. Presses on live elements then do not wait
   * behind it.
   */
  isStuck: boolean
  /**
   * Returns whether React handles the events of an element, which then need no recording. It is set when the page is live; some
   * elements hydrate later, when their code loads.
   */
  isTaken?: (part: Element) => boolean
  /** `pause` is the timer that ends with the request of a typed search. */
  pause?: ReturnType<typeof setTimeout> | undefined
  asked?: AskedSearch | undefined
  /** Runs after each recorded event. It is set when the page is live. */
  work?: () => void
  /**
   * Records, before hydration, values that the browser filled in without an event, as on a reload. A select counts only after a
   * choice, because the browser may restore a theme that was changed elsewhere later.
   */
  read: () => void
  /** Restores the typed values, because registering an uncontrolled field sets it to its default. */
  restore: () => void
  label: (part: Element) => string
  say: (which?: EarlySentence, name?: string) => void
  unmark: (part: Element) => void
  fail: () => void
}

declare global {
  interface Window {
    apogeeEarly?: EarlyEvents | undefined
  }
}
