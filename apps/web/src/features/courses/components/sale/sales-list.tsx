import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { ListSearch } from '#web/platform/lists/list-search.tsx'
import { useServerMessage } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import '#web/platform/page/admin.css'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import { managedCoursesQuery } from '../../api/managed-courses.ts'
import { SalesCard } from './sales-card.tsx'
import { ScopeChoice, useCourseScope } from '../people/scope-choice.tsx'
import { EmptyWithLink, ListStates } from '#web/platform/lists/list-states.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'

/** Implements docs/specification.md#sales-list-course-sales. */
export function SalesList({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const { search, typed, setTyped } = useAddressFilter<never>()
  return (
    <div className="ap-wrap admin">
      <Head title={text.courseSales} />
      <header className="admin-head">
        <div>
          <h1 className="ap-h2">{text.courseSales}</h1>
          <p className="mt-1 text-secondary">{text.courseSalesLead}</p>
        </div>
      </header>
      <div className="admin-sales-tools">
        <ListSearch label={text.searchCourses} typed={typed} setTyped={setTyped} />
        <ScopeChoice manager={user} />
      </div>
      <SalesCards user={user} search={search} />
    </div>
  )
}

function SalesCards({ user, search }: { user: CurrentUser; search: string }) {
  const text = useText(administrationMessages)
  const serverMessage = useServerMessage()
  const courses = useInfiniteQuery({
    ...managedCoursesQuery(user, useCourseScope(user), { search, state: 'published' }),
    placeholderData: keepPreviousData,
  })
  const first = courses.data?.pages[0]
  return (
    <>
      {first ? (
        <p className="text-sm text-secondary" role="status">
          {text.courseCount(totalOf(first.meta))}
        </p>
      ) : null}
      <ListStates
        list={courses}
        skeletons={<SkeletonCards count={3} />}
        failed={(error) => text.errorLoadingCourses(serverMessage(error, text.tryLater))}
        why={() => ''}
        empty={
          <EmptyWithLink
            titleAs="h2"
            title={text.noSales}
            text={search ? text.noMatchHint : text.noSalesHint}
            to="/admin"
            action={text.goToAdmin}
          />
        }
        shownOf={text.shownOf}
        more={text.loadMore}
      >
        {(shown) => (
          <ul className="ap-grid admin-sales">
            {shown.map((course) => (
              <SalesCard key={course.id} course={course} />
            ))}
          </ul>
        )}
      </ListStates>
    </>
  )
}
