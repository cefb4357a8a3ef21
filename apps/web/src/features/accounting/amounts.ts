/** The last two years of months, the newest first: '2026-11' in Kuala Lumpur. */
export function recentMonths(now: Date, count = 24): string[] {
  const local = new Date(now.getTime() + 8 * 3_600_000)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}
