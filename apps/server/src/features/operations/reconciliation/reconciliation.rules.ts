/**
 * Rules that find differences between the provider's state and the stored state. All functions are pure, and amounts are in sen.
 */
import { lastTimeOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { DifferenceKind, ReconciliationStage } from '@apogee/contracts/operations/reconciliation.ts'
import { isPaidState, type ProviderPurchase } from '#server/adapters/payments/port.ts'

export interface StoredPayment {
  isPaid: boolean
  receivedCents: number | null
  /** The sum of the stored refunds that are done. */
  refundedCents: number
  /** True while a refund is in progress, because the provider's state is about to change then. */
  isRefunding: boolean
}

export interface Difference {
  kind: DifferenceKind
  expectedCents: number | null
  foundCents: number | null
}

/**
 * Compares a stored payment with the provider's purchase. Null means that both agree about the money. Unpaid states may differ,
 * because no amount depends on them.
 */
export function providerDifference(
  stored: StoredPayment,
  purchase: Pick<ProviderPurchase, 'state' | 'paidAmountCents' | 'refundableCents'>,
): Difference | null {
  const isPaidHere = stored.isPaid
  const isPaidThere = isPaidState(purchase.state)
  if (isPaidHere !== isPaidThere) {
    return {
      kind: 'provider_state',
      expectedCents: isPaidThere ? purchase.paidAmountCents : 0,
      foundCents: isPaidHere ? stored.receivedCents : 0,
    }
  }
  if (!isPaidHere) return null
  if (purchase.paidAmountCents !== stored.receivedCents) {
    return {
      kind: 'provider_amount',
      expectedCents: purchase.paidAmountCents,
      foundCents: stored.receivedCents,
    }
  }
  if (purchase.refundableCents === null || stored.isRefunding) return null
  // A payment by a method without refunds has a refundable amount of 0 from the start.
  const cannotBeRefunded = purchase.state === 'paid' && purchase.refundableCents === 0
  if (cannotBeRefunded && stored.refundedCents === 0) return null
  // A chargeback takes the whole amount, whatever the provider reports as refundable.
  const left = purchase.state === 'charged_back' ? 0 : purchase.refundableCents
  const givenBack = (purchase.paidAmountCents ?? 0) - left
  return givenBack === stored.refundedCents
    ? null
    : { kind: 'provider_refund', expectedCents: givenBack, foundCents: stored.refundedCents }
}

const following = {
  provider: 'orders',
  orders: 'enrolments',
  enrolments: 'books',
  books: null,
} as const satisfies Record<ReconciliationStage, ReconciliationStage | null>

/** Returns the next stage. Null means that the run is done. */
export const stageAfter = (stage: ReconciliationStage): ReconciliationStage | null => following[stage]

/** Returns the last 03:00 in Malaysia. */
export const lastNight = (now: Date): Date => lastTimeOfDay(3, now)
