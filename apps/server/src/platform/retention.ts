/** How long personal records are kept that are no longer needed, in ms (docs/operations.md, /privacy). */
const day = 24 * 3_600_000

export const retention = {
  /** The record of a sent mail: recipient and subject. The text is deleted when the mail is sent. */
  sentMailMs: 365 * day,
  /** An address that was invited to a course and has not accepted, after its last mail. */
  unansweredInvitationsMs: 365 * day,
  /** Events that every listener has handled. */
  eventsMs: 90 * day,
  /** Bodies of provider callbacks, with the payer's name and address; the record of the callback is kept. */
  callbackBodiesMs: 180 * day,
} as const
