/**
 * Divides `total` sen in proportion to the weights, by the method of the largest remainder; an equal remainder goes to the earlier
 * entry. The shares add up to `total`. No share exceeds its weight while `total` is at most the sum of the weights. If every weight
 * is 0, all shares are 0. Total and weights are whole numbers from 0.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const whole = sum(weights)
  if (total === 0 || whole === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((total * weight) / whole))
  const missing = total - sum(shares)
  const byRemainder = weights
    .map((weight, place) => ({ place, remainder: (total * weight) % whole }))
    .sort((one, other) => other.remainder - one.remainder || one.place - other.place)
  for (const { place } of byRemainder.slice(0, missing)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
