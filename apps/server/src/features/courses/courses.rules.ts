import type { FileType } from '@apogee/contracts/limits.ts'

/** What one course may hold, so that every list of its contents stays whole and quick. */
export const courseLimits = { modules: 500, items: 1000 } as const

export interface Placed {
  id: number
  order: number
}

/**
 * The ids in their new sequence after `id` was moved to where an item of that order stands: 'Up' and 'Down' send the
 * neighbour's order, dropping sends the order of the item it lands on. Beyond the end is the end.
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

/** The order of a new item: the wished one when nobody has it, else the highest + 1, or 0 for the first (docs/specification.md#4-states-and-transitions). */
export function orderForNew(taken: readonly number[], wished: number | undefined): number {
  if (wished !== undefined && !taken.includes(wished)) return wished
  return taken.reduce((highest, order) => Math.max(highest, order), -1) + 1
}

/** Videos are videos; a quiz is a quiz file; what is read is a PDF; anything else may be a video or a PDF. */
export function fileTypeFits(fileType: FileType, contentType: string): boolean {
  const isVideo = contentType.startsWith('video/')
  const isPdf = contentType === 'application/pdf'
  if (fileType === 'video') return isVideo
  if (fileType === 'quiz') return contentType === 'application/json'
  if (fileType === 'other') return isVideo || isPdf
  return isPdf
}

/** A page of a list that has its own sequence; the cursor is the place where the next page begins. */
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
