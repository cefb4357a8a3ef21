import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import { cuesOf, transcriptOf, type Cue, type TranscriptLine } from '@apogee/domain/text/transcript.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { failureOf, noAnswer } from '#web/platform/transfer/client.ts'
import { useViewer } from '#web/platform/session/session.tsx'

async function cuesAt(address: string, signal: AbortSignal): Promise<Cue[]> {
  const response = await fetch(address, { signal }).catch((cause: unknown) => Promise.reject(noAnswer(cause)))
  if (!response.ok) throw failureOf(response.status, undefined)
  return cuesOf(await response.text())
}

/** Loads the lines of a caption file. Its signature changes every hour, the file does not. */
export function useTranscriptLines(address: string, chapters: readonly Chapter[]) {
  const viewer = useViewer()
  const select = useCallback(
    (cues: Cue[]) =>
      transcriptOf(
        cues,
        chapters.map(({ atSeconds }) => atSeconds),
      ),
    [chapters],
  )
  return useQuery({
    queryKey: ['transcript', address.split('?')[0], viewer],
    queryFn: ({ signal }) => cuesAt(address, signal),
    select,
    staleTime: Infinity,
    // While offline, the service worker may have the file.
    networkMode: 'offlineFirst',
  })
}

/** Plays a video from a second on, also one that has not been loaded yet. */
export function playFrom(video: HTMLVideoElement | null, seconds: number): void {
  if (!video) return
  const seek = () => {
    video.currentTime = seconds
  }
  if (video.readyState === 0) video.addEventListener('loadedmetadata', seek, { once: true })
  else seek()
  // The browser may refuse autoplay or a missing source; the player then shows that it is paused.
  video.play().catch(() => undefined)
}

/** A line is current this many seconds before its start, because a seek arrives slightly before its target. */
const tolerance = 0.05

/** Returns the index of the current or last line, or -1 before the first. */
export function useCurrentLine(
  video: RefObject<HTMLVideoElement | null>,
  lines: readonly TranscriptLine[],
): number {
  const placeNow = () => {
    const now = (video.current?.currentTime ?? 0) + tolerance
    return lines.findLastIndex(({ start }) => start <= now)
  }
  const [current, setCurrent] = useState(-1)
  const read = useEffectEvent(() => setCurrent(placeNow()))
  useEffect(() => {
    read()
    // The listener is on the document, because the player replaces its element when a video is loaded again.
    const onTime = (event: Event) => {
      if (event.target === video.current) read()
    }
    const events = ['timeupdate', 'seeking', 'loadedmetadata'] as const
    for (const event of events) document.addEventListener(event, onTime, true)
    return () => {
      for (const event of events) document.removeEventListener(event, onTime, true)
    }
  }, [video, lines])
  return current
}

const movesLittle = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Scrolls the list, and never the page, so that one of its lines is in the middle. */
export function showLine(list: HTMLElement | null, place: number, isFirst = false): void {
  const line = list?.children[place]
  if (!list || !(line instanceof HTMLElement)) return
  const top = line.offsetTop - (list.clientHeight - line.offsetHeight) / 2
  list.scrollTo({ top, behavior: isFirst || movesLittle() ? 'instant' : 'smooth' })
}

const isSelectedIn = (list: HTMLElement | null): boolean => {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && (list?.contains(selection.anchorNode) ?? false)
}

/** Scrolls to the current line until the person scrolls the list or selects text in it. */
export function useFollowing(list: RefObject<HTMLElement | null>, current: number, isSearching: boolean) {
  const [follows, setFollows] = useState(true)
  const [hasShown, setHasShown] = useState(false)
  const pause = useCallback(() => setFollows(false), [])
  const show = useEffectEvent(() => {
    showLine(list.current, current, !hasShown)
    setHasShown(true)
  })
  useEffect(() => {
    if (follows && !isSearching && current >= 0 && !isSelectedIn(list.current)) show()
  }, [follows, isSearching, current, list])
  useEffect(() => {
    const onSelection = () => {
      if (isSelectedIn(list.current)) pause()
    }
    document.addEventListener('selectionchange', onSelection)
    return () => document.removeEventListener('selectionchange', onSelection)
  }, [list, pause])
  const follow = () => {
    if (isSelectedIn(list.current)) getSelection()?.removeAllRanges()
    setFollows(true)
  }
  return { follows, pause, follow }
}
