import './learning.css'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Suspense } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords, hoursAndMinutes } from '#web/platform/language/dates.ts'
import { isFinished, lessonsOf } from '#web/shared/course/enrolled-courses.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { playingLink } from '../continuous-play.ts'
import { learningMessages } from '../messages/learning.en.ts'
import { CourseProgressLine } from './enrolled-courses.tsx'

const StoppedPicture = lazyWithRetry(async () => (await import('./stopped-picture.tsx')).StoppedPicture)

/**
 * Renders the lesson with which the learner goes on, with the picture at which its video stopped. A press on the button or the picture
 * plays it.
 */
export function CarryOn({
  course,
  waitingSecond,
}: {
  course: CatalogueCourse
  waitingSecond?: number | undefined
}) {
  const text = useText(learningMessages)
  const language = useLanguage()
  const progress = lessonsOf(course)
  const next = course.enrollment?.next
  const startsAt = course.enrollment?.startsAt
  const isDone = isFinished(course)
  const isWaiting = progress.completedLessons > 0 && progress.completedLessons < progress.totalLessons
  const lastAccessed = course.enrollment?.lastAccessed
  const picture = (
    <div className="learn-carry-picture">
      <Cover id={course.id} title={course.title} category={course.category} image={course.image} priority />
      {next && !isDone ? (
        <Suspense>
          <StoppedPicture key={next.id} lesson={next} waitingSecond={waitingSecond} />
        </Suspense>
      ) : null}
    </div>
  )
  return (
    <section className="ap-panel learn-carry-on" aria-label={text.carryOn}>
      {next && !isDone ? (
        // The button below is the same link for keyboards and screen readers.
        <Link {...playingLink(next)} tabIndex={-1} aria-hidden="true">
          {picture}
        </Link>
      ) : (
        picture
      )}
      <div className="grid min-w-0 gap-4">
        <div>
          <h2 className="ap-h3">
            <Link to={`/course/${course.id}`}>{course.title}</Link>
          </h2>
          <p className="mt-1 text-sm text-secondary">
            {isDone
              ? text.allDone
              : next
                ? next.secondsLeft
                  ? text.leftIn(hoursAndMinutes(Math.ceil(next.secondsLeft / 60), language), next.title)
                  : text.nextLesson(next.title)
                : startsAt
                  ? text.startsOn(dateInWords(startsAt, language))
                  : isWaiting
                    ? text.moreOpensLater
                    : null}
          </p>
          {lastAccessed ? (
            <p className="mt-1 text-xs text-tertiary">
              {text.lastAccessed(dateInWords(lastAccessed, language))}
            </p>
          ) : null}
        </div>
        <CourseProgressLine course={course} />
        <div>
          {isDone ? (
            <LinkButton as={Link} to="/courses" variant="primary">
              {text.browseCourses}
            </LinkButton>
          ) : (
            <LinkButton
              as={Link}
              {...(next ? playingLink(next) : { to: `/course/${course.id}` })}
              variant="primary"
              icon="play"
            >
              {text.continue}
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  )
}
