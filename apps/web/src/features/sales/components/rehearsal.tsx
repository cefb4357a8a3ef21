import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Steps } from '@apogee/ui/navigation/steps.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Head } from '#web/platform/page/head.tsx'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import type { CartItem } from '#web/shared/buying/cart.ts'
import { Fact } from '#web/shared/money/money-page.tsx'
import { checkoutMessages } from '../messages/checkout.en.ts'
import { rehearsalMessages } from '../messages/rehearsal.en.ts'
import { AddressFields, blankDetails, CompanyFields, useDetailsForm } from './checkout/checkout-form.tsx'
import { Totals } from './checkout/totals.tsx'
import { OrderSummary } from './order-summary.tsx'
import './checkout/cart.css'
import './rehearsal.css'

const parts = ['page', 'checkout', 'payment', 'paid', 'mail', 'order'] as const
type Part = (typeof parts)[number]

interface Sold {
  course: CartItem
  /** The buyer pays this price in sen: the list price, or that of a running sale. */
  price: number
  /** The price includes this SST in sen. */
  tax: number
  sellerName: string
}

/**
 * Shows the parts of a sale, first as the buyer sees them and then as the seller does. No part calls the server to change something, so
 * a rehearsal creates no order, payment, mail or enrolment.
 */
export function Rehearsal({
  sold,
  isSeller,
  salesPage,
  mail,
}: {
  sold: Sold
  /** False for people who manage the course of another seller. */
  isSeller: boolean
  salesPage: ReactNode
  mail: ReactNode
}) {
  const text = useText(rehearsalMessages)
  const checkout = useText(checkoutMessages)
  const { user } = useSession()
  const [search, setSearch] = useSearchParams()
  const named = search.get('part')
  const isDeclined = named === 'declined'
  const part = isDeclined ? 'payment' : (parts.find((one) => one === named) ?? 'page')
  const go = (to: Part | 'declined') => {
    setSearch({ part: to })
    window.scrollTo(0, 0)
  }
  const view = useFocusOnHeading(isDeclined ? 'declined' : part)
  if (!user) return null
  const views: Record<Part, ReactNode> = {
    page: salesPage,
    checkout: <CheckoutPart sold={sold} buyer={user} onDone={() => go('payment')} />,
    payment: isDeclined ? (
      <DeclinedPart onRetry={() => go('payment')} />
    ) : (
      <PaymentPart sold={sold} onPay={() => go('paid')} onDecline={() => go('declined')} />
    ),
    paid: <PaidPart onDone={() => go('mail')} />,
    mail: (
      <Frame title={text.mail} hint={text.mailHint}>
        {mail}
        <Button variant="primary" onClick={() => go('order')}>
          {text.seeOrder}
        </Button>
      </Frame>
    ),
    order: <OrderPart sold={sold} isSeller={isSeller} onAgain={() => go('page')} />,
  }
  return (
    <>
      <Head title={text.title(isDeclined ? checkout.failureTitle : text[part], sold.course.title)} />
      <RehearsalHead part={part} onBuy={() => go('checkout')} />
      <div ref={view}>{views[part]}</div>
    </>
  )
}

/** Focuses the heading of a part when it replaces another one, so that screen readers start there. */
function useFocusOnHeading(shown: string) {
  const view = useRef<HTMLDivElement>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const heading = view.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [shown])
  return view
}

