import type { ExceptionChoice, PaymentException } from '@apogee/contracts/sales/refunds.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { DecisionDialog, isByHand } from './decision-dialog.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import './refunds.css'

/** Shows one payment exception with its cause, its order and the choices. On the order's own page its link is omitted. */
export function ReviewEntry({
  item,
  isOnOrder = false,
  onDecided,
}: {
  item: PaymentException
  isOnOrder?: boolean
  onDecided?: (() => void) | undefined
}) {
  const text = useText(refundsMessages)
  const [choice, setChoice] = useState<ExceptionChoice | null>(null)
  const { order, topic } = item
  const buyer = order.buyer ? (order.buyer.name ?? order.buyer.email) : text.deletedAccount
  return (
    <li className="refunds-item">
      <p className="refunds-item-head">
        <b>{text[`topic_${topic}`]}</b>
        <b>{formatPlainRinggit(item.amount)}</b>
      </p>
      {/* The buttons are the next steps of an open exception. */}
      {item.state === 'closed' ? null : (
        <p>
          {(isByHand(item) ? text.about_by_hand : text[`about_${topic}`])(formatPlainRinggit(item.amount))}
        </p>
      )}
      {item.cause ? <Cause cause={item.cause} /> : null}
      <p className="text-sm">
        {isOnOrder ? null : (
          <>
            <Link className="ap-link" to={`/admin/orders/${order.id}`}>
              {text.order} {formatPlainRinggit(order.total)}
            </Link>{' '}
            · {buyer} ·{' '}
          </>
        )}
        {order.lines.map(({ title }) => title).join(', ')}
      </p>
      {item.decidedFor === 'platform' && item.state !== 'closed' ? <p>{text.platformDecides}</p> : null}
      <Decided item={item} />
      {item.isRefunding && topic !== 'refund_stuck' && topic !== 'refund_over_balance' ? (
        <Notice>{text.isRefunding}</Notice>
      ) : null}
      {item.choices.length > 0 ? (
        <div className="refunds-actions">
          {item.choices.map((one, place) => (
            <Button
              key={one}
              size="sm"
              variant={place === 0 ? 'secondary' : 'quiet'}
              onClick={() => setChoice(one)}
            >
              {text[`choice_${one}`]}
            </Button>
          ))}
        </div>
      ) : null}
      {choice ? (
        <DecisionDialog
          item={item}
          choice={choice}
          buyer={buyer}
          onSaved={onDecided}
          onClose={() => setChoice(null)}
        />
      ) : null}
    </li>
  )
}

/** Says who decided what, or since when a decision waits. */
function Decided({ item }: { item: PaymentException }) {
  const text = useText(refundsMessages)
  const language = useLanguage()
  return item.choice ? (
    <>
      <p className="text-sm">
        <b>{text[`choice_${item.choice}`]}</b> ·{' '}
        {text.decidedBy(
          item.decidedBy ?? (item.decidedFor === 'platform' ? text.platform : text.itself),
          timeInWords(item.decidedAt ?? item.openedAt, language),
        )}
      </p>
      {item.reason ? <blockquote className="refunds-quote">{item.reason}</blockquote> : null}
    </>
  ) : (
    <time className="text-sm text-secondary" dateTime={item.openedAt}>
      {text.since(timeInWords(item.openedAt, language))}
    </time>
  )
}

function Cause({ cause }: { cause: string }) {
  const text = useText(refundsMessages)
  const causes: Record<string, string> = {
    other_account: text.cause_other_account,
    other_purchase: text.cause_other_purchase,
    other_reference: text.cause_other_reference,
    other_brand: text.cause_other_brand,
    other_currency: text.cause_other_currency,
    other_amount: text.cause_other_amount,
    other_mode: text.cause_other_mode,
    marked_as_paid: text.cause_marked_as_paid,
    no_trace: text.cause_no_trace,
    overtaken: text.cause_overtaken,
    said_otherwise: text.cause_said_otherwise,
  }
  return <p className="text-sm text-secondary">{causes[cause] ?? text.cause_other(cause)}</p>
}
