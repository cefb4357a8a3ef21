import { paymentStatuses, type PaymentStatus } from './payment-statuses.ts'

export const orderStates = [...paymentStatuses, 'partly_refunded', 'charged_back'] as const
export type ShownOrderState = (typeof orderStates)[number]

/** Exported files use these names. Screens have their own names in each language. */
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
  /** The returned part of the price includes chargebacks. */
  refunded: number
  /** The buyer's bank took this part of the refunded amount back. The field is absent when there is none. */
  chargedBack?: number | undefined
}

/**
 * Derives the state from the lines that the reader sees. The status of a payment stays 'paid' while a course of it is open,
 * whatever was returned. The SQL form is `settledStateOf` in the server's wanted-orders.store.ts.
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
