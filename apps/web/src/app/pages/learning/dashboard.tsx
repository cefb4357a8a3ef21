import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, Skeleton, SkeletonCard } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { DayStreakStat, XpStat } from '#web/features/achievements/components/level.tsx'
import type { PageModule } from '#web/framework/page-module.ts'
import { OwnInvitations } from '#web/features/enrolments/components/own-invitations.tsx'
import { courseToCarryOn, EnrolledCard } from '#web/features/learning/components/enrolled-courses.tsx'
import { LateFreeStarts } from '#web/features/learning/components/late-free-starts.tsx'
import { dashboardMessages } from '#web/features/learning/messages/dashboard.en.ts'
import { learningMessages } from '#web/features/learning/messages/learning.en.ts'
import { myLearningMessages } from '#web/features/learning/messages/my-learning.en.ts'
import { enrolledQuery } from '#web/features/learning/api/learning.ts'
import { unfinishedFirst } from '#web/shared/course/enrolled-courses.ts'
import { Head } from '#web/platform/page/head.tsx'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useToday } from '../../today/use-today.ts'

// Its code arrives with the page, but the page does not wait for it.
const Today = lazyWithRetry(async () => (await import(/* first wave */ '../../today/today.tsx')).Today)

// The certificates are below the first screen.
const Certificates = lazyWithRetry(
  async () => (await import('#web/features/achievements/components/certificates.tsx')).Certificates,
)

// Learners never load this component.
const StudioSummary = lazyWithRetry(
  async () => (await import('#web/features/operations/components/studio-summary.tsx')).StudioSummary,
)

export const prefetch: PageModule['prefetch'] = async ({ queries, viewer }) => {
  if (viewer !== 'anonymous') await queries.prefetchInfiniteQuery(enrolledQuery(viewer))
}

export function Component() {
  const text = useText(dashboardMessages)
  const { user } = useSession()
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.dashboard} />
      <header className="ap-page-head">
        <h1 className="ap-h1">{text.welcome(user?.name ?? text.cadet)}</h1>
      </header>
      {user && user.role !== 'student' ? (
        <Suspense fallback={<Skeleton shape="block" />}>
          <StudioSummary user={user} />
        </Suspense>
      ) : null}
      {user ? <OwnInvitations userId={user.id} /> : null}
      {user ? <EnrolledCourses userId={user.id} isLearner={user.role === 'student'} /> : null}
    </div>
  )
}

function EnrolledCourses({ userId, isLearner }: { userId: number; isLearner: boolean }) {
  const text = useText(dashboardMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const enrolled = useInfiniteQuery(enrolledQuery(userId))
  const today = useToday(userId)
  const skeletons = (
    <Loading label={loading} className="grid gap-8">
      <Skeleton shape="block" />
      <div className="ap-grid">
        <SkeletonCard />
        <SkeletonCard />
        <SkeletonCard />
      </div>
    </Loading>
  )
  if (enrolled.isPending || today.isAwaited) return skeletons
  if (enrolled.isError && !enrolled.data) {
    return (
      <ErrorState
        titleAs="h2"
        title={text.loadFailed}
        text={refusalText(enrolled.error)}
        action={<Button onClick={() => void enrolled.refetch()}>{tryAgain}</Button>}
      />
    )
  }
  const all = enrolled.data.pages.flatMap((page) => page.data)
  const courses = all.filter(({ enrollment }) => !enrollment?.archived)
  const total = enrolled.data.pages[0]?.meta.total ?? 0
  const lessonsDone = all.reduce(
    (sum, course) => sum + (course.enrollment?.progress.completedLessons ?? 0),
    0,
  )
  return (
    <Suspense fallback={skeletons}>
      {isLearner && all.every(({ enrollment }) => !enrollment?.lastAccessed) ? (
        <p className="mb-6 text-secondary">{text.firstVisit}</p>
      ) : null}
      <Today userId={userId} courses={courses} readAt={enrolled.dataUpdatedAt} state={today} />
      <dl className="ap-stats mt-8">
        <XpStat userId={userId} />
        <div>
          <dt>{text.enrolledCourses}</dt>
          <dd>{total}</dd>
        </div>
        <div>
          <dt>{text.lessonsCompleted}</dt>
          <dd>{lessonsDone}</dd>
        </div>
        <DayStreakStat userId={userId} />
      </dl>
      <YourCourses
        enrolled={enrolled}
        courses={courses}
        total={total}
        hasBegun={courseToCarryOn(courses) !== undefined}
      />
      <div className="mt-12">
        <Suspense>
          <Certificates userId={userId} quietWhenEmpty />
        </Suspense>
      </div>
    </Suspense>
  )
}

function YourCourses({
  enrolled,
  courses,
  total,
  hasBegun,
}: {
  enrolled: Parameters<typeof ListEnd>[0]['list']
  courses: Parameters<typeof unfinishedFirst>[0]
  total: number
  /** True means that the learner has a course to continue. */
  hasBegun: boolean
}) {
  const text = useText(dashboardMessages)
  const { browseCourses } = useText(learningMessages)
  return (
    <section className="mt-12" aria-labelledby="your-courses">
      <div className="ap-section-head">
        <h2 id="your-courses" className="ap-h2">
          {text.yourCourses}
        </h2>
        {hasBegun ? (
          <Link className="ap-link" data-standalone to="/courses">
            {text.browseMore}
          </Link>
        ) : null}
      </div>
      {hasBegun ? (
        <ul className="ap-grid">
          {unfinishedFirst(courses).map((course) => (
            <EnrolledCard key={course.id} course={course} />
          ))}
        </ul>
      ) : total > 0 ? (
        <AllArchived />
      ) : (
        <>
          <EmptyState
            title={text.noEnrolled}
            titleAs="h3"
            text={text.noEnrolledHint}
            action={
              <LinkButton as={Link} to="/courses" variant="primary">
                {browseCourses}
              </LinkButton>
            }
          />
          <LateFreeStarts />
        </>
      )}
      {enrolled.hasNextPage ? (
        <ListEnd list={enrolled} status={text.shownOf(courses.length, total)} label={text.showMore} />
      ) : null}
    </section>
  )
}

function AllArchived() {
  const text = useText(myLearningMessages)
  return (
    <EmptyState
      title={text['noneIn-in-progress']}
      titleAs="h3"
      text={text['noneHint-in-progress']}
      action={
        <LinkButton as={Link} to="/learning?show=archived" variant="primary">
          {text.title}
        </LinkButton>
      }
    />
  )
}
