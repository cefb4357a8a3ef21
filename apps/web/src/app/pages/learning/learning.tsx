import '#web/features/learning/components/learning.css'
import '#web/features/goals/components/goals.css'
import { enrolmentStates } from '@apogee/contracts/enrolments/enrolment-states.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Tabs } from '@apogee/ui/navigation/tabs.tsx'
import { Loading, SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { MyCourses } from '#web/features/learning/components/my-courses.tsx'
import { myCoursesQuery } from '#web/features/learning/api/my-courses.ts'
import { myLearningMessages } from '#web/features/learning/messages/my-learning.en.ts'
import type { PageModule } from '#web/framework/page-module.ts'
import { AddressSearch } from '#web/platform/lists/address-search.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSearchAddress, withParameter } from '#web/platform/lists/search-address.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useToday } from '../../today/use-today.ts'

// Their code arrives with the page, but the page does not wait for it: they show nothing before their own data have arrived.
const Today = lazyWithRetry(async () => (await import(/* first wave */ '../../today/today.tsx')).Today)
const WeeklyGoal = lazyWithRetry(
  async () => (await import(/* first wave */ '#web/features/goals/components/weekly-goal.tsx')).WeeklyGoal,
)

// The component loads on demand, because its tab is not the first one.
const Wishlist = lazyWithRetry(
  async () => (await import('#web/features/catalogue/components/wishlist.tsx')).Wishlist,
)

const KeptCourses = lazyWithRetry(async () => (await import('../../offline/kept-courses.tsx')).KeptCourses)

const parts = [...enrolmentStates, 'wishlist'] as const
type Part = (typeof parts)[number]
const [firstPart] = parts

export const prefetch: PageModule['prefetch'] = async ({ queries, viewer }) => {
  if (viewer !== 'anonymous')
    await queries.prefetchInfiniteQuery(myCoursesQuery(viewer, { state: firstPart, search: '' }))
}

export function Component() {
  const text = useText(myLearningMessages)
  const { user } = useSession()
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.title} />
      {user ? <MyLearning userId={user.id} /> : null}
    </div>
  )
}

/** The part and the search are in the address, so that Back returns to the same list. */
function MyLearning({ userId }: { userId: number }) {
  const text = useText(myLearningMessages)
  const { search: address, change } = useSearchAddress()
  const part = parts.find((one) => one === address.get('show')) ?? firstPart
  const search = address.get('search')?.trim().slice(0, 200) ?? ''
  const set = (name: 'show' | 'search', value: string) =>
    change(withParameter(name, value), { replace: true })
  return (
    <>
      <header className="ap-page-head learn-own-head">
        <h1 className="ap-h1">{text.title}</h1>
        {part === 'wishlist' ? null : (
          <AddressSearch
            label={text.search}
            placeholder={text.searchPlaceholder}
            applied={search}
            onApply={(typed) => set('search', typed)}
          />
        )}
      </header>
      <BelowToday userId={userId}>
        <Tabs<Part>
          className="mt-8"
          label={text.parts}
          panelClassName="pt-8"
          value={part}
          onChange={(chosen) => set('show', chosen === null || chosen === firstPart ? '' : chosen)}
          tabs={parts.map((id) => ({
            id,
            label: text[id],
            panel:
              id === 'wishlist' ? (
                <Suspense fallback={<SkeletonCards count={4} />}>
                  <Wishlist userId={userId} />
                </Suspense>
              ) : (
                <OwnPart userId={userId} state={id} search={search} onShowAll={() => set('search', '')} />
              ),
          }))}
        />
      </BelowToday>
    </>
  )
}

/** Leads with what waits today. What is below appears when the size of that is known, so that nothing moves. */
function BelowToday({ userId, children }: { userId: number; children: ReactNode }) {
  const { loading } = useText(platformMessages)
  const list = useInfiniteQuery(myCoursesQuery(userId, { state: firstPart, search: '' }))
  const today = useToday(userId)
  const skeletons = (
    <Loading label={loading}>
      <SkeletonCards count={4} />
    </Loading>
  )
  if (list.isPending || today.isAwaited) return skeletons
  const courses = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Suspense fallback={skeletons}>
      <Today userId={userId} courses={courses} readAt={list.dataUpdatedAt} state={today} />
      {children}
    </Suspense>
  )
}

interface OwnPartProps {
  userId: number
  state: (typeof enrolmentStates)[number]
  search: string
  onShowAll: () => void
}

function OwnPart(props: OwnPartProps) {
  const { userId, state, search } = props
  const list = useInfiniteQuery(myCoursesQuery(userId, { state, search }))
  return (
    <>
      <MyCourses
        {...props}
        aside={
          <Suspense fallback={<div className="goal-place" />}>
            <WeeklyGoal userId={userId} />
          </Suspense>
        }
      />
      {state === firstPart && 'caches' in globalThis && !list.isPending ? (
        <Suspense>
          <KeptCourses userId={userId} />
        </Suspense>
      ) : null}
    </>
  )
}
