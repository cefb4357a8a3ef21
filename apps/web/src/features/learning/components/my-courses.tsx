import './learning.css'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { EnrolmentState } from '@apogee/contracts/enrolments/enrolment-states.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { myCoursesQuery } from '../api/my-courses.ts'
import { myLearningMessages } from '../messages/my-learning.en.ts'
import { useArchive } from '../use-archive.tsx'
import { LateFreeStarts } from './late-free-starts.tsx'
import { EnrolledCard } from './enrolled-courses.tsx'

/** Shows one part of the learner's courses. */
export function MyCourses({
  userId,
  state,
  search,
  onShowAll,
  aside,
}: {
  userId: number
  state: EnrolmentState
  search: string
  onShowAll: () => void
  /** `aside` appears beside the courses in progress. */
  aside: ReactNode
}) {
  const text = useText(myLearningMessages)
  const list = useInfiniteQuery(myCoursesQuery(userId, { state, search }))
  return (
    <ListStates
      list={list}
      skeletons={<SkeletonCards count={4} />}
      titleAs="h2"
      failed={text.failed}
      empty={
        search === '' ? (
          <NoCourses state={state} />
        ) : (
          <NoMatch
            words={{ noMatch: text.noMatch(search), noMatchHint: text.noMatchHint, showAll: text.showAll }}
            onShowAll={onShowAll}
          />
        )
      }
      shownOf={text.shownOf}
      more={text.showMore}
    >
      {(courses) => (
        <Courses courses={courses} aside={state === 'in-progress' && search === '' ? aside : null} />
      )}
    </ListStates>
  )
}

function Courses({ courses, aside }: { courses: readonly CatalogueCourse[]; aside: ReactNode }) {
  const text = useText(myLearningMessages)
  const archive = useArchive()
  return (
    <div className="learn-own" data-aside={aside ? '' : undefined}>
      <ul className="ap-grid">
        {courses.map((course) => {
          const isArchived = course.enrollment?.archived ?? false
          return (
            <EnrolledCard
              key={course.id}
              course={course}
              titleAs="h2"
              actions={
                <Button
                  size="sm"
                  variant="quiet"
                  icon={isArchived ? 'undo' : undefined}
                  aria-label={isArchived ? text.takeBack(course.title) : text.archive(course.title)}
                  onClick={() => archive(course, !isArchived)}
                >
                  {isArchived ? text.takeBackShort : text.archiveShort}
                </Button>
              }
            />
          )
        })}
      </ul>
      {aside}
    </div>
  )
}

/** Offers free courses when none is in progress. */
function NoCourses({ state }: { state: EnrolmentState }) {
  const text = useText(myLearningMessages)
  const isBeginning = state === 'in-progress'
  return (
    <>
      <EmptyState
        titleAs="h2"
        title={text[`noneIn-${state}`]}
        text={text[`noneHint-${state}`]}
        {...(isBeginning && {
          action: (
            <LinkButton as={Link} to="/courses" variant="primary">
              {text.browse}
            </LinkButton>
          ),
        })}
      />
      {isBeginning ? <LateFreeStarts /> : null}
    </>
  )
}
