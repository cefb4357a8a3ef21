/** The start that was chosen in this browser for each course with cohorts: sent with an enrolment or a purchase. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** Courses and cohorts. */
type Chosen = ReadonlyMap<number, number>

const mostKept = 50

function stored(): Chosen {
  try {
    const pairs = JSON.parse(storage.read(storageKeys.starts) ?? '[]') as unknown
    const numbers = Array.isArray(pairs) ? pairs.filter(isPair) : []
    return new Map(numbers)
  } catch {
    // Changed by hand: nothing was chosen.
    return new Map()
  }
}
const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger)

/** Empty on the server and while the browser hydrates. */
export const chosenStarts = createStore<Chosen>(new Map())
chosenStarts.setState(stored())

/** `cohortId` null: none any more. */
export function chooseStart(courseId: number, cohortId: number | null): void {
  const others = [...chosenStarts.getState()].filter(([id]) => id !== courseId).slice(-mostKept)
  const next = new Map(cohortId === null ? others : [...others, [courseId, cohortId] as const])
  chosenStarts.setState(next)
  storage.write(storageKeys.starts, JSON.stringify([...next]))
}

export const chosenCohort = (courseId: number): number | undefined => chosenStarts.getState().get(courseId)

export const chosenCohorts = (courseIds: readonly number[]): { courseId: number; cohortId: number }[] =>
  courseIds.flatMap((courseId) => {
    const cohortId = chosenCohort(courseId)
    return cohortId === undefined ? [] : [{ courseId, cohortId }]
  })

export const useChosenStart = (courseId: number): number | undefined => useStore(chosenStarts).get(courseId)
