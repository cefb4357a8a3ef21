/** Tracks the chosen and the shown cohort start of courses. A purchase or enrolment sends the shown start. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '../../platform/session/storage.ts'
import { createStore, useStore } from '../../platform/session/store.ts'

/** Maps courses to cohorts; null means that the buyer begins without a cohort. */
type Starts = ReadonlyMap<number, number | null>

const mostKept = 50

function stored(): Starts {
  try {
    const pairs = JSON.parse(storage.read(storageKeys.starts) ?? '[]') as unknown
    return new Map(Array.isArray(pairs) ? pairs.filter(isPair) : [])
  } catch {
    // The stored value is invalid, for example after it was edited by hand, so no start is chosen.
    return new Map()
  }
}
const isPair = (value: unknown): value is [number, number | null] =>
  Array.isArray(value) &&
  value.length === 2 &&
  Number.isSafeInteger(value[0]) &&
  (value[1] === null || Number.isSafeInteger(value[1]))

/** Holds the starts that the person has chosen with a press. It is empty on the server and during hydration. */
export const chosenStarts = createStore<Starts>(new Map())
chosenStarts.setState(stored())

/** Holds the starts that the page shows as the result of buying now: the chosen start, or the first one until a start is chosen. */
export const shownStarts = createStore<Starts>(new Map())

export function chooseStart(courseId: number, cohortId: number | null): void {
  const others = [...chosenStarts.getState()].filter(([id]) => id !== courseId).slice(-mostKept)
  const next = new Map([...others, [courseId, cohortId] as const])
  chosenStarts.setState(next)
  storage.write(storageKeys.starts, JSON.stringify([...next]))
}

/** Makes the shown start the chosen one when a course is added to the cart. */
export function chooseShownStart(courseId: number): void {
  const shown = shownStarts.getState().get(courseId)
  if (shown !== undefined) chooseStart(courseId, shown)
}

export function showStart(courseId: number, cohortId: number | null): void {
  const shown = shownStarts.getState()
  if (shown.get(courseId) !== cohortId) shownStarts.setState(new Map([...shown, [courseId, cohortId]]))
}

export function hideStart(courseId: number): void {
  shownStarts.setState(new Map([...shownStarts.getState()].filter(([id]) => id !== courseId)))
}

/** Returns the chosen start, otherwise the one shown last; undefined means that there is neither. */
export function usePickedStart(courseId: number): number | null | undefined {
  const chosen = useStore(chosenStarts).get(courseId)
  const shown = useStore(shownStarts).get(courseId)
  return chosen === undefined ? shown : chosen
}

/** Returns what a purchase or enrolment sends: the shown cohort, or that the course was shown without a start. */
export function sentStart(courseId: number): { query: { atOnce?: string }; body: { cohortId?: number } } {
  const cohortId = shownStarts.getState().get(courseId) ?? null
  return cohortId === null
    ? { query: { atOnce: String(courseId) }, body: {} }
    : { query: {}, body: { cohortId } }
}

export const chosenCohorts = (
  chosen: Starts,
  courseIds: readonly number[],
): { courseId: number; cohortId: number }[] =>
  courseIds.flatMap((courseId) => {
    const cohortId = chosen.get(courseId) ?? null
    return cohortId === null ? [] : [{ courseId, cohortId }]
  })
