/**
 * Stores which sales pages were opened in this browser in the last 30 days, each with its source and whether today's visit is
 * counted (docs/decisions/figures.md). It stores no personal id.
 */
import { isTelling, writeVisit } from '@apogee/contracts/operations/source-keys.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '../../platform/session/storage.ts'

export interface RememberedVisit {
  courseId: number
  source: string
  /** `at` is the time of the first visit in ms. */
  at: number
  /** A visit (`view`) and an addition to the cart were last counted on these days, in Malaysia. */
  view?: string
  cart?: string
}

const keptMs = 30 * 24 * 3_600_000
const mostCourses = 50

const isVisit = (value: unknown): value is RememberedVisit => {
  const visit = value as Partial<RememberedVisit> | null
  return (
    Number.isInteger(visit?.courseId) &&
    typeof visit?.source === 'string' &&
    typeof visit.at === 'number' &&
    Math.abs(Date.now() - visit.at) < keptMs
  )
}

/** Returns the visits, newest first; ignores invalid stored values. */
export function rememberedVisits(): RememberedVisit[] {
  try {
    const stored: unknown = JSON.parse(storage.read(storageKeys.visits) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isVisit) : []
  } catch {
    return []
  }
}

/** Stores a visit. The source of the first visit stays, unless only the new source is informative. */
export function rememberVisit(
  courseId: number,
  { source, step, day }: { source: string; step: 'view' | 'cart'; day: string },
): { source: string; isFirstToday: boolean } {
  const visits = rememberedVisits()
  const known = visits.find((visit) => visit.courseId === courseId)
  const kept = known && (isTelling(known.source) || !isTelling(source)) ? known.source : source
  const visit: RememberedVisit = { at: Date.now(), ...known, courseId, source: kept, [step]: day }
  const others = visits.filter((other) => other !== known)
  storage.write(storageKeys.visits, JSON.stringify([visit, ...others].slice(0, mostCourses)))
  return { source: kept, isFirstToday: known?.[step] !== day }
}

/** Returns the query parameters about visits for a purchase or an enrolment; empty when no visit is stored. */
export function visitQuery(courseIds: readonly number[]): { query?: { visit: string } } {
  const visit = writeVisit(
    rememberedVisits().flatMap(({ courseId, source }) =>
      courseIds.includes(courseId) ? [[courseId, source] as const] : [],
    ),
  )
  return visit === null ? {} : { query: { visit } }
}
