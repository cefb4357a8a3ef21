import type { SellingState } from '@apogee/contracts/businesses/seller-states.ts'

type Target = Exclude<SellingState, 'applied'>

/** To which states a seller in a state may be changed. A limited one gets another limit by the same change. */
export const statesAfter: Readonly<Record<SellingState, readonly Target[]>> = {
  applied: ['approved', 'suspended'],
  approved: ['limited', 'suspended'],
  limited: ['approved', 'limited', 'suspended'],
  suspended: ['approved', 'limited'],
}

/** How the security log calls a change. */
export function kindOfChange(from: SellingState, to: Target) {
  if (to === 'limited') return 'seller.limited'
  if (to === 'suspended') return 'seller.suspended'
  return from === 'applied' ? 'seller.approved' : 'seller.restored'
}
