import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { percentOf } from '@apogee/contracts/courses/course-progress.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { IconButton } from '@apogee/ui/button.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { LessonProgress } from '#web/shared/course/lesson-progress.tsx'
import { unknownCourse } from '#web/shared/other-servers/unknown-course.ts'
import { rememberPlayerPreferences, usePlayerPreferences } from '#web/shared/lesson/player-preferences.ts'
import { courseProgressOf, modulesDone } from '../../course-progress.ts'
import { learningMessages } from '../../messages/learning.en.ts'
import './lesson.css'

const theatreIcon = 'M3.5 6.5h17v11h-17zM3.5 14h17'

/** Shows the way back, the course's title and its progress in one line above a lesson. On phones it stays while one scrolls. */
export function LessonBar({ course, hasTheatre }: { course: CourseDetail; hasTheatre: boolean }) {
  const text = useText(learningMessages)
  return (
    <header className="lesson-bar">
      <div className="ap-wrap">
        <h1 className="lesson-bar-title">
          {course.id === unknownCourse ? (
            <span>{course.title}</span>
          ) : (
            <Link to={`/course/${course.id}`} title={text.toCourse}>
              <Icon name="arrow-left" />
              <span>{course.title}</span>
            </Link>
          )}
        </h1>
        {course.state ? (
          <Badge tone={course.state === 'draft' ? 'info' : 'neutral'}>
            {course.state === 'draft' ? text.draft : text.archived}
          </Badge>
        ) : null}
        {course.permissions.study || course.enrollment ? <BarProgress course={course} /> : null}
        {hasTheatre ? <TheatreButton /> : null}
      </div>
    </header>
  )
}

function BarProgress({ course }: { course: CourseDetail }) {
  const text = useText(learningMessages)
  const progress = courseProgressOf(course.contents)
  const complete = text.percentComplete(percentOf(progress))
  const ofLessons = text.ofLessons(progress.completedLessons, progress.totalLessons)
  return (
    <div className="lesson-bar-progress">
      <p>
        <b className="font-semibold">{complete}</b> <span className="text-secondary">{ofLessons}</span>
      </p>
      <LessonProgress
        lessons={progress}
        modules={modulesDone(course.contents)}
        label={text.courseProgress}
        valueText={`${complete} ${ofLessons}`}
      />
    </div>
  )
}

/** Gives the picture the whole width of the page, for all lessons of this browser. Only wide windows show the button. */
function TheatreButton() {
  const text = useText(learningMessages)
  const { theatre } = usePlayerPreferences()
  return (
    <IconButton
      className="lesson-bar-theatre"
      icon={theatreIcon}
      label={text.theatre}
      title={text.theatre}
      aria-pressed={theatre}
      onClick={() => rememberPlayerPreferences({ theatre: !theatre })}
    />
  )
}

/** Keeps the place of the bar while the course is awaited. */
export const LessonBarPlace = () => (
  <div className="lesson-bar">
    <div className="ap-wrap">
      <Skeleton shape="title" width={40} />
    </div>
  </div>
)
