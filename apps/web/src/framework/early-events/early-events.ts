/**
 * Defines the events that the document's first script records until the code has loaded; inline-script.ts records and replay.ts
 * replays.
 */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type EarlySentence = 'waiting' | 'lost' | 'untyped' | 'failed'

export interface EarlyPress {
  /** The value is the pressed button or link, the submitted form, or the focused tab of a key press. */
  element: HTMLElement
  key?: string | undefined
  /** The value is the element's label at the time of the press. */
  name: string
  /** The press is not replayed on another page. */
  path: string
  /** The value is the index among elements with the same tag and label, in case React replaced the element. */
  place: number
}

export interface Edit {
  value: string
  /** The value is meaningless for text fields, but recorded. */
  checked?: boolean | undefined
  /** The input is not replayed on another page. */
  path: string
}

export interface EarlyEvents {
  presses: EarlyPress[]
  edits: Map<Control, Edit>
  /** While true, events pass through, because they are replayed ones. */
  isReplaying: boolean
  /** True means that the page is live and the next press waits for its element; live elements need not wait behind it. */
  isStuck: boolean
  /**
   * The function is set once the page is live, because hydrated elements need no recording. Some elements hydrate later, when their
   * code loads.
   */
  isTaken?: (part: Element) => boolean
  /** The function is set once the page is live and runs after each recorded event. */
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
