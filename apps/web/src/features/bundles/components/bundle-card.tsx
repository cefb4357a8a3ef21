import type { OfferedBundle } from '@apogee/contracts/bundles/bundles.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { bundleMessages } from '../messages/offered.en.ts'

export function BundleCard({ bundle }: { bundle: OfferedBundle }) {
  const text = useText(bundleMessages)
  const { id, title, courses, price, apart, seller, school } = bundle
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
      byline={school && seller ? <Link to={`/school/${school}`}>{seller}</Link> : seller}
      footer={<Price sen={price} freeLabel={text.free} {...wasOf(bundle, text.apart)} />}
    />
  )
}

/** Returns what the courses cost apart, if that is more than the price. */
export const wasOf = ({ price, apart }: Pick<OfferedBundle, 'price' | 'apart'>, wasLabel: string) =>
  apart > price ? { was: apart, wasLabel } : {}
