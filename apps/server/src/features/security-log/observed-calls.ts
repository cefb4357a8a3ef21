/** Records calls that only read: views by staff, and exported files. */
import type { SecurityDetails } from '@apogee/contracts/accounts/security.ts'
import type { ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { ActivityKind } from '@apogee/contracts/security-log/security-log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { fieldRefusals, type Refusal } from '#server/policy/refusal.ts'
import type { RefusalCounter } from './refusal-counter.ts'
import type { SecurityLog } from './security-log.service.ts'

interface Observed {
  kind: ActivityKind
  subjectId?: number
  details?: SecurityDetails
}

/** Returns what is recorded of a call. Null means that this call of this person is not recorded. */
type Observe<N extends RouteName> = (received: ReceivedOf<N>, caller: Caller) => Observed | null

/** Views by students are not recorded, because students can open only their own receipts. */
const viewOfReceipt = (receipt: string, { role }: Caller): Observed | null =>
  role === 'student' ? null : { kind: 'view.order', details: { receipt } }

const observed: { [N in RouteName]?: Observe<N> } = {
  listOrders: () => ({ kind: 'view.orders' }),
  readOrder: ({ params }) => ({ kind: 'view.order', details: { order: params.id } }),
  listUsers: () => ({ kind: 'view.people' }),
  listMyLearners: () => ({ kind: 'view.people', details: { list: 'learners' } }),
  coursePeople: ({ params }) => ({ kind: 'view.people', details: { course: params.id } }),
  listCourseLearners: ({ params }) => ({ kind: 'view.people', details: { course: params.id } }),
  listGradebook: ({ params }) => ({ kind: 'view.people', details: { course: params.id } }),
  listExpectedPeople: () => ({ kind: 'view.people', details: { list: 'expected' } }),
  searchStudio: () => ({ kind: 'view.people', details: { list: 'search' } }),
  listInvitedPeople: ({ params }) => ({ kind: 'view.people', details: { course: params.id } }),
  listHandIns: ({ params }) => ({ kind: 'view.people', details: { course: params.id } }),
  readAttendance: ({ params }) => ({ kind: 'view.people', details: { course: params.id } }),
  listInvoiceSeats: () => ({ kind: 'view.people', details: { list: 'seats' } }),
  listMessages: () => ({ kind: 'view.people', details: { list: 'messages' } }),
  readOrderRefunds: ({ params }) => ({ kind: 'view.order', details: { order: params.id } }),
  readCourseLearner: ({ params }) => ({
    kind: 'view.person',
    subjectId: params.userId,
    details: { course: params.id },
  }),
  readPerson: ({ params }) => ({ kind: 'view.person', subjectId: params.id }),
  listPersonEvents: ({ params }) => ({ kind: 'view.person', subjectId: params.id }),
  readLearnerAttempt: ({ params }) => ({
    kind: 'view.person',
    subjectId: params.userId,
    details: { course: params.id },
  }),
  courseProgress: ({ params }, caller) =>
    params.userId === caller.userId
      ? null
      : { kind: 'view.person', subjectId: params.userId, details: { course: params.courseId } },
  lessonProgress: ({ params }, caller) =>
    params.userId === caller.userId
      ? null
      : { kind: 'view.person', subjectId: params.userId, details: { module: params.courseContentId } },
  listRefundRequests: () => ({ kind: 'view.orders', details: { list: 'refund requests' } }),
  listInvoices: () => ({ kind: 'view.orders', details: { list: 'invoices' } }),
  readReceipt: ({ params }, caller) => viewOfReceipt(params.id, caller),
  downloadReceipt: ({ params }, caller) => viewOfReceipt(params.id, caller),
  readInvoice: ({ params }) => ({ kind: 'view.order', details: { invoice: params.id } }),
  listLedger: () => ({ kind: 'view.orders', details: { list: 'ledger' } }),
  listPaymentExceptions: () => ({ kind: 'view.orders', details: { list: 'exceptions' } }),
  readSellerPayoutBank: ({ params }) => ({ kind: 'view.bank', details: { seller: params.id } }),
  readSellerOverview: ({ params }) => ({ kind: 'view.seller', details: { seller: params.id } }),
  listSellerNotes: ({ params }) => ({ kind: 'view.seller', details: { seller: params.id } }),
  readChecksOfSeller: ({ params }) => ({ kind: 'view.sellerChecks', details: { seller: params.id } }),
  readSellerNumber: ({ params }) => ({
    kind: 'view.sellerChecks',
    details: { seller: params.id, what: 'number' },
  }),
  openSellerDocument: ({ params }) => ({
    kind: 'view.sellerDocument',
    details: { seller: params.id, document: params.document },
  }),
  exportCourse: ({ params }) => ({ kind: 'export.course', details: { course: params.id } }),
  exportNotes: ({ params }) => ({ kind: 'export.notes', details: { course: params.courseId } }),
  exportQuizStatistics: ({ params }) => ({
    kind: 'export.table',
    details: { what: 'quiz', resource: params.id },
  }),
  exportCourseFigures: ({ params }) => ({
    kind: 'export.table',
    details: { what: 'figures', course: params.id },
  }),
}

/** Records a call after it has succeeded and before its response is sent, so that no data is shown without a record. */
export async function recordObservedCall<N extends RouteName>(
  securityLog: SecurityLog,
  database: Database,
  { name, received, caller }: { name: N; received: ReceivedOf<N>; caller: Caller | null },
): Promise<void> {
  const found = caller && observed[name]?.(received, caller)
  if (found) await securityLog.countActivity(database.kysely, { ...found, actor: caller })
}

interface RefusalDependencies {
  securityLog: SecurityLog
  database: Database
  clock: Clock
  refusalCounters: { notFound: RefusalCounter; misused: RefusalCounter }
}

/** Refusals for missing rights. Other refusals with status 403 ask for a re-authentication or for a step that comes first. */
const rightsRefused: readonly ErrorCode[] = [
  'FORBIDDEN',
  'NOT_YOURS',
  'SCOPE_REQUIRED',
  'ORDERS_OF_BUSINESS',
  'LONE_SELLERS_ONLY',
  'INVOICE_OF_ANOTHER',
]

/**
 * Refusals of a step that is not allowed yet, or not any more. The web client offers no such step, and an outdated page sends few
 * of them.
 */
const stepsRefused: readonly ErrorCode[] = [
  'ACCESS_ENDED',
  'ATTEMPT_OVER',
  'COURSE_NOT_FREE',
  'INVOICE_STATE',
  'LESSON_NOT_OPEN',
  'NOT_ENROLLED',
  'NO_ATTEMPTS_LEFT',
  'PREREQUISITES_OPEN',
  'REFUND_NOT_POSSIBLE',
  'REFUND_NOT_PROMISED',
  'REFUND_TOO_LATE',
  'REVIEW_CHOICE_NOT_POSSIBLE',
]

const isMisuse = ({ code, issues = [] }: Refusal): boolean =>
  stepsRefused.includes(code) ||
  issues.some(({ message }) => message === fieldRefusals.unknown || message === fieldRefusals.fixed)

/**
 * Records a refusal for missing rights, and every twelfth refusal that may show misuse.
 * @param address is the network of the sender.
 */
export async function recordRefusal(
  { securityLog, database, clock, refusalCounters }: RefusalDependencies,
  { refusal, caller, address }: { refusal: Refusal; caller: Caller | null; address: string },
): Promise<void> {
  if (caller && rightsRefused.includes(refusal.code))
    await securityLog.countActivity(database.kysely, { kind: 'access.refused', actor: caller })
  const sender = caller?.userId ?? address
  if (refusal.status === 404 && refusalCounters.notFound.isFull(sender, clock.now()))
    await securityLog.countActivity(database.kysely, { kind: 'access.probed', actor: caller, address })
  if (isMisuse(refusal) && refusalCounters.misused.isFull(sender, clock.now()))
    await securityLog.countActivity(database.kysely, { kind: 'access.misused', actor: caller, address })
}
