import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import type { ExceptionChoice, PaymentException } from '@apogee/contracts/sales/refunds.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { decimalRinggit, formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { refundsMessages } from '../messages/refunds.en.ts'
import { useMoneyRefresh } from '../api/refunds.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Returns the lines that the payment may have been for. */
const openLines = ({ order }: PaymentException) => order.lines.filter(({ left }) => left > 0)

/**
 * Preselects the order's only course, or the only course whose price equals the amount. Otherwise nothing is preselected and the
 * manager must ask the buyer.
 */
function likelyParts(item: PaymentException): Record<number, string> {
  const lines = openLines(item)
  const exact = lines.filter(({ left }) => left === item.amount)
  const [likely] = lines.length === 1 ? lines : exact.length === 1 ? exact : []
  return likely ? { [likely.courseId]: decimalRinggit(item.amount) } : {}
}

/** Returns whether somebody marked the order as paid at the provider by hand, without a transfer of money. */
export const isByHand = ({ topic, cause }: PaymentException) => topic === 'held' && cause === 'marked_as_paid'

/** Holds the amounts typed for the courses that a payment was for. They are complete when they add up to `item.amount`. */
function useNamedLines(item: PaymentException) {
  const [parts, setParts] = useState(() => likelyParts(item))
  const typed = openLines(item).map(({ courseId }) => ({
    courseId,
    amount: parseRinggit(parts[courseId] || '0'),
  }))
  const lines = typed.flatMap(({ courseId, amount }) => (amount ? [{ courseId, amount }] : []))
  const isComplete =
    typed.every(({ amount }) => amount !== null) &&
    lines.reduce((sum, { amount }) => sum + amount, 0) === item.amount
  return { parts, setParts, lines, isComplete }
}

function useConsequence({ item, choice, buyer }: Pick<DecisionProps, 'item' | 'choice' | 'buyer'>): string {
  const text = useText(refundsMessages)
  const amount = formatPlainRinggit(item.amount)
  const consequences: Record<ExceptionChoice, string> = {
    give_back: text.does_give_back(amount, buyer),
    apply: text.does_apply(amount, buyer),
    keep: isByHand(item) ? text.does_keep_by_hand : text.does_keep(amount),
    name_lines: text.does_name_lines(amount),
    close_access: text.does_close_access(buyer),
    keep_access: text.does_keep_access(buyer),
    open_access: text.does_open_access(buyer),
    leave_closed: text.does_leave_closed(amount, buyer),
    dismiss: item.topic === 'refund_stuck' ? text.does_dismiss_stuck : text.does_dismiss(buyer),
    was_made: text.does_was_made(amount, buyer),
    not_made: text.does_not_made(amount, buyer),
    approve_refund: text.does_approve_refund(amount, buyer),
    decline_refund: text.does_decline_refund(buyer),
  }
  return consequences[choice]
}

interface DecisionProps {
  item: PaymentException
  choice: ExceptionChoice
  buyer: string
  onSaved?: (() => void) | undefined
  onClose: () => void
}

/** States amount, person and consequence, and asks for the reason. */
export function DecisionDialog({ item, choice, buyer, onSaved, onClose }: DecisionProps) {
  const text = useText(refundsMessages)
  const { parts, setParts, lines, isComplete } = useNamedLines(item)
  const amount = formatPlainRinggit(item.amount)
  const namesLines = choice === 'name_lines'
  const decide = useMutation({
    mutationFn: (reason: string) =>
      call('decidePaymentException', {
        params: { id: item.id },
        body: {
          choice,
          reason,
          ...(namesLines && { lines }),
          ...(choice === 'give_back' && { expectedAmount: item.amount }),
        },
      }),
    onSuccess: useMoneyRefresh(),
  })
  return (
    <ReasonDialog
      save={decide}
      failed={text.decideFailed}
      notice={() => text.decided}
      obstacle={namesLines && !isComplete ? text.notTheSum(amount) : undefined}
      title={text[`choice_${choice}`]}
      text={useConsequence({ item, choice, buyer })}
      action={choice === 'give_back' ? text.refundAmount(amount) : text.confirm}
      busyLabel={text.deciding}
      tone={choice === 'give_back' || choice === 'close_access' ? 'danger' : 'primary'}
      onSaved={onSaved}
      onClose={onClose}
    >
      {namesLines
        ? openLines(item).map(({ courseId, title, left }) => (
            <TextField
              key={courseId}
              label={text.partFor(title)}
              prefix="RM"
              hint={text.atMost(formatPlainRinggit(left))}
              inputMode="decimal"
              value={parts[courseId] ?? ''}
              onChange={(event) => setParts({ ...parts, [courseId]: event.target.value })}
            />
          ))
        : null}
    </ReasonDialog>
  )
}
