import { Cover } from '@apogee/ui/art/cover.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { unmetPrerequisitesOf, isWaiting } from '#web/shared/buying/unmet-prerequisites.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { playingLink } from '../continuous-play.ts'
import { courseProgressOf, nextResource } from '../course-progress.ts'
import './course-start.css'
import { learningMessages } from '../messages/learning.en.ts'
import { courseQuery } from '../api/learning.ts'

const PrerequisiteNotice = lazyWithRetry(
  async () => (await import('#web/shared/buying/prerequisite-notice.tsx')).PrerequisiteNotice,
)

/** Shows a purchased course as a row: its first or next lesson, with a link. */
export function CourseStart({
  courseId,
  title,
  isMain = false,
  end,
}: {
  courseId: number
  /** `title` is the title in the purchase. The generated cover appears when the course has loaded. */
  title: string
  /** True makes the button the view's primary action. */
  isMain?: boolean
  /** `end` follows the button and shows the price. */
  end?: ReactNode
}) {
  const text = useText(learningMessages)
  const { data } = useQuery(courseQuery(courseId, useViewer()))
  const course = data?.data
  const next = course?.permissions.study ? nextResource(course) : null
  const hasBegun = course ? courseProgressOf(course.contents).completedLessons > 0 : false
  return (
    <li className="course-start">
      <span className="course-start-cover">
        {course ? (
          <Cover
            shape="thumb"
            id={course.id}
            title={course.title}
            category={course.category}
            image={course.image}
          />
        ) : null}
      </span>
      <span className="course-start-words">
        <b>{title}</b>
        {next ? <span>{hasBegun ? text.nextLesson(next.title) : text.firstLesson(next.title)}</span> : null}
        {course && isWaiting(course) ? (
          <span>
            <Suspense>
              <PrerequisiteNotice first={unmetPrerequisitesOf(course)} then="openThen" />
            </Suspense>
          </span>
        ) : null}
      </span>
      <LinkButton
        as={Link}
        size={isMain ? 'lg' : 'sm'}
        {...(next ? playingLink(next) : { to: `/course/${courseId}` })}
        variant={isMain ? 'primary' : 'secondary'}
      >
        {next ? (hasBegun ? text.continue : text.startLearning) : text.goToCourse}
        <span className="vh"> {title}</span>
      </LinkButton>
      {end}
    </li>
  )
}
