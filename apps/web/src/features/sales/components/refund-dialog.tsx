import type { OrderRefunds } from '@apogee/contracts/sales/refunds.ts'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money.ts'
import { refundsMessages } from '../messages/refunds.en.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Courses, amount, recipient and reason of a refund: then the provider is asked once. */
export function RefundDialog({
  orderId,
  lines,
  buyer,
  onClose,
  onDone,
}: {
  orderId: string
  lines: OrderRefunds['lines']
  buyer: string | null
  onClose: () => void
  onDone: () => void
}) {
  const text = useText(refundsMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(lines.length === 1 ? lines.map(({ courseId }) => courseId) : []),
  )
  const [isNone, setNone] = useState(false)
  const amount = lines.reduce((sum, line) => sum + (chosen.has(line.courseId) ? line.refundable : 0), 0)
  const refund = useMutation({
    mutationFn: (reason: string) =>
      call('refundOrder', {
        params: { id: orderId },
        body: { courseIds: [...chosen], reason, expectedAmount: amount },
      }),
    onSuccess: ({ data }) => {
      const isFailed = data.state === 'failed'
      const told =
        data.state === 'done'
          ? text.refundDone(formatPlainRinggit(data.amount))
          : text.refundUnderWay(formatPlainRinggit(data.amount))
      notify({ text: isFailed ? text.refundNotDone : told, ...(isFailed && { tone: 'danger' as const }) })
      onDone()
    },
  })
  const choose = (courseId: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(courseId)
    else next.delete(courseId)
    setChosen(next)
  }
  return (
    <ReasonDialog
      title={text.refundTitle}
      text={text.refundText(buyer ?? text.theBuyer)}
      confirmLabel={text.refundAmount(formatPlainRinggit(amount))}
      busyLabel={text.refunding}
      tone="danger"
      busy={refund.isPending}
      error={
        refund.isError
          ? failureText(refund.error, text.refundFailed)
          : isNone && amount === 0
            ? text.chooseOne
            : undefined
      }
      onClose={onClose}
      onConfirm={(reason) => {
        setNone(amount === 0)
        if (amount > 0) refund.mutate(reason)
      }}
    >
      <fieldset className="refunds-choice">
        <legend className="ap-field-label">{text.whichCourses}</legend>
        {lines.map((line) => (
          <Checkbox
            key={line.courseId}
            label={`${line.title} (${formatPlainRinggit(line.refundable)})`}
            checked={chosen.has(line.courseId)}
            onChange={(event) => choose(line.courseId, event.target.checked)}
          />
        ))}
      </fieldset>
    </ReasonDialog>
  )
}
