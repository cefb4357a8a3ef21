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

interface OfReader {
  status: PaymentStatus
  lines: readonly Line[]
}

const sumOf = (lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0)

/** Returns the part of the amount that went back, for an order of which only a part did. Null means all or nothing. */
export function returnedPart(order: OfReader): { returned: number; total: number } | null {
  const state = stateOfOrder(order)
  if (state !== 'partly_refunded' && state !== 'charged_back') return null
  const { lines } = order
  const total = sumOf(lines, ({ price }) => price)
  const returned = sumOf(lines, ({ refunded, chargedBack = 0 }) =>
    state === 'charged_back' ? chargedBack : refunded,
  )
  return returned < total ? { returned, total } : null
}

/**
 * Derives the state of an order from the lines that the reader sees. A payment stays 'paid' while one of its courses is open,
 * whatever was returned. `settledStateOf` in the server's wanted-orders.store.ts is the same rule in SQL.
 */
export function stateOfOrder({ status, lines }: OfReader): ShownOrderState {
  if (status !== 'paid' && status !== 'refunded') return status
  const returned = sumOf(lines, ({ refunded }) => refunded)
  if (sumOf(lines, ({ chargedBack = 0 }) => chargedBack) > 0) return 'charged_back'
  if (returned === 0) return status
  return returned < sumOf(lines, ({ price }) => price) ? 'partly_refunded' : 'refunded'
}
