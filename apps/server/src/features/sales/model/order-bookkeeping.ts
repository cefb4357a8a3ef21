/** Bookkeeping of orders: sales, partial refunds, and money that belongs to no order yet. */
import type { OrderId, PaymentId, RefundId } from '@apogee/domain/ids.ts'
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import type { Accounting, HeldMoney, Sale } from '#server/features/accounting/accounting.service.ts'
import * as store from './order-bookkeeping.store.ts'

type Tx = Transaction<DB>

export const saleSource = (orderId: OrderId): string => `order:${orderId}`

/** False: past sales are recorded, without mail. */
interface Telling {
  tells?: boolean
}

interface OrderBookkeepingDependencies {
  accounting: Accounting
  clock: Clock
}

export class OrderBookkeeping {
  readonly #deps: OrderBookkeepingDependencies
  /** Call once the refund is reversed: posts the reversal. */
  readonly recordReversal

  constructor(deps: OrderBookkeepingDependencies) {
    this.#deps = deps
    this.recordReversal = this.recordRefund.bind(this)
  }

  /** After the lines' courses and enrolments, at the end of the transaction: receipt counters are locked last. */
  async recordSale(tx: Tx, orderId: OrderId, { tells = true }: Telling = {}): Promise<void> {
    const order = await store.soldOrder(tx, orderId)
    if (order) await this.#deps.accounting.recordSale(tx, { ...saleOf(orderId, order), tells })
  }

  async recordRefund(tx: Tx, orderId: OrderId, refundId: RefundId): Promise<void> {
    await this.writeDown(tx, orderId, { exceptRefund: refundId })
    await this.#recordRefunds(tx, orderId, { only: refundId })
  }

  async #recordRefunds(
    tx: Tx,
    orderId: OrderId,
    {
      only = null,
      except = null,
      tells = true,
    }: Telling & { only?: RefundId | null; except?: RefundId | null },
  ): Promise<void> {
    for (const { id, kind, at, reversedAt, lines } of await store.refundsToBook(tx, orderId, only)) {
      if (id === except) continue
      const refund = { source: `refund:${id}`, sale: saleSource(orderId), at, lines, tells }
      await this.#deps.accounting.recordRefund(tx, {
        ...refund,
        kind: kind === 'chargeback' ? kind : 'refund',
      })
      if (reversedAt === null) continue
      const won = { ...refund, source: `refund:${id}:reversed`, at: reversedAt }
      await this.#deps.accounting.recordRefund(tx, { ...won, kind: 'chargeback_won' })
    }
  }

  /** Posts an order that was settled before the books existed: its sale and its refunds, once. */
  async writeDown(
    tx: Tx,
    orderId: OrderId,
    { exceptRefund = null }: { exceptRefund?: RefundId | null } = {},
  ): Promise<void> {
    if (await this.#deps.accounting.isRecorded(tx, saleSource(orderId))) return
    await this.recordSale(tx, orderId, { tells: false })
    await this.#recordRefunds(tx, orderId, { except: exceptRefund, tells: false })
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

export function saleOf(orderId: OrderId, order: store.SoldOrderRow): Sale {
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
