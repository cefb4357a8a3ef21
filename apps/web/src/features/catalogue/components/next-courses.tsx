import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Link } from '#web/platform/router/router.tsx'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { catalogueMessages } from '../messages/catalogue.en.ts'
import '@apogee/ui/figures/rows.css'
import './next-courses.css'

/** Lists a few courses as rows that link to their sales pages. */
export function NextCourses({ courses }: { courses: readonly CatalogueCourse[] }) {
  const text = useText(catalogueMessages)
  return (
    <ul className="ap-rows">
      {courses.map((course) => (
        <li key={course.id} className="next-course">
          <div>
            <Link className="ap-row-link" to={`/sp/${course.id}/`}>
              {course.title}
            </Link>
            <p className="text-xs text-secondary">{course.instructorName}</p>
          </div>
          <CoursePrice course={course} freeLabel={text.free} />
        </li>
      ))}
    </ul>
  )
}
