import { useInfiniteQuery } from '@tanstack/react-query'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { offeredBundlesQuery } from '../api/offered.ts'
import { bundleMessages } from '../messages/offered.en.ts'
import { BundleCard } from './bundle-card.tsx'

/** Lists the bundles that a search finds, below the courses. It renders nothing without bundles, or when they cannot be loaded. */
export function BundleSection({ search }: { search: string }) {
  const text = useText(bundleMessages)
  const list = useInfiniteQuery(offeredBundlesQuery(search))
  const pages = list.data?.pages ?? []
  const [first] = pages
  const shown = pages.flatMap((page) => page.data)
  if (!first || shown.length === 0) return null
  return (
    <section className="ap-section" aria-labelledby="bundles">
      <h2 className="ap-h2" id="bundles">
        {text.heading}
      </h2>
      <p className="mb-6 mt-1 text-secondary">{text.lead}</p>
      <ul className="ap-grid">
        {shown.map((bundle) => (
          <BundleCard key={bundle.id} bundle={bundle} />
        ))}
      </ul>
      {list.hasNextPage || pages.length > 1 ? (
        <ListEnd
          list={list}
          status={text.shownOf(shown.length, totalOf(first.meta, shown.length))}
          label={text.more}
        />
      ) : null}
    </section>
  )
}
