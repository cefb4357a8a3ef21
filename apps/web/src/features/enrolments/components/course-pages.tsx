import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useServerMessage } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { EmptyWithLink, ListStates } from '#web/platform/lists/list-states.tsx'
import { libraryMessages } from '../messages/library.en.ts'

/** Handles the states of a list of courses, the same in the catalogue and in the store. */
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
  const serverMessage = useServerMessage()
  return (
    <ListStates
      list={list}
      skeletons={<SkeletonCards count={4} />}
      titleAs="h2"
      failed={(error) => text.errorLoading(serverMessage(error, text.tryLater))}
      why={() => ''}
      empty={
        <EmptyWithLink
          titleAs="h2"
          title={text.noCourses}
          text={isSearch ? text.noneLikeThis : text.noCoursesHint}
          to="/marketplace"
          action={text.goToMarketplace}
        />
      }
      shownOf={text.shownOf}
      counted={(total) => text.shownOf(total, total)}
      more={text.showMore}
    >
      {(courses) => (
        <ul className="ap-grid" aria-busy={list.isPlaceholderData || undefined}>
          {courses.map(card)}
        </ul>
      )}
    </ListStates>
  )
}
