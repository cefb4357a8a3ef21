import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/cover.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { isFree, ringgit } from '#web/platform/money.ts'
import { administrationMessages } from './messages.en.ts'
import { allManagedCoursesQuery, widestScope } from './queries.ts'

const topCoursesShown = 3

const topCourses = (courses: readonly CatalogueCourse[]): CatalogueCourse[] =>
  courses
    .filter(({ studentCount }) => studentCount > 0)
    .toSorted((one, other) => other.studentCount - one.studentCount)
    .slice(0, topCoursesShown)

/** Figures that the course list itself carries. */
export function AnalyticsTab({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const figures = useQuery(allManagedCoursesQuery(user, widestScope(user)))
  if (figures.isPending) {
    return (
      <Loading label={common.loading} className="admin-figures">
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (figures.isError) {
    return (
      <ErrorState
        title={text.loadFailed}
        action={<Button onClick={() => void figures.refetch()}>{common.tryAgain}</Button>}
      />
    )
  }
  const { courses, total } = figures.data
  const enrolments = courses.reduce((sum, { studentCount }) => sum + studentCount, 0)
  const publicOnes = courses.filter(({ isPrivate }) => !isPrivate).length
  const isWhole = courses.length === total
  const top = topCourses(courses)
  return (
    <div className="admin-figures">
      <dl className="ap-kpis admin-kpis">
        <div className="ap-panel ap-kpi">
          <dt>{text.courses}</dt>
          <dd data-value="">{total}</dd>
          {isWhole ? <dd>{text.publicCount(publicOnes)}</dd> : null}
        </div>
        <div className="ap-panel ap-kpi">
          <dt>{text.enrolments}</dt>
          <dd data-value="">{enrolments}</dd>
          <dd>{isWhole ? text.inCourses(total) : text.inNewestCourses(courses.length, total)}</dd>
        </div>
      </dl>
      <section className="ap-panel" data-padded="" aria-labelledby="top-courses-heading">
        <h2 className="ap-h3" id="top-courses-heading">
          {text.topCourses}
        </h2>
        {top.length === 0 ? (
          <EmptyState className="admin-state" title={text.noEnrolments} text={text.noEnrolmentsHint} />
        ) : (
          <ol className="admin-ranks">
            {top.map((course) => (
              <li key={course.id}>
                <Cover
                  shape="thumb"
                  id={course.id}
                  title={course.title}
                  category={course.category}
                  image={course.image}
                />
                <div>
                  <Link className="font-semibold" to={`/course/${course.id}/manage`}>
                    {course.title}
                  </Link>
                  <p>{isFree(course) ? text.free : ringgit(course.price)}</p>
                </div>
                <span>{text.students(course.studentCount)}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}
