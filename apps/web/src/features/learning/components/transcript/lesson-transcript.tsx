import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { readingIcon } from '@apogee/ui/icons/more-icons.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, type RefObject } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { rememberPlayerPreferences, usePlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { learningMessages } from '../../messages/learning.en.ts'
import '../learning.css'

const TranscriptPanel = lazyWithRetry(async () => (await import('./transcript-panel.tsx')).TranscriptPanel)

const toggleId = 'transcript-toggle'

const hasTranscript = ({ fileType, captions = [] }: CourseResource) =>
  fileType === 'video' && captions.length > 0

/** Opens and closes the transcript of a video with captions; the choice applies to all lessons. */
export function TranscriptToggle({ resource }: { resource: CourseResource }) {
  const text = useText(learningMessages)
  const { transcript } = usePlayerPreferences()
  if (!hasTranscript(resource)) return null
  return (
    <Button
      id={toggleId}
      variant="quiet"
      size="sm"
      icon={readingIcon}
      aria-expanded={transcript}
      onClick={() => rememberPlayerPreferences({ transcript: !transcript })}
    >
      {text.transcript}
    </Button>
  )
}

/** Appears beside the video on wide screens, below it on others. Its code loads when it is opened. */
export function LessonTranscript({
  resource,
  video,
  onReload,
}: {
  resource: CourseResource
  video: RefObject<HTMLVideoElement | null>
  /** Loads the lesson again, because the signed address of the captions may have expired. */
  onReload: () => void
}) {
  const { transcript } = usePlayerPreferences()
  if (!transcript || !hasTranscript(resource)) return null
  const close = () => {
    rememberPlayerPreferences({ transcript: false })
    document.getElementById(toggleId)?.focus()
  }
  return (
    <div className="learn-transcript">
      <Suspense fallback={<Skeleton shape="block" />}>
        <TranscriptPanel
          resource={resource}
          video={video}
          onReload={onReload}
          openerId={toggleId}
          onClose={close}
        />
      </Suspense>
    </div>
  )
}
