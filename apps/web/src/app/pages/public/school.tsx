import { cutText } from '@apogee/domain/text/cut-text.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { BundleCard } from '#web/features/bundles/components/bundle-card.tsx'
import { CourseCard } from '#web/features/catalogue/components/course-card.tsx'
import { ReviewEntry } from '#web/features/reviews/components/review-entry.tsx'
import { schoolQuery, type ShownSchool } from '#web/features/schools/api/schools.ts'
import { SchoolPage } from '#web/features/schools/components/school-page.tsx'
import { schoolMessages } from '#web/features/schools/messages/school.en.ts'
import type { PageAnswer, PageModule, PageRequest } from '#web/framework/page-module.ts'
import { textIn, useRefusalText, useText } from '#web/platform/language/messages.ts'
import { Head, shareImageOf } from '#web/platform/page/head.tsx'
import { useHydrated } from '#web/platform/page/hydrated.ts'
import { Link, useParams, useSearchParams } from '#web/platform/router/router.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { breadcrumbs, courseList, school as structuredSchool } from '../../structured-data.ts'

/** The server refuses a longer name, as no school has one. */
const nameIn = (name: string | undefined): string => (name ?? '').slice(0, 40)

async function loadOnServer({ params, url, queries, language }: PageRequest): Promise<PageAnswer> {
  const query = schoolQuery(nameIn(params['name']))
  try {
    const school = await queries.fetchQuery(query)
    const place = { url, language }
    const path = `/school/${school.name}`
    return {
      isShared: true,
      jsonLd: [
        structuredSchool(place, { ...school, path }),
        courseList(place, school.courses),
        breadcrumbs(place, [
          { name: textIn(schoolMessages, language).courses, path: '/marketplace' },
          { name: school.title, path },
        ]),
      ],
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The browser hydrates without the failed answer and fetches again, so the server must also render without it.
    queries.removeQueries({ queryKey: query.queryKey })
    return { status: error.status === 404 || error.status === 400 ? 404 : 503 }
  }
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export const prefetch: PageModule['prefetch'] = ({ params, queries }) =>
  queries.prefetchQuery(schoolQuery(nameIn(params['name'])))

export function Component() {
  const text = useText(schoolMessages)
  const refusal = useRefusalText()
  const school = useQuery(schoolQuery(nameIn(useParams()['name'])))
  if (school.data) return <Shown school={school.data} />
  return (
    <>
      <Head title={text.school} />
      {!school.isError ? (
        <Loading label={text.loading} className="ap-wrap ap-section">
          <Skeleton shape="title" width={60} />
          <Skeleton shape="block" />
        </Loading>
      ) : school.error instanceof ApiError && [400, 404].includes(school.error.status) ? (
        <EmptyState
          page
          titleAs="h1"
          title={text.missing}
          text={text.missingHint}
          action={
            <LinkButton as={Link} to="/marketplace" variant="primary">
              {text.toMarketplace}
            </LinkButton>
          }
        />
      ) : (
        <ErrorState
          page
          titleAs="h1"
          title={text.loadFailed}
          text={refusal(school.error)}
          action={<Button onClick={() => void school.refetch()}>{text.tryAgain}</Button>}
        />
      )}
    </>
  )
}

function Shown({ school }: { school: ShownSchool }) {
  const text = useText(schoolMessages)
  const code = useSharedCode()
  const { name, title, intro, courses } = school
  const [first] = courses
  const about =
    intro === '' ? text.description(title, courses.map((course) => course.title).join(', ')) : intro
  return (
    <>
      <Head
        title={title}
        description={cutText(about.replaceAll(/\s+/g, ' '), 160)}
        path={`/school/${name}`}
        image={first && { src: shareImageOf(first), alt: first.title }}
      />
      <SchoolPage
        school={school}
        courses={courses.map((course, index) => (
          <CourseCard
            key={course.id}
            course={course}
            layout="grid"
            query={code}
            priority={index < 4}
            isInFirstView={index < 8}
          />
        ))}
        bundles={school.bundles.map((bundle) => (
          <BundleCard key={bundle.id} bundle={bundle} />
        ))}
        reviews={school.reviews.map(({ courseTitle, ...review }) => (
          <li key={review.id}>
            <p className="text-sm">
              <Link className="ap-link" to={`/sp/${review.courseId}/`}>
                {text.reviewOf(courseTitle)}
              </Link>
            </p>
            <ReviewEntry review={review} />
          </li>
        ))}
      />
    </>
  )
}

/** A link to a school may carry a discount code, which goes along to the sales pages of its courses. */
function useSharedCode(): string {
  const [query] = useSearchParams()
  const code = query.get('code')
  const isHydrated = useHydrated()
  return isHydrated && code ? `?${new URLSearchParams({ code }).toString()}` : ''
}
