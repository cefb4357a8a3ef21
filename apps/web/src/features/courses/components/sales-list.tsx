import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Breadcrumb } from '@apogee/ui/breadcrumb.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Loading, SkeletonCard } from '@apogee/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/state.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useServerMessage } from '#web/platform/failure-text.ts'
import { Head } from '#web/platform/head.tsx'
import { ListEnd } from '#web/platform/list-end.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import '#web/platform/admin.css'
import { administrationMessages } from '../messages/administration.en.ts'
import { managedCoursesQuery } from '../api/managed-courses.ts'
import { SalesCard } from './sales-card.tsx'
import { ScopeChoice, useCourseScope } from './scope-choice.tsx'
import { useDebouncedValue } from '#web/platform/use-debounced-value.ts'

/** Implements docs/specification.md#sales-list-course-sales. */
export function SalesList({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const [typed, setTyped] = useState('')
  return (
    <div className="ap-wrap admin">
      <Head title={text.courseSales} />
      <header className="admin-head">
        <div>
          <Breadcrumb
            label={text.courseSales}
            links={[
              <Link key="admin" to="/admin">
                {user.role === 'instructor' ? text.teach : text.admin}
              </Link>,
            ]}
            current={text.courseSales}
          />
          <h1 className="ap-h2 mt-1">{text.courseSales}</h1>
          <p className="mt-1 text-secondary">{text.courseSalesLead}</p>
        </div>
      </header>
      <div className="admin-sales-tools">
        <SearchField
          label={text.searchCourses}
          placeholder={text.searchCourses}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ScopeChoice manager={user} />
      </div>
      <SalesCards user={user} search={useDebouncedValue(typed.trim())} />
    </div>
  )
}

function SalesCards({ user, search }: { user: CurrentUser; search: string }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const serverMessage = useServerMessage()
  const courses = useInfiniteQuery({
    ...managedCoursesQuery(user, useCourseScope(user), { search, state: 'published' }),
    placeholderData: keepPreviousData,
  })
  if (courses.isPending) {
    return (
      <Loading label={common.loading}>
        <div className="ap-grid">
          <SkeletonCard />
          <SkeletonCard />
          <SkeletonCard />
        </div>
      </Loading>
    )
  }
  if (courses.isLoadingError) {
    return (
      <ErrorState
        title={text.errorLoadingCourses(serverMessage(courses.error, text.tryLater))}
        action={<Button onClick={() => void courses.refetch()}>{common.tryAgain}</Button>}
      />
    )
  }
  const shown = courses.data.pages.flatMap((page) => page.data)
  const total = courses.data.pages[0]?.meta.total ?? shown.length
  return (
    <>
      <p className="text-sm text-secondary" role="status">
        {text.courseCount(total)}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          titleAs="h2"
          title={text.noSales}
          text={search ? text.noMatchHint : text.noSalesHint}
          action={
            <LinkButton as={Link} to="/admin">
              {text.goToAdmin}
            </LinkButton>
          }
        />
      ) : (
        <ul className="ap-grid admin-sales">
          {shown.map((course) => (
            <SalesCard key={course.id} course={course} />
          ))}
        </ul>
      )}
      {courses.hasNextPage ? (
        <ListEnd list={courses} status={text.shownOf(shown.length, total)} label={text.loadMore} />
      ) : null}
    </>
  )
}
