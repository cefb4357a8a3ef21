import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { memo, Suspense } from 'react'
import { useParams, useSearchParams } from '#web/platform/router/router.tsx'
import { salesMessages } from '#web/features/catalogue/messages/sales.en.ts'
import { pathWithFilters } from '#web/features/catalogue/filters.ts'
import { missingKey, salesQuery } from '#web/features/catalogue/api/catalogue.ts'
import '#web/features/catalogue/components/sales-page/sales.css'
import { SalesPage, useSales } from '#web/features/catalogue/components/sales-page/sales-page.tsx'
import { categoryNameIn } from '#web/shared/course/category-names.ts'
import { reviewsQuery } from '#web/features/reviews/api/reviews.ts'
import '#web/features/reviews/components/reviews.css'
import { ApiError } from '#web/platform/transfer/client.ts'
import { Head, shareImageOf } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { textIn, useText } from '#web/platform/language/messages.ts'
import type { PageAnswer, PageModule, PageRequest } from '#web/framework/page-module.ts'
import { breadcrumbs, course as structuredCourse, questions, type Place } from '../../structured-data.ts'

const courseIdIn = (courseId: string | undefined): number =>
  courseId && /^\d{1,15}$/.test(courseId) ? Number(courseId) : 0

async function loadOnServer({ params, url, queries, language }: PageRequest): Promise<PageAnswer> {
  const courseId = courseIdIn(params['courseId'])
  const reviews = reviewsQuery(courseId, 'anonymous')
  const fetchesReviews = queries.prefetchQuery(reviews)
  try {
    const { data } = await queries.fetchQuery(salesQuery(courseId, 'anonymous'))
    await fetchesReviews
    // If the reviews failed to load, the browser must fetch them again, so the server renders without them.
    if (!queries.getQueryData(reviews.queryKey)) queries.removeQueries({ queryKey: reviews.queryKey })
    return { isShared: true, jsonLd: () => structured(data, { url, language }) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The browser hydrates without the failed answer and fetches again, so the server must also render without it.
    queries.removeQueries({ queryKey: salesQuery(courseId, 'anonymous').queryKey })
    if (error.status !== 404) return { status: 503 }
    queries.setQueryData(missingKey(courseId), true)
    return { status: 404 }
  }
}

/** Builds the structured data. Its texts load on demand on the server, so that no browser loads them with the page. */
async function structured(sales: SalesInfo, place: Place): Promise<object[]> {
  const [{ detailsMessages }, { questionsOf }] = await Promise.all([
    import('#web/features/catalogue/messages/details.en.ts'),
    import('#web/features/catalogue/sales-questions.ts'),
  ])
  const { title, id, category } = sales.course
  const { marketplace } = textIn(salesMessages, place.language)
  return [
    structuredCourse(place, sales),
    breadcrumbs(place, [
      { name: marketplace, path: '/marketplace' },
      ...(category
        ? [{ name: categoryNameIn(place.language, category), path: pathWithFilters({ category }) }]
        : []),
      { name: title, path: `/sp/${id}/` },
    ]),
    ...questions(
      questionsOf(sales, textIn(detailsMessages, place.language), textIn(platformMessages, place.language)),
    ),
  ]
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export const prefetch: PageModule['prefetch'] = ({ params, queries, viewer }) =>
  queries.prefetchQuery(salesQuery(courseIdIn(params['courseId']), viewer))

const SalesBelow = lazyWithRetry(
  async () => (await import(/* first wave */ '../../sales-below.tsx')).SalesBelow,
)

/** The content is in the server's HTML; its code loads after the page's own and hydrates it later. */
const Below = memo(function Below({ sales }: { sales: SalesInfo }) {
  const { loading } = useText(platformMessages)
  return (
    <Suspense
      fallback={
        <Loading label={loading}>
          <Skeleton shape="block" />
        </Loading>
      }
    >
      <SalesBelow sales={sales} />
    </Suspense>
  )
})

export function Component() {
  const courseId = courseIdIn(useParams()['courseId'])
  const invite = useSearchParams()[0].get('invite')
  const text = useText(salesMessages)
  const course = useSales(courseId).sales.data?.data.course
  return (
    <>
      {course ? (
        <Head
          title={course.title}
          description={cutText(course.description.replaceAll(/\s+/g, ' '), 160)}
          path={`/sp/${course.id}/`}
          image={course.isPrivate ? undefined : { src: shareImageOf(course), alt: course.title }}
        />
      ) : (
        <Head title={text.neutralTitle} />
      )}
      <SalesPage courseId={courseId} invite={invite} below={(sales) => <Below sales={sales} />} />
    </>
  )
}
