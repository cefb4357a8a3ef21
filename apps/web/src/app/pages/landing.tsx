import type { CatalogueCourse } from '@apogee/contracts/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import '#web/features/catalogue/catalogue.css'
import { CourseCard } from '#web/features/catalogue/course-card.tsx'
import { newestCoursesQuery } from '#web/features/catalogue/queries.ts'
import '#web/features/landing/landing.css'
import { Hero, StartWith, TeachSection, WhereYouAre } from '#web/features/landing/landing-sections.tsx'
import { landingMessages } from '#web/features/landing/messages.en.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { isFree } from '#web/platform/money.ts'
import type { PageAnswer, PageRequest } from '../page-module.ts'
import { organisation, website } from '../structured-data.ts'

async function loadOnServer({ url, queries, language }: PageRequest): Promise<PageAnswer> {
  await queries.prefetchQuery(newestCoursesQuery())
  return { jsonLd: [organisation({ url, language }), website({ url, language })] }
}

const shown = 4

/** The newest courses, one of them free where there is one. */
function selection(courses: readonly CatalogueCourse[]): CatalogueCourse[] {
  const free = courses.find(isFree)
  const others = courses.filter((course) => course !== free)
  return free ? [...others.slice(0, shown - 1), free] : others.slice(0, shown)
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const text = useText(landingMessages)
  const courses = selection(useQuery(newestCoursesQuery()).data?.data ?? [])
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
      <WhereYouAre course={courses[0]} />
      <TeachSection course={courses[1]} />
    </>
  )
}
