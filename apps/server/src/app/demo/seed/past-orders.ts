/** Seeds past orders of one course each, with their payments and refunds, as the checkout would have stored them. */
import type { OrderId } from '@apogee/domain/ids.ts'
import { randomUUID } from 'node:crypto'
import { OrderBookkeeping } from '#server/features/sales/model/order-bookkeeping.ts'
import { insertPastOrders, settledOrders, type PastOrder } from '#server/features/sales/model/orders.store.ts'
import { insertPastPayments } from '#server/features/sales/model/payments.store.ts'
import { insertPastRefunds } from '#server/features/sales/refunds/refunds.store.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import { dayMs, type Seeding } from './seeding.ts'

export const paymentPageMs = 3_600_000

export type PastSale = Pick<
  PastOrder,
  'buyerId' | 'courseId' | 'paymentAccountId' | 'createdAt' | 'settledAt'
> & { state: 'paid' | 'refunded' | 'expired' }

export const refundedAt = (createdAt: Date): Date => new Date(createdAt.getTime() + 5 * dayMs)

/** Returns the ids of the orders. */
export async function seedOrders(
  { tx, dependencies }: Seeding,
  sales: readonly PastSale[],
): Promise<OrderId[]> {
  const origin = dependencies.publicUrl ?? dependencies.ownOrigin()
  const orders = new Map(sales.map((sale) => [newPublicId(), sale]))
  const stored = await insertPastOrders(
    tx,
    [...orders].map(([publicId, sale]) => ({ publicId, origin, ...sale })),
  )
  await insertPastPayments(
    tx,
    stored.flatMap(({ id, publicId, totalCents }) => {
      const sale = orders.get(publicId)
      if (!sale) return []
      const { paymentAccountId, state, createdAt, settledAt } = sale
      const dueAt = new Date(createdAt.getTime() + paymentPageMs)
      return {
        orderId: id,
        paymentAccountId,
        providerId: randomUUID(),
        state,
        receivedCents: settledAt ? totalCents : null,
        createdAt,
        dueAt,
        paidAt: settledAt,
        readAt: state === 'refunded' ? refundedAt(createdAt) : (settledAt ?? dueAt),
      }
    }),
  )
  const ids = stored.map(({ id }) => id)
  await insertPastRefunds(tx, ids)
  return ids
}

/** Posts all settled orders in the order of their settlement, so that receipt numbers follow time. */
export async function postPastOrders({ tx, services, dependencies }: Seeding): Promise<void> {
  const bookkeeping = new OrderBookkeeping({ accounting: services.accounting, clock: dependencies.clock })
  for (const orderId of await settledOrders(tx)) await bookkeeping.recordPastOrder(tx, orderId)
}
