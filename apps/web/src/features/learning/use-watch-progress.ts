/** Saves a learner's position in a video and the watched parts. */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#web/platform/client.ts'
import { useViewer } from '#web/platform/session.tsx'
import { contentResourcesQuery } from './api/learning.ts'
import { keepProgress } from './save-progress.ts'
import { createWatchRecord } from './watch-record.ts'

const saveEveryMs = 15_000
/** Seconds before the end from which a video counts as finished, because credits are no content. */
const nearEndSeconds = 5
/** Share that must have been watched, over all visits, for a lesson to complete automatically. */
const watchedShare = 0.9

export interface WatchProgress {
  onTime: (seconds: number, duration: number) => void
  onPlayingChange: (playing: boolean) => void
  onEnded: () => void
}

/**
 * For one video. Saved every 15 s while playing, on pause, when the page is hidden and when it is
 * left. Unsaved parts are sent with the next save. Near the end a lesson that was watched to 90 % completes,
 * once: marking it as incomplete afterwards is respected.
 */
export function useWatchProgress(resource: CourseResource, isLearner: boolean): WatchProgress {
  const queries = useQueryClient()
  const viewer = useViewer()
  const [record] = useState(createWatchRecord)
  // Arriving at the saved position is no move: another device may have saved a later one meanwhile.
  const place = useRef({ seconds: resource.progress?.position ?? 0, duration: 0, savedAt: 0, moved: false })
  const mayComplete = useRef(!(resource.progress?.completed ?? false))
  const current = useRef({ resource, isLearner, viewer })
  useEffect(() => {
    current.current = { resource, isLearner, viewer }
    if (resource.progress?.completed) mayComplete.current = false
  })

  const send = useCallback(
    async (completed?: true) => {
      const { resource: saved, viewer: who } = current.current
      const watched = record.take()
      place.current.moved = false
      try {
        const answer = await call('saveResourceProgress', {
          params: { id: saved.id },
          body: { position: place.current.seconds, watched, ...(completed && { completed }) },
          keepalive: true,
        })
        const { watchTime, position } = answer
        // Completion belongs to the button: a late answer must not undo a later press.
        keepProgress(queries, who, saved, { watchTime, position, ...(completed && { completed }) })
        return answer
      } catch (error) {
        const mayWorkLater = error instanceof ApiError && (error.status === 0 || error.status >= 500)
        if (mayWorkLater) {
          record.giveBack(watched)
          place.current.moved = true
        } else {
          // The enrolment has ended, or the lesson was deleted: the screen refetches and shows it.
          const { queryKey } = contentResourcesQuery(saved.courseContentId, who)
          void queries.invalidateQueries({ queryKey })
        }
        return null
      }
    },
    [queries, record],
  )

  const save = useCallback(async () => {
    if (!current.current.isLearner || !place.current.moved) return
    place.current.savedAt = Date.now()
    const answer = await send()
    const { seconds, duration } = place.current
    const isNearEnd = duration > 0 && seconds >= duration - Math.min(nearEndSeconds, duration * 0.1)
    if (!answer || !isNearEnd || !mayComplete.current || answer.completed) return
    if (answer.watchTime < duration * watchedShare) return
    mayComplete.current = false
    await send(true)
    void queries.invalidateQueries({ queryKey: ['enrolled'] })
  }, [send, queries])

  useSaveOnLeave(save)

  return {
    onTime: (seconds, duration) => {
      record.at(seconds)
      const now = place.current
      const tenths = Math.max(0, Math.round(seconds * 10) / 10)
      if (tenths !== now.seconds) now.moved = true
      now.seconds = tenths
      now.duration = Number.isFinite(duration) ? duration : 0
      if (now.savedAt === 0) now.savedAt = Date.now()
      if (Date.now() - now.savedAt >= saveEveryMs) void save()
    },
    onPlayingChange: (playing) => {
      if (!playing) void save()
    },
    onEnded: () => void save(),
  }
}

/** Saves when the page is hidden, when it is left, and when the video goes. */
function useSaveOnLeave(save: () => Promise<void>): void {
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') void save()
    }
    const left = () => void save()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', left)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', left)
      void save()
    }
  }, [save])
}
