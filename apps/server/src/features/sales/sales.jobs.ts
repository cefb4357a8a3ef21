import type { PaymentId } from '@apogee/domain/ids.ts'
import type { JobsById } from '#server/feature.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { readFact, writeFact } from '#server/platform/server-facts.ts'
import { readTask } from './settlement/callbacks.ts'
import { watchTask } from './checkout/payment-page.ts'
import type { Sales } from './sales.service.ts'
import { cancelTask } from './settlement/settlement.ts'

const writePastBooksTask = 'ledger.book-past-sales'
const pastBooksFact = 'ledger.past-sales-booked'

export function salesJobs(sales: Sales, database: Database): JobsById {
  return {
    [readTask]: {
      class: 'money',
      run: async (payload) => {
        const { eventId, look } = payload as { eventId: number; look?: number }
        await sales.callbacks.readCallback(eventId, look)
      },
    },
    [watchTask]: {
      class: 'money',
      run: async (payload) => sales.sweeper.watchPayment((payload as { paymentId: PaymentId }).paymentId),
    },
    [cancelTask]: {
      class: 'money',
      run: async (payload) => sales.cancelPayment((payload as { paymentId: PaymentId }).paymentId),
    },
    'payments.sweep': { class: 'money', everyMinutes: 1, run: async () => sales.sweeper.sweep() },
    'refunds.sweep': {
      class: 'money',
      everyMinutes: 1,
      priority: 'first',
      run: async () => sales.refunding.continueDue(),
    },
    [writePastBooksTask]: {
      run: async () => {
        await sales.pastBooks.writePastBooks((work) => database.transaction(work))
        await writeFact(database.kysely, pastBooksFact, true)
      },
    },
  }
}

/** Once in the life of a database: sales that were settled before the ledger existed. */
export async function bookPastSales(database: Database): Promise<void> {
  if (await readFact(database.kysely, pastBooksFact)) return
  await database.transaction((tx) => enqueue(tx, writePastBooksTask, {}, { jobKey: writePastBooksTask }))
}
