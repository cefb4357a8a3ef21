import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { CourseCard } from '#web/features/catalogue/components/course-card.tsx'
import {
  courseCountsQuery,
  freeCoursesQuery,
  popularCoursesQuery,
} from '#web/features/catalogue/api/catalogue.ts'
import '#web/features/marketing/components/landing.css'
import { Hero, StartWith } from '#web/features/marketing/components/landing-sections.tsx'
import { landingMessages } from '#web/features/marketing/messages/landing.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import type { PageAnswer, PageRequest } from '#web/framework/page-module.ts'
import { organisation, website } from '../../structured-data.ts'

const BeforeCommunity = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/marketing/components/landing-further.tsx')).BeforeCommunity,
)
const AfterCommunity = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/marketing/components/landing-further.tsx')).AfterCommunity,
)
const FeaturedGroups = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/community/components/groups/featured-groups.tsx'))
      .FeaturedGroups,
)

async function loadOnServer({ url, queries, language }: PageRequest): Promise<PageAnswer> {
  const { featuredGroupsQuery } = await import(
    /* first wave */ '#web/features/community/components/groups/featured-groups.tsx'
  )
  await Promise.all([
    queries.prefetchQuery(popularCoursesQuery()),
    queries.prefetchQuery(freeCoursesQuery()),
    queries.prefetchQuery(courseCountsQuery()),
    queries.prefetchQuery(featuredGroupsQuery()),
  ])
  return { jsonLd: [organisation({ url, language }), website({ url, language })] }
}

const shown = 4

/** Selects the most popular courses, one of them free if possible. */
function selection(courses: readonly CatalogueCourse[]): CatalogueCourse[] {
  const free = courses.find(isFree)
  const others = courses.filter((course) => course !== free)
  return free ? [...others.slice(0, shown - 1), free] : others.slice(0, shown)
}

/** Returns free courses that are not in `above`, or none if they do not fill a row. */
function others(free: readonly CatalogueCourse[], above: readonly CatalogueCourse[]): CatalogueCourse[] {
  const further = free.filter(({ id }) => above.every((course) => course.id !== id))
  return (further.length < shown ? free : further).slice(0, shown)
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const text = useText(landingMessages)
  const courses = selection(useQuery(popularCoursesQuery()).data?.data ?? [])
  const counts = useQuery(courseCountsQuery()).data?.data ?? []
  const free = others(useQuery(freeCoursesQuery()).data?.data ?? [], courses)
  return (
    <>
      <Head title={text.title} description={text.description} path="/" />
      <Hero />
      {courses.length > 0 ? (
        <StartWith>
          <ul className="ap-grid" data-scroller="">
            {courses.map((course) => (
              <CourseCard key={course.id} course={course} />
            ))}
          </ul>
        </StartWith>
      ) : null}
      <Suspense>
        <BeforeCommunity
          counts={counts}
          course={courses[0]}
          free={free.length > 0 ? free.map((course) => <CourseCard key={course.id} course={course} />) : null}
        />
      </Suspense>
      <Suspense>
        <FeaturedGroups />
      </Suspense>
      <Suspense>
        <AfterCommunity counts={counts} course={courses[1]} />
      </Suspense>
    </>
  )
}
