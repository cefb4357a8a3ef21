import type { OfferedBundle } from '@apogee/contracts/bundles/bundles.ts'
import type { QuotedBundle } from '@apogee/contracts/bundles/quoted-bundles.ts'
import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useEffect, useRef } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useBringCode } from '#web/shared/buying/bring-code.ts'
import { addBundleToCart, useCart } from '#web/shared/buying/cart.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useStore } from '#web/platform/session/store.ts'
import { chosenStarts } from '#web/shared/buying/cohort-choice.ts'
import { useTakenIntention } from '#web/shared/buying/intention.ts'
import { shownInPanel } from '#web/shared/buying/shown-in-panel.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { AppliedCode, CodeForm } from '#web/shared/buying/code-form.tsx'
import { codeMessages } from '#web/shared/buying/code-messages.en.ts'
import { bundleMessages } from '../../messages/offered.en.ts'
import { useBuyBundle } from '../../use-buy-bundle.ts'
import { wasOf } from '../bundle-card.tsx'
import './bundle-sales.css'

interface QuoteState {
  /** Holds the newest quote, which is without the code if quotes with the code are refused. */
  answer: Quote | undefined
  /** True means that the answer is for another code or other starts than those on the page. */
  isOutdated: boolean
  /** Tells why the quote with the code was not loaded. */
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface Props {
  bundle: OfferedBundle
  quote: QuoteState
  /** Holds the typed code, or an empty text. */
  code: string
  onCode: (code: string) => void
}

export function BundlePanel({ bundle, quote, code, onCode }: Props) {
  const text = useText(bundleMessages)
  const { answer } = quote
  const quoted = answer?.bundles?.find(({ bundleId }) => bundleId === bundle.id)
  return (
    <aside className="ap-panel bundle-panel" data-clip="" aria-label={text.purchase}>
      <Cover
        shape="plain"
        id={bundle.id}
        title={bundle.title}
        category={null}
        image={bundle.image}
        priority
      />
      <div className="bundle-panel-in">
        <PanelPrice bundle={bundle} quoted={quoted} couponDiscount={answer?.couponDiscount ?? 0} />
        {answer && quoted ? (
          quoted.state === 'buyable' ? (
            <BuyActions bundle={bundle} quote={quote} answer={answer} code={code} onCode={onCode} />
          ) : (
            <Notice tone="info" quiet>
              {text[`state_${quoted.state}`]}
            </Notice>
          )
        ) : quote.error ? (
          <PriceFailed quote={quote} />
        ) : (
          <Skeleton shape="button" />
        )}
        {quoted?.state === 'buyable' || quoted?.state === 'owned' ? (
          <div>
            <LinkButton as={Link} to={`/gifts/new?bundles=${bundle.id}`} variant="quiet" size="sm">
              {text.buyAsGift}
            </LinkButton>
          </div>
        ) : null}
        <noscript>
          <p>{text.needsScripts}</p>
        </noscript>
      </div>
    </aside>
  )
}

/** Shows the price for this viewer beside what the courses that they would get cost apart. */
function PanelPrice({
  bundle,
  quoted,
  couponDiscount,
}: {
  bundle: OfferedBundle
  quoted: QuotedBundle | undefined
  couponDiscount: number
}) {
  const text = useText(bundleMessages)
  if (quoted && quoted.state !== 'buyable') return null
  const owned = quoted?.courses.filter(({ state }) => state === 'owned').map(({ courseId }) => courseId) ?? []
  const apart = bundle.courses
    .filter(({ id }) => !owned.includes(id))
    .reduce((sum, { price, salePrice }) => sum + (salePrice ?? price), 0)
  const whole = quoted ? quoted.price - quoted.deducted : bundle.price
  const price = quoted?.total ?? whole
  return (
    <div className="grid gap-1">
      <Price sen={price} size="xl" freeLabel={text.free} {...wasOf({ price, apart }, text.apart)} />
      {apart > price ? (
        <p className="text-positive font-medium">{text.saves(formatRinggit(apart - price))}</p>
      ) : null}
      {apart < whole ? <p>{text.cheaperApart(formatRinggit(apart))}</p> : null}
      {owned.length > 0 && quoted ? (
        <p>{text.deducted(owned.length, formatRinggit(quoted.deducted))}</p>
      ) : null}
      {couponDiscount > 0 ? <p>{text.codeLowers(formatRinggit(couponDiscount))}</p> : null}
      <p className="text-sm text-secondary">{text.onePayment}</p>
    </div>
  )
}

function BuyActions({ bundle, quote, answer, code, onCode }: Props & { answer: Quote }) {
  const text = useText(bundleMessages)
  const { buy, isBuying } = useBuyBundle(bundle)
  const { isMissing, isShown } = useStarts(answer.courses.filter(({ bundleId }) => bundleId === bundle.id))
  const isStartMissing = isMissing && !quote.isOutdated
  const isOpen = isShown && !isMissing
  useIntendedPurchase({ bundle, answer, isKnown: !quote.isOutdated && !quote.isFetching, isOpen, buy })
  return (
    <div className="grid gap-3">
      {isStartMissing ? (
        <Notice tone="warning" quiet>
          {text.startMissing}
        </Notice>
      ) : null}
      <Button
        variant="primary"
        size="lg"
        block
        busy={isBuying}
        busyLabel={text.buying}
        disabled={quote.isOutdated || !isOpen}
        onClick={() => buy(answer)}
      >
        {text.buyNow}
      </Button>
      <CartButtons bundle={bundle} applied={appliedOf(answer, code)} />
      <Code quote={quote} answer={answer} code={code} onCode={onCode} />
    </div>
  )
}

/**
 * Carries out the press that led a signed-out person to the sign-in page, once. A bundle whose price or starts are not those at the
 * press has to be pressed again.
 */
function useIntendedPurchase({
  bundle,
  answer,
  isKnown,
  isOpen,
  buy,
}: {
  bundle: OfferedBundle
  answer: Quote
  /** False while the current quote of this person is loading. */
  isKnown: boolean
  isOpen: boolean
  buy: (quote: Quote) => void
}) {
  const text = useText(bundleMessages)
  const notify = useNotify()
  const taken = useTakenIntention('bundle', bundle.id)
  const handled = useRef<unknown>(null)
  useEffect(() => {
    if (!taken || !isKnown || handled.current === taken) return
    handled.current = taken
    const isAsBefore = taken.pressedPrice === answer.total
    const hasStarts = answer.courses.some(({ start }) => start !== undefined)
    if (isAsBefore && isOpen && !hasStarts) buy(answer)
    else notify({ tone: 'warning', text: text.pressAgain, timeout: null })
  }, [taken, isKnown, isOpen, answer, buy, notify, text])
}

/** Compares the starts that the quote would buy with those that stand on the page. */
function useStarts(lines: readonly QuotedCourse[]): { isMissing: boolean; isShown: boolean } {
  const chosen = useStore(chosenStarts)
  const shown = useStore(shownInPanel)
  const isOther = ({ courseId, start }: QuotedCourse) => (shown.get(courseId) ?? null) !== (start?.id ?? null)
  return {
    isMissing: lines.some(
      (line) =>
        line.startProblem !== undefined ||
        // A buyer who chose to begin at once never gets a cohort without a press.
        (line.start && chosen.get(line.courseId) === null) ||
        (shown.has(line.courseId) && isOther(line)),
    ),
    isShown: !lines.some(isOther),
  }
}

/** Returns the typed code as its seller spelled it, or null unless it is applied. */
const appliedOf = ({ code }: Quote, typed: string): string | null =>
  typed !== '' && code && !code.refusal ? code.code : null

function CartButtons({
  bundle: { id, title, courses },
  applied,
}: Pick<Props, 'bundle'> & { applied: string | null }) {
  const text = useText(bundleMessages)
  const notify = useNotify()
  const { bundles, has } = useCart()
  const bringCode = useBringCode()
  const cartLink = useRef<HTMLAnchorElement>(null)
  const moveFocusRef = useFocusOnUnmount(cartLink)
  if (bundles.some((bundle) => bundle.id === id)) {
    return (
      <>
        <Button size="lg" block icon="check" disabled>
          {text.inCart}
        </Button>
        <LinkButton as={Link} ref={cartLink} to="/cart" variant="quiet" block iconEnd="arrow-right">
          {text.goToCart}
        </LinkButton>
      </>
    )
  }
  const add = () => {
    const replaces = courses.some((course) => has(course.id))
    const isAdded = addBundleToCart(
      { id, title },
      courses.map((course) => course.id),
    )
    if (!isAdded) return notify({ tone: 'warning', text: text.cartFull })
    notify({ text: replaces ? text.addedInstead(title) : text.added(title) })
    void bringCode(applied)
  }
  return (
    <Button ref={moveFocusRef} size="lg" block icon="cart" onClick={add}>
      {text.addToCart}
    </Button>
  )
}

function Code({ quote, answer, code, onCode }: Omit<Props, 'bundle'> & { answer: Quote }) {
  const text = useText(codeMessages)
  const failureText = useFailureText()
  const applied = appliedOf(answer, code)
  if (applied) {
    return (
      <AppliedCode code={applied} onRemove={() => onCode('')}>
        <span>{text.applied(applied)}</span>
      </AppliedCode>
    )
  }
  const refusal = code === '' ? null : answer.code?.refusal
  const problem =
    code !== '' && quote.error ? failureText(quote.error, text.failed) : refusal ? text[refusal] : undefined
  return (
    <CodeForm
      key={code}
      initial={code}
      problem={quote.isFetching ? undefined : problem}
      isChecking={code !== '' && quote.isFetching}
      onApply={onCode}
    />
  )
}

function PriceFailed({ quote }: { quote: QuoteState }) {
  const text = useText(bundleMessages)
  return (
    <Notice tone="warning" quiet>
      {text.priceFailed}{' '}
      <Button variant="quiet" size="sm" onClick={() => void quote.refetch()}>
        {text.tryAgain}
      </Button>
    </Notice>
  )
}
