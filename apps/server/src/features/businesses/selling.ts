/**
 * Decides who may sell through the platform's account: with APOGEE_ENV=live, approved and limited sellers with a verified
 * address. Courses of suspended sellers are withheld (`course_cards.is_withheld`), whatever account they are paid to.
 */
import type { Selling, WaitingSeller } from '@apogee/contracts/businesses/businesses.ts'
import type { CheckKind } from '@apogee/contracts/businesses/seller-checks.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { stateChangesOf } from './seller-states.store.ts'
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
  sellersNeedApproval: boolean
  sellerOf: (tx: Tx, caller: Caller) => Promise<number>
  missingChecks: (db: Db, sellerId: number) => Promise<CheckKind[]>
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

  /**
   * Where sellers need approval, a course is listed for everybody only of a seller with a verified address and with the approval that
   * its paid courses need. Asked when a course is about to be listed.
   */
  async refuseListing(db: Db, sellerId: number): Promise<void> {
    if (!this.#deps.sellersNeedApproval) return
    const [seller] = await store.sellingOf(db, [sellerId])
    const mayList =
      seller?.isPlatform || (seller?.isProven && (seller.hasOwnAccount || sellsThroughPlatform(seller)))
    if (!mayList) refuse('LISTING_NEEDS_APPROVAL')
  }

  /** Where sellers need approval: not approved at this time yet. */
  async isNew(db: Db, sellerId: number, at: Date): Promise<boolean> {
    if (!this.#deps.sellersNeedApproval) return false
    const [seller] = await store.sellingOf(db, [sellerId])
    return !seller?.isPlatform && (!seller?.approvedAt || seller.approvedAt > at)
  }

  /** The caller's own selling state. */
  async selling(caller: Caller): Promise<Selling> {
    const { row, newest, missingChecks } = await this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.#deps.sellerOf(tx, caller)
      const [found] = await store.sellingOf(tx, [sellerId])
      const [change] = await stateChangesOf(tx, sellerId, 1)
      const missing = await this.#deps.missingChecks(tx, sellerId)
      return { row: found ?? refuse('SELLER_NOT_FOUND'), newest: change, missingChecks: missing }
    })
    const { state, approvedAt, isProven, hasOwnAccount, isPlatform, dailyLimit } = row
    const isRestricted = state === 'limited' || state === 'suspended'
    return {
      needsApproval: this.#deps.sellersNeedApproval && !isPlatform,
      state,
      isProven,
      hasOwnAccount,
      missingChecks,
      approvedAt: approvedAt?.toISOString() ?? null,
      ...(isRestricted && {
        restriction: { reason: newest?.reason ?? null, since: newest?.at.toISOString() ?? null, dailyLimit },
      }),
    }
  }

  /** What is known of a seller here; refuses the platform and unknown ids. */
  async facts(sellerId: number) {
    const { kysely } = this.#deps.database
    const found = (await store.sellerFactsOf(kysely, sellerId)) ?? refuse('SELLER_NOT_FOUND')
    const [selling] = await store.sellingOf(kysely, [sellerId])
    const [newest] = await stateChangesOf(kysely, sellerId, 1)
    const { state, approvedAt, dailyLimit, hasOwnAccount } = selling ?? refuse('SELLER_NOT_FOUND')
    return {
      ...found,
      createdAt: found.createdAt.toISOString(),
      state,
      dailyLimit,
      hasOwnAccount,
      needsApproval: this.#deps.sellersNeedApproval,
      since: (newest?.at ?? approvedAt)?.toISOString() ?? null,
      reason: newest?.reason ?? null,
      changeId: newest?.id ?? null,
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
}

/** A limited seller sells there up to its daily limit. */
const sellsThroughPlatform = ({ isPlatform, state, isProven }: store.SellingRow): boolean =>
  isPlatform || ((state === 'approved' || state === 'limited') && isProven)
