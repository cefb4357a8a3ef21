import type { PeriodicTask, TaskHandler } from '#server/platform/jobs/jobs.ts'
import { readTask } from './settlement/callbacks.ts'
import { watchTask } from './checkout/payment-page.ts'
import type { Checkout } from './sales.service.ts'
import { cancelTask } from './settlement/settlement.ts'

const sweepTask = 'payments.sweep'
const refundsTask = 'refunds.sweep'

export function checkoutTasks(checkout: Checkout): Record<string, TaskHandler> {
  return {
    [readTask]: async (payload) => {
      const { eventId, look } = payload as { eventId: number; look?: number }
      await checkout.callbacks.readCallback(eventId, look)
    },
    [watchTask]: async (payload) =>
      checkout.sweeper.watchPayment((payload as { paymentId: number }).paymentId),
    [cancelTask]: async (payload) => checkout.cancelPayment((payload as { paymentId: number }).paymentId),
    [sweepTask]: async () => checkout.sweeper.sweep(),
    [refundsTask]: async () => checkout.refunding.carryOn(),
  }
}

export const checkoutPeriodicTasks: readonly PeriodicTask[] = [
  { task: sweepTask, everyMinutes: 1 },
  { task: refundsTask, everyMinutes: 1, priority: 'first' },
]
