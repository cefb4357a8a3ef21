import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Link, useSearchParams } from 'react-router'
import '#web/features/catalogue/catalogue.css'
import { filtersIn, keptPath } from '#web/features/catalogue/filters.ts'
import { MarketplaceFilterBar, MarketplaceSearch } from '#web/features/catalogue/marketplace-filters.tsx'
import { FeaturedInstructors, MarketplaceResults } from '#web/features/catalogue/marketplace-results.tsx'
import { catalogueMessages } from '#web/features/catalogue/messages.en.ts'
import { marketplaceQuery } from '#web/features/catalogue/queries.ts'
import { useCategoryName } from '#web/platform/category-names.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import type { PageAnswer, PageRequest } from '../page-module.ts'
import { courseList } from '../structured-data.ts'

async function loadOnServer({ url, queries, language }: PageRequest): Promise<PageAnswer> {
  const query = marketplaceQuery(filtersIn(url.searchParams))
  await queries.prefetchInfiniteQuery(query)
  const courses = queries.getQueryData(query.queryKey)?.pages[0]
  if (!courses) return { status: 503 }
  return { jsonLd: [courseList({ url, language }, courses.data)] }
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const text = useText(catalogueMessages)
  const filters = filtersIn(useSearchParams()[0])
  const category = useCategoryName()(filters.category)
  return (
    <>
      <Head
        title={category ? `${category} · ${text.marketplace}` : text.marketplace}
        description={text.marketplaceDescription}
        path={keptPath(filters)}
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
      <MarketplaceFilterBar />
      <div className="ap-wrap">
        <MarketplaceResults />
      </div>
      <FeaturedInstructors />
      <section className="ap-section" data-band="">
        <div className="ap-wrap">
          <h2 className="ap-h2">{text.communityTitle}</h2>
          <p className="ap-lead">{text.communityText}</p>
          <p className="mt-6">
            <LinkButton as={Link} to="/community" iconEnd="arrow-right">
              {text.communityLink}
            </LinkButton>
          </p>
        </div>
      </section>
    </>
  )
}
