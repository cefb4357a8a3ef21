import type { OrderRefunds, PaymentException } from '@apogee/contracts/sales/refunds.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { orderExceptionsQuery, orderRefundsQuery } from '../api/refunds.ts'
import { refundsMessages } from '../messages/refunds.en.ts'
import { ReviewEntry } from './payment-exception-entry.tsx'
import { RequestAnswers } from './request-answers.tsx'
import './refunds.css'

/** `id` is that of the request or exception. `onDone` opens the next item of the inbox. */
interface Waiting {
  orderId: string
  id: string
  onDone: () => void
}

/** Shows a buyer's request for a refund with its two answers. */
export function WaitingRefund({ orderId, id, onDone }: Waiting) {
  const text = useText(refundsMessages)
  const query = useQuery(orderRefundsQuery(useViewer(), orderId))
  return (
    <LoadStates query={query} skeleton={<Skeleton shape="block" />} failed={text.refundsFailed}>
      {({ requests, lines }) => {
        const request = requests.find((one) => one.id === id)
        return request ? (
          <>
            <Promises
              at={request.createdAt}
              lines={lines.filter(({ courseId }) => request.lines.some((line) => line.courseId === courseId))}
            />
            <ul className="refunds-list ap-panel" data-padded="">
              <RequestAnswers request={request} linked onAnswered={onDone} />
            </ul>
          </>
        ) : (
          <NotListed orderId={orderId} />
        )
      }}
    </LoadStates>
  )
}

/** Says what the seller promised for each course, until when, and how much of it the buyer has watched. */
function Promises({ lines, at }: { lines: OrderRefunds['lines']; at: string }) {
  const text = useText(refundsMessages)
  const language = useLanguage()
  return (
    <ul>
      {lines.map(({ courseId, title, moneyBack, endsAt, watchedPercent }) => {
        const until = endsAt === null ? null : dateInWords(endsAt, language)
        const promise = [
          until === null ? text.noPromise(title) : text.promiseOf(title, moneyBack.days, moneyBack.percent),
          text.watchedOf(watchedPercent),
          until !== null &&
            (endsAt !== null && endsAt < at ? text.promiseEnded(until) : text.promiseEnds(until)),
        ]
        return <li key={courseId}>{promise.filter((sentence) => sentence !== false).join(' ')}</li>
      })}
    </ul>
  )
}

/** Shows a chargeback or another payment exception with its possible decisions. */
export function WaitingException({ orderId, id, onDone }: Waiting) {
  const text = useText(refundsMessages)
  const query = useQuery(orderExceptionsQuery(useViewer(), orderId))
  return (
    <LoadStates query={query} skeleton={<Skeleton shape="block" />} failed={text.reviewFailed}>
      {(items: PaymentException[]) => {
        const item = items.find((one) => one.id === id)
        return item ? (
          <ul className="refunds-list ap-panel" data-padded="">
            <ReviewEntry item={item} onDecided={onDone} />
          </ul>
        ) : (
          <NotListed orderId={orderId} />
        )
      }}
    </LoadStates>
  )
}

/** An order with very many exceptions does not list all of them. */
function NotListed({ orderId }: { orderId: string }) {
  const text = useText(refundsMessages)
  return (
    <Notice
      tone="info"
      quiet
      link={
        <Link className="ap-link" to={`/admin/orders/${orderId}`}>
          {text.order}
        </Link>
      }
    >
      {text.nothingHere}
    </Notice>
  )
}
