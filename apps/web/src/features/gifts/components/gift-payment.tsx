import type { Quote } from '@apogee/contracts/pricing/pricing.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import type { ReactNode } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { AppliedCode, CodeForm } from '#web/shared/buying/code-form.tsx'
import { codeMessages } from '#web/shared/buying/code-messages.en.ts'
import type { GiftPrices } from '../gift-quote.ts'
import { addressWithout, type GivenCourses } from '../given-courses.ts'
import { newGiftMessages } from '../messages/new-gift.en.ts'
import { GiftTotals, GivenLines, isHeldUp, mayLeaveOut } from './given-lines.tsx'
import './gifts.css'

interface Given {
  priced: GiftPrices
  isPaying: boolean
  /** `problem` tells why the last press failed. */
  problem: ReactNode
}

/** Shows what is given, its price, the coupon code, and the button that pays. */
export function GiftPayment({ given, ...payment }: Given & { given: GivenCourses }) {
  const text = useText(newGiftMessages)
  const navigate = useNavigate()
  const { quote, error, retry } = payment.priced
  return (
    <section className="ap-panel" data-padded="" aria-labelledby="gift-given">
      <h2 className="ap-h4" id="gift-given">
        {text.given}
      </h2>
      {quote ? (
        <>
          <GivenLines
            quote={quote}
            onLeaveOut={(left) => navigate(addressWithout(given, left), { replace: true })}
          />
          <GiftTotals quote={quote} />
          <div>
            <GiftCode quote={quote} priced={payment.priced} />
          </div>
          <PayButton {...payment} quote={quote} />
        </>
      ) : error ? (
        <Notice tone="warning" quiet>
          {text.priceFailed}{' '}
          <Button variant="quiet" size="sm" onClick={retry}>
            {text.tryAgain}
          </Button>
        </Notice>
      ) : (
        <Loading label={text.loading}>
          <Skeleton shape="block" />
        </Loading>
      )}
    </section>
  )
}

function GiftCode({ quote, priced }: { quote: Quote; priced: GiftPrices }) {
  const text = useText(codeMessages)
  const failureText = useFailureText()
  const { code, error, isFetching, type, apply } = priced
  const applied = code !== '' && quote.code && !quote.code.refusal ? quote.code.code : null
  if (applied !== null) {
    return (
      <AppliedCode code={applied} onRemove={() => apply('')}>
        <span>{text.applied(applied)}</span>
      </AppliedCode>
    )
  }
  const refusal = code === '' ? null : quote.code?.refusal
  const problem = code !== '' && error ? failureText(error, text.failed) : refusal ? text[refusal] : undefined
  return (
    <CodeForm
      key={code}
      initial={code}
      problem={isFetching ? undefined : problem}
      isChecking={code !== '' && isFetching}
      buttonClass="-ml-3"
      onType={type}
      onApply={apply}
    />
  )
}

/** The button may be below the window when the refusal arrives. */
const showProblem = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })

function PayButton({ priced, quote, isPaying, problem }: Given & { quote: Quote }) {
  const text = useText(newGiftMessages)
  const isBlocked = isHeldUp(quote)
  return (
    <div className="grid gap-3">
      {problem ? (
        <div ref={showProblem} className="scroll-mt-24">
          <Notice tone="danger">{problem}</Notice>
        </div>
      ) : null}
      {priced.isCodeFirst ? (
        <p className="text-sm text-warning" role="status">
          {text.codeFirst}
        </p>
      ) : null}
      {isBlocked ? (
        <p id="gift-blocked" className="text-sm text-warning">
          {mayLeaveOut(quote) ? (
            text.leaveOutFirst
          ) : (
            <Link className="ap-link" to="/marketplace">
              {text.browse}
            </Link>
          )}
        </p>
      ) : null}
      <Button
        type="submit"
        form="gift"
        variant="primary"
        size="lg"
        block
        busy={isPaying}
        busyLabel={text.opening}
        disabled={isBlocked}
        aria-describedby={isBlocked ? 'gift-blocked' : undefined}
      >
        {quote.total > 0 ? text.pay(formatRinggit(quote.total)) : text.give}
      </Button>
      <p className="text-xs text-secondary">
        {text.moneyBackNote} {quote.total > 0 ? text.paymentNote : null}
      </p>
    </div>
  )
}
