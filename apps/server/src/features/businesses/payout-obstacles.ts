/** Why a seller may not be paid out now; empty when nothing prevents it. Read under the lock of the seller's row. */
import type { PayoutObstacle } from '@apogee/contracts/businesses/seller-states.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SellerChecks } from './seller-checks.ts'
import * as store from './selling.store.ts'

export async function payoutObstacles(
  db: Db,
  sellerId: number,
  {
    sellersNeedApproval,
    missingChecks,
  }: { sellersNeedApproval: boolean; missingChecks: SellerChecks['missingChecks'] },
): Promise<PayoutObstacle[]> {
  const [seller] = await store.sellingOf(db, [sellerId])
  if (!seller || seller.isPlatform) return []
  const isRestricted = seller.state === 'suspended' || seller.state === 'limited'
  const missing = await missingChecks(db, sellerId)
  return [
    ...(isRestricted ? [seller.state as 'suspended' | 'limited'] : []),
    ...(sellersNeedApproval && seller.state === 'applied' ? (['notApproved'] as const) : []),
    ...(missing.length > 0 ? (['notVerified'] as const) : []),
  ]
}
