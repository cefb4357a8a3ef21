import type { RefundRequest } from '@apogee/contracts/sales/refunds.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#web/platform/client.ts'
import { timeInWords } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const toneOf = {
  open: 'warning',
  refunded: 'positive',
  declined: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<RefundRequest['state'], BadgeTone>

/** A buyer's request, and the two answers. */
export function RequestAnswers({ request, linked = false }: { request: RefundRequest; linked?: boolean }) {
  const text = useText(refundsMessages)
  const language = useLanguage()
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const [decision, setDecision] = useState<'refund' | 'decline' | null>(null)
  const amount = request.lines.reduce((sum, line) => sum + line.amount, 0)
  const courses = request.lines.map(({ title }) => title).join(', ')
  const who = request.buyer?.name ?? request.buyer?.email ?? text.deletedAccount
  const answer = useMutation({
    mutationFn: (given: { decision: 'refund' | 'decline'; reason: string }) =>
      call('answerRefundRequest', {
        params: { id: request.id },
        body: { ...given, ...(given.decision === 'refund' && { expectedAmount: amount }) },
      }),
    onSuccess: async ({ data }) => {
      setDecision(null)
      if (data.state === 'declined') notify({ text: text.declined })
      else
        notify({
          text:
            data.state === 'refunded'
              ? text.refundDone(formatPlainRinggit(amount))
              : text.refundUnderWay(formatPlainRinggit(amount)),
        })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['order'] }),
        queries.invalidateQueries({ queryKey: ['money'] }),
      ])
    },
  })
  const close = () => {
    setDecision(null)
    answer.reset()
  }
  const isRefund = decision === 'refund'
  return (
    <li className="refunds-item">
      <p className="refunds-item-head">
        <b>{text.asksFor(who, formatPlainRinggit(amount))}</b>
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
            {text.refundAmount(formatPlainRinggit(amount))}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => setDecision('decline')}>
            {text.decline}
          </Button>
        </div>
      ) : null}
      {decision ? (
        <ReasonDialog
          title={isRefund ? text.acceptTitle(formatPlainRinggit(amount)) : text.declineTitle}
          text={
            isRefund
              ? text.acceptText(who, formatPlainRinggit(amount), courses)
              : text.declineText(who, courses)
          }
          confirmLabel={isRefund ? text.refundAmount(formatPlainRinggit(amount)) : text.decline}
          busyLabel={isRefund ? text.refunding : text.declining}
          tone="danger"
          busy={answer.isPending}
          error={answer.isError ? failureText(answer.error, text.answerFailed) : undefined}
          onClose={close}
          onConfirm={(reason) => answer.mutate({ decision, reason })}
        />
      ) : null}
    </li>
  )
}
