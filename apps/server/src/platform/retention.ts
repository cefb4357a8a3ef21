/** How long records about people are kept that nothing needs any more, in ms (docs/operations.md, /privacy). */
const day = 24 * 3_600_000

export const retention = {
  /** That a mail was sent, to whom and about what; its text goes when it has left. */
  sentMailMs: 365 * day,
  /** An address that was invited to a course and has not accepted, after its last mail. */
  unansweredInvitationsMs: 365 * day,
  /** What happened, as told to listeners; every listener has acted long before. */
  eventsMs: 90 * day,
  /** What the payment provider sent, with the payer's name and address; that it was sent stays. */
  callbackBodiesMs: 180 * day,
} as const
