import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { uploadIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withParameter } from '#web/platform/lists/search-address.ts'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { courseStateQuery } from '../api/course-state.ts'
import { CourseTable } from './course-rows.tsx'
import { useExportOf } from '#web/shared/people/export-scope.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'
import { CourseDialog } from './lazy-dialogs.ts'
import { administrationMessages } from '../messages/selling/administration.en.ts'
import { managedCoursesQuery } from '../api/managed-courses.ts'
import { ScopeChoice, useCourseScope } from './people/scope-choice.tsx'
import { courseExportMessages } from '../messages/course-export.en.ts'
import { statesMessages } from '../messages/selling/states.en.ts'
import '#web/platform/page/admin.css'
import '@apogee/ui/navigation/toolbar.css'

type Shown = 'current' | 'archived'

/** Selects drafts and published courses, or the archive, in the address. */
function useShownState(): [Shown, (next: Shown) => void] {
  const [search, setSearch] = useSearchParams()
  const show = (next: Shown) =>
    setSearch(withParameter('state', next === 'archived' ? next : ''), { replace: true })
  return [search.get('state') === 'archived' ? 'archived' : 'current', show]
}

/** Opens the dialog of a new course by a press, or by an address with `new=course`, which the dialog's end takes back. */
function useCourseDialog(): [boolean, (isOpen: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const [isOpened, setOpen] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    if (!next && search.has('new')) setSearch(withParameter('new', ''), { replace: true })
  }
  return [isOpened || search.get('new') === 'course', show]
}

/**
 * Names the money-back promise after the direct publication of a seller's first paid course, and where to change it. The page shows
 * it too, so a failed request is not announced.
 */
function usePromiseNotice() {
  const states = useText(statesMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  return async ({ id, price, state }: Course): Promise<void> => {
    if (price === 0 || state === 'draft') return
    const told = await queries.fetchQuery(courseStateQuery(id)).catch(noAnswer)
    if (!told?.promise?.mayChoose) return
    const { days, percent } = told.promise
    notify({
      tone: 'info',
      text: states.promiseHolds(states.promiseDefault(days, percent)),
      timeout: null,
      link: (
        <Link className="ap-notice-link" to="/studio/business#money-back-heading">
          {states.choosePromise}
        </Link>
      ),
    })
  }
}

const noAnswer = () => null

export function CoursesTab({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const notify = useNotify()
  const states = useText(statesMessages)
  const archives = useText(courseExportMessages)
  const [shown, show] = useShownState()
  const [isCreating, setIsCreating] = useCourseDialog()
  useExportOf('courses', { scope: useCourseScope(user) })
  const sayPromise = usePromiseNotice()
  const created = (course: Course | null, typed: { title: string }) => {
    setIsCreating(false)
    if (!course) {
      notify({ text: text.created(typed.title) })
      return
    }
    notify({
      text: course.state === 'draft' ? states.draftCreated(course.title) : text.created(course.title),
      link: (
        <Link className="ap-notice-link" to={`/course/${course.id}/manage`}>
          {text.addItsContent}
        </Link>
      ),
    })
    void sayPromise(course)
  }
  return (
    <section className="ap-panel admin-panel" data-clip="" aria-labelledby="courses-heading">
      <div className="ap-toolbar">
        <h2 className="ap-h3" id="courses-heading">
          {text.courses}
        </h2>
        <ScopeChoice manager={user} />
        <SegmentedControl<Shown>
          label={states.filterLabel}
          value={shown}
          onChange={show}
          options={[
            { value: 'current', label: states.current },
            { value: 'archived', label: states.archivedOnes },
          ]}
        />
        <LinkButton as={Link} data-end="" to="/studio/import" icon={uploadIcon}>
          {archives.importLink}
        </LinkButton>
        <Button variant="primary" icon="plus" onClick={() => setIsCreating(true)}>
          {text.createCourse}
        </Button>
      </div>
      <Courses user={user} state={shown} />
      {isCreating ? (
        <CourseDialog user={user} onClose={() => setIsCreating(false)} onSaved={created} />
      ) : null}
    </section>
  )
}

function Courses({ user, state }: { user: CurrentUser; state: Shown }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const courses = useInfiniteQuery(managedCoursesQuery(user, useCourseScope(user), { state }))
  if (courses.isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows count={6} />
      </Loading>
    )
  }
  if (courses.isLoadingError) {
    return (
      <LoadFailure title={text.loadFailed} error={courses.error} onRetry={() => void courses.refetch()} />
    )
  }
  const shown = courses.data.pages.flatMap((page) => page.data)
  const [first] = courses.data.pages
  const total = first ? totalOf(first.meta, shown.length) : shown.length
  return (
    <>
      <CourseTable courses={shown} isArchive={state === 'archived'} />
      {courses.hasNextPage ? (
        <ListEnd list={courses} status={text.shownOf(shown.length, total)} label={text.loadMore} />
      ) : null}
    </>
  )
}
