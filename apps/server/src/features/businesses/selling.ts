/**
 * Decides who may sell through the platform's account: with APOGEE_ENV=live, approved sellers with a verified address.
 */
import type { Selling, SellingState, WaitingSeller } from '@apogee/contracts/businesses/businesses.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as sellers from './businesses.store.ts'
import * as store from './selling.store.ts'

/**
 * `waiting`: not for sale yet. `alone`: sold through the seller's own account, so not together with other sellers'
 * courses.
 */
export type SaleObstacle = 'waiting' | 'alone'

/** Writes to the security log and notifies the admins of this seller. */
export type RecordSellerChange = (
  tx: Tx,
  actor: Caller,
  sellerId: number,
  kind: SecurityKind,
  details: SecurityDetails,
) => Promise<void>

interface SellerApprovalDependencies {
  database: Database
  clock: Clock
  sellersNeedApproval: boolean
  sellerOf: (tx: Tx, caller: Caller) => Promise<number>
  recordSellerChange: RecordSellerChange
}

export class SellerApproval {
  readonly #deps: SellerApprovalDependencies

  constructor(deps: SellerApprovalDependencies) {
    this.#deps = deps
  }

  /** Why these sellers' courses cannot be sold in one purchase; empty when they can. */
  async saleObstacles(db: Db, sellerIds: readonly number[]): Promise<ReadonlyMap<number, SaleObstacle>> {
    if (!this.#deps.sellersNeedApproval || sellerIds.length === 0) return new Map()
    const found = await store.sellingOf(db, sellerIds)
    const [only, ...others] = found
    if (only?.hasOwnAccount && others.length === 0) return new Map()
    return new Map(
      found
        .filter((seller) => !sellsThroughPlatform(seller))
        .map(({ sellerId, hasOwnAccount }) => [sellerId, hasOwnAccount ? 'alone' : 'waiting']),
    )
  }

  /** Those of these sellers whose courses cannot be bought yet. */
  async sellersNotOnSale(db: Db, sellerIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (!this.#deps.sellersNeedApproval || sellerIds.length === 0) return new Set()
    const found = await store.sellingOf(db, sellerIds)
    const waiting = found.filter((seller) => !seller.hasOwnAccount && !sellsThroughPlatform(seller))
    return new Set(waiting.map(({ sellerId }) => sellerId))
  }

  /** The caller's own selling state. */
  async selling(caller: Caller): Promise<Selling> {
    const row = await this.#deps.database.transaction(async (tx) => {
      const [found] = await store.sellingOf(tx, [await this.#deps.sellerOf(tx, caller)])
      return found ?? refuse('SELLER_NOT_FOUND')
    })
    const { state, approvedAt, isProven, hasOwnAccount, isPlatform } = row
    return {
      needsApproval: this.#deps.sellersNeedApproval && !isPlatform,
      ...{ state, isProven, hasOwnAccount },
      approvedAt: approvedAt?.toISOString() ?? null,
    }
  }

  async listWaitingSellers(page: PageRequest): Promise<Page<WaitingSeller>> {
    const { rows, total } = await store.pageOfWaitingSellers(this.#deps.database.kysely, page)
    const { data, meta } = pageOf(rows, total, page)
    return {
      data: data.map(({ appliedAt, ...seller }) => ({ ...seller, appliedAt: appliedAt.toISOString() })),
      meta,
    }
  }

  /** Idempotent: repeated or concurrent approvals record and notify once. */
  readonly approveSeller = (caller: Caller, sellerId: number): Promise<{ state: SellingState }> =>
    this.#deps.database.transaction(async (tx) => {
      const seller = await sellers.sellerById(tx, sellerId)
      if (!seller || seller.kind === 'platform') refuse('SELLER_NOT_FOUND')
      const isNew = await sellers.approveSeller(tx, sellerId, {
        at: this.#deps.clock.now(),
        by: caller.userId,
      })
      if (isNew) await this.#deps.recordSellerChange(tx, caller, sellerId, 'seller.approved', {})
      return { state: 'approved' as const }
    })
}

const sellsThroughPlatform = ({ isPlatform, state, isProven }: store.SellingRow): boolean =>
  isPlatform || (state === 'approved' && isProven)
