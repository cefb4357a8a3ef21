import type { OrderRefunds } from '@apogee/contracts/sales/refunds.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { refundsMessages } from '../messages/refunds.en.ts'
import { RefundedCourses } from './refunded-courses.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Shows courses, amount, recipient and reason of a refund, then calls the provider once. */
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
  const notify = useNotify()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(lines.length === 1 ? lines.map(({ courseId }) => courseId) : []),
  )
  const amount = lines.reduce((sum, line) => sum + (chosen.has(line.courseId) ? line.refundable : 0), 0)
  const refund = useMutation({
    mutationFn: (reason: string) =>
      call('refundOrder', {
        params: { id: orderId },
        body: { courseIds: [...chosen], reason, expectedAmount: amount },
      }),
  })
  return (
    <ReasonDialog
      save={refund}
      failed={text.refundFailed}
      onSaved={({ data: { state, amount: refunded } }) => {
        const sum = formatPlainRinggit(refunded)
        if (state === 'failed') notify({ tone: 'danger', text: text.refundNotDone })
        else notify({ text: state === 'done' ? text.refundDone(sum) : text.refundUnderWay(sum) })
        onDone()
      }}
      obstacle={amount > 0 ? undefined : text.chooseOne}
      title={text.refundTitle}
      text={text.refundText(buyer ?? text.theBuyer)}
      action={text.refundAmount(formatPlainRinggit(amount))}
      busyLabel={text.refunding}
      tone="danger"
      onClose={onClose}
    >
      <RefundedCourses
        lines={lines.map((line) => ({ ...line, amount: line.refundable }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </ReasonDialog>
  )
}
