/**
 * Finds the reasons that prevent payouts to sellers. An empty list means that nothing does. A payout calls this while the row of
 * its seller is locked.
 */
import type { PayoutObstacle } from '@apogee/contracts/businesses/seller-states.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SellerChecks } from '../sellers/seller-checks.ts'
import * as store from '../selling.store.ts'

export async function payoutObstacles(
  db: Db,
  sellerIds: readonly number[],
  {
    sellersNeedApproval,
    missingChecksOf,
  }: { sellersNeedApproval: boolean; missingChecksOf: SellerChecks['missingChecksOf'] },
): Promise<ReadonlyMap<number, PayoutObstacle[]>> {
  if (sellerIds.length === 0) return new Map()
  const sellers = await store.sellingOf(db, sellerIds)
  const missing = await missingChecksOf(db, sellerIds)
  return new Map(
    sellers
      .filter(({ isPlatform }) => !isPlatform)
      .map(({ sellerId, state }): [number, PayoutObstacle[]] => [
        sellerId,
        [
          ...(state === 'suspended' || state === 'limited' ? [state] : []),
          ...(sellersNeedApproval && state === 'applied' ? (['notApproved'] as const) : []),
          ...((missing.get(sellerId) ?? []).length > 0 ? (['notVerified'] as const) : []),
        ],
      ]),
  )
}
