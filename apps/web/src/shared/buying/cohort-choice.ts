/** Stores the cohort start that a person has chosen for each course. */
import { cartMaxCourses } from '@apogee/contracts/limits.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '../../platform/session/storage.ts'
import { createStore } from '../../platform/session/store.ts'

/** Maps courses to cohorts; null means that the buyer begins without a cohort. */
type Starts = ReadonlyMap<number, number | null>

/** A request may name as many starts as a cart may hold courses. */
const mostKept = cartMaxCourses

function stored(): Starts {
  try {
    const pairs = JSON.parse(storage.read(storageKeys.starts) ?? '[]') as unknown
    return new Map(Array.isArray(pairs) ? pairs.filter(isPair).slice(-mostKept) : [])
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

export function chooseStart(courseId: number, cohortId: number | null): void {
  const others = [...chosenStarts.getState()].filter(([id]) => id !== courseId).slice(1 - mostKept)
  const next = new Map([...others, [courseId, cohortId] as const])
  chosenStarts.setState(next)
  storage.write(storageKeys.starts, JSON.stringify([...next]))
}

export const chosenCohorts = (
  chosen: Starts,
  courseIds: readonly number[],
): { courseId: number; cohortId: number }[] =>
  courseIds.flatMap((courseId) => {
    const cohortId = chosen.get(courseId) ?? null
    return cohortId === null ? [] : [{ courseId, cohortId }]
  })
