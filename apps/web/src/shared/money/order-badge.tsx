import { returnedPart, stateOfOrder, type ShownOrderState } from '@apogee/contracts/sales/order-states.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
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

type ShownOrder = Parameters<typeof stateOfOrder>[0]

/**
 * Shows the state of an order as a coloured badge, the same for its buyer and its seller: 'Partly refunded, RM 15.00 of 34.00'. The
 * seller sees own lines only.
 */
export const OrderBadge = ({ order }: { order: ShownOrder }) => (
  <PaymentBadge status={stateOfOrder(order)} part={returnedPart(order)} />
)

export function PaymentBadge({
  status,
  part = null,
}: {
  status: ShownOrderState
  part?: ReturnType<typeof returnedPart>
}) {
  const text = useText(paymentStatusMessages)
  const [tone, icon] = looks[status]
  const amounts =
    part && text.part(formatRinggit(part.returned), formatRinggit(part.total).replace('RM ', ''))
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {amounts ? `${text[status]}, ${amounts}` : text[status]}
    </Badge>
  )
}
