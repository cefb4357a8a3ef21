/** Saves a learner's position in a video and the watched parts. */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '#web/platform/session/new-id.ts'
import { outboxOf, type Outbox } from '#web/platform/outbox/outbox.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { contentResourcesQuery } from './api/learning.ts'
import { playback } from './late-progress.ts'
import { keepProgress, readOpenings } from './save-progress.ts'
import { createWatchRecord } from './watch-record.ts'
import type { WatchedRange } from './watched-parts.ts'

const saveEveryMs = 15_000
/** Playback is stored at this interval in ms, so that at most this much is lost when the browser kills the tab. */
const keepEveryMs = 2_000
/** A video counts as finished this many seconds before its end, because credits are not content. */
const nearEndSeconds = 5
/** Two tabs that play the same video have separate entries. */
const thisPage = newId()

export interface WatchProgress {
  onTime: (seconds: number, duration: number) => void
  onPlayingChange: (playing: boolean) => void
  onEnded: () => void
  /** `watched` holds the ranges of all visits, and may be a few seconds old. */
  watched: readonly WatchedRange[]
}

const placeOf = ({ progress }: CourseResource) => ({
  seconds: progress?.position ?? 0,
  duration: 0,
  moved: false,
  savedAt: 0,
  keptAt: 0,
  /** `completesAt` is set when the end has been reached since the server's last answer. */
  completesAt: null as number | null,
})

/**
 * Records the progress in one video. It is stored on this device every 2 s and sent every 15 s while playing, on pause, when the
 * page is hidden and when it is left; the outbox retries until the server has it. Near the end a lesson that was watched to 90 %
 * completes once: marking it as incomplete afterwards is respected.
 */
export function useWatchProgress(resource: CourseResource, isLearner: boolean): WatchProgress {
  const queries = useQueryClient()
  const viewer = useViewer()
  const [record] = useState(() => createWatchRecord(resource.progress?.watched))
  const [watched, setWatched] = useState(record.seen)
  // Opening the video at the saved position does not count as a move, because another device may have saved a later position
  // meanwhile.
  const place = useRef(placeOf(resource))
  const mayComplete = useRef(!(resource.progress?.completed ?? false))
  const current = useRef({ resource, isLearner, viewer })
  useEffect(() => {
    current.current = { resource, isLearner, viewer }
    if (resource.progress?.completed) mayComplete.current = false
  })

  /** Stores unsaved progress. Returns null when there is none. */
  const keep = useCallback((): { outbox: Outbox; key: string } | null => {
    const { resource: watched, isLearner: counts, viewer: who } = current.current
    const { seconds, duration, moved } = place.current
    if (!counts || !moved || typeof who !== 'number') return null
    const isNearEnd = duration > 0 && seconds >= duration - Math.min(nearEndSeconds, duration * 0.1)
    const outbox = outboxOf(who)
    const key = `${watched.id}-${thisPage}`
    place.current.keptAt = Date.now()
    setWatched(record.seen())
    if (isNearEnd) place.current.completesAt = duration
    outbox.put(playback, key, {
      resourceId: watched.id,
      position: seconds,
      ...(duration > 0 && { duration }),
      watched: record.unsaved(),
      completesAt: mayComplete.current ? place.current.completesAt : null,
    })
    return { outbox, key }
  }, [record])

  const save = useCallback(
    async (isLeft = false) => {
      const { resource: saved, viewer: who } = current.current
      const kept = keep()
      if (!kept) return
      place.current.savedAt = Date.now()
      place.current.moved = false
      const arrived = record.send()
      const outcome = await kept.outbox.send(playback, kept.key, isLeft ? 'left' : 'silent')
      if (outcome.kind === 'waits') {
        place.current.moved = true
        return
      }
      arrived()
      if (outcome.kind === 'sent') {
        const { completed, completes } = outcome.answer
        place.current.completesAt = null
        if (completed || completes) mayComplete.current = false
        showSaved(queries, who, saved, { ...outcome.answer, watched: record.seen() })
      }
      if (outcome.kind === 'refused') {
        // The enrolment has ended, or the lesson was deleted. The refetch lets the screen show that.
        const { queryKey } = contentResourcesQuery(saved.courseContentId, who)
        void queries.invalidateQueries({ queryKey })
      }
    },
    [keep, queries, record],
  )

  useSaveOnLeave(save)

  return {
    watched,
    onTime: (seconds, duration) => {
      record.at(seconds)
      const now = place.current
      const tenths = Math.max(0, Math.round(seconds * 10) / 10)
      if (tenths !== now.seconds) now.moved = true
      now.seconds = tenths
      now.duration = Number.isFinite(duration) ? duration : 0
      const at = Date.now()
      if (now.savedAt === 0) now.savedAt = at
      if (at - now.savedAt >= saveEveryMs) void save()
      else if (at - now.keptAt >= keepEveryMs) keep()
    },
    onPlayingChange: (playing) => {
      if (!playing) void save()
    },
    onEnded: () => void save(),
  }
}

/**
 * Writes the saved progress into the cache, but not the completion, which belongs to the button: a late answer must not undo a
 * later press.
 */
function showSaved(
  queries: QueryClient,
  viewer: Viewer,
  resource: CourseResource,
  saved: {
    watchTime: number
    position: number
    completes?: boolean | undefined
    watched: readonly WatchedRange[]
  },
): void {
  const { watchTime, position, completes } = saved
  const watched = saved.watched.map(([from, to]): WatchedRange => [Math.floor(from), Math.ceil(to)])
  keepProgress(queries, viewer, resource, {
    watchTime,
    position,
    watched,
    ...(completes && { completed: true }),
  })
  if (completes) readOpenings(queries, viewer, resource)
  // The list names the seconds that are left. It is read again at once only where it is shown.
  void queries.invalidateQueries({ queryKey: ['enrolled'] })
}

/** Saves when the page is hidden, when it is left, and when the video is unmounted. */
export function useSaveOnLeave(save: (isLeft?: boolean) => Promise<void>): void {
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') void save(true)
    }
    const left = () => void save(true)
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', left)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', left)
      void save()
    }
  }, [save])
}
