import './learning.css'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { percentOf } from '@apogee/contracts/courses/course-progress.ts'
import { Card } from '@apogee/ui/card.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import { Suspense, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { isWaiting } from '#web/shared/buying/unmet-prerequisites.ts'
import { dateInWords, hoursAndMinutes } from '#web/platform/language/dates.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { isFinished, lessonsOf } from '#web/shared/course/enrolled-courses.ts'
import { LessonProgress } from '#web/shared/course/lesson-progress.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { lessonAddress } from '../course-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'

const WaitingState = lazyWithRetry(async () => (await import('./waiting.tsx')).WaitingState)

/** Returns whether the learner is enrolled but the access has ended. */
export const hasEnded = ({ isEnrolled, enrollment }: CatalogueCourse): boolean =>
  !isEnrolled && enrollment?.accessEndsAt !== undefined

/**
 * Returns the unfinished course that was opened last, or the newest if none was opened. When all courses are finished, it returns a
 * finished one. Courses with ended access or unmet prerequisites are excluded.
 */
export function courseToCarryOn(courses: readonly CatalogueCourse[]): CatalogueCourse | undefined {
  const at = (course: CatalogueCourse) => course.enrollment?.lastAccessed ?? ''
  const open = courses.filter((course) => !hasEnded(course) && !isWaiting(course))
  const unfinished = open.filter((course) => !isFinished(course))
  return (unfinished.length > 0 ? unfinished : open).reduce<CatalogueCourse | undefined>(
    (latest, course) => (latest && at(latest) >= at(course) ? latest : course),
    undefined,
  )
}

/** Shows the bar of a course's modules, the percentage, and how much time is left. */
export function CourseProgressLine({ course }: { course: CatalogueCourse }) {
  const text = useText(learningMessages)
  const language = useLanguage()
  const percent = text.percent(percentOf(lessonsOf(course)))
  const minutes = isFinished(course) ? 0 : (course.enrollment?.minutesLeft ?? 0)
  return (
    <div className="flex items-center gap-3">
      <LessonProgress
        className="flex-1"
        lessons={lessonsOf(course)}
        modules={course.enrollment?.modules}
        label={text.progressOf(course.title)}
        valueText={percent}
      />
      <span className="text-sm text-secondary">{percent}</span>
      {minutes > 0 ? (
        <span className="text-sm text-tertiary">{text.timeLeft(hoursAndMinutes(minutes, language))}</span>
      ) : null}
    </div>
  )
}

export function EnrolledCard({
  course,
  titleAs,
  actions,
}: {
  course: CatalogueCourse
  titleAs?: 'h2' | 'h3'
  actions?: ReactNode
}) {
  const text = useText(learningMessages)
  const next = course.enrollment?.next
  const categoryName = useCategoryName()
  return (
    <Card
      layout="compact"
      titleAs={titleAs}
      actions={actions}
      cover={<Cover id={course.id} title={course.title} category={course.category} image={course.image} />}
      meta={categoryName(course.category)}
      title={<Link to={`/course/${course.id}`}>{course.title}</Link>}
      byline={
        <>
          {text.instructor}: {course.instructorName ?? text.noInstructor}
        </>
      }
      footer={
        <div className="grid w-full gap-2">
          <CourseProgressLine course={course} />
          <AccessState course={course} />
          {isWaiting(course) ? (
            <Suspense>
              <WaitingState course={course} />
            </Suspense>
          ) : null}
          {isFinished(course) ? (
            <p className="learn-card-state">
              <Icon name="check-circle" size="sm" />
              {text.completed}
            </p>
          ) : next ? (
            <p className="learn-card-next">
              <Link className="ap-link" data-standalone="" to={lessonAddress(next)}>
                {text.nextLesson(next.title)}
              </Link>
            </p>
          ) : null}
        </div>
      }
    />
  )
}

/** Shows that the access has ended, with the way to renew it, or that it ends soon. */
function AccessState({ course }: { course: CatalogueCourse }) {
  const text = useText(learningMessages)
  const language = useLanguage()
  const { accessEndsAt, mayRenew, startsAt } = course.enrollment ?? {}
  if (startsAt) return <p className="learn-card-next">{text.startsOn(dateInWords(startsAt, language))}</p>
  if (!accessEndsAt || !mayRenew) return null
  const day = dateInWords(accessEndsAt, language)
  if (!hasEnded(course)) return <p className="text-sm text-secondary">{text.accessUntil(day)}</p>
  return (
    <p className="learn-card-next">
      {text.accessEnded(day)} {isForSale(course) ? <RenewLink course={course} /> : null}
    </p>
  )
}

/** Returns whether the learner can buy or enrol again without help from the people who manage the course. */
export const isForSale = (course: CatalogueCourse): boolean =>
  course.state === undefined && !(course.isPrivate && isFree(course))

export function RenewLink({ course }: { course: CatalogueCourse }) {
  const text = useText(learningMessages)
  return (
    <Link className="ap-link" data-standalone="" to={`/sp/${course.id}/`}>
      {isFree(course) ? text.enrollAgain : text.buyAgain}
      <span className="vh">: {course.title}</span>
    </Link>
  )
}
