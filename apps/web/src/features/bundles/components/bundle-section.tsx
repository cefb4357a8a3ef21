import type { OfferedBundle } from '@apogee/contracts/bundles/bundles.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { offeredBundlesQuery } from '../api/offered.ts'
import { bundleMessages } from '../messages/offered.en.ts'

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

function BundleCard({ bundle }: { bundle: OfferedBundle }) {
  const text = useText(bundleMessages)
  const { id, title, courses, price, apart, seller } = bundle
  return (
    <Card
      layout="grid"
      titleAs="h3"
      cover={
        <Cover id={id} title={title} category={null} image={bundle.image} isDrawnWhenNear isHalfOnPhone>
          <Badge solid>{text.bundle}</Badge>
        </Cover>
      }
      meta={text.courses(courses.length)}
      metaEnd={apart > price ? <span>{text.saves(formatRinggit(apart - price))}</span> : null}
      title={<Link to={`/bundles/${id}`}>{title}</Link>}
      text={courses.map((course) => course.title).join(', ')}
      byline={seller}
      footer={<Price sen={price} freeLabel={text.free} {...wasOf(bundle, text.apart)} />}
    />
  )
}

/** Returns what the courses cost apart, if that is more than the price. */
export const wasOf = ({ price, apart }: Pick<OfferedBundle, 'price' | 'apart'>, wasLabel: string) =>
  apart > price ? { was: apart, wasLabel } : {}
