import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import type { Course } from '@apogee/contracts/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListEnd } from '#web/platform/list-end.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { CourseTable } from './course-rows.tsx'
import { useExportOf } from './export-data.tsx'
import { CourseDialog } from './lazy-course-dialog.tsx'
import { administrationMessages } from './messages.en.ts'
import { managedCoursesQuery } from './queries.ts'
import { ScopeChoice, useCourseScope } from './scope-choice.tsx'

/** The courses one manages, and the way to a new one. */
export function CoursesTab({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const notify = useNotify()
  const [isCreating, setIsCreating] = useState(false)
  useExportOf('courses', { scope: useCourseScope(user) })
  const created = (course: Course) => {
    setIsCreating(false)
    notify({
      text: text.created(course.title),
      link: (
        <Link className="ap-notice-link" to={`/course/${course.id}/manage`}>
          {text.addItsContent}
        </Link>
      ),
    })
  }
  return (
    <section className="ap-panel admin-panel" data-clip="" aria-labelledby="courses-heading">
      <div className="ap-toolbar">
        <h2 className="ap-h3" id="courses-heading">
          {text.courses}
        </h2>
        <ScopeChoice manager={user} />
        <Button data-end="" variant="primary" icon="plus" onClick={() => setIsCreating(true)}>
          {text.createCourse}
        </Button>
      </div>
      <Courses user={user} />
      {isCreating ? (
        <CourseDialog user={user} onClose={() => setIsCreating(false)} onSaved={created} />
      ) : null}
    </section>
  )
}

function Courses({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const courses = useInfiniteQuery(managedCoursesQuery(user, useCourseScope(user)))
  if (courses.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows count={6} />
      </Loading>
    )
  }
  if (courses.isLoadingError) {
    return (
      <LoadFailure
        className="admin-state"
        title={text.loadFailed}
        error={courses.error}
        onRetry={() => void courses.refetch()}
      />
    )
  }
  const shown = courses.data.pages.flatMap((page) => page.data)
  const total = courses.data.pages[0]?.meta.total ?? shown.length
  return (
    <>
      <CourseTable courses={shown} />
      {courses.hasNextPage ? (
        <ListEnd list={courses} status={text.shownOf(shown.length, total)} label={text.loadMore} />
      ) : null}
    </>
  )
}
