import type { Payment, PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import type { IconName } from '@apogee/ui/icon.tsx'
import { useText } from '#web/platform/messages.ts'
import { paymentStatusMessages } from '../messages/payment-status.en.ts'
import { isPartlyRefunded } from '../api/checkout.ts'

type Shown = PaymentStatus | 'partlyRefunded'

const looks: Record<Shown, [BadgeTone, IconName?]> = {
  created: ['neutral'],
  pending: ['warning', 'clock'],
  paid: ['positive', 'check'],
  failed: ['danger', 'close'],
  cancelled: ['neutral', 'close'],
  expired: ['neutral', 'clock'],
  refunded: ['info', 'undo'],
  partlyRefunded: ['info', 'undo'],
  needs_review: ['warning', 'alert'],
}

/** The status of a purchase as a coloured badge. */
export const PurchaseBadge = ({ payment }: { payment: Payment }) => (
  <PaymentBadge status={isPartlyRefunded(payment) ? 'partlyRefunded' : payment.status} />
)

export function PaymentBadge({ status }: { status: Shown }) {
  const text = useText(paymentStatusMessages)
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {text[status]}
    </Badge>
  )
}
