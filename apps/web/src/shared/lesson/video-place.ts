/** Relates notes and questions to a position in a lesson's video. */
import { useEffect, useState, type RefObject } from 'react'

type Video = RefObject<HTMLVideoElement | null>

const following = ['timeupdate', 'seeked', 'loadedmetadata'] as const

/** Returns the current whole second of the video; 0 without a video. */
export function useVideoSecond(video: Video): number {
  const [second, setSecond] = useState(() => Math.floor(video.current?.currentTime ?? 0))
  useEffect(() => {
    // Loading a video again creates another element, so each event's target is compared with the current element.
    const follow = ({ target }: Event) => {
      if (target === video.current) setSecond(Math.floor(video.current?.currentTime ?? 0))
    }
    for (const event of following) document.addEventListener(event, follow, true)
    return () => {
      for (const event of following) document.removeEventListener(event, follow, true)
    }
  }, [video])
  return second
}

export function seekVideo(video: Video, seconds: number): void {
  const element = video.current
  if (!element) return
  element.currentTime = seconds
  // The frame scrolls into view and not the video, because the video itself may be shown small in a corner.
  element.closest('.ap-player-place')?.scrollIntoView({ block: 'nearest' })
}
