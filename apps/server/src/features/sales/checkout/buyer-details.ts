/** The buyer's details: typed for one order, kept for the next only when asked, forgotten with the person. */
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { retention } from '#server/platform/retention.ts'
import type { Caller } from '#server/policy/caller.ts'
import * as kept from './buyer-details.store.ts'
import { forgetRequests } from '../refunds/refunds.store.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface BuyerParts {
  database: Database
  clock: Clock
  giveUpAll: (tx: Transaction<DB>, buyerId: number) => Promise<void>
}

export function createBuyers({ database, clock, giveUpAll }: BuyerParts) {
  const readDetails = async (buyer: Caller): Promise<store.BuyerDetails | null> =>
    (await kept.detailsOf(database.kysely, buyer.userId)) ?? null

  /** `keep` undefined: nothing was said of it, so what is kept stays. */
  async function rememberDetails(
    buyer: Caller,
    details: store.BuyerDetails,
    keep: boolean | undefined,
  ): Promise<void> {
    if (keep === true) await kept.keepDetails(database.kysely, buyer.userId, details, clock.now())
    if (keep === false) await forgetDetails(buyer)
  }

  const forgetDetails = (buyer: Caller): Promise<void> => kept.forgetDetails(database.kysely, buyer.userId)

  /**
   * Who goes buys nothing any more, and nothing tells where they lived; their orders stay, for the accounts. Locks
   * orders, so it comes before courses and enrolments are touched.
   */
  async function forgetCustomer(tx: Transaction<DB>, userId: number): Promise<void> {
    await giveUpAll(tx, userId)
    await store.forgetCustomer(tx, userId)
    await payments.forgetPayer(tx, userId)
    await kept.forgetDetails(tx, userId)
    await forgetRequests(tx, userId, clock.now())
  }

  const emptyOldCallbacks = () =>
    payments.emptyCallbacks(database.kysely, new Date(clock.now().getTime() - retention.callbackBodiesMs))

  return { readDetails, rememberDetails, forgetDetails, forgetCustomer, emptyOldCallbacks }
}
