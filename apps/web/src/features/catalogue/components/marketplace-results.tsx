import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, SkeletonCard } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { useServerMessage } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { useMarks } from '#web/shared/course/use-marks.ts'
import { CourseCard } from './course-card.tsx'
import { addressWith, filtersIn, layoutIn, noFilters } from '../filters.ts'
import { catalogueMessages } from '../messages/catalogue.en.ts'
import { marketplaceQuery } from '../api/catalogue.ts'
import './catalogue.css'

const ListEnd = lazyWithRetry(
  async () => (await import(/* first wave */ '#web/platform/lists/list-end.tsx')).ListEnd,
)
const EmptySearchSuggestions = lazyWithRetry(
  async () => (await import('./empty-search-suggestions.tsx')).EmptySearchSuggestions,
)

export function MarketplaceResults() {
  const text = useText(catalogueMessages)
  const serverMessage = useServerMessage()
  const [search] = useSearchParams()
  const filters = filtersIn(search)
  const courses = useInfiniteQuery(marketplaceQuery(filters))
  const reset = addressWith(search, noFilters)
  const count = useRef<HTMLParagraphElement>(null)
  const moveFocusRef = useFocusOnUnmount(count)
  const searchedFor = courses.data?.pages[0]?.meta.searchedFor

  if (courses.isPending) return <ResultsSkeleton label={text.loadingMore} />
  if (courses.isLoadingError) {
    return (
      <ErrorState
        title={text.errorLoading(serverMessage(courses.error, text.tryLater))}
        action={<Button onClick={() => void courses.refetch()}>{text.tryAgain}</Button>}
      />
    )
  }
  const shown = courses.data.pages.flatMap((page) => page.data)
  const [first] = courses.data.pages
  const total = first ? totalOf(first.meta, shown.length) : shown.length
  return (
    <>
      <div className="catalogue-count">
        <p role="status" ref={count} tabIndex={-1}>
          {searchedFor
            ? `${text.noCourses} · ${text.showingResultsFor(searchedFor)}`
            : text.courseCount(total)}
        </p>
        <Link className="ap-link" data-standalone="" to={reset}>
          {text.resetFilters}
        </Link>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          titleAs="h2"
          title={text.noCourses}
          text={text.noCoursesHint}
          action={
            <Suspense>
              <EmptySearchSuggestions count={count} />
            </Suspense>
          }
        />
      ) : (
        <FoundCourses
          courses={shown}
          search={searchedFor ?? filters.search}
          isBusy={courses.isPlaceholderData}
        />
      )}
      {courses.hasNextPage || courses.data.pages.length > 1 ? (
        <Suspense>
          <ListEnd
            list={courses}
            status={text.shownOf(shown.length, total)}
            label={text.loadMore}
            next={addressWith(search, { page: String(filters.page + courses.data.pages.length) })}
          />
        </Suspense>
      ) : null}
      {filters.page > 1 ? (
        <p ref={moveFocusRef} className="catalogue-first">
          <Link className="ap-link" data-standalone="" to={addressWith(search, {})}>
            {text.fromTheBeginning}
          </Link>
        </p>
      ) : null}
    </>
  )
}

function FoundCourses({
  courses,
  search,
  isBusy,
}: {
  courses: readonly CatalogueCourse[]
  /** These words are marked. */
  search: string
  isBusy: boolean
}) {
  const [address] = useSearchParams()
  const layout = layoutIn(address)
  const mark = useMarks(search)
  return (
    <ul className="ap-grid" data-layout={layout} aria-busy={isBusy || undefined}>
      {courses.map((course, index) => (
        <CourseCard
          key={course.id}
          course={course}
          layout={layout}
          titleAs="h2"
          priority={index < 4}
          isInFirstView={index < 8}
          mark={mark}
        />
      ))}
    </ul>
  )
}

function ResultsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="ap-grid">
        {Array.from({ length: 8 }, (_, index) => (
          <SkeletonCard key={index} />
        ))}
      </div>
    </Loading>
  )
}
