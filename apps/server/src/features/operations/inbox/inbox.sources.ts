/**
 * Says what waits for a person: the only place that decides it. Home, the rail and the inbox read these rows, so that a figure is the
 * number of the items that it leads to.
 */
import type { InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '#server/policy/caller.ts'
import { moneySeenBy, sellerIn } from '#server/policy/seller-scope.ts'
import { waitingRows } from '#server/policy/waiting-rows.ts'
import { waitingPayouts } from '#server/features/accounting/waiting-payouts.ts'
import { waitingHandIns } from '#server/features/assessments/hand-ins/waiting-hand-ins.ts'
import { waitingAccounts, waitingSellers } from '#server/features/businesses/waiting-sellers.ts'
import { waitingQuestions } from '#server/features/community/waiting-questions.ts'
import { waitingDrafts, waitingLessons } from '#server/features/courses/waiting-courses.ts'
import { waitingInvoices } from '#server/features/invoices/waiting-invoices.ts'
import { waitingReviews } from '#server/features/reviews/waiting-reviews.ts'
import { waitingExceptions, waitingRequests } from '#server/features/sales/refunds/waiting-decisions.ts'
import { insightScope } from '../insights/insights.rules.ts'
import { coursesOf } from '../insights/insights.store.ts'

type Sql = RawBuilder<unknown>

/** Selects the ids of the courses that the caller looks after. For a superadmin these are the platform's own. */
function ownCourses(caller: Caller): Sql {
  const scope = insightScope(caller)
  return sql`SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
              WHERE ${scope.kind === 'platform' ? sql`s.is_platform` : coursesOf(scope)}`
}

const waitingDifferences = (): Sql =>
  waitingRows(
    {
      ref: sql`d.id`,
      since: sql`d.found_at`,
      title: sql`d.subject`,
      place: sql`s.shown_name`,
      order: sql`o.public_id`,
      topic: sql`d.kind`,
    },
    sql`reconciliation_differences d LEFT JOIN orders o ON o.id = d.order_id LEFT JOIN seller_cards s ON s.id = d.seller_id
     WHERE d.run_id = (SELECT max(r.id) FROM reconciliation_runs r WHERE r.finished_at IS NOT NULL)`,
    sql`d.id`,
  )

const waitingSignals = (): Sql =>
  waitingRows(
    { ref: sql`g.id`, since: sql`g.opened_at`, person: sql`s.name`, title: sql`g.kind`, topic: sql`g.kind` },
    sql`seller_signals g JOIN seller_cards s ON s.id = g.seller_id WHERE g.closed_at IS NULL`,
    sql`g.id`,
  )

/** Returns the rows of each kind that the caller has. The other kinds are null. */
export function inboxSources(caller: Caller, now: Date): Record<InboxKind, Sql | null> {
  const isSuperadmin = caller.role === 'superadmin'
  const money = moneySeenBy(caller)
  const own = ownCourses(caller)
  const sold = (of: (condition: (column: Sql) => Sql) => Sql) =>
    money && of((column) => sellerIn(money, column))
  return {
    chargebacks: sold((condition) => waitingExceptions('chargebacks', condition)),
    refunds: sold(waitingRequests),
    exceptions: sold((condition) => waitingExceptions('others', condition)),
    account: isSuperadmin ? null : sold(waitingAccounts),
    questions: waitingQuestions(caller),
    // A superadmin grades nobody's work.
    handIns: isSuperadmin ? null : waitingHandIns(own),
    overdue: sold((condition) => waitingInvoices(condition, now)),
    reviews: waitingReviews(own, now),
    lessons: waitingLessons(own),
    drafts: waitingDrafts(own, now),
    differences: isSuperadmin ? waitingDifferences() : null,
    sellers: isSuperadmin ? waitingSellers() : null,
    signals: isSuperadmin ? waitingSignals() : null,
    payouts: isSuperadmin ? waitingPayouts() : null,
  }
}
