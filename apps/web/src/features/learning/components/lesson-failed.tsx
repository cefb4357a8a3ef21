import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { currentPrice, formatRinggit, isFree } from '@apogee/domain/money/money.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { StatePage } from '#web/platform/failures/state-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { learningMessages } from '../messages/learning.en.ts'

/** Says why a lesson does not open. A visitor who does not have the course is led to its sales page. */
export function LessonFailed({
  error,
  courseId,
  course,
  onRetry,
}: {
  error: Error | null
  courseId?: number
  course?: CourseDetail | undefined
  onRetry?: () => void
}) {
  const text = useText(learningMessages)
  const failureText = useFailureText()
  const hasEnded = course?.enrollment?.accessEndsAt !== undefined
  if (course && !course.permissions.study && !course.isEnrolled && !hasEnded) {
    return (
      <StatePage
        title={text.lessonFailed}
        text={text.lessonOfCourse(course.title)}
        back={[`/sp/${course.id}/`, isFree(course) ? text.seeFreeCourse : text.seeCourse(priceOf(course))]}
      />
    )
  }
  const isWaiting = error instanceof ApiError && error.errorCode === 'PREREQUISITES_OPEN'
  const isClosed =
    error === null || (!isWaiting && error instanceof ApiError && [403, 404].includes(error.status))
  return (
    <StatePage
      title={text.lessonFailed}
      text={isClosed ? text.lessonFailedHint : failureText(error, text.tryLater)}
      onRetry={onRetry}
      back={wayBack(courseId, text)}
    />
  )
}

export function LessonMissing({ courseId }: { courseId: number | undefined }) {
  const text = useText(learningMessages)
  return <StatePage title={text.noResource} text={text.noResourceHint} back={wayBack(courseId, text)} />
}

const priceOf = (course: CourseDetail): string => formatRinggit(currentPrice(course))

const wayBack = (courseId: number | undefined, text: { myCourses: string; toCourse: string }) =>
  courseId === undefined
    ? (['/dashboard', text.myCourses] as const)
    : ([`/course/${courseId}`, text.toCourse] as const)
