import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { useEffect, useState, type RefObject } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { DocumentFrame, MediaMessage, VideoFailure, VideoPlayer } from '#web/shared/lesson/resource-media.tsx'
import { useAttempts } from '#web/platform/forms/use-attempts.ts'
import { rememberPlayerPreferences, usePlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { forgetOpenedPlaying, isOpenedPlaying } from '../continuous-play.ts'
import type { NumberedModule } from '../course-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'
import { watchedShare } from '../late-progress.ts'
import type { WatchedRange } from '../watched-parts.ts'
import { gapsIn, percentWatched } from '../watched-parts.ts'
import { LessonEnd, type Skipped } from './lesson-end.tsx'
import { usePageProgress } from '../use-page-progress.ts'
import { useWatchProgress } from '../use-watch-progress.ts'
import { waitingPosition } from '../waiting-progress.ts'

export interface LessonMediaProps {
  resource: CourseResource & { filePath: string }
  next: CourseResource | null
  /** `completedModule` is the module of this lesson, if all of its items are completed. */
  completedModule: NumberedModule | null
  isLearner: boolean
  /** Receives the element of a video. */
  video: RefObject<HTMLVideoElement | null>
  /** Contains the player of each lesson, and fills the screen in its stead, so that the next video stays in full screen. */
  stage: RefObject<HTMLElement | null>
  /** `second` is the second in the address; null means that playback starts at the learner's saved position. */
  second: number | null
  /** `marks` are the seconds marked on the seek bar. `keys` maps keys of the page to actions. */
  marks: readonly number[]
  keys: Readonly<Record<string, () => void>>
  /** The argument is the lesson whose end cover is shown over the picture, or null. */
  onEndShown: (resourceId: number | null) => void
  /** True while something over the picture waits for the learner. */
  holdsNext: boolean
  /** Loads the lesson again, because its signed address may have expired. */
  onReload: () => Promise<unknown>
}

/** Renders the lesson's content. Use the resource's id as key. */
export function LessonMedia(props: LessonMediaProps) {
  const text = useText(learningMessages)
  const { resource } = props
  if (resource.fileType === 'video') return <LessonVideo {...props} />
  if (resource.fileType === 'pdf') return <LessonDocument {...props} />
  return (
    <MediaMessage bleed sentence={text.fileNotShown}>
      <LinkButton href={resource.filePath} target="_blank" rel="noopener" icon={externalIcon}>
        {text.openFile}
      </LinkButton>
    </MediaMessage>
  )
}

function LessonDocument({ resource, isLearner, onReload }: LessonMediaProps) {
  const { startPage, onPage } = usePageProgress(resource, isLearner)
  return (
    <DocumentFrame
      bleed
      address={resource.filePath}
      title={resource.title}
      documentId={resource.id}
      startPage={startPage}
      onPage={onPage}
      onReload={onReload}
    />
  )
}

/** Returns null when the learner has watched enough for automatic completion. */
function skippedIn(
  watched: readonly WatchedRange[],
  duration: number,
  jump: (seconds: number) => void,
): Skipped | null {
  const percent = percentWatched(watched, duration)
  const [gap] = gapsIn(watched, duration, true)
  if (!gap || percent >= watchedShare * 100) return null
  return { percent, onJump: () => jump(gap[0]) }
}

/** Returns the learner's position, in seconds. One that the server does not have yet counts before its own. */
function useSavedPosition({ id, progress }: CourseResource): number {
  const entries = useOutbox()
  const [waiting] = useState(() => waitingPosition(entries, id)?.position)
  return waiting ?? progress?.position ?? 0
}

function PlaysNext() {
  const text = useText(learningMessages)
  const { playsNext } = usePlayerPreferences()
  return (
    <Checkbox
      label={text.playsNext}
      checked={playsNext}
      onChange={(event) => rememberPlayerPreferences({ playsNext: event.currentTarget.checked })}
    />
  )
}

function LessonVideo(props: LessonMediaProps) {
  const { attempt, again } = useAttempts(props.onReload)
  return <LessonVideoAttempt key={attempt} {...props} isAgain={attempt > 0} onAgain={again} />
}

function LessonVideoAttempt({
  resource,
  next,
  completedModule,
  isLearner,
  video,
  stage,
  second,
  onEndShown,
  holdsNext,
  isAgain,
  onAgain,
  ...player
}: LessonMediaProps & { isAgain: boolean; onAgain: () => Promise<void> }) {
  // The source must not change, because a change restarts the video: signed addresses change every hour, and each save of progress
  // renders again.
  const [source] = useState(() => ({
    src: resource.filePath,
    captions: resource.captions,
    stream: resource.stream,
  }))
  const [failed, setFailed] = useState(false)
  const [startsPlaying] = useState(() => isOpenedPlaying(resource.id))
  useEffect(forgetOpenedPlaying, [])
  const watch = useWatchProgress(resource, isLearner)
  const { completed = false } = resource.progress ?? {}
  const position = useSavedPosition(resource)
  const [duration, setDuration] = useState(0)
  const shownGaps = isLearner && !completed ? gapsIn(watch.watched, duration) : []
  const named = second !== null && second < (resource.seconds ?? Infinity) - 1 ? second : null
  if (failed) return <VideoFailure bleed onAgain={onAgain} />
  return (
    <VideoPlayer
      bleed
      docks
      videoRef={video}
      stage={stage}
      {...source}
      marks={player.marks}
      gaps={shownGaps}
      keys={player.keys}
      chapters={resource.chapters}
      // A completed video starts at the beginning.
      startAt={isAgain ? position : (named ?? (completed ? 0 : position))}
      autoPlay={startsPlaying}
      settings={next ? <PlaysNext /> : null}
      end={(replay) => (
        <LessonEnd
          resourceId={resource.id}
          next={next}
          courseId={resource.courseId}
          completedModule={completedModule}
          onReplay={replay}
          onShown={onEndShown}
          holdsNext={holdsNext}
          skipped={
            isLearner && !completed
              ? skippedIn(watch.watched, duration, (seconds) => {
                  if (video.current) video.current.currentTime = seconds
                  replay()
                })
              : null
          }
        />
      )}
      onTime={(seconds, length) => {
        if (Number.isFinite(length)) setDuration(length)
        watch.onTime(seconds, length)
      }}
      onPlayingChange={watch.onPlayingChange}
      onEnded={watch.onEnded}
      onError={() => setFailed(true)}
    />
  )
}
