import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { replayIcon } from '@apogee/ui/player/player-icons.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { clockLength } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { openPlaying, playingLink } from '../continuous-play.ts'
import { lessonAddress, type NumberedModule } from '../course-progress.ts'
import { watchedShare } from '../late-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'
import './lesson-end.css'

const countdownSeconds = 5

/** Returns false for a person who prefers reduced motion, and in a hidden tab, where nothing may start automatically. */
const mayStartByItself = () =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches && document.visibilityState === 'visible'

/** Describes why the lesson is not completed: too little of its video was watched. */
export interface Skipped {
  /** `percent` is the watched part, from 0 to 100. */
  percent: number
  /** Plays the first unwatched part. */
  onJump: () => void
}

/** Covers the picture at the end of a video with the next lesson and a replay button. */
export function LessonEnd({
  resourceId,
  next,
  courseId,
  completedModule,
  onReplay,
  onShown,
  holdsNext,
  skipped,
}: {
  resourceId: number
  next: CourseResource | null
  courseId: number
  /** `completedModule` is the module of this lesson, if all of its items are completed. */
  completedModule: NumberedModule | null
  onReplay: () => void
  /** While the cover is shown, its Next button is the view's only main action, so the page learns about it. */
  onShown: (resourceId: number | null) => void
  /** True while something over the picture waits for the learner. */
  holdsNext: boolean
  skipped: Skipped | null
}) {
  const text = useText(learningMessages)
  const { playsNext } = usePlayerPreferences()
  const [cancelled, setCancelled] = useState(false)
  const [counts] = useState(() => playsNext && mayStartByItself())
  useEffect(() => {
    onShown(resourceId)
    return () => onShown(null)
  }, [onShown, resourceId])
  return (
    <div className="lesson-end">
      <p className="lesson-end-title">
        {next ? (
          <>
            <span>{text.upNext}</span> {next.title}
            {next.seconds === null ? null : <span>{clockLength(next.seconds)}</span>}
          </>
        ) : (
          text.lastLesson
        )}
      </p>
      {completedModule ? (
        <p className="lesson-end-module">
          {text.moduleComplete(completedModule.number, completedModule.title)}
        </p>
      ) : null}
      {skipped ? (
        <p className="lesson-end-skipped">{text.watchedOf(skipped.percent, watchedShare * 100)}</p>
      ) : null}
      <div className="lesson-end-actions">
        {next ? (
          <LinkButton as={Link} {...playingLink(next)} variant="primary" iconEnd="arrow-right">
            {text.next}
          </LinkButton>
        ) : (
          <LinkButton as={Link} to={`/course/${courseId}`} variant="primary">
            {text.toCourse}
          </LinkButton>
        )}
        {skipped ? (
          <Button variant="quiet" icon="play" onClick={skipped.onJump}>
            {text.watchSkipped}
          </Button>
        ) : null}
        <Button variant="quiet" icon={replayIcon} onClick={onReplay}>
          {text.replay}
        </Button>
      </div>
      {next && counts && !cancelled ? (
        <Countdown next={next} isHeld={holdsNext} onCancel={() => setCancelled(true)} />
      ) : null}
    </div>
  )
}

function Countdown({
  next,
  isHeld,
  onCancel,
}: {
  next: CourseResource
  isHeld: boolean
  onCancel: () => void
}) {
  const text = useText(learningMessages)
  const navigate = useNavigate()
  const [left, setLeft] = useState(countdownSeconds)
  const goOn = useEffectEvent(() => {
    openPlaying(next.id)
    navigate(lessonAddress(next))
  })
  useEffect(() => {
    if (isHeld) return
    const timer = setInterval(() => {
      // The countdown pauses for an open dialog, such as the completion of the course.
      if (!document.querySelector('dialog[open]')) setLeft((seconds) => Math.max(0, seconds - 1))
    }, 1000)
    return () => clearInterval(timer)
  }, [isHeld])
  useEffect(() => {
    if (left === 0) goOn()
  }, [left])
  return (
    <p className="lesson-end-countdown">
      {/* The countdown is announced once, not each second. */}
      <span className="vh" role="status">
        {text.startsIn(countdownSeconds)}
      </span>
      <span aria-hidden="true">{text.startsIn(left)}</span>
      <Button variant="quiet" size="sm" onClick={onCancel}>
        {text.cancel}
      </Button>
    </p>
  )
}
