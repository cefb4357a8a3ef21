/** Why a seller may not be paid out now; empty when nothing prevents it. Read under the lock of the seller's row. */
import type { PayoutObstacle } from '@apogee/contracts/businesses/seller-states.ts'
import type { Db } from '#server/platform/database/database.ts'
import * as store from './selling.store.ts'

export async function payoutObstacles(
  db: Db,
  sellerId: number,
  { sellersNeedApproval }: { sellersNeedApproval: boolean },
): Promise<PayoutObstacle[]> {
  const [seller] = await store.sellingOf(db, [sellerId])
  if (!seller || seller.isPlatform) return []
  if (seller.state === 'suspended' || seller.state === 'limited') return [seller.state]
  return sellersNeedApproval && seller.state === 'applied' ? ['notApproved'] : []
}
