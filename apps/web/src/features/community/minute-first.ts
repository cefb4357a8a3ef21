import type { DiscussionSummary } from '@apogee/contracts/community/community.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { discussionsQuery } from './api/community.ts'
import type { Place } from './place.ts'

/**
 * Returns a function that puts the questions of others about this minute of the lesson's video before the other rows, and their ids.
 * Without a minute, the rows stay as they are.
 */
export function useMinuteFirst(
  place: Place,
  minute: number | undefined,
): {
  minuteFirst: (rows: readonly DiscussionSummary[]) => readonly DiscussionSummary[]
  near: ReadonlySet<number>
} {
  const { user } = useSession()
  const filter = { place, search: '', only: null, minute: minute ?? 0 }
  const { data, isPlaceholderData } = useInfiniteQuery({
    ...discussionsQuery(filter, useViewer()),
    enabled: minute !== undefined,
  })
  const found =
    minute === undefined || isPlaceholderData ? [] : (data?.pages.flatMap((page) => page.data) ?? [])
  const first = found.filter(({ author }) => author.id !== user?.id)
  const near = new Set(first.map(({ id }) => id))
  return { near, minuteFirst: (rows) => [...first, ...rows.filter(({ id }) => !near.has(id))] }
}

const standing = ['pause', 'seeked', 'loadedmetadata'] as const

/** Returns the minute at which the video stands. While it plays, the minute stays, so that what follows it does not move. */
export function useStandingMinute(video: RefObject<HTMLVideoElement | null>): number {
  const [minute, setMinute] = useState(() => Math.floor((video.current?.currentTime ?? 0) / 60))
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const element = video.current
      if (element && target === element && element.paused) setMinute(Math.floor(element.currentTime / 60))
    }
    for (const event of standing) document.addEventListener(event, follow, true)
    return () => {
      for (const event of standing) document.removeEventListener(event, follow, true)
    }
  }, [video])
  return minute
}
