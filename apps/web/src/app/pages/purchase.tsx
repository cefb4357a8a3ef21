import type { Payment } from '@apogee/contracts/checkout.ts'
import { Breadcrumb } from '@apogee/ui/breadcrumb.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Price } from '@apogee/ui/price.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { checkoutMessages } from '#web/features/checkout/messages.en.ts'
import { PaymentBadge } from '#web/features/checkout/payment-status.tsx'
import { paymentQuery } from '#web/features/checkout/queries.ts'
import { RestoreLink } from '#web/features/checkout/restore-link.tsx'
import { ApiError } from '#web/platform/client.ts'
import { dateInWords, timeInWords } from '#web/platform/dates.ts'
import { Head } from '#web/platform/head.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/messages.ts'
import { ringgit } from '#web/platform/money.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { useViewer } from '#web/platform/session.tsx'

export function Component() {
  const text = useText(checkoutMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const { purchaseId = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(paymentQuery(purchaseId, useViewer()))
  if (isPending) {
    return (
      <Loading label={loading} className="ap-wrap ap-section">
        <Head title={text.purchasesTitle} />
        <Skeleton shape="title" width={40} />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (!data) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
    return (
      <div className="ap-wrap ap-section">
        <Head title={text.purchasesTitle} />
        <ErrorState
          page
          titleAs="h1"
          title={isMissing ? text.purchaseNotFound : text.purchaseFailedToLoad}
          text={isMissing ? undefined : refusalText(error)}
          action={
            isMissing ? (
              <LinkButton as={Link} to="/purchases">
                {text.myPurchases}
              </LinkButton>
            ) : (
              <Button onClick={() => void refetch()}>{tryAgain}</Button>
            )
          }
        />
      </div>
    )
  }
  return <Purchase payment={data.data} />
}

function Purchase({ payment }: { payment: Payment }) {
  const text = useText(checkoutMessages)
  const language = useLanguage()
  const title = text.purchaseOf(dateInWords(payment.createdAt, language))
  const canBeTriedAgain = payment.status !== 'paid' && payment.lines.some((line) => line.status === 'open')
  return (
    <div className="ap-wrap pb-16" data-width="narrow">
      <Head title={title} />
      <header className="ap-page-head">
        <Breadcrumb
          label={text.purchasesTitle}
          links={[
            <Link key="purchases" to="/purchases">
              {text.purchasesTitle}
            </Link>,
          ]}
          current={title}
        />
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <h1 className="ap-h2">{title}</h1>
          <PaymentBadge status={payment.status} />
        </div>
      </header>
      <div className="ap-panel" data-padded="">
        <dl className="grid gap-4 text-sm md:grid-cols-3">
          <Fact term={text.ordered} value={timeInWords(payment.createdAt, language)} />
          {payment.paidAt ? <Fact term={text.paidAt} value={timeInWords(payment.paidAt, language)} /> : null}
          <Fact term={text.purchaseNumber} value={payment.id} />
        </dl>
        <ul className="mt-5 border-0 border-t border-solid border-subtle">
          {payment.lines.map((line) => (
            <li
              key={line.courseId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-0 border-b border-solid border-subtle py-4"
            >
              <span className="min-w-0 flex-1 basis-48">
                {line.title}
                {line.status === 'refunded' ? (
                  <span className="ml-2">
                    <PaymentBadge status="refunded" />
                  </span>
                ) : null}
              </span>
              {line.status === 'granted' ? (
                <Link className="ap-link text-sm" data-standalone to={`/course/${line.courseId}`}>
                  {text.goToCourse}
                </Link>
              ) : null}
              <Price sen={line.price} freeLabel={text.free} />
            </li>
          ))}
        </ul>
        <p className="mt-4 flex items-baseline justify-between">
          <span className="font-medium">{text.total}</span>
          <span className="text-xl font-semibold">{ringgit(payment.amount)}</span>
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          {canBeTriedAgain ? (
            <RestoreLink purchaseId={payment.id} to="/checkout" label={text.tryPayingAgain} />
          ) : null}
          {payment.receiptUrl ? (
            <LinkButton href={payment.receiptUrl} target="_blank" rel="noopener" icon="receipt">
              {text.receipt}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </div>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-tertiary">{term}</dt>
      <dd className="break-all">{value}</dd>
    </div>
  )
}
