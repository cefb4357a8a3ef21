/** The limits of payment alarms. Pure. */
import type { MoneyAlarm } from '@apogee/contracts/notifications/notifications.ts'
import type { MoneyFigures, AlarmLimits } from './payment-monitoring.store.ts'

export interface MoneyState extends MoneyFigures {
  /** The value is the amount in sen by which the ledger is out of balance. */
  ledgerCents: number
  /** The value is the number of differences in the newest comparison. */
  differences: number
  reconciledAt: Date | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Returns the time after which each item counts as late. */
export function alarmLimitsAt(now: Date): AlarmLimits {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return {
    now,
    callbackBefore: before(5 * minuteMs),
    // The sweeper reads due payments each minute.
    readBefore: before(15 * minuteMs),
    refundAskedBefore: before(30 * minuteMs),
    // Banks take days; three days exceed their promised time.
    refundPendingBefore: before(3 * dayMs),
    bookedBefore: before(5 * minuteMs),
  }
}

/** The value is the age of an open payment exception that raises an alarm. */
const reviewWaitsSeconds = (2 * dayMs) / 1000
/** A missing nightly comparison is late. A new installation has had none. */
const reconciliationWaitsMs = 2 * dayMs

export function alarmsIn(state: MoneyState, now: Date): MoneyAlarm[] {
  const isReviewOld = state.oldestReviewSeconds > reviewWaitsSeconds
  const isReconciliationLate =
    state.reconciledAt !== null && now.getTime() - state.reconciledAt.getTime() > reconciliationWaitsMs
  const counts: [MoneyAlarm['what'], number][] = [
    ['ledger_not_zero', state.ledgerCents === 0 ? 0 : 1],
    ['unbooked_sales', state.unbookedSales],
    ['late_callbacks', state.lateCallbacks],
    ['stuck_settlements', state.stuckSettlements],
    ['stuck_refunds', state.stuckRefunds],
    ['old_review', isReviewOld ? state.reviewItems : 0],
    ['differences', state.differences],
    ['reconciliation_late', isReconciliationLate ? 1 : 0],
  ]
  return counts.filter(([, count]) => count > 0).map(([what, count]) => ({ what, count }))
}
