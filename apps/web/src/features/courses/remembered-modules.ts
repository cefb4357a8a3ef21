/** Stores in the browser which module each person has opened last in each course. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import { storage } from '#web/platform/session/storage.ts'

/** The store keeps the courses that were opened last. */
const mostCourses = 50

type Entry = [key: string, moduleId: number]

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1])

/** Ignores stored data that is unreadable or has the format of another release. */
function readStored(): Entry[] {
  try {
    const parsed: unknown = JSON.parse(storage.read(storageKeys.openModules) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isEntry) : []
  } catch {
    return []
  }
}

const keyOf = (viewer: Viewer, courseId: number) => `${viewer}-${courseId}`

export function rememberedModule(viewer: Viewer, courseId: number): number | null {
  const key = keyOf(viewer, courseId)
  return readStored().find(([known]) => known === key)?.[1] ?? null
}

/** Null forgets the module. */
export function rememberModule(viewer: Viewer, courseId: number, moduleId: number | null): void {
  const key = keyOf(viewer, courseId)
  const others = readStored().filter(([known]) => known !== key)
  const opened = moduleId === null ? others : [[key, moduleId], ...others].slice(0, mostCourses)
  storage.write(storageKeys.openModules, JSON.stringify(opened))
}
