/** The limits at which alarms about money are raised. All functions are pure. */
import type { MoneyAlarm } from '@apogee/contracts/notifications/notifications.ts'
import type { MoneyFigures, AlarmLimits } from './payment-monitoring.store.ts'

export interface MoneyState extends MoneyFigures {
  /** The sum of the ledger's accounts that must cancel out, in sen. Any value but 0 is an error. */
  ledgerCents: number
  /** The number of differences that the newest comparison found. */
  differences: number
  reconciledAt: Date | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Returns the times before which waiting items count as late. */
export function alarmLimitsAt(now: Date): AlarmLimits {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return {
    now,
    callbackBefore: before(5 * minuteMs),
    // The sweeper reads each due payment within a minute, so 15 minutes are far too late.
    readBefore: before(15 * minuteMs),
    refundAskedBefore: before(30 * minuteMs),
    // Refunds by a bank take days. Three days are longer than banks promise.
    refundPendingBefore: before(3 * dayMs),
    bookedBefore: before(5 * minuteMs),
  }
}

/** An open payment exception of this age, in seconds, raises an alarm. */
const reviewWaitsSeconds = (2 * dayMs) / 1000
/**
 * The comparison runs every night, so a newest one of this age raises an alarm. A new installation has no comparison and no alarm.
 */
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
