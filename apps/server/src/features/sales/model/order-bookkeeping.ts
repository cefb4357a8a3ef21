/** Posts orders to the books: sales, refunds, and money that belongs to no order yet. */
import type { OrderId, PaymentId, RefundId } from '@apogee/domain/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Accounting, HeldMoney, Sale } from '#server/features/accounting/accounting.service.ts'
import * as store from './order-bookkeeping.store.ts'

const saleSource = (orderId: OrderId): string => `order:${orderId}`

type SettledOrder = store.PricedOrderRow & { settledAt: Date }

interface OrderBookkeepingDependencies {
  accounting: Accounting
  clock: Clock
}

export class OrderBookkeeping {
  readonly #deps: OrderBookkeepingDependencies

  constructor(deps: OrderBookkeepingDependencies) {
    this.#deps = deps
  }

  /**
   * Posts the sale. Must run at the end of the transaction, after the courses and enrolments of the lines are locked, because
   * receipt counters are locked last.
   */
  async recordSale(tx: Tx, orderId: OrderId, mailsReceipt = true): Promise<void> {
    const order = await store.pricedOrder(tx, orderId)
    if (order && order.settledAt !== null)
      await this.#deps.accounting.recordSale(tx, {
        ...saleOf(orderId, { ...order, settledAt: order.settledAt }),
        mailsReceipt,
      })
  }

  /** Reads the order for `recordSettled` before it is settled. Returns undefined for a free order. */
  readOrder(tx: Tx, orderId: OrderId): Promise<store.PricedOrderRow | undefined> {
    return store.pricedOrder(tx, orderId)
  }

  /** Does the same as `recordSale` for an order that this transaction has read and settled. */
  async recordSettled(tx: Tx, orderId: OrderId, order: SettledOrder): Promise<void> {
    await this.#deps.accounting.recordSale(tx, saleOf(orderId, order))
  }

  /** Posts a completed refund, and its reversal if it was reversed. Posts the sale first if it is missing. Idempotent. */
  async recordRefund(tx: Tx, orderId: OrderId, refundId: RefundId): Promise<void> {
    await this.recordSale(tx, orderId, false)
    await this.#recordRefunds(tx, orderId, await store.refundsToBook(tx, orderId, refundId))
  }

  /** Posts the sale and the refunds of a settled order if they are missing, with their receipts and mails. Idempotent. */
  async recordMissing(tx: Tx, orderId: OrderId): Promise<void> {
    await this.recordSale(tx, orderId)
    await this.#recordRefunds(tx, orderId, await store.refundsToBook(tx, orderId))
  }

  /** Posts the sale and the refunds of a seeded order that was settled in the past. Sends no mail. */
  async recordPastOrder(tx: Tx, orderId: OrderId): Promise<void> {
    await this.recordSale(tx, orderId, false)
    await this.#recordRefunds(tx, orderId, await store.refundsToBook(tx, orderId), false)
  }

  async #recordRefunds(
    tx: Tx,
    orderId: OrderId,
    refunds: readonly store.RefundToBook[],
    mailsReceipt = true,
  ): Promise<void> {
    for (const { id, kind, at, reversedAt, lines } of refunds) {
      const refund = { source: `refund:${id}`, sale: saleSource(orderId), at, lines, mailsReceipt }
      await this.#deps.accounting.recordRefund(tx, {
        ...refund,
        kind: kind === 'chargeback' ? kind : 'refund',
      })
      if (reversedAt === null) continue
      const won = { ...refund, source: `refund:${id}:reversed`, at: reversedAt }
      await this.#deps.accounting.recordRefund(tx, { ...won, kind: 'chargeback_won' })
    }
  }

  async recordHeld(
    tx: Tx,
    payment: { id: PaymentId; orderId: OrderId; paymentAccountId: number },
    { posting, kind, cents }: { posting: number; kind: HeldMoney['kind']; cents: number },
  ): Promise<void> {
    const { sellerId, reference } = await store.tillOf(tx, payment)
    const source = `payment:${payment.id}:held:${posting}`
    const at = this.#deps.clock.now()
    await this.#deps.accounting.recordMoney(tx, {
      source,
      payeeSellerId: sellerId,
      kind,
      cents,
      at,
      reference,
    })
  }
}

export function saleOf(orderId: OrderId, order: SettledOrder): Sale {
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
