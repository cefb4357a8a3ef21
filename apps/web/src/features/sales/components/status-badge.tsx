import type { PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import type { IconName } from '@apogee/ui/icon.tsx'
import { useText } from '#web/platform/messages.ts'
import { ordersMessages } from '../messages/orders.en.ts'

const looks: Record<PaymentStatus, [BadgeTone, IconName?]> = {
  created: ['neutral'],
  pending: ['warning', 'clock'],
  paid: ['positive', 'check'],
  failed: ['danger', 'close'],
  cancelled: ['neutral', 'close'],
  expired: ['neutral', 'clock'],
  refunded: ['info', 'undo'],
  needs_review: ['warning', 'alert'],
}

export const statuses = Object.keys(looks) as PaymentStatus[]

export function StatusBadge({ status }: { status: PaymentStatus }) {
  const text = useText(ordersMessages)
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {text[status]}
    </Badge>
  )
}
