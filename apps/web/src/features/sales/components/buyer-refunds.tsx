import type { RefundOptions } from '@apogee/contracts/sales/refunds.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useText, type Translation } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import { refundOptionsQuery } from '../api/refunds.ts'
import { RefundedCourses } from './refunded-courses.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import './refunds.css'

/** Shows refundable courses, requests and the seller's answers on the buyer's purchase. */
export function BuyerRefunds({ purchaseId, headingId }: { purchaseId: string; headingId: string }) {
  const text = useText(refundsMessages)
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(refundOptionsQuery(useViewer(), purchaseId))
  const [isOpen, setOpen] = useState(false)
  // A gift cannot be taken while its buyer asks for a refund.
  const reload = () =>
    Promise.all(['payment', 'gift'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  if (isPending) return null
  if (!data) return <LoadFailure title={text.optionsFailed} error={error} onRetry={() => void refetch()} />
  const possible = data.lines.filter(({ state }) => state === 'open')
  const requests = data.requests.filter(({ state }) => state === 'open' || state === 'declined')
  // Lines in other states have a reason to show, or can be refunded.
  if (data.lines.every(({ state }) => !reasonOf[state] && state !== 'open') && data.requests.length === 0) {
    return null
  }
  return (
    <section className="refunds-item" aria-labelledby={headingId}>
      <h2 className="ap-h3" id={headingId} tabIndex={-1}>
        {text.askTitle}
      </h2>
      {possible.length > 0 ? (
        <>
          <Deadlines lines={possible} />
          <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
            {text.ask}
          </Button>
        </>
      ) : null}
      <Obstacles lines={data.lines} />
      {requests.map((request) => (
        <div key={request.id} className="refunds-actions">
          <OwnRequest
            request={request}
            purchaseId={purchaseId}
            // A purchase of several sellers has several requests, so each names its courses.
            courses={requests.length > 1 ? request.lines.map(({ title }) => title).join(', ') : null}
            onWithdrawn={reload}
          />
        </div>
      ))}
      {isOpen ? (
        <RequestDialog
          purchaseId={purchaseId}
          lines={possible}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            void reload()
          }}
        />
      ) : null}
    </section>
  )
}

type Line = RefundOptions['lines'][number]

function Deadlines({ lines }: { lines: readonly Line[] }) {
  const text = useText(refundsMessages)
  const language = useLanguage()
  return (
    <ul className="text-sm text-secondary">
      {lines.map(({ courseId, title, endsAt, moneyBack }) =>
        endsAt ? (
          <li key={courseId}>{text.askUntil(title, dateInWords(endsAt, language), moneyBack.percent)}</li>
        ) : null,
      )}
    </ul>
  )
}

type Texts = Translation<typeof refundsMessages>

/** Maps states to the reason why a course cannot be refunded. Other states need no reason. */
const reasonOf: Partial<Record<Line['state'], (text: Texts, line: Line) => string>> = {
  not_promised: (text) => text.line_not_promised,
  too_late: (text, { moneyBack }) => text.line_too_late(moneyBack.days),
  watched: (text, { watchedPercent, moneyBack }) => text.line_watched(watchedPercent, moneyBack.percent),
  taken: (text) => text.line_taken,
  requested: (text) => text.line_requested,
  declined: (text) => text.line_declined,
  under_way: (text) => text.line_under_way,
  waiting: (text) => text.line_waiting,
}

function Obstacles({ lines }: { lines: readonly Line[] }) {
  const text = useText(refundsMessages)
  const explained = lines.flatMap((line) => {
    const reason = reasonOf[line.state]?.(text, line)
    return reason ? [{ courseId: line.courseId, sentence: `${line.title}: ${reason}` }] : []
  })
  if (explained.length === 0) return null
  return (
    <ul className="text-sm text-secondary">
      {explained.map(({ courseId, sentence }) => (
        <li key={courseId}>{sentence}</li>
      ))}
    </ul>
  )
}

/** Shows an open request, which can be withdrawn, or the seller's answer to a declined one. */
function OwnRequest({
  request,
  purchaseId,
  courses,
  onWithdrawn,
}: {
  request: RefundOptions['requests'][number]
  purchaseId: string
  courses: string | null
  onWithdrawn: () => Promise<unknown>
}) {
  const text = useText(refundsMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const withdraw = useMutation({
    mutationFn: () => call('withdrawRefundRequest', { params: { id: request.id } }),
    onSuccess: async () => {
      notify({ text: text.withdrawn })
      await onWithdrawn()
    },
    onError: (problem) => notify({ text: failureText(problem, text.askFailed), tone: 'danger' }),
  })
  if (request.state === 'open') {
    return (
      <Button
        size="sm"
        variant="quiet"
        busy={withdraw.isPending}
        busyLabel={text.sending}
        onClick={() => withdraw.mutate()}
      >
        {text.withdraw(courses)}
      </Button>
    )
  }
  return (
    <p className="text-sm">
      {text.sellerSays(request.answer, courses)}{' '}
      <Link className="ap-link" to={`/contact-support?order=${encodeURIComponent(purchaseId)}`}>
        {text.notAgreed}
      </Link>
    </p>
  )
}

function RequestDialog({
  purchaseId,
  lines,
  onClose,
  onDone,
}: {
  purchaseId: string
  lines: readonly Line[]
  onClose: () => void
  onDone: () => void
}) {
  const text = useText(refundsMessages)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(lines.map(({ courseId }) => courseId)),
  )
  const ask = useMutation({
    mutationFn: (reason: string) =>
      call('requestRefund', { params: { id: purchaseId }, body: { courseIds: [...chosen], reason } }),
  })
  return (
    <ReasonDialog
      save={ask}
      failed={text.askFailed}
      notice={() => text.asked}
      onSaved={onDone}
      obstacle={chosen.size === 0 ? text.chooseOne : undefined}
      title={text.askTitle}
      text={text.askText}
      reasonLabel={text.askReason}
      action={text.sendRequest}
      busyLabel={text.sending}
      onClose={onClose}
    >
      <RefundedCourses lines={lines} chosen={chosen} onChange={setChosen} />
    </ReasonDialog>
  )
}
