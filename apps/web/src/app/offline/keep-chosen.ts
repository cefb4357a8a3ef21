/** Stores a course for offline use on a learner's request, and reports the progress. */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keptCourses } from '#web/shared/lesson/kept-course/kept-course.ts'
import { createStore, useStore } from '#web/platform/session/store.ts'
import { inTurn, keepCourse, sizeOfFiles, sizeOfVideos, type KeepFailure } from './keep-files.ts'

export interface KeepProgress {
  bytes: number
  allBytes: number
  stop: () => void
}

/** Maps course ids to the progress of their downloads, which continue while other pages are shown. */
const running = createStore<ReadonlyMap<number, KeepProgress>>(new Map())

export const useKeepProgress = (courseId: number): KeepProgress | undefined => useStore(running).get(courseId)

function show(courseId: number, progress: KeepProgress | null): void {
  const next = new Map(running.getState())
  if (progress) next.set(courseId, progress)
  else next.delete(courseId)
  running.setState(next)
}

/** Returns the courses stored on this device; works offline. */
export const useKeptCourses = () =>
  useQuery({ queryKey: ['kept-courses'], queryFn: keptCourses, networkMode: 'always', staleTime: 0 })

/** Returns a function to call after the stored courses have changed. */
export function useKeptChanged(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: ['kept-courses'] }), [queries])
}

/** Stores the course. Returns null when the course is complete, or when the learner has stopped the download. */
export async function keepChosen(
  user: CurrentUser,
  course: CourseDetail,
  { checkedAt, withVideos }: { checkedAt: number; withVideos: boolean },
): Promise<KeepFailure | null> {
  const stop = new AbortController()
  const allBytes = sizeOfFiles(course) + (withVideos ? sizeOfVideos(course) : 0)
  let arrived = 0
  const onBytes = (bytes: number) => {
    arrived += bytes
    show(course.id, { bytes: Math.min(arrived, allBytes), allBytes, stop: () => stop.abort() })
  }
  onBytes(0)
  try {
    const here = (await keptCourses()).find(({ facts }) => facts.courseId === course.id)?.facts.bytes ?? 0
    if (!(await hasRoom(allBytes - here))) return 'room'
    askForPersistence()
    const kept = await inTurn(() =>
      keepCourse({
        user,
        course,
        checkedAt,
        withVideos,
        onBytes,
        isChosen: true,
        most: Infinity,
        signal: stop.signal,
      }),
    )
    return kept?.failure ?? null
  } catch (error) {
    console.warn('The course was not kept', error)
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'room' : 'network'
  } finally {
    show(course.id, null)
  }
}

/**
 * Asks the browser for persistent storage, which it does not delete when the device runs out of space. The browser may decline.
 * Firefox asks the learner, who may answer late or never, so nothing waits for the answer.
 */
function askForPersistence(): void {
  navigator.storage
    ?.persist?.()
    .catch((error: unknown) => console.warn('The storage is not persistent', error))
}

/** Returns true when the browser does not report its quota. */
async function hasRoom(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || quota - usage > bytes
}
