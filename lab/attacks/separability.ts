/**
 * Tests whether two samples of times can be distinguished, with the Mann–Whitney test. It uses ranks and therefore tolerates single
 * slow answers.
 */

/**
 * Returns the probability that ranks differ at least as much by chance. It uses the normal approximation, which needs more than 20
 * times in each sample.
 */
export function separability({ known, unknown }: { known: number[]; unknown: number[] }): number {
  const all = [
    ...known.map((ms) => ({ ms, isKnown: true })),
    ...unknown.map((ms) => ({ ms, isKnown: false })),
  ].toSorted((one, other) => one.ms - other.ms)
  let ranks = 0
  all.forEach(({ isKnown }, place) => {
    if (isKnown) ranks += place + 1
  })
  const [n, m] = [known.length, unknown.length]
  const u = ranks - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * upperTail(z)
}

/** Returns the upper tail of the standard normal distribution (Abramowitz and Stegun 26.2.17, exact to 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
