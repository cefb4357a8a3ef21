import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Loading, SkeletonCard } from '@apogee/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/state.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useServerMessage } from '#web/platform/failure-text.ts'
import { ListEnd } from '#web/platform/list-end.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { libraryMessages } from '../messages/library.en.ts'

/** The states of a list of courses, the same in the catalogue and in the store. */
export function CoursePages({
  list,
  isSearch = false,
  card,
}: {
  list: UseInfiniteQueryResult<InfiniteData<AnswerOf<'listCourses'>>>
  isSearch?: boolean
  card: (course: CatalogueCourse, index: number) => ReactNode
}) {
  const text = useText(libraryMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const serverMessage = useServerMessage()
  if (list.isPending) {
    return (
      <Loading label={loading} className="ap-grid">
        {[1, 2, 3, 4].map((place) => (
          <SkeletonCard key={place} />
        ))}
      </Loading>
    )
  }
  if (!list.data) {
    return (
      <ErrorState
        titleAs="h2"
        title={text.errorLoading(serverMessage(list.error, text.tryLater))}
        action={<Button onClick={() => void list.refetch()}>{tryAgain}</Button>}
      />
    )
  }
  const courses = list.data.pages.flatMap((page) => page.data)
  const total = list.data.pages[0]?.meta.total ?? 0
  if (courses.length === 0) {
    return (
      <EmptyState
        titleAs="h2"
        title={text.noCourses}
        text={isSearch ? text.noneLikeThis : text.noCoursesHint}
        action={
          <LinkButton as={Link} to="/marketplace">
            {text.goToMarketplace}
          </LinkButton>
        }
      />
    )
  }
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      <ul className="ap-grid">{courses.map(card)}</ul>
      <ListEnd list={list} status={text.shownOf(courses.length, total)} label={text.showMore} />
    </div>
  )
}
