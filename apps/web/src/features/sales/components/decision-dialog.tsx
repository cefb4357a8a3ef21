import { parseRinggit } from '@apogee/domain/typed-ringgit.ts'
import type { ExceptionChoice, PaymentException } from '@apogee/contracts/sales/refunds.ts'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { decimalRinggit, formatPlainRinggit } from '@apogee/domain/money.ts'
import { refundsMessages } from '../messages/refunds.en.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Lines that it may have been for. */
const openLines = ({ order }: PaymentException) => order.lines.filter(({ left }) => left > 0)

/** The only course, or the only one with exactly this price; otherwise only the asked person can tell. */
function likelyParts(item: PaymentException): Record<number, string> {
  const lines = openLines(item)
  const exact = lines.filter(({ left }) => left === item.amount)
  const [likely] = lines.length === 1 ? lines : exact.length === 1 ? exact : []
  return likely ? { [likely.courseId]: decimalRinggit(item.amount) } : {}
}

/** The provider calls it paid, and no money moved there. */
export const isByHand = ({ topic, cause }: PaymentException) => topic === 'held' && cause === 'marked_as_paid'

/** States amount, person and consequence, and asks for the reason. */
export function DecisionDialog({
  item,
  choice,
  buyer,
  onClose,
}: {
  item: PaymentException
  choice: ExceptionChoice
  buyer: string
  onClose: () => void
}) {
  const text = useText(refundsMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const queries = useQueryClient()
  const [parts, setParts] = useState(() => likelyParts(item))
  const [isWrong, setWrong] = useState(false)
  const amount = formatPlainRinggit(item.amount)
  const named = openLines(item).map(({ courseId }) => ({
    courseId,
    amount: parseRinggit(parts[courseId] || '0'),
  }))
  const lines = named.flatMap((line) =>
    line.amount ? [{ courseId: line.courseId, amount: line.amount }] : [],
  )
  const adds =
    named.every((line) => line.amount !== null) &&
    lines.reduce((sum, line) => sum + line.amount, 0) === item.amount
  const names = choice === 'name_lines'
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
  const decide = useMutation({
    mutationFn: (reason: string) =>
      call('decidePaymentException', {
        params: { id: item.id },
        body: {
          choice,
          reason,
          ...(names && { lines }),
          ...(choice === 'give_back' && { expectedAmount: item.amount }),
        },
      }),
    onSuccess: async () => {
      onClose()
      notify({ text: text.decided })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['money'] }),
        queries.invalidateQueries({ queryKey: ['order'] }),
      ])
    },
  })
  return (
    <ReasonDialog
      title={text[`choice_${choice}`]}
      text={consequences[choice]}
      confirmLabel={choice === 'give_back' ? text.refundAmount(amount) : text.confirm}
      busyLabel={text.deciding}
      tone={choice === 'give_back' || choice === 'close_access' ? 'danger' : 'primary'}
      busy={decide.isPending}
      error={
        decide.isError
          ? failureText(decide.error, text.decideFailed)
          : names && isWrong && !adds
            ? text.notTheSum(amount)
            : undefined
      }
      onClose={onClose}
      onConfirm={(reason) => {
        setWrong(names && !adds)
        if (!names || adds) decide.mutate(reason)
      }}
    >
      {names
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
