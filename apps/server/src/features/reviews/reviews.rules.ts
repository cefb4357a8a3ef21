/** Rules for cursors and averages of reviews, and for the limit on reports. All functions are pure. */
import type { ReviewOrder } from '@apogee/contracts/limits.ts'

/** The limit on reports of one person, which is also the limit on texts in discussions. */
export const reportLimit = { most: 20, withinMs: 3_600_000 } as const

/** Returns the seconds until the person may report again. Null means that a report is allowed now. */
export function waitFor(
  reported: { count: number; oldest: Date | null },
  now: Date,
  limit = reportLimit,
): number | null {
  if (reported.count < limit.most || reported.oldest === null) return null
  return Math.max(1, Math.ceil((reported.oldest.getTime() + limit.withinMs - now.getTime()) / 1000))
}

/** The last review before a page. `rating` is null unless reviews are sorted by stars. */
export interface Place {
  id: number
  rating: number | null
}

/**
 * Returns the cursor of a review. When reviews are sorted by newest it is the id; otherwise it is one digit for the stars, followed
 * by the id.
 */
export function cursorOf(order: ReviewOrder, { id, rating }: { id: number; rating: number }): string {
  return order === 'newest' ? String(id) : `${rating}${id}`
}

/** Returns null for the first page, and for a cursor of another order. */
export function cursorPosition(order: ReviewOrder, cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  if (order === 'newest') return { id: Number(cursor), rating: null }
  const rating = Number(cursor[0])
  return rating >= 1 && rating <= 5 && cursor.length > 1 ? { id: Number(cursor.slice(1)), rating } : null
}

/** Returns the average number of stars with one decimal. Null means that there is no review. */
export function averageOf({ reviews, stars }: { reviews: number; stars: number }): number | null {
  return reviews === 0 ? null : Math.round((stars * 10) / reviews) / 10
}
