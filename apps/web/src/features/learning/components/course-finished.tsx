import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { hasAllLessons } from '@apogee/contracts/courses/course-progress.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { courseProgressOf, lessonAddress, openResources } from '../course-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'
import './learning.css'

/**
 * Shows that a course is at 100 %, and its uncompleted items, because documents do not count in a course with videos. `children`
 * contain the certificate.
 */
export function CourseFinished({
  contents,
  children,
}: {
  contents: readonly CourseContent[]
  children: ReactNode
}) {
  const text = useText(learningMessages)
  if (!hasAllLessons(courseProgressOf(contents))) return null
  const left = openResources(contents).filter((resource) => !resource.progress?.completed)
  return (
    <div className="learn-done">
      <Notice>
        <span>{text.allDone}</span>
        {left.length > 0 ? (
          <span>
            {' '}
            {text.stillLeft}{' '}
            {left.map((resource, index) => (
              <span key={resource.id}>
                {index > 0 ? ', ' : ''}
                <Link className="ap-link" to={lessonAddress(resource)}>
                  {resource.title}
                </Link>
              </span>
            ))}
          </span>
        ) : null}
      </Notice>
      {children}
    </div>
  )
}
