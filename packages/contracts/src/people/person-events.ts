/** Holds what pages need of the contract of a person, without schemas. */
/** Lists the kinds of events in the time line of a person. */
export const personEventKinds = [
  'joined',
  'bought',
  'lesson',
  'question',
  'hand-in',
  'message',
  'refund',
] as const
export type PersonEventKind = (typeof personEventKinds)[number]

export const personNoteMaxLength = 2000
