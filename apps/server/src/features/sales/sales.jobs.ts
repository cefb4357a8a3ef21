import type { JobsById } from '#server/feature.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { factOf, keepFact } from '#server/platform/server-facts.ts'
import { readTask } from './settlement/callbacks.ts'
import { watchTask } from './checkout/payment-page.ts'
import type { Checkout } from './sales.service.ts'
import { cancelTask } from './settlement/settlement.ts'

const writePastBooksTask = 'ledger.book-past-sales'
const pastBooksFact = 'ledger.past-sales-booked'

export function salesJobs(checkout: Checkout, database: Database): JobsById {
  return {
    [readTask]: {
      class: 'money',
      run: async (payload) => {
        const { eventId, look } = payload as { eventId: number; look?: number }
        await checkout.callbacks.readCallback(eventId, look)
      },
    },
    [watchTask]: {
      class: 'money',
      run: async (payload) => checkout.sweeper.watchPayment((payload as { paymentId: number }).paymentId),
    },
    [cancelTask]: {
      class: 'money',
      run: async (payload) => checkout.cancelPayment((payload as { paymentId: number }).paymentId),
    },
    'payments.sweep': { class: 'money', everyMinutes: 1, run: async () => checkout.sweeper.sweep() },
    'refunds.sweep': {
      class: 'money',
      everyMinutes: 1,
      priority: 'first',
      run: async () => checkout.refunding.carryOn(),
    },
    [writePastBooksTask]: {
      run: async () => {
        await checkout.pastBooks.writePastBooks((work) => database.transaction(work))
        await keepFact(database.kysely, pastBooksFact, true)
      },
    },
  }
}

/** Once in the life of a database: sales that were settled before the ledger existed. */
export async function bookPastSales(database: Database): Promise<void> {
  if (await factOf(database.kysely, pastBooksFact)) return
  await database.transaction((tx) => enqueue(tx, writePastBooksTask, {}, { jobKey: writePastBooksTask }))
}
