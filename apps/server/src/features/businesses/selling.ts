/**
 * Decides which sellers may sell through the platform's account: with APOGEE_ENV=live, approved and limited sellers with a verified
 * address. Courses of suspended sellers are withheld (`course_cards.is_withheld`), whichever account receives their payments.
 */
import type { Selling, WaitingSeller } from '@apogee/contracts/businesses/businesses.ts'
import type { CheckKind } from '@apogee/contracts/businesses/seller-checks.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { stateChangesOf } from './sellers/seller-states.store.ts'
import * as store from './selling.store.ts'

/**
 * `waiting` means that the course is not for sale yet. `alone` means that only the seller's own account can sell the course, so it
 * cannot be bought together with courses of other sellers.
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

  /** Returns, by seller, why the courses of these sellers cannot be bought together. An empty map means that they can. */
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

  /** Returns the sellers whose courses cannot be bought yet. */
  async sellersNotOnSale(db: Db, sellerIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (!this.#deps.sellersNeedApproval || sellerIds.length === 0) return new Set()
    const found = await store.sellingOf(db, sellerIds)
    const waiting = found.filter((seller) => !seller.hasOwnAccount && !sellsThroughPlatform(seller))
    return new Set(waiting.map(({ sellerId }) => sellerId))
  }

  /**
   * Refuses to list a course publicly unless its seller has a verified address and the approval that paid courses need. Nothing is
   * refused where sellers need no approval. The check runs when a course is about to be listed, not later.
   */
  async refuseListing(db: Db, sellerId: number): Promise<void> {
    if (!this.#deps.sellersNeedApproval) return
    const [seller] = await store.sellingOf(db, [sellerId])
    const mayList =
      seller?.isPlatform || (seller?.isProven && (seller.hasOwnAccount || sellsThroughPlatform(seller)))
    if (!mayList) refuse('LISTING_NEEDS_APPROVAL')
  }

  /** Tells whether this seller was not approved yet at this time. The answer is false where sellers need no approval. */
  async isNew(db: Db, sellerId: number, at: Date): Promise<boolean> {
    if (!this.#deps.sellersNeedApproval) return false
    const [seller] = await store.sellingOf(db, [sellerId])
    return !seller?.isPlatform && (!seller?.approvedAt || seller.approvedAt > at)
  }

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

  /** Returns the stored facts of a seller. Refuses the platform and unknown ids. */
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

/** A limited seller sells through the platform up to its daily limit. */
const sellsThroughPlatform = ({ isPlatform, state, isProven }: store.SellingRow): boolean =>
  isPlatform || ((state === 'approved' || state === 'limited') && isProven)
