import type { ShownVideo } from '@apogee/contracts/courses/lesson-texts.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { useText } from '#web/platform/messages.ts'
import { lessonTextMessages } from './lesson-text-messages.en.ts'
import './lesson-text.css'

// Texts without a video do without the player.
const TextVideoPlayer = lazyWithRetry(async () => (await import('./text-video-player.tsx')).TextVideoPlayer)

/** A video of the text, with its title below it. Watching it is not counted. */
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
