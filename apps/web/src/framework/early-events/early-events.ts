/**
 * The events that the document's first script recorded until the code loaded; inline-script.ts records, replay.ts
 * replays.
 */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type EarlySentence = 'waiting' | 'lost' | 'untyped' | 'failed'

export interface EarlyPress {
  /** The pressed button or link, the submitted form, or the focused tab of a key press. */
  element: HTMLElement
  key?: string | undefined
  /** Its label at the press. */
  name: string
  /** The page of the press: it is not replayed on another one. */
  path: string
  /** Its index among elements with the same tag and label, in case React replaced it. */
  place: number
}

export interface Edit {
  value: string
  /** Meaningless for text fields, but recorded. */
  checked?: boolean | undefined
  /** The page of the input: it is not replayed on another one. */
  path: string
}

export interface EarlyEvents {
  /** In order. */
  presses: EarlyPress[]
  edits: Map<Control, Edit>
  /** Events pass through while this is set: they are replayed ones. */
  isReplaying: boolean
  /** The page is live and the next press waits for its element: live elements need not wait behind it. */
  isStuck: boolean
  /** Set once the page is live: hydrated elements need no recording. Some hydrate later, when their code loads. */
  isTaken?: (part: Element) => boolean
  /** Set once the page is live: called after a new event is recorded. */
  work?: () => void
  /**
   * Before hydration: values that the browser filled in without an event, as on a reload, count as typed. A select
   * counts only after a choice: the browser may restore a theme that was changed elsewhere since.
   */
  read: () => void
  /** Registering an uncontrolled field sets it to its default: restores the typed values. */
  restore: () => void
  label: (part: Element) => string
  say: (which?: EarlySentence, name?: string) => void
  unmark: (part: Element) => void
  /** Called when the code could not be loaded. */
  fail: () => void
}

declare global {
  interface Window {
    apogeeEarly?: EarlyEvents | undefined
  }
}
