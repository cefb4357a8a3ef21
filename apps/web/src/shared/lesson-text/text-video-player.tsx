import type { ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { VideoFailure, VideoPlayer } from '#web/shared/lesson/resource-media.tsx'
import { useAttempts } from '#web/platform/forms/use-attempts.ts'
import { isTextToRead } from './text-to-read.ts'

/** Plays a video in a text. The URL may have expired on a page left open, so a retry reloads the text. */
export function TextVideoPlayer({ video }: { video: ShownVideo }) {
  const queries = useQueryClient()
  const { attempt, again } = useAttempts(() => queries.invalidateQueries({ predicate: isTextToRead }))
  return <Attempt key={attempt} video={video} onAgain={again} />
}

function Attempt({ video, onAgain }: { video: ShownVideo; onAgain: () => Promise<void> }) {
  // Signed URLs change every hour and must not restart the video.
  const [{ url, stream, captions }] = useState(video)
  const [hasFailed, setHasFailed] = useState(false)
  const element = useRef<HTMLVideoElement>(null)
  if (hasFailed) return <VideoFailure onAgain={onAgain} />
  return (
    <VideoPlayer
      src={url}
      stream={stream}
      captions={captions}
      videoRef={element}
      onPlayingChange={(isPlaying) => {
        if (isPlaying) pauseOthers(element.current)
      }}
      onError={() => setHasFailed(true)}
    />
  )
}

/** A text plays one of its videos at a time. */
function pauseOthers(playing: HTMLVideoElement | null): void {
  for (const other of document.querySelectorAll<HTMLVideoElement>('.lesson-video video'))
    if (other !== playing) other.pause()
}
