import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import type { ReactNode } from 'react'
import { Price } from '@apogee/ui/figures/price.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import { newGiftMessages } from '../messages/new-gift.en.ts'
import './gifts.css'

type Texts = Translation<typeof newGiftMessages>

const obstacleOf = ({ state, list }: Pick<QuotedCourse, 'state' | 'list'>, text: Texts): string | null => {
  if (state !== 'buyable') return text[`state_${state}`]
  return list === 0 ? text.freeCourse : null
}

/** Returns whether something must be left out before the gift can be paid. */
export const isHeldUp = ({ courses, bundles = [] }: Quote): boolean =>
  bundles.some(({ state }) => state !== 'buyable') ||
  courses.some(({ state, list, bundleId }) => bundleId === undefined && (state !== 'buyable' || list === 0))

const aloneIn = ({ courses }: Quote) => courses.filter(({ bundleId }) => bundleId === undefined)

/** The last course or bundle cannot be left out. */
export const mayLeaveOut = (quote: Quote): boolean => aloneIn(quote).length + (quote.bundles ?? []).length > 1

/** Lists the courses and bundles with their prices, and why one cannot be given. */
export function GivenLines({
  quote,
  onLeaveOut,
}: {
  quote: Quote
  onLeaveOut: (left: { courseId?: number; bundleId?: number }) => void
}) {
  const text = useText(newGiftMessages)
  const bundles = quote.bundles ?? []
  const hasSeveral = mayLeaveOut(quote)
  return (
    <ul className="gifts-lines">
      {bundles.map((bundle) => {
        const title = bundle.title ?? text.bundle
        const isSold = bundle.state === 'buyable'
        return (
          <Line
            key={`bundle ${bundle.bundleId}`}
            title={title}
            price={isSold ? bundle.total : null}
            obstacle={isSold ? null : text.state_gone}
            onLeaveOut={hasSeveral ? () => onLeaveOut({ bundleId: bundle.bundleId }) : null}
          >
            <span className="text-sm text-secondary">
              {text.bundle}: {bundle.courses.map((course) => course.title).join(', ')}
            </span>
          </Line>
        )
      })}
      {aloneIn(quote).map((course) => {
        const obstacle = obstacleOf(course, text)
        return (
          <Line
            key={course.courseId}
            title={course.title ?? `#${course.courseId}`}
            price={obstacle === null ? course.total : null}
            was={course.list}
            obstacle={obstacle}
            onLeaveOut={hasSeveral ? () => onLeaveOut({ courseId: course.courseId }) : null}
          />
        )
      })}
    </ul>
  )
}

function Line({
  title,
  price,
  was = 0,
  obstacle,
  onLeaveOut,
  children,
}: {
  title: string
  /** Null means that the line is not for sale. */
  price: number | null
  was?: number
  obstacle: string | null
  /** Null means that it is the only line. */
  onLeaveOut: (() => void) | null
  children?: ReactNode
}) {
  const text = useText(newGiftMessages)
  const { listPrice } = useText(platformMessages)
  return (
    <li>
      <span className="gifts-line-title">
        <b className="font-semibold">{title}</b>
        {children}
        {obstacle === null ? null : <span className="text-sm text-warning">{obstacle}</span>}
      </span>
      <span className="gifts-line-end">
        {price === null ? null : (
          <Price sen={price} freeLabel={text.free} {...(price < was && { was, wasLabel: listPrice })} />
        )}
        {onLeaveOut === null ? null : (
          <Button variant="quiet" size="sm" aria-label={text.leaveOutOf(title)} onClick={onLeaveOut}>
            {text.leaveOut}
          </Button>
        )}
      </span>
    </li>
  )
}

/** Shows the calculation from the list prices to the total. */
export function GiftTotals({ quote }: { quote: Quote }) {
  const text = useText(newGiftMessages)
  const discount = quote.saleDiscount + quote.couponDiscount
  return (
    <dl className="gifts-totals" aria-live="polite">
      {discount > 0 ? (
        <>
          <Row term={text.subtotal} value={formatPlainRinggit(quote.list)} />
          <Row term={text.discount} value={`−${formatPlainRinggit(discount)}`} />
        </>
      ) : null}
      <div data-total="">
        <dt>{text.total}</dt>
        <dd>{formatPlainRinggit(quote.total)}</dd>
      </div>
      {quote.tax > 0 ? <Row term={text.taxInside} value={formatPlainRinggit(quote.tax)} /> : null}
    </dl>
  )
}

function Row({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
