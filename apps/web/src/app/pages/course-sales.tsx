import type { SalesInfo } from '@apogee/contracts/catalogue.ts'
import { useParams, useSearchParams } from 'react-router'
import { salesMessages } from '#web/features/catalogue/sales-messages.en.ts'
import { missingKey, salesQuery } from '#web/features/catalogue/queries.ts'
import '#web/features/catalogue/sales.css'
import { SalesPage, useSales } from '#web/features/catalogue/sales-page.tsx'
import { ApiError } from '#web/platform/client.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import type { PageAnswer, PageRequest } from '../page-module.ts'

const courseIdIn = (courseId: string | undefined): number =>
  courseId && /^\d{1,15}$/.test(courseId) ? Number(courseId) : 0

async function loadOnServer({ params, url, queries }: PageRequest): Promise<PageAnswer> {
  const courseId = courseIdIn(params['courseId'])
  try {
    const { data } = await queries.fetchQuery(salesQuery(courseId, 'anonymous'))
    return { jsonLd: [structuredCourse(data, url)] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The browser starts without this answer and asks again, so the server renders without it too.
    queries.removeQueries({ queryKey: salesQuery(courseId, 'anonymous').queryKey })
    if (error.status !== 404) return { status: 503 }
    queries.setQueryData(missingKey(courseId), true)
    return { status: 404 }
  }
}

/** schema.org: what search engines show of a course and its price. */
function structuredCourse({ course, sellerName, instructor, stats }: SalesInfo, url: URL): object {
  const address = new URL(`/sp/${course.id}/`, url).href
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.title,
    description: course.description.slice(0, 500),
    url: address,
    ...(course.image && { image: new URL(course.image, url).href }),
    provider: { '@type': 'Organization', name: sellerName },
    offers: {
      '@type': 'Offer',
      price: (course.price / 100).toFixed(2),
      priceCurrency: 'MYR',
      category: course.price > 0 ? 'Paid' : 'Free',
      availability: 'https://schema.org/InStock',
      url: address,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${stats.contentCounts.totalDuration}M`,
      ...(instructor?.name && { instructor: { '@type': 'Person', name: instructor.name } }),
    },
  }
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

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
          description={course.description.replaceAll(/\s+/g, ' ').slice(0, 160)}
          path={`/sp/${course.id}/`}
          image={course.image || undefined}
        />
      ) : (
        <Head title={text.neutralTitle} />
      )}
      <SalesPage courseId={courseId} invite={invite} />
    </>
  )
}
