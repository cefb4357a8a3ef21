import type { CatalogueCourse } from '@apogee/contracts/catalogue.ts'
import { Avatar } from '@apogee/ui/avatar.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, SkeletonCard } from '@apogee/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/state.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useFailureText } from '#web/platform/failure-text.ts'
import { ListEnd } from '#web/platform/list-end.tsx'
import { useText } from '#web/platform/messages.ts'
import { CourseCard } from './course-card.tsx'
import { changed, filtersIn, isFiltered, layoutIn } from './filters.ts'
import { catalogueMessages } from './messages.en.ts'
import { marketplaceQuery } from './queries.ts'

/** The courses that match the address, with their count. */
export function MarketplaceResults() {
  const text = useText(catalogueMessages)
  const failureText = useFailureText()
  const [search, setSearch] = useSearchParams()
  const filters = filtersIn(search)
  const layout = layoutIn(search)
  const courses = useInfiniteQuery({ ...marketplaceQuery(filters), placeholderData: keepPreviousData })
  const reset = () =>
    setSearch((now) => changed(now, { search: null, category: null, price: null }), { replace: true })

  if (courses.isPending) return <ResultsSkeleton label={text.loadingMore} />
  if (courses.isLoadingError) {
    return (
      <ErrorState
        title={text.errorLoading(failureText(courses.error, text.tryLater))}
        action={<Button onClick={() => void courses.refetch()}>{text.tryAgain}</Button>}
      />
    )
  }
  const shown = courses.data.pages.flatMap((page) => page.data)
  const total = courses.data.pages[0]?.meta.total ?? shown.length
  return (
    <>
      <div className="catalogue-count">
        <p role="status">{text.courseCount(total)}</p>
        <button type="button" className="ap-link" data-standalone onClick={reset}>
          {text.resetFilters}
        </button>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          titleAs="h2"
          title={text.noCourses}
          text={text.noCoursesHint}
          action={isFiltered(filters) ? <Button onClick={reset}>{text.resetFilters}</Button> : null}
        />
      ) : (
        <ul className="ap-grid" data-layout={layout} aria-busy={courses.isPlaceholderData || undefined}>
          {shown.map((course, index) => (
            <CourseCard key={course.id} course={course} layout={layout} titleAs="h2" priority={index < 4} />
          ))}
        </ul>
      )}
      {courses.hasNextPage ? (
        <ListEnd list={courses} status={text.shownOf(shown.length, total)} label={text.loadMore} />
      ) : null}
    </>
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

const instructorsShown = 4

/** People who teach the newest courses, each with one of them. */
export function FeaturedInstructors() {
  const text = useText(catalogueMessages)
  const courses = useInfiniteQuery(marketplaceQuery({ search: '', category: null, price: 'all' }))
  const byName = new Map<string, CatalogueCourse>()
  for (const course of courses.data?.pages[0]?.data ?? []) {
    if (course.instructorName && !byName.has(course.instructorName)) byName.set(course.instructorName, course)
  }
  if (byName.size === 0) return null
  return (
    <section className="ap-section">
      <div className="ap-wrap">
        <div className="ap-section-head">
          <h2 className="ap-h2">{text.featuredInstructors}</h2>
        </div>
        <ul className="catalogue-people">
          {[...byName].slice(0, instructorsShown).map(([name, course]) => (
            <li key={name} className="ap-panel">
              <Avatar name={name} size="lg" />
              <div>
                <b>{name}</b>
                <Link to={`/sp/${course.id}/`}>{text.teaches(course.title)}</Link>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
