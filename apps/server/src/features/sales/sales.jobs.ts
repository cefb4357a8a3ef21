import type { PaymentId } from '@apogee/domain/ids.ts'
import type { JobsById } from '#server/feature.ts'
import { readTask } from './settlement/callbacks.ts'
import { watchTask } from './checkout/payment-page.ts'
import type { Sales } from './sales.service.ts'
import { cancelTask } from './settlement/settlement.ts'

export function salesJobs(sales: Sales): JobsById {
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
    'payments.sweep': {
      class: 'money',
      everyMinutes: 1,
      run: async (_payload, { signal }) => sales.sweeper.sweep(signal),
    },
    'sales.book-missing': {
      class: 'money',
      everyMinutes: 10,
      priority: 'last',
      run: async (_payload, { signal }) => sales.unbooked.bookRecent(signal),
    },
    'refunds.sweep': {
      class: 'money',
      everyMinutes: 1,
      priority: 'first',
      run: async (_payload, { signal }) => sales.refunding.continueDue(signal),
    },
  }
}
