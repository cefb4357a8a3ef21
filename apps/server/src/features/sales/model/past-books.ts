/** Posts sales from before the books existed. Idempotent: existing postings stay. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import * as store from './past-books.store.ts'
import { OrderBookkeeping, saleSource } from './order-bookkeeping.ts'
import { soldOrder } from './order-bookkeeping.store.ts'

type Tx = Transaction<DB>
type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const batchSize = 200

interface PastBooksDependencies {
  accounting: Accounting
  clock: Clock
}

export class PastBooks {
  readonly #deps: PastBooksDependencies
  readonly #sales

  constructor(deps: PastBooksDependencies) {
    this.#deps = deps
    this.#sales = new OrderBookkeeping({ accounting: deps.accounting, clock: deps.clock })
  }

  /**
   * Settled orders in the order of settlement, so that receipt numbers follow time. Interrupted, the
   * next run continues; a failing order does not delay the others and is reported in the end. No mail is sent.
   */
  async writePastBooks(inTransaction: InTransaction): Promise<number> {
    let written = 0
    let since: Date | null = null
    const failed = new Map<OrderId, unknown>()
    for (;;) {
      const next: store.UnbookedOrder = { since, except: [...failed.keys()], limit: batchSize }
      const orders = await inTransaction((tx) => store.settledOrdersWithoutSale(tx, next))
      if (orders.length === 0) break
      for (const { id, settledAt } of orders) {
        try {
          await inTransaction((tx) => this.#writeOrder(tx, id))
          written += 1
        } catch (error) {
          failed.set(id, error)
        }
        since = settledAt
      }
    }
    if (failed.size === 0) return written
    throw new AggregateError(failed.values(), `not in the books: orders ${[...failed.keys()].join(', ')}`)
  }

  /** Posts the sale and its refunds in one transaction. */
  async #writeOrder(tx: Tx, orderId: OrderId): Promise<void> {
    const source = saleSource(orderId)
    await store.lockSettledOrder(tx, orderId)
    const order = await soldOrder(tx, orderId)
    if (!order || (await this.#deps.accounting.isRecorded(tx, source))) return
    await this.#sales.writeDown(tx, orderId)
    const back = await store.refundedLines(tx, orderId)
    if (!back) return
    await this.#deps.accounting.recordRefund(tx, {
      ...{ source: `past refund:${orderId}`, sale: source, kind: 'refund', at: back.at, tells: false },
      lines: order.lines
        .filter(({ lineId, paidCents }) => paidCents > 0 && back.lineIds.includes(lineId))
        .map(({ lineId, paidCents }) => ({ lineId, cents: paidCents })),
    })
  }
}
