import type { QuotedBundle } from '@apogee/contracts/bundles/quoted-bundles.ts'
import type { QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, type RefCallback } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useStore } from '#web/platform/session/store.ts'
import { chosenStarts } from '#web/shared/buying/cohort-choice.ts'
import { removeBundleFromCart, type CartBundle, type CartItem } from '#web/shared/buying/cart.ts'
import { bundleMessages } from '../messages/offered.en.ts'
import { BeforeBuying } from './sales/bundle-courses.tsx'
import './cart-bundles.css'

const chooser = () => import('#web/shared/buying/start-chooser.tsx')
const NamedStart = lazyWithRetry(async () => (await chooser()).NamedStart)
const LostStart = lazyWithRetry(async () => (await chooser()).LostStart)

interface Props {
  bundles: readonly CartBundle[]
  items: readonly CartItem[]
  quote: { bundles: readonly QuotedBundle[]; bundleLines: readonly QuotedCourse[]; error: unknown }
  /** True at the checkout, which names the starts that the purchase takes. */
  isSummary?: boolean
  /** Moves the focus when a bundle disappears together with its pressed Remove button. */
  moveFocusRef?: RefCallback<HTMLElement>
}

/** Lists the bundles of the cart with their courses, each with its share of the price. */
export function CartBundles({ bundles, ...props }: Props) {
  return (
    <ul className="cart-bundles" data-summary={props.isSummary || undefined}>
      {bundles.map((bundle) => (
        <li key={bundle.id}>
          <CartBundleLine bundle={bundle} {...props} />
        </li>
      ))}
    </ul>
  )
}

function CartBundleLine({
  bundle: { id, title },
  items,
  quote,
  isSummary = false,
  moveFocusRef,
}: Omit<Props, 'bundles'> & { bundle: CartBundle }) {
  const text = useText(bundleMessages)
  const { listPrice } = useText(platformMessages)
  const notify = useNotify()
  const quoted = quote.bundles.find(({ bundleId }) => bundleId === id)
  const bought = quote.bundleLines.filter(({ bundleId }) => bundleId === id)
  const list = bought.reduce((sum, line) => sum + line.list, 0)
  const price = bought.reduce((sum, line) => sum + line.list - line.saleDiscount, 0)
  return (
    <>
      <div className="cart-bundle-head">
        <div>
          <h2 className="font-semibold leading-snug">
            {quoted?.state === 'gone' ? (
              <s className="text-secondary">{title}</s>
            ) : (
              <Link to={`/bundles/${id}`}>{quoted?.title ?? title}</Link>
            )}
          </h2>
          <p className="text-sm text-secondary">{text.bundle}</p>
        </div>
        <div className="cart-bundle-end">
          {quoted?.state === 'buyable' ? (
            <Price
              sen={price}
              freeLabel={text.free}
              {...(price < list && { was: list, wasLabel: listPrice })}
            />
          ) : quoted || quote.error ? null : (
            <span className="text-sm text-secondary">{text.waitingForPrice}</span>
          )}
          <Button
            ref={moveFocusRef}
            variant="quiet"
            size="sm"
            icon="trash"
            aria-label={text.removeFromCart(title)}
            onClick={() => {
              removeBundleFromCart(id)
              notify({ tone: 'info', text: text.removed(title) })
            }}
          >
            {text.remove}
          </Button>
        </div>
      </div>
      {quoted && quoted.state !== 'buyable' ? (
        <p className="flex gap-2 text-sm text-warning">
          <Icon name="alert" size="sm" /> {text[`state_${quoted.state}`]} {text.removeToContinue}
        </p>
      ) : null}
      <ul className="cart-bundle-courses">
        {quoted?.courses.map((course) => (
          <BundleCourse
            key={course.courseId}
            course={course}
            line={bought.find(({ courseId }) => courseId === course.courseId)}
            isCountedOnce={items.some((item) => item.id === course.courseId)}
            isSummary={isSummary}
          />
        ))}
      </ul>
    </>
  )
}

/** Shows a course of a bundle with its share. `line` is absent when the bundle does not bring the course. */
function BundleCourse({
  course: { title, state, share },
  line,
  isCountedOnce,
  isSummary,
}: {
  course: QuotedBundle['courses'][number]
  line: QuotedCourse | undefined
  isCountedOnce: boolean
  isSummary: boolean
}) {
  const text = useText(bundleMessages)
  const amount =
    state === 'owned' ? text.owned : state === 'elsewhere' ? text.elsewhere : formatRinggit(share)
  return (
    <li>
      <p className="cart-bundle-course">
        <span>{title}</span>
        <span className="text-secondary">{amount}</span>
      </p>
      {line && isCountedOnce ? <p className="text-xs text-secondary">{text.countedOnce}</p> : null}
      {line ? (
        <BeforeBuying line={line}>{isSummary ? <BoughtStart line={line} /> : undefined}</BeforeBuying>
      ) : null}
    </li>
  )
}

/** Names the start that the purchase takes; if the chosen one is unavailable, shows the reason and the alternatives. */
function BoughtStart({ line: { courseId, start, startProblem } }: { line: QuotedCourse }) {
  const isWithoutCohort = useStore(chosenStarts).get(courseId) === null
  const problem = start && isWithoutCohort ? 'changed' : startProblem
  if (!start && !problem && !isWithoutCohort) return null
  return (
    <Suspense fallback={<Skeleton shape="line" />}>
      {problem ? (
        <LostStart courseId={courseId} problem={problem} />
      ) : (
        <p className="text-sm">
          <NamedStart start={start} />
        </p>
      )}
    </Suspense>
  )
}
