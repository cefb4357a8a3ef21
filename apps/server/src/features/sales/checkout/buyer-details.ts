/**
 * Handles the buyer's details. They are entered for one order, stored for the next order only on request, and erased with the
 * person.
 */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import * as buyers from './buyer-details.store.ts'
import { forgetRequests } from '../refunds/refunds.store.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface BuyerDependencies {
  database: Database
  clock: Clock
  cancelOpenOrders: (tx: Tx, buyerId: number) => Promise<void>
}

export class BuyerDetails {
  readonly #deps: BuyerDependencies

  constructor(deps: BuyerDependencies) {
    this.#deps = deps
  }

  readonly readDetails = async (buyer: Caller): Promise<store.BuyerDetails | null> =>
    (await buyers.detailsOf(this.#deps.database.kysely, buyer.userId)) ?? null

  /** An undefined `isWanted` leaves the stored details unchanged. */
  async rememberDetails(
    buyer: Caller,
    details: store.BuyerDetails,
    isWanted: boolean | undefined,
  ): Promise<void> {
    if (isWanted === true)
      await buyers.saveDetails(this.#deps.database.kysely, buyer.userId, details, this.#deps.clock.now())
    if (isWanted === false) await this.forgetDetails(buyer)
  }

  readonly forgetDetails = (buyer: Caller): Promise<void> =>
    buyers.forgetDetails(this.#deps.database.kysely, buyer.userId)

  /**
   * Cancels the person's open orders and erases their address. Settled orders stay for the accounts. Orders are locked here, so the
   * call must come before changes of courses and enrolments, which are locked later.
   */
  async forgetCustomer(tx: Tx, userId: number): Promise<void> {
    await this.#deps.cancelOpenOrders(tx, userId)
    await store.forgetCustomer(tx, userId)
    await payments.erasePayer(tx, userId)
    await buyers.forgetDetails(tx, userId)
    await forgetRequests(tx, userId, this.#deps.clock.now())
  }

  emptyCallbacks(handledBefore: Date): Promise<void> {
    return payments.emptyCallbacks(this.#deps.database.kysely, handledBefore)
  }
}
