import { coverShapes, shapeText } from './cover-art.ts'
import type { CoverSubject } from './cover-art.ts'

interface CoverMarkup {
  motif: string
  ink: string
  /** The prefix of the ids is inserted between these parts. */
  parts: readonly string[]
}

/** Marks the place of the prefix. The character occurs in no shape, because shapes contain only names, numbers and colours. */
const placeOfPrefix = '@'
/** At most this number of covers is cached. Each cover has 1 to 5 kB. */
const mostCovers = 500
/** The least recently used cover is first. */
const kept = new Map<string, CoverMarkup>()

/**
 * Caches a cover's shapes on the server as the markup that React makes of them, because a page of covers has a thousand elements.
 */
export function coverMarkup(
  { id, title, category = null }: CoverSubject,
  idPrefix: string,
): { motif: string; ink: string; markup: string } {
  const key = JSON.stringify([id, title, category])
  const { motif, ink, parts } = kept.get(key) ?? drawnCover({ id, title, category })
  kept.delete(key)
  kept.set(key, { motif, ink, parts })
  const [oldest] = kept.keys()
  if (kept.size > mostCovers && oldest !== undefined) kept.delete(oldest)
  return { motif, ink, markup: parts.join(idPrefix) }
}

function drawnCover(subject: CoverSubject): CoverMarkup {
  const { shapes, motif, ink } = coverShapes(subject, placeOfPrefix)
  return { motif, ink, parts: shapes.map(shapeText).join('').split(placeOfPrefix) }
}