function RehearsalHead({ part, onBuy }: { part: Part; onBuy: () => void }) {
  const text = useText(rehearsalMessages)
  const at = parts.indexOf(part)
  return (
    <div className="ap-wrap rehearsal-head">
      <Notice
        tone="info"
        link={
          <Link className="ap-link" to="/studio">
            {text.end}
          </Link>
        }
      >
        {text.notice}
      </Notice>
      <Steps
        label={text.steps}
        stateLabels={{ done: text.done, current: text.current, next: text.next }}
        steps={parts.map((one, place) => ({
          label: text[one],
          state: place < at ? 'done' : place === at ? 'current' : 'next',
        }))}
      />
      {part === 'page' ? (
        <div className="rehearsal-buy">
          <p className="text-secondary">{text.pageHint}</p>
          <Button variant="primary" onClick={onBuy}>
            {text.buy}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Frame({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="ap-wrap rehearsal-part">
      <header>
        <h1 className="ap-h2">{title}</h1>
        <p className="text-secondary">{hint}</p>
      </header>
      {children}
    </div>
  )
}

function CheckoutPart({ sold, buyer, onDone }: { sold: Sold; buyer: CurrentUser; onDone: () => void }) {
  const text = useText(rehearsalMessages)
  const checkout = useText(checkoutMessages)
  const form = useDetailsForm(blankDetails)
  const { course, price, tax } = sold
  const { price: listPrice } = course
  const sums = { list: listPrice, saleDiscount: listPrice - price, couponDiscount: 0, tax, total: price }
  return (
    <Frame title={text.checkout} hint={text.checkoutHint}>
      <div className="cart-columns" data-form="">
        <section className="grid gap-5" aria-labelledby="rehearsal-billing">
          <h2 id="rehearsal-billing" className="ap-h4">
            {checkout.billing}
          </h2>
          <AddressFields form={form} email={buyer.email} />
          <CompanyFields form={form} />
        </section>
        <div className="ap-panel" data-padded="">
          <OrderSummary
            courses={[{ item: course, price, listPrice, keptPrice: price, obstacle: null }]}
            onRemove={() => {}}
          >
            <Totals sums={sums} code={null} />
          </OrderSummary>
          <Button className="mt-4" variant="primary" block onClick={onDone}>
            {checkout.completePurchase}
          </Button>
          <p className="mt-3 text-sm text-secondary">{checkout.paymentNote}</p>
        </div>
      </div>
    </Frame>
  )
}

function PaymentPart({ sold, onPay, onDecline }: { sold: Sold; onPay: () => void; onDecline: () => void }) {
  const text = useText(rehearsalMessages)
  const amount = formatPlainRinggit(sold.price)
  return (
    <Frame title={text.payment} hint={text.paymentHint(sold.sellerName)}>
      <Panel id="rehearsal-payment" title={amount} lead={sold.course.title}>
        <div className="rehearsal-buttons">
          <Button variant="primary" onClick={onPay}>
            {text.pay(amount)}
          </Button>
          <Button onClick={onDecline}>{text.decline}</Button>
        </div>
      </Panel>
    </Frame>
  )
}

function DeclinedPart({ onRetry }: { onRetry: () => void }) {
  const text = useText(rehearsalMessages)
  const checkout = useText(checkoutMessages)
  return (
    <ErrorState
      page
      titleAs="h1"
      title={checkout.failureTitle}
      text={checkout.failureHint}
      action={
        <Button variant="primary" onClick={onRetry}>
          {text.tryAgain}
        </Button>
      }
    />
  )
}

function PaidPart({ onDone }: { onDone: () => void }) {
  const text = useText(rehearsalMessages)
  const checkout = useText(checkoutMessages)
  return (
    <EmptyState
      page
      titleAs="h1"
      title={checkout.successTitle}
      text={`${checkout.successHint(1)} ${text.paidHint}`}
      action={
        <Button variant="primary" onClick={onDone}>
          {text.readMail}
        </Button>
      }
    />
  )
}

function OrderPart({ sold, isSeller, onAgain }: { sold: Sold; isSeller: boolean; onAgain: () => void }) {
  const text = useText(rehearsalMessages)
  return (
    <Frame title={text.order} hint={text.orderHint}>
      <Panel id="rehearsal-order" title={sold.course.title}>
        <dl className="rehearsal-facts">
          <Fact term={text.amount}>
            {formatPlainRinggit(sold.price)} <Badge tone="positive">{text.orderPaid}</Badge>
          </Fact>
          <Fact term={text.buyer}>{text.sampleBuyer}</Fact>
        </dl>
        <p className="text-sm text-secondary">{text.refundHint}</p>
      </Panel>
      <div className="rehearsal-buttons">
        {isSeller ? (
          <LinkButton as={Link} to="/studio/business#chip-heading" variant="primary">
            {text.connect}
          </LinkButton>
        ) : null}
        <Button onClick={onAgain}>{text.again}</Button>
      </div>
    </Frame>
  )
}
