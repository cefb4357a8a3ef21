import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Steps } from '@apogee/ui/navigation/steps.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import type { ReactNode } from 'react'
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
  sellerName: string
}

/**
 * Walks a seller through a sale as its buyer and the seller see it. Every part is a picture in the browser: nothing is sent, so that no
 * order, payment, mail or enrolment comes of it.
 */
export function Rehearsal({ sold, salesPage, mail }: { sold: Sold; salesPage: ReactNode; mail: ReactNode }) {
  const text = useText(rehearsalMessages)
  const { user } = useSession()
  const [search, setSearch] = useSearchParams()
  const named = search.get('part')
  const isDeclined = named === 'declined'
  const part = isDeclined ? 'payment' : (parts.find((one) => one === named) ?? 'page')
  const go = (to: Part | 'declined') => {
    setSearch({ part: to })
    window.scrollTo(0, 0)
  }
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
    order: <OrderPart sold={sold} onAgain={() => go('page')} />,
  }
  return (
    <>
      <Head title={text.title(sold.course.title)} />
      <RehearsalHead part={part} onBuy={() => go('checkout')} />
      {views[part]}
    </>
  )
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
  const { course, price } = sold
  const { price: listPrice } = course
  const sums = { list: listPrice, saleDiscount: listPrice - price, couponDiscount: 0, tax: 0, total: price }
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

function OrderPart({ sold, onAgain }: { sold: Sold; onAgain: () => void }) {
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
        <LinkButton as={Link} to="/studio/business#chip-heading" variant="primary">
          {text.connect}
        </LinkButton>
        <Button onClick={onAgain}>{text.again}</Button>
      </div>
    </Frame>
  )
}
