import { stateOfOrder, type ShownOrderState } from '@apogee/contracts/sales/order-states.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import type { IconName } from '@apogee/ui/icons/icon.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { paymentStatusMessages } from './payment-status.en.ts'

const looks: Record<ShownOrderState, [BadgeTone, IconName?]> = {
  created: ['neutral'],
  pending: ['warning', 'clock'],
  paid: ['positive', 'check'],
  failed: ['danger', 'close'],
  cancelled: ['neutral', 'close'],
  expired: ['neutral', 'clock'],
  refunded: ['info', 'undo'],
  partly_refunded: ['info', 'undo'],
  charged_back: ['danger', 'undo'],
  needs_review: ['warning', 'alert'],
}

/** Shows the state of an order as a coloured badge, the same for its buyer and its seller. */
export const OrderBadge = ({ order }: { order: Parameters<typeof stateOfOrder>[0] }) => (
  <PaymentBadge status={stateOfOrder(order)} />
)

export function PaymentBadge({ status }: { status: ShownOrderState }) {
  const text = useText(paymentStatusMessages)
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {text[status]}
    </Badge>
  )
}
