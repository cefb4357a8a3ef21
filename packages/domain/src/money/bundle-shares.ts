import { allocate } from './allocation.ts'

/**
 * Returns the share of each course in the price of a bundle, in proportion to the list prices of all its courses. The shares add up
 * to the price. No share exceeds its list price, because a bundle never costs more than its courses at list prices.
 */
export function sharesOf(priceCents: number, listCents: readonly number[]): number[] {
  const apart = listCents.reduce((sum, cents) => sum + cents, 0)
  return allocate(Math.min(priceCents, apart), listCents)
}
