/** Who may sell through the platform's payment account: where real money is taken, approved sellers with a proven address. */
import type { Selling, SellingState, WaitingSeller } from '@apogee/contracts/businesses.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/security.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as sellers from './businesses.store.ts'
import * as store from './selling.store.ts'

type Tx = Transaction<DB>

/** `waiting`: not for sale yet. `alone`: paid into the seller's own account, so not together with other sellers' courses. */
export type SaleObstacle = 'waiting' | 'alone'

export function createSelling({
  database,
  clock,
  sellersNeedApproval,
  sellerOf,
  recordSellerChange,
}: {
  database: Database
  clock: Clock
  sellersNeedApproval: boolean
  sellerOf: (tx: Tx, caller: Caller) => Promise<number>
  recordSellerChange: (
    tx: Tx,
    actor: Caller,
    sellerId: number,
    kind: SecurityKind,
    details: SecurityDetails,
  ) => Promise<void>
}) {
  /** Why these sellers' courses cannot be sold in one purchase; empty: they can. */
  async function saleObstacles(
    db: Kysely<DB> | Tx,
    sellerIds: readonly number[],
  ): Promise<ReadonlyMap<number, SaleObstacle>> {
    if (!sellersNeedApproval || sellerIds.length === 0) return new Map()
    const found = await store.sellingOf(db, sellerIds)
    const [only, ...others] = found
    if (only?.hasOwnAccount && others.length === 0) return new Map()
    return new Map(
      found
        .filter((seller) => !sellsThroughPlatform(seller))
        .map(({ sellerId, hasOwnAccount }) => [sellerId, hasOwnAccount ? 'alone' : 'waiting']),
    )
  }

  /** The sellers among these whose courses cannot be bought yet. */
  async function sellersNotOnSale(sellerIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (!sellersNeedApproval || sellerIds.length === 0) return new Set()
    const found = await store.sellingOf(database.kysely, sellerIds)
    const waiting = found.filter((seller) => !seller.hasOwnAccount && !sellsThroughPlatform(seller))
    return new Set(waiting.map(({ sellerId }) => sellerId))
  }

  /** The caller's own selling state. */
  async function selling(caller: Caller): Promise<Selling> {
    const row = await database.transaction(async (tx) => {
      const [found] = await store.sellingOf(tx, [await sellerOf(tx, caller)])
      return found ?? refuse('SELLER_NOT_FOUND')
    })
    const { state, approvedAt, isProven, hasOwnAccount, isPlatform } = row
    return {
      needsApproval: sellersNeedApproval && !isPlatform,
      ...{ state, isProven, hasOwnAccount },
      approvedAt: approvedAt?.toISOString() ?? null,
    }
  }

  async function listWaitingSellers(page: PageRequest): Promise<Page<WaitingSeller>> {
    const { rows, total } = await store.pageOfWaitingSellers(database.kysely, page)
    const { data, meta } = pageOf(rows, total, page)
    return {
      data: data.map(({ appliedAt, ...seller }) => ({ ...seller, appliedAt: appliedAt.toISOString() })),
      meta,
    }
  }

  /** Approving twice, or two superadmins at once, records and tells of one approval. */
  const approveSeller = (caller: Caller, sellerId: number): Promise<{ state: SellingState }> =>
    database.transaction(async (tx) => {
      const seller = await sellers.sellerById(tx, sellerId)
      if (!seller || seller.kind === 'platform') refuse('SELLER_NOT_FOUND')
      const isNew = await sellers.approveSeller(tx, sellerId, { at: clock.now(), by: caller.userId })
      if (isNew) await recordSellerChange(tx, caller, sellerId, 'seller.approved', {})
      return { state: 'approved' as const }
    })

  return { saleObstacles, sellersNotOnSale, selling, listWaitingSellers, approveSeller }
}

const sellsThroughPlatform = ({ isPlatform, state, isProven }: store.SellingRow): boolean =>
  isPlatform || (state === 'approved' && isProven)
