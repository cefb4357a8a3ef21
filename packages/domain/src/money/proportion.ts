/**
 * Returns `total` × `part` / `whole`, rounded to the nearest whole number, halves up. Exact for every safe integer. Returns 0 if
 * `whole` is 0. `total` and `part` are at least 0.
 */
export function proportionOf(total: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const [product, divisor] = [BigInt(total) * BigInt(part), BigInt(whole)]
  return Number((2n * product + divisor) / (2n * divisor))
}

/** This is 100 % in basis points, the unit of rates. One basis point is a hundredth of a percent. */
export const wholeInBasisPoints = 10_000

/** Returns the share of an amount in sen, such as a fee or a discount of `basisPoints`, rounded to the nearest sen, halves up. */
export const rateOf = (cents: number, basisPoints: number): number =>
  proportionOf(cents, basisPoints, wholeInBasisPoints)

/** Returns the SST inside a price in sen that includes it: price × rate / (100 % + rate), rounded to the nearest sen, halves up. */
export const sstInside = (cents: number, basisPoints: number): number =>
  proportionOf(cents, basisPoints, wholeInBasisPoints + basisPoints)
