const percentText = /^(\d{1,3})(?:[.,](\d{1,2}))?$/

/** Parses a percentage into basis points: '8', '2.5' and '2,5' (never 25). Returns null for any other text and above 100. */
export function basisPointsFrom(typed: string): number | null {
  const found = percentText.exec(typed.trim().replace(/\s*%$/, ''))
  if (!found) return null
  const points = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return points <= 10_000 ? points : null
}

/** Returns '2.5' for 250 basis points. */
export function percentOf(points: number): string {
  return String(points / 100)
}
