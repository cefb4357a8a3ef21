/** What the books are told of an order: sold once, given back in parts, with money beside it that is nobody's yet. */
import type { Transaction } from 'kysely'
import type { DB } from '../../platform/database/schema.d.ts'
import type { Accounting, Sale } from '../accounting/accounting.service.ts'
import * as store from './checkout.sales.store.ts'

type Tx = Transaction<DB>

export const saleSource = (orderId: number): string => `order:${orderId}`

export type Sales = ReturnType<typeof createSales>

export function createSales({ accounting }: { accounting: Accounting }) {
  /** After the lines' courses and places, before the transaction's end: receipt counters are the last locks. */
  async function recordSale(tx: Tx, orderId: number, { tells = true } = {}): Promise<void> {
    const order = await store.soldOrder(tx, orderId)
    if (order) await accounting.recordSale(tx, { ...saleOf(orderId, order), tells })
  }

  return { recordSale }
}

export function saleOf(orderId: number, order: store.SoldOrderRow): Sale {
  const { address, city, state, postalCode, country, companyName, taxNumber } = order.customer
  const town = [postalCode, city].filter(Boolean).join(' ')
  return {
    source: saleSource(orderId),
    at: order.settledAt,
    payeeSellerId: order.payeeSellerId,
    through: order.isPaidByHand ? 'bank' : 'provider',
    buyer: {
      userId: order.buyerId,
      name: order.buyerName ?? '',
      email: order.buyerEmail,
      address: [address, town, state, country].filter(Boolean).join('\n'),
      taxNumber: taxNumber ?? '',
      ...(companyName ? { company: companyName } : {}),
    },
    language: order.language,
    reference: order.publicId,
    lines: order.lines,
  }
}
