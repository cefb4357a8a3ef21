import type { RefundRequest } from '@apogee/contracts/sales/refunds.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import { useMoneyRefresh } from '../api/refunds.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import './refunds.css'

const toneOf = {
  open: 'warning',
  refunded: 'positive',
  declined: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<RefundRequest['state'], BadgeTone>

/** Shows a buyer's request and the two possible answers. */
export function RequestAnswers({
  request,
  linked = false,
  onAnswered,
}: {
  request: RefundRequest
  linked?: boolean
  onAnswered?: () => void
}) {
  const text = useText(refundsMessages)
  const language = useLanguage()
  const [decision, setDecision] = useState<Decision | null>(null)
  const { amount, courses, who } = useRequestInWords(request)
  return (
    <li className="refunds-item">
      <p className="refunds-item-head">
        <b>{text.asksFor(who, amount)}</b>
        <Badge tone={toneOf[request.state]}>{text[`request_${request.state}`]}</Badge>
      </p>
      <p>
        {linked ? (
          <Link className="ap-link" to={`/admin/orders/${request.orderId}`}>
            {courses}
          </Link>
        ) : (
          courses
        )}
      </p>
      <blockquote className="refunds-quote">{request.reason}</blockquote>
      {request.answer ? <p className="text-sm">{text.yourAnswer(request.answer)}</p> : null}
      <time className="text-sm text-secondary" dateTime={request.createdAt}>
        {timeInWords(request.createdAt, language)}
      </time>
      {request.state === 'open' ? (
        <div className="refunds-actions">
          <Button size="sm" variant="secondary" onClick={() => setDecision('refund')}>
            {text.refundAmount(amount)}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setDecision('decline')}>
            {text.decline}
          </Button>
        </div>
      ) : null}
      {decision ? (
        <AnswerDialog
          request={request}
          decision={decision}
          onClose={() => setDecision(null)}
          {...(onAnswered && { onSaved: onAnswered })}
        />
      ) : null}
    </li>
  )
}

type Decision = 'refund' | 'decline'

const amountOf = ({ lines }: RefundRequest) => lines.reduce((sum, line) => sum + line.amount, 0)

function useRequestInWords(request: RefundRequest) {
  const text = useText(refundsMessages)
  return {
    amount: formatPlainRinggit(amountOf(request)),
    courses: request.lines.map(({ title }) => title).join(', '),
    who: request.buyer?.name ?? request.buyer?.email ?? text.deletedAccount,
  }
}

function AnswerDialog({
  request,
  decision,
  onSaved,
  onClose,
}: {
  request: RefundRequest
  decision: Decision
  onSaved?: () => void
  onClose: () => void
}) {
  const text = useText(refundsMessages)
  const { amount, courses, who } = useRequestInWords(request)
  const answer = useMutation({
    mutationFn: (reason: string) =>
      call('answerRefundRequest', {
        params: { id: request.id },
        body: { decision, reason, ...(decision === 'refund' && { expectedAmount: amountOf(request) }) },
      }),
    onSuccess: useMoneyRefresh(),
  })
  const isRefund = decision === 'refund'
  return (
    <ReasonDialog
      save={answer}
      failed={text.answerFailed}
      notice={({ data: { state } }) => {
        if (state === 'declined') return text.declined
        return state === 'refunded' ? text.refundDone(amount) : text.refundUnderWay(amount)
      }}
      title={isRefund ? text.acceptTitle(amount) : text.declineTitle}
      text={isRefund ? text.acceptText(who, amount, courses) : text.declineText(who, courses)}
      action={isRefund ? text.refundAmount(amount) : text.decline}
      busyLabel={isRefund ? text.refunding : text.declining}
      tone="danger"
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
