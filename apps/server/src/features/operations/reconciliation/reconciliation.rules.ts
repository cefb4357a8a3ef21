/** What counts as a difference between the provider's word and ours. Pure; amounts in sen. */
import { lastTimeOfDay } from '@apogee/domain/malaysia-time.ts'
import type { DifferenceKind, ReconciliationStage } from '@apogee/contracts/operations/reconciliation.ts'
import type { ProviderPurchase, ProviderState } from '#server/adapters/payments/port.ts'

export interface StoredPayment {
  state: ProviderState
  receivedCents: number | null
  /** What our refunds gave back. */
  refundedCents: number
  /** Under way: what the provider shows of it is about to change. */
  isRefunding: boolean
}

export interface Difference {
  kind: DifferenceKind
  expectedCents: number | null
  foundCents: number | null
}

const holdsMoney = (state: ProviderState) => state === 'paid' || state === 'refunded'

/** Null when both say the same of the money. What was never paid may be called differently: no sen depends on it. */
export function providerDifference(
  stored: StoredPayment,
  purchase: Pick<ProviderPurchase, 'state' | 'providerStatus' | 'paidAmountCents' | 'refundableCents'>,
): Difference | null {
  const isPaidHere = holdsMoney(stored.state)
  const isPaidThere = holdsMoney(purchase.state)
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
  // A way of payment that cannot be refunded has nothing to refund from the first day.
  const cannotBeRefunded = purchase.state === 'paid' && purchase.refundableCents === 0
  if (cannotBeRefunded && stored.refundedCents === 0) return null
  // A bank takes back all of it, whatever the provider calls refundable meanwhile.
  const left = purchase.providerStatus === 'chargeback' ? 0 : purchase.refundableCents
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

/** What comes after a stage; null: it is done. */
export const stageAfter = (stage: ReconciliationStage): ReconciliationStage | null => following[stage]

/** The last three o'clock at night in Malaysia. */
export const lastNight = (now: Date): Date => lastTimeOfDay(3, now)
