/**
 * Posts settled orders that the ledger lacks. A sale and its posting are committed together, so a posting can be missing only if
 * another release or a person has written to the database (docs/decisions/releases.md).
 */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Logger } from 'pino'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { OrderBookkeeping } from '../model/order-bookkeeping.ts'
import { unbookedOrders, type OrderWindow } from '../model/order-bookkeeping.store.ts'
import { lockOrder } from '../model/orders.store.ts'

interface UnbookedSalesDependencies {
  database: Database
  clock: Clock
  log: Logger
  accounting: Accounting
}

const mostAtOnce = 500
/** The job scans orders of this period. The nightly comparison scans all orders. */
const recentMs = 8 * 24 * 60 * 60_000

export class UnbookedSales {
  readonly #deps: UnbookedSalesDependencies
  readonly #bookkeeping

  constructor(deps: UnbookedSalesDependencies) {
    this.#deps = deps
    this.#bookkeeping = new OrderBookkeeping(deps)
  }

  /** Posts missing sales, as a job. @throws after all orders were tried, if one could not be posted. */
  async bookRecent(signal?: AbortSignal): Promise<void> {
    const createdAfter = new Date(this.#deps.clock.now().getTime() - recentMs)
    const failed = await this.book({ createdAfter }, signal)
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} sales could not be booked`)
  }

  /** Posts what the ledger lacks of these orders, each order in its own transaction. Returns the errors. */
  async book(window: OrderWindow, signal?: AbortSignal): Promise<unknown[]> {
    const { database, log } = this.#deps
    const failed: unknown[] = []
    for (const orderId of await unbookedOrders(database.kysely, window, mostAtOnce)) {
      if (signal?.aborted) break
      try {
        await this.#bookOne(orderId)
        log.warn({ orderId }, 'sale booked that was missing in the ledger')
      } catch (error) {
        log.error({ err: error, orderId }, 'missing sale not booked')
        failed.push(error)
      }
    }
    return failed
  }

  #bookOne(orderId: OrderId): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      await lockOrder(tx, orderId)
      await this.#bookkeeping.recordMissing(tx, orderId)
    })
  }
}
