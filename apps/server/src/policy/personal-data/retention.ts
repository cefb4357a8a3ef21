/**
 * Defines every retention period of the product once. A feature's manifest says how a period is applied (`retention` in
 * feature.ts); the privacy page and the registry beside this file read the same numbers.
 */
import { sourceDaysKept } from '@apogee/contracts/operations/source-keys.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export interface Period {
  table: string
  /** The period starts at the time that this column of the row holds. */
  since: string
  keepMs: number
  /** The sweep clears these columns and keeps the row. If no columns are given, it deletes the row. */
  empties?: readonly string[]
}

/** The keys are period ids. The job `retention.sweep` applies each period once an hour by the rule of a feature. */
export const retention = {
  /** A mail's text is deleted as soon as the mail is sent. This period is for the rest of the row. */
  'mail.sent': { table: 'mail_outbox', since: 'sent_at', keepMs: 365 * dayMs },
  /** Events are deleted only after every listener has handled them. Their delivery records are deleted with them. */
  'events.handled': { table: 'domain_events', since: 'at', keepMs: 90 * dayMs },
  /** The body of a callback is cleared. Its digest stays, so that a repeated callback is recognised. */
  'callbacks.body': {
    table: 'payment_events',
    since: 'handled_at',
    keepMs: 180 * dayMs,
    empties: ['body'],
  },
  'notifications.all': { table: 'notifications', since: 'created_at', keepMs: 365 * dayMs },
  'announcements.removed': { table: 'course_announcements', since: 'removed_at', keepMs: 30 * dayMs },
  'live-sessions.removed': { table: 'planned_sessions', since: 'removed_at', keepMs: 30 * dayMs },
  /**
   * The period equals the time that an upload may stay unused. After the row is deleted, the sweep of unused files removes the
   * archive.
   */
  'imports.unused': { table: 'course_imports', since: 'created_at', keepMs: 7 * dayMs },
  'packages.launches': { table: 'package_launches', since: 'launched_at', keepMs: dayMs },
  'webhooks.deliveries': { table: 'webhook_deliveries', since: 'created_at', keepMs: 30 * dayMs },
  'visits.sources': { table: 'source_figures', since: 'day', keepMs: sourceDaysKept * dayMs },
  /**
   * A row is a violation of the content security policy that browsers reported. It holds paths without query, and names no person.
   */
  'blocked-contents.reports': { table: 'blocked_contents', since: 'last_at', keepMs: 30 * dayMs },
  'messages.forms': { table: 'messages', since: 'created_at', keepMs: 730 * dayMs },
  /** The period equals the longest window of the rate limits on a network address. */
  'messages.addresses': {
    table: 'messages',
    since: 'created_at',
    keepMs: dayMs,
    empties: ['address_digest'],
  },
  'sign-in.failures': { table: 'failed_attempts', since: 'at', keepMs: dayMs },
  'sign-in.sessions': { table: 'sessions', since: 'expires_at', keepMs: 0 },
  'sign-in.links': { table: 'one_time_tokens', since: 'expires_at', keepMs: 0 },
  'sign-in.states': { table: 'spent_sign_in_states', since: 'expires_at', keepMs: 0 },
  /** Browsers keep a cookie for at most 400 days. */
  'sign-in.devices': { table: 'known_devices', since: 'last_used_at', keepMs: 400 * dayMs },
  'email-changes.ended': { table: 'email_changes', since: 'expires_at', keepMs: 0 },
  /** An ended removal of a second factor stays listed for this time. The security log keeps it longer. */
  'second-factor-removals.ended': {
    table: 'second_factor_removals',
    since: 'ended_at',
    keepMs: 365 * dayMs,
  },
  /** An expired token stays listed for this time. */
  'api-tokens.expired': { table: 'api_tokens', since: 'expires_at', keepMs: 30 * dayMs },
  'exports.tickets': { table: 'download_tickets', since: 'expires_at', keepMs: 0 },
  'course-invitations.unanswered': {
    table: 'course_invitations',
    since: 'mailed_at',
    keepMs: 365 * dayMs,
  },
  'course-invitations.days': { table: 'course_invitation_days', since: 'day', keepMs: 7 * dayMs },
  /** The rows hold addresses of people who were invited to a team and did not accept. */
  'team-invitations.unanswered': { table: 'invitations', since: 'expires_at', keepMs: 365 * dayMs },
  /**
   * The period starts when the document was added or verified. It is this long because a payout may be disputed for a year. The
   * result of the verification is kept longer.
   */
  'seller-documents.kept': { table: 'seller_documents', since: 'kept_since', keepMs: 365 * dayMs },
  /** The period is long enough to detect that a seller repeats a pattern. */
  'seller-signals.closed': { table: 'seller_signals', since: 'closed_at', keepMs: 730 * dayMs },
  /** The security log is kept as long as the books: seven years, with two leap days. */
  'security-log.entries': { table: 'security_log', since: 'at', keepMs: (7 * 365 + 2) * dayMs },
  /** Network addresses are of little use after this time. */
  'security-log.addresses': {
    table: 'security_log',
    since: 'at',
    keepMs: 90 * dayMs,
    empties: ['address'],
  },
} as const satisfies Readonly<Record<string, Period>>

export type PeriodId = keyof typeof retention

export const keepMsOf = (id: PeriodId): number => retention[id].keepMs
