import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { useSearchParams } from '#web/platform/router/router.tsx'
import '#web/features/catalogue/components/catalogue.css'
import { filtersIn, pathWithFilters } from '#web/features/catalogue/filters.ts'
import { MarketplaceSearch } from '#web/features/catalogue/components/marketplace-search.tsx'
import { MarketplaceResults } from '#web/features/catalogue/components/marketplace-results.tsx'
import { catalogueMessages } from '#web/features/catalogue/messages/catalogue.en.ts'
import { featuredInstructorsQuery, marketplaceQuery } from '#web/features/catalogue/api/catalogue.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import type { PageAnswer, PageModule, PageRequest } from '#web/framework/page-module.ts'
import { courseList } from '../../structured-data.ts'

/** The filter bar consists of links and a form, which work before their code is loaded. */
const MarketplaceFilterBar = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/catalogue/components/marketplace-filter-bar.tsx'))
      .MarketplaceFilterBar,
)
const BundleSection = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/bundles/components/bundle-section.tsx')).BundleSection,
)
const FoundSchools = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/schools/components/found-schools.tsx')).FoundSchools,
)
const FeaturedInstructors = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/catalogue/components/featured-instructors.tsx'))
      .FeaturedInstructors,
)
const FeaturedGroups = lazyWithRetry(
  async () =>
    (await import(/* first wave */ '#web/features/community/components/groups/featured-groups.tsx'))
      .FeaturedGroups,
)

async function loadOnServer({ url, queries, language }: PageRequest): Promise<PageAnswer> {
  const query = marketplaceQuery(filtersIn(url.searchParams))
  const { featuredGroupsQuery } = await import(
    /* first wave */ '#web/features/community/components/groups/featured-groups.tsx'
  )
  const { offeredBundlesQuery } = await import('#web/features/bundles/api/offered.ts')
  const { search } = filtersIn(url.searchParams)
  const { foundSchoolsQuery } = await import('#web/features/schools/api/schools.ts')
  await Promise.all([
    search === '' ? undefined : queries.prefetchQuery(foundSchoolsQuery(search)),
    queries.prefetchInfiniteQuery(query),
    queries.prefetchInfiniteQuery(offeredBundlesQuery(search)),
    queries.prefetchQuery(featuredInstructorsQuery()),
    queries.prefetchQuery(featuredGroupsQuery()),
  ])
  const courses = queries.getQueryData(query.queryKey)?.pages[0]
  if (!courses) return { status: 503 }
  return { jsonLd: [courseList({ url, language }, courses.data)] }
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export const prefetch: PageModule['prefetch'] = ({ url, queries }) =>
  queries.prefetchInfiniteQuery(marketplaceQuery(filtersIn(url.searchParams)))

export function Component() {
  const text = useText(catalogueMessages)
  const filters = filtersIn(useSearchParams()[0])
  const category = useCategoryName()(filters.category)
  return (
    <>
      <Head
        title={category ? `${category} · ${text.marketplace}` : text.marketplace}
        description={text.marketplaceDescription}
        path={pathWithFilters(filters)}
        isKept={filters.search === ''}
      />
      <div className="ap-page-head catalogue-head">
        <div className="ap-wrap">
          <div>
            <h1 className="ap-h1">{text.marketplace}</h1>
            <p>{text.marketplaceLead}</p>
          </div>
          <MarketplaceSearch />
        </div>
      </div>
      <Suspense fallback={<div className="catalogue-filters" />}>
        <MarketplaceFilterBar />
      </Suspense>
      <div className="ap-wrap">
        {filters.search === '' ? null : (
          <Suspense>
            <FoundSchools search={filters.search} />
          </Suspense>
        )}
        <MarketplaceResults />
        {filters.price === 'free' ? null : (
          <Suspense>
            <BundleSection search={filters.search} />
          </Suspense>
        )}
      </div>
      <Suspense>
        <FeaturedInstructors />
      </Suspense>
      <Suspense>
        <FeaturedGroups />
      </Suspense>
    </>
  )
}
