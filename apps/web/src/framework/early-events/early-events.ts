/** What the document's first script kept until the code came; inline-script.ts makes it, replay.ts does it. */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type EarlySentence = 'waiting' | 'lost' | 'untyped' | 'failed'

export interface EarlyPress {
  /** The pressed button or link, the submitted form, or the tab on which a key was pressed. */
  element: HTMLElement
  key?: string | undefined
  /** Its label when it was pressed. */
  name: string
  /** Where it was pressed: it is not done elsewhere. */
  path: string
  /** Its number among the parts with the same tag and label, should React have put another in its place. */
  place: number
}

export interface Edit {
  value: string
  /** Of text fields too, where it says nothing. */
  checked?: boolean | undefined
  /** Where it was typed: it is not typed elsewhere. */
  path: string
}

export interface EarlyEvents {
  /** In the order in which they were made. */
  presses: EarlyPress[]
  edits: Map<Control, Edit>
  /** Events pass while this is set: they are our own. */
  isReplaying: boolean
  /** The page is live and the next kept press waits for its part: live parts need not wait behind it. */
  isStuck: boolean
  /** Set once the page is live: what React has taken over needs no keeping. Some parts hydrate later, when their code comes. */
  isTaken?: (part: Element) => boolean
  /** Set once the page is live: called when something more was kept. */
  work?: () => void
  /**
   * Before hydration: what the browser filled in without an event, as on a reload, counts as typed. A select counts only
   * when somebody chose: the browser may restore a theme that was changed elsewhere since.
   */
  read: () => void
  /** Uncontrolled fields of a form are set to its defaults as they are registered: puts back what was typed. */
  restore: () => void
  label: (part: Element) => string
  say: (which?: EarlySentence, name?: string) => void
  unmark: (part: Element) => void
  /** The code did not come. */
  fail: () => void
}

declare global {
  interface Window {
    apogeeEarly?: EarlyEvents | undefined
  }
}
