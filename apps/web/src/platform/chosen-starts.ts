/** Starts of courses with cohorts: what was chosen in this browser, and what a page shows. A purchase or enrolment sends what is shown. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** By course: a cohort, or null for 'at once'. */
type Starts = ReadonlyMap<number, number | null>

const mostKept = 50

function stored(): Starts {
  try {
    const pairs = JSON.parse(storage.read(storageKeys.starts) ?? '[]') as unknown
    return new Map(Array.isArray(pairs) ? pairs.filter(isPair) : [])
  } catch {
    // Changed by hand: nothing was chosen.
    return new Map()
  }
}
const isPair = (value: unknown): value is [number, number | null] =>
  Array.isArray(value) &&
  value.length === 2 &&
  Number.isSafeInteger(value[0]) &&
  (value[1] === null || Number.isSafeInteger(value[1]))

/** Chosen by a press, and by nothing else. Empty on the server and while the browser hydrates. */
export const chosenStarts = createStore<Starts>(new Map())
chosenStarts.setState(stored())

/** Shown on the page as what a press would take: the chosen start, or the first one until something is chosen. */
export const shownStarts = createStore<Starts>(new Map())

export function chooseStart(courseId: number, cohortId: number | null): void {
  const others = [...chosenStarts.getState()].filter(([id]) => id !== courseId).slice(-mostKept)
  const next = new Map([...others, [courseId, cohortId] as const])
  chosenStarts.setState(next)
  storage.write(storageKeys.starts, JSON.stringify([...next]))
}

/** Adding to the cart chooses what the page shows. */
export function chooseShownStart(courseId: number): void {
  const shown = shownStarts.getState().get(courseId)
  if (shown !== undefined) chooseStart(courseId, shown)
}

export function showStart(courseId: number, cohortId: number | null): void {
  const shown = shownStarts.getState()
  if (shown.get(courseId) !== cohortId) shownStarts.setState(new Map([...shown, [courseId, cohortId]]))
}

/** The page is left. */
export function hideStart(courseId: number): void {
  shownStarts.setState(new Map([...shownStarts.getState()].filter(([id]) => id !== courseId)))
}

/** Chosen, or shown until now; undefined: neither. */
export function usePickedStart(courseId: number): number | null | undefined {
  const chosen = useStore(chosenStarts).get(courseId)
  const shown = useStore(shownStarts).get(courseId)
  return chosen === undefined ? shown : chosen
}

/** What one purchase or enrolment sends: the shown cohort, or that the course was shown without a start. */
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
