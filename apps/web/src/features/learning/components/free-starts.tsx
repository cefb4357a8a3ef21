import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEnroll } from '#web/shared/buying/buy-course.ts'
import { offerOf } from '#web/shared/buying/offers.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { otherLanguage } from '#web/shared/course/other-language.ts'
import { call } from '#web/platform/transfer/client.ts'
import { lengthOnCard } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { freeStartsQuery } from '../api/my-courses.ts'
import { openPlaying } from '../continuous-play.ts'
import { lessonAddress, nextResource } from '../course-progress.ts'
import { myLearningMessages } from '../messages/my-learning.en.ts'

/**
 * Offers four free courses to a learner without a course to continue: one press enrols and opens the first lesson. It renders
 * nothing when there are no such courses.
 */
export function FreeStarts() {
  const text = useText(myLearningMessages)
  const notify = useNotify()
  const navigate = useNavigate()
  const { data: courses, isPending } = useQuery(freeStartsQuery())
  const onFailed = (sentence: string) => notify({ tone: 'danger', text: sentence })
  const { enroll, enrolling, isEnrolled } = useEnroll({
    failed: text.startFailed,
    unexplained: text.startFailed,
    onFailed,
    onSignedOut: () => navigate('/login?redirect=/learning'),
    onDone: (courseId) => void firstLessonOf(courseId).then((address) => navigate(address)),
  })
  if (isPending) return <SkeletonCards count={4} />
  if (!courses || courses.length === 0) return null
  return (
    <section className="mt-8 grid gap-6" aria-labelledby="free-starts">
      <div>
        <h2 className="ap-h2" id="free-starts">
          {text.startFree}
        </h2>
        <p className="mt-1 text-secondary">{text.startFreeHint}</p>
      </div>
      <ul className="ap-grid">
        {courses.map((course) => (
          <FreeStart
            key={course.id}
            course={course}
            isStarting={enrolling === course.id}
            isDisabled={isEnrolled}
            onStart={() => enroll(course.id, offerOf(course, null))}
          />
        ))}
      </ul>
    </section>
  )
}

/**
 * Returns the first lesson, whose video starts when it opens, or the course when it has no lesson, has unmet prerequisites or fails to
 * load.
 */
async function firstLessonOf(courseId: number): Promise<string> {
  try {
    const { data } = await call('readCourse', { params: { courseId } })
    const first = data.permissions.study ? nextResource(data) : null
    if (!first) return `/course/${courseId}`
    openPlaying(first.id)
    return lessonAddress(first)
  } catch {
    return `/course/${courseId}`
  }
}

function FreeStart({
  course,
  isStarting,
  isDisabled,
  onStart,
}: {
  course: CatalogueCourse
  isStarting: boolean
  isDisabled: boolean
  onStart: () => void
}) {
  const text = useText(myLearningMessages)
  const language = useLanguage()
  const categoryName = useCategoryName()
  const { id, title, category, image, durationMinutes, lessonCount } = course
  const facts = [
    lessonCount > 0 && text.lessons(lessonCount),
    durationMinutes > 0 && lengthOnCard(durationMinutes, language),
    otherLanguage(course, language),
  ].filter(Boolean)
  return (
    <Card
      layout="compact"
      cover={<Cover id={id} title={title} category={category} image={image} />}
      meta={categoryName(category)}
      title={
        <Link id={`free-${id}`} to={`/sp/${id}/`}>
          {title}
        </Link>
      }
      byline={facts.join(', ')}
      actions={
        <Button
          size="sm"
          icon="play"
          busy={isStarting}
          busyLabel={text.starting}
          disabled={isDisabled}
          aria-describedby={`free-${id}`}
          onClick={onStart}
        >
          {text.startNow}
        </Button>
      }
    />
  )
}
