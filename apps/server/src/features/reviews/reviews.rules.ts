/** Rules for the order of reviews, and for the limit of reports. Pure. */
import type { ReviewOrder } from '@apogee/contracts/limits.ts'

/** The limit applies to each person, as with texts in discussions. */
export const reportLimit = { most: 20, withinMs: 3_600_000 } as const

/** Returns the seconds until the next report is allowed. Null means that it is allowed immediately. */
export function waitFor(
  reported: { count: number; oldest: Date | null },
  now: Date,
  limit = reportLimit,
): number | null {
  if (reported.count < limit.most || reported.oldest === null) return null
  return Math.max(1, Math.ceil((reported.oldest.getTime() + limit.withinMs - now.getTime()) / 1000))
}

/** The review after which a page starts. `rating` is set only when sorted by it. */
export interface Place {
  id: number
  rating: number | null
}

/** Returns a cursor: one digit of stars before the id when sorted by stars, and the id alone when sorted by newest. */
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

/** Returns one decimal, and null without a review. */
export function averageOf({ reviews, stars }: { reviews: number; stars: number }): number | null {
  return reviews === 0 ? null : Math.round((stars * 10) / reviews) / 10
}
