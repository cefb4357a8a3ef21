import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { useText } from '#web/platform/language/messages.ts'
import { courseProgressOf } from '../../course-progress.ts'
import { learningMessages } from '../../messages/learning.en.ts'
import { CourseContents } from '../course-contents.tsx'
import { CourseSearch } from '../course-search.tsx'
import './lesson.css'

/** Lists the contents of the course beside a lesson, with the search in them. */
export function LessonContents({
  course: { id, contents },
  resourceId,
}: {
  course: CourseDetail
  resourceId: number
}) {
  const text = useText(learningMessages)
  return (
    <section aria-labelledby="contents-title">
      <header className="lesson-contents-head">
        <h2 id="contents-title" className="font-semibold">
          {text.courseContent}
        </h2>
        <span className="text-sm text-secondary">
          {text.lessonCount(courseProgressOf(contents).totalLessons)}
        </span>
      </header>
      <CourseSearch courseId={id} contents={contents}>
        <CourseContents contents={contents} canOpen currentId={resourceId} />
      </CourseSearch>
    </section>
  )
}
