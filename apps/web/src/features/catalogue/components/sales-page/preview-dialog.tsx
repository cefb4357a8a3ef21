import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { DocumentFrame, VideoFailure, VideoPlayer } from '#web/shared/lesson/resource-media.tsx'
import { useAttempts } from '#web/platform/forms/use-attempts.ts'
import { previewMessages } from '../../messages/preview.en.ts'
import { OfferActions, standingOf, type Offer } from './purchase-panel.tsx'
import './preview.css'

const LessonText = lazyWithRetry(
  async () => (await import('#web/shared/lesson-text/lesson-text.tsx')).LessonText,
)

const FirstSentence = lazyWithRetry(async () => (await import('./first-courses.tsx')).FirstSentence)

type Preview = CourseResource & { filePath: string }

/** Shows a free preview, with the course's price and a link to the rest below it. */
export function PreviewDialog({
  offer,
  resourceId,
  autoPlay,
  onClose,
}: {
  offer: Offer
  resourceId: number
  /** True means that the viewer opened the dialog with Play, so the video starts immediately. */
  autoPlay: boolean
  onClose: () => void
}) {
  const text = useText(previewMessages)
  const common = useText(platformMessages)
  const { course, outline } = offer.sales
  const resource = outline.flatMap(({ resources }) => resources).find(({ id }) => id === resourceId)
  if (!resource) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={resource.title}
      text={text.freePreview(course.title)}
      closeLabel={common.close}
      width="lg"
      footer={
        <div className="sales-preview-offer">
          {course.prerequisites ? (
            <Suspense>
              <FirstSentence course={offer.sales.course} standing={standingOf(offer)} />
            </Suspense>
          ) : null}
          <CoursePrice course={course} freeLabel={common.free} />
          <OfferActions {...offer} />
        </div>
      }
    >
      {resource.filePath === undefined ? (
        <Suspense>
          <LessonText key={resource.id} resourceId={resource.id} />
        </Suspense>
      ) : (
        <PreviewMedia
          key={resource.id}
          resource={{ ...resource, filePath: resource.filePath }}
          autoPlay={autoPlay}
        />
      )}
    </Dialog>
  )
}

/** Renews the media's address, which may have expired on a page left open. */
function PreviewMedia({ resource, autoPlay }: { resource: Preview; autoPlay: boolean }) {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: ['sales', resource.courseId] })
  if (resource.fileType === 'video')
    return <PreviewVideo resource={resource} autoPlay={autoPlay} onReload={reload} />
  return (
    <DocumentFrame
      address={resource.filePath}
      title={resource.title}
      documentId={resource.id}
      onReload={reload}
    />
  )
}

interface VideoProps {
  resource: Preview
  autoPlay: boolean
}

function PreviewVideo({ onReload, ...video }: VideoProps & { onReload: () => Promise<unknown> }) {
  const { attempt, again } = useAttempts(onReload)
  return <PreviewAttempt key={attempt} {...video} onAgain={again} />
}

function PreviewAttempt({ resource, autoPlay, onAgain }: VideoProps & { onAgain: () => Promise<void> }) {
  const [source] = useState({ src: resource.filePath, stream: resource.stream })
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return <VideoFailure onAgain={onAgain} />
  return (
    <VideoPlayer
      {...source}
      captions={resource.captions}
      autoPlay={autoPlay}
      onError={() => setHasFailed(true)}
    />
  )
}
