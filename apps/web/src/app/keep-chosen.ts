/** Keeps a course on a learner's request, and reports the progress. */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keptCourses } from '#web/platform/kept-course/kept-course.ts'
import { createStore, useStore } from '#web/platform/store.ts'
import { inTurn, keepCourse, sizeOfFiles, sizeOfVideos, type KeepFailure } from './keep-files.ts'

export interface KeepProgress {
  bytes: number
  allBytes: number
  stop: () => void
}

/** By course. Keeping continues while other pages are shown. */
const running = createStore<ReadonlyMap<number, KeepProgress>>(new Map())

export const useKeepProgress = (courseId: number): KeepProgress | undefined => useStore(running).get(courseId)

function show(courseId: number, progress: KeepProgress | null): void {
  const next = new Map(running.getState())
  if (progress) next.set(courseId, progress)
  else next.delete(courseId)
  running.setState(next)
}

/** The courses on this device; needs no connection. */
export const useKeptCourses = () =>
  useQuery({ queryKey: ['kept-courses'], queryFn: keptCourses, networkMode: 'always', staleTime: 0 })

/** To call after what is kept has changed. */
export function useKeptChanged(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: ['kept-courses'] }), [queries])
}

/** Null: all of it is here, or the learner has stopped it. */
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
    // So that the browser does not delete it by itself when the device runs out of room; it may decline.
    await navigator.storage?.persist?.()
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

/** True when the browser does not say. */
async function hasRoom(bytes: number): Promise<boolean> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || quota - usage > bytes
}
