import type { RefundOptions } from '@apogee/contracts/sales/refunds.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#web/platform/client.ts'
import { dateInWords } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { useText } from '#web/platform/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { useViewer } from '#web/platform/session.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import { refundOptionsQuery } from '../api/refunds.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import './refunds.css'

/** On the buyer's purchase: refundable courses, requests, and the seller's answers. */
export function BuyerRefunds({ purchaseId }: { purchaseId: string }) {
  const text = useText(refundsMessages)
  const language = useLanguage()
  const notify = useNotify()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(refundOptionsQuery(useViewer(), purchaseId))
  const [isOpen, setOpen] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: ['payment'] })
  const withdraw = useMutation({
    mutationFn: (id: string) => call('withdrawRefundRequest', { params: { id } }),
    onSuccess: async () => {
      notify({ text: text.withdrawn })
      await reload()
    },
    onError: (problem) => notify({ text: failureText(problem, text.askFailed), tone: 'danger' }),
  })
  if (isPending) return null
  if (!data) return <LoadFailure title={text.optionsFailed} error={error} onRetry={() => void refetch()} />
  const possible = data.lines.filter(({ state }) => state === 'open')
  const told = data.lines.flatMap(({ courseId, title, state, watchedPercent, moneyBack }) => {
    const why: Partial<Record<typeof state, string>> = {
      not_promised: text.line_not_promised,
      too_late: text.line_too_late(moneyBack.days),
      watched: text.line_watched(watchedPercent, moneyBack.percent),
      requested: text.line_requested,
      declined: text.line_declined,
      under_way: text.line_under_way,
      waiting: text.line_waiting,
    }
    return why[state] ? [{ courseId, said: `${title}: ${why[state]}` }] : []
  })
  const requests = data.requests.filter(({ state }) => state === 'open' || state === 'declined')
  // A purchase of several sellers has several requests: each names its courses.
  const nameOf = ({ lines }: (typeof requests)[number]) =>
    requests.length > 1 ? lines.map(({ title }) => title).join(', ') : null
  if (possible.length === 0 && told.length === 0 && data.requests.length === 0) return null
  return (
    <section className="refunds-item" aria-labelledby="ask-heading">
      <h2 className="ap-h3" id="ask-heading">
        {text.askTitle}
      </h2>
      {possible.length > 0 ? (
        <>
          <ul className="text-sm text-secondary">
            {possible.map(({ courseId, title, endsAt, moneyBack }) =>
              endsAt ? (
                <li key={courseId}>
                  {text.askUntil(title, dateInWords(endsAt, language), moneyBack.percent)}
                </li>
              ) : null,
            )}
          </ul>
          <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
            {text.ask}
          </Button>
        </>
      ) : null}
      {told.length > 0 ? (
        <ul className="text-sm text-secondary">
          {told.map(({ courseId, said }) => (
            <li key={courseId}>{said}</li>
          ))}
        </ul>
      ) : null}
      {requests.map((request) => (
        <div key={request.id} className="refunds-actions">
          {request.state === 'open' ? (
            <Button
              size="sm"
              variant="quiet"
              busy={withdraw.isPending}
              busyLabel={text.sending}
              onClick={() => withdraw.mutate(request.id)}
            >
              {text.withdraw(nameOf(request))}
            </Button>
          ) : (
            <p className="text-sm">
              {text.sellerSays(request.answer, nameOf(request))}{' '}
              <Link className="ap-link" to={`/contact-support?order=${encodeURIComponent(purchaseId)}`}>
                {text.notAgreed}
              </Link>
            </p>
          )}
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

function RequestDialog({
  purchaseId,
  lines,
  onClose,
  onDone,
}: {
  purchaseId: string
  lines: RefundOptions['lines']
  onClose: () => void
  onDone: () => void
}) {
  const text = useText(refundsMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const [left, setLeft] = useState<ReadonlySet<number>>(() => new Set())
  const chosen = lines.filter(({ courseId }) => !left.has(courseId))
  const [isNone, setNone] = useState(false)
  const ask = useMutation({
    mutationFn: (reason: string) =>
      call('requestRefund', {
        params: { id: purchaseId },
        body: { courseIds: chosen.map(({ courseId }) => courseId), reason },
      }),
    onSuccess: () => {
      notify({ text: text.asked })
      onDone()
    },
  })
  return (
    <ReasonDialog
      title={text.askTitle}
      text={text.askText}
      reasonLabel={text.askReason}
      confirmLabel={text.sendRequest}
      busyLabel={text.sending}
      busy={ask.isPending}
      error={
        ask.isError
          ? failureText(ask.error, text.askFailed)
          : isNone && chosen.length === 0
            ? text.chooseOne
            : undefined
      }
      onClose={onClose}
      onConfirm={(reason) => {
        setNone(chosen.length === 0)
        if (chosen.length > 0) ask.mutate(reason)
      }}
    >
      <fieldset className="refunds-choice">
        <legend className="ap-field-label">{text.whichCourses}</legend>
        {lines.map(({ courseId, title, amount }) => (
          <Checkbox
            key={courseId}
            label={`${title} (${formatPlainRinggit(amount)})`}
            checked={!left.has(courseId)}
            onChange={(event) => {
              const next = new Set(left)
              if (event.target.checked) next.delete(courseId)
              else next.add(courseId)
              setLeft(next)
            }}
          />
        ))}
      </fieldset>
    </ReasonDialog>
  )
}
