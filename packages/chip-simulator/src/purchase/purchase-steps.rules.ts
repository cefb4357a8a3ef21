/** Provides the building blocks of all changes of a simulated purchase. Pure; times are unix seconds. */
import type { PurchaseAttempt, PurchaseDocument, SimulatedPurchase } from './purchase-document.ts'

interface Refused {
  refused: string
  field?: string
  /** Holds the purchase with the failed attempt, if the purchase records the refusal. */
  tried?: SimulatedPurchase
}

/** The result of a change is the new purchase, or CHIP's refusal code and its field. */
export type Outcome = SimulatedPurchase | Refused

/** An act changes a purchase at a moment in unix seconds. */
export type Act = (purchase: SimulatedPurchase, seconds: number) => Outcome

export function isRefused(outcome: Outcome): outcome is Refused {
  return 'refused' in outcome
}

export function withStatus(
  document: PurchaseDocument,
  status: string,
  now: number,
  changes: Partial<PurchaseDocument> = {},
): PurchaseDocument {
  return {
    ...document,
    ...changes,
    status,
    updated_on: now,
    status_history: [...document.status_history, { status, timestamp: now }],
  }
}

export function withAttempt(document: PurchaseDocument, attempt: PurchaseAttempt): PurchaseDocument {
  const { transaction_data } = document
  return {
    ...document,
    transaction_data: { ...transaction_data, attempts: [attempt, ...transaction_data.attempts] },
  }
}

export function apiAttempt(
  type: PurchaseAttempt['type'],
  payment_method: string,
  extra: Record<string, unknown>,
  now: number,
): PurchaseAttempt {
  return {
    type,
    successful: true,
    payment_method,
    error: null,
    processing_time: now,
    client_ip: '',
    fee_amount: 0,
    flow: 'api',
    country: 'MY',
    extra,
  }
}
