import type { ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { lessonTextMessages } from './lesson-text-messages.en.ts'
import './lesson-text.css'

// Texts without a video do not load the player.
const TextVideoPlayer = lazyWithRetry(async () => (await import('./text-video-player.tsx')).TextVideoPlayer)

/** Plays a video of the text with its title below. Watching is not recorded. */
export function LessonVideo({ title, video }: { title: string; video: ShownVideo | undefined }) {
  const text = useText(lessonTextMessages)
  if (!video) {
    return (
      <p className="lesson-picture-words">
        {title}
        <small>{text.videoNotHere}</small>
      </p>
    )
  }
  return (
    <figure className="lesson-video">
      <Suspense fallback={<div className="lesson-video-room" />}>
        <TextVideoPlayer video={video} />
      </Suspense>
      <figcaption>{title}</figcaption>
    </figure>
  )
}
