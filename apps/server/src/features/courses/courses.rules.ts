import { cutText } from '@apogee/domain/text/cut-text.ts'
import { titleMaxLength } from '@apogee/contracts/limits.ts'
import { courseLimits } from './course-limits.ts'

export interface Placed {
  id: number
  order: number
}

/**
 * Returns all ids in their new order after moving `id` to the place of the item with this order. To move an item up or down,
 * clients send the order of its neighbour; for drag and drop, they send that of the item under the pointer. An order beyond the end
 * means the end.
 */
export function movedTo(items: readonly Placed[], id: number, order: number): number[] {
  const own = items.find((item) => item.id === id)
  if (!own) return items.map((item) => item.id)
  const others = items.filter((item) => item.id !== id)
  const before = others.filter((other) =>
    order > own.order ? other.order <= order : other.order < order,
  ).length
  return others.map((item) => item.id).toSpliced(before, 0, id)
}

/**
 * Returns all ids after moving those in `moved` before `beforeId`, or to the end if it is null. They keep the order that they have
 * in `moved`. If `beforeId` itself is moved, the next item that stays takes its place.
 */
export function placedBefore(
  ids: readonly number[],
  moved: readonly number[],
  beforeId: number | null,
): number[] {
  const named = new Set(moved)
  const from = beforeId === null ? ids.length : ids.indexOf(beforeId)
  const anchor = ids.slice(from).find((id) => !named.has(id))
  const others = ids.filter((id) => !named.has(id))
  return others.toSpliced(anchor === undefined ? others.length : others.indexOf(anchor), 0, ...named)
}

const copySuffix = ' (copy)'
export const copyTitle = (title: string): string =>
  `${cutText(title, titleMaxLength - copySuffix.length)}${copySuffix}`

/**
 * Returns the order of a new item. This is the wished order if no other item has it, else one more than the highest order, or 0 in
 * an empty list (docs/specification.md#4-states-and-transitions).
 */
export function orderForNew(taken: readonly number[], wished: number | undefined): number {
  if (wished !== undefined && !taken.includes(wished)) return wished
  return taken.reduce((highest, order) => Math.max(highest, order), -1) + 1
}

/** Returns a page of a list that is already in its final order. The cursor is the index of the first item of the next page. */
export function pageInSequence<T>(
  all: readonly T[],
  query: { limit?: number | undefined; cursor?: string | undefined; page?: number | undefined },
): { data: T[]; meta: { total: number; nextCursor: string | null } } {
  const size = query.limit ?? courseLimits.items
  const cursor = query.cursor !== undefined && /^\d{1,9}$/.test(query.cursor) ? Number(query.cursor) : null
  const start = cursor ?? ((query.page ?? 1) - 1) * size
  const end = start + size
  return {
    data: all.slice(start, end),
    meta: { total: all.length, nextCursor: end < all.length ? String(end) : null },
  }
}
