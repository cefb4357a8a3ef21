/** Every background task with its class, and every schedule, in one table. */
import { mailReceiptTask } from '#server/features/accounting/accounting.service.ts'
import { reviewLearnersTask } from '#server/features/achievements/achievements.service.ts'
import { assessmentsPeriodicTasks, assessmentsTasks } from '#server/features/assessments/assessments.jobs.ts'
import { checkoutPeriodicTasks, checkoutTasks } from '#server/features/sales/sales.jobs.ts'
import { salesDigestTask } from '#server/features/notifications/sale-mails.service.ts'
import { invoicesPeriodicTasks, invoicesTasks } from '#server/features/invoices/invoices.jobs.ts'
import {
  reconciliationPeriodicTasks,
  reconciliationTasks,
} from '#server/features/operations/reconciliation/reconciliation.jobs.ts'
import { probeTask } from '#server/features/media/media.service.ts'
import { forgottenPasswordTask, type ForgottenPassword } from '#server/features/accounts/passwords.service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enqueue, type JobClass, type PeriodicTask, type TaskHandler } from '#server/platform/jobs/jobs.ts'
import { sweepEvents } from '#server/events.ts'
import { mailTasks, sweepSentMail } from '#server/platform/mail-outbox.ts'
import { retention } from '#server/platform/retention.ts'
import { isOwnUrl } from '#server/policy/origin.ts'
import type { Parts } from './parts.ts'
import type { Services } from './services.ts'
import { factOf, keepFact } from './server-facts.ts'
import { createSubscriptions, eventTasks } from './subscriptions.ts'

type TaskDependencies = Parts & { database: Database }

/** The class that readiness and alarms watch: its jobs settle and refund payments. */
export const moneyClass = 'money'

/** A hanging mail server, payment provider or picture holds up the jobs of its own class only. */
export function createJobClasses(services: Services, parts: TaskDependencies): JobClass[] {
  const mail = mailTasks(parts.database, parts.mailer, (url) => isOwnUrl(url, parts), parts.log)
  return [
    { name: moneyClass, concurrency: 3, tasks: checkoutTasks(services.checkout) },
    { name: 'mail', concurrency: 3, tasks: mail },
    { name: 'media', concurrency: 1, tasks: mediaTasks(services.media) },
    { name: 'default', concurrency: 4, tasks: otherTasks(services, parts) },
  ]
}

const mediaTasks = (media: Services['media']): Record<string, TaskHandler> => ({
  [probeTask]: async (payload) => media.probe((payload as { mediaId: number }).mediaId),
  'media.sweep': async () => media.sweep(),
})

function otherTasks(services: Services, parts: TaskDependencies): Record<string, TaskHandler> {
  return {
    ...eventTasks(createSubscriptions(services), parts.database),
    'accounts.sweep': async () => {
      await services.accounts.sweep()
      await services.signIn.sweep()
    },
    [forgottenPasswordTask]: (payload) => services.passwordChanges.mailReset(payload as ForgottenPassword),
    'enrolments.sweep': async () => services.enrolments.gifts.sweep(),
    'courses.recount': async () => services.courses.recountForSorting(),
    'people.erase-due': async () => {
      await services.people.eraseDue()
    },
    [reviewLearnersTask]: (payload) =>
      services.achievements.reviewLearners(payload as { courseId: number; after: number }),
    [writePastBooksTask]: async () => {
      await services.checkout.pastBooks.writePastBooks((work) => parts.database.transaction(work))
      await keepFact(parts.database.kysely, pastBooksFact, true)
    },
    [mailReceiptTask]: (payload) =>
      services.accounting.receipts.mailReceipt(payload as { receiptId: number }),
    'retention.sweep': async () => {
      const before = (ms: number) => new Date(parts.clock.now().getTime() - ms)
      await sweepSentMail(parts.database, before(retention.sentMailMs))
      await sweepEvents(parts.database, before(retention.eventsMs))
      await services.checkout.buyerDetails.emptyOldCallbacks()
    },
    'insights.sweep': async () => services.insights.sweep(),
    [salesDigestTask]: async () => services.saleMails.mailDigests(),
    'messages.sweep': async () => services.messages.sweep(),
    ...assessmentsTasks(services.assessments),
    ...reconciliationTasks(services.reconciliation),
    ...invoicesTasks(services.invoices),
  }
}

const writePastBooksTask = 'ledger.book-past-sales'
const pastBooksFact = 'ledger.past-sales-booked'

/** Once in the life of a database: what was sold before there were books. */
export async function bringBooksUpToDate(database: Database): Promise<void> {
  if (await factOf(database.kysely, pastBooksFact)) return
  await database.transaction((tx) => enqueue(tx, writePastBooksTask, {}, { jobKey: writePastBooksTask }))
}

export const periodicTasks: readonly PeriodicTask[] = [
  { task: 'accounts.sweep', everyMinutes: 60 },
  { task: 'media.sweep', everyMinutes: 60 },
  { task: 'courses.recount', everyMinutes: 10 },
  { task: 'enrolments.sweep', everyMinutes: 1440 },
  { task: 'people.erase-due', everyMinutes: 60 },
  { task: 'retention.sweep', everyMinutes: 60 },
  { task: 'insights.sweep', everyMinutes: 60 },
  { task: salesDigestTask, everyMinutes: 60 },
  { task: 'messages.sweep', everyMinutes: 60 },
  ...assessmentsPeriodicTasks,
  ...checkoutPeriodicTasks,
  ...reconciliationPeriodicTasks,
  ...invoicesPeriodicTasks,
]
