import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'

type Target = Exclude<SellingState, 'applied'>

/** Lists the states that may follow each state. 'limited' may follow itself, which changes the limit. */
export const statesAfter: Readonly<Record<SellingState, readonly Target[]>> = {
  applied: ['approved', 'suspended'],
  approved: ['limited', 'suspended'],
  limited: ['approved', 'limited', 'suspended'],
  suspended: ['approved', 'limited'],
}

/** Returns the security log's kind for a change. */
export function kindOfChange(from: SellingState, to: Target) {
  if (to === 'limited') return 'seller.limited'
  if (to === 'suspended') return 'seller.suspended'
  return from === 'applied' ? 'seller.approved' : 'seller.restored'
}
