import { paymentStatuses, type PaymentStatus } from './payment-statuses.ts'

export const orderStates = [...paymentStatuses, 'partly_refunded', 'charged_back'] as const
export type ShownOrderState = (typeof orderStates)[number]

/** Holds the names of the states in exported files. Screens have names of their own in each language. */
export const orderStateNames: Readonly<Record<ShownOrderState, string>> = {
  created: 'Started',
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
  needs_review: 'In review',
  partly_refunded: 'Partly refunded',
  charged_back: 'Charged back',
}

interface Line {
  price: number
  /** Holds the part of the price that went back to the buyer, chargebacks included. */
  refunded: number
  /** The buyer's bank took this part of the refunded amount back. The field is absent when there is none. */
  chargedBack?: number | undefined
}

/**
 * Derives the state of an order from the lines that the reader sees. A payment stays 'paid' while one of its courses is open,
 * whatever was returned. `settledStateOf` in the server's wanted-orders.store.ts is the same rule in SQL.
 */
export function stateOfOrder({
  status,
  lines,
}: {
  status: PaymentStatus
  lines: readonly Line[]
}): ShownOrderState {
  if (status !== 'paid' && status !== 'refunded') return status
  const sumOf = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const returned = sumOf(({ refunded }) => refunded)
  if (sumOf(({ chargedBack = 0 }) => chargedBack) > 0) return 'charged_back'
  if (returned === 0) return status
  return returned < sumOf(({ price }) => price) ? 'partly_refunded' : 'refunded'
}
