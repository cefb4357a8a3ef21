import type { PaymentStatus } from '@apogee/contracts/checkout.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import type { IconName } from '@apogee/ui/icon.tsx'
import { useText } from '#web/platform/messages.ts'
import { checkoutMessages } from './messages.en.ts'

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

/** The status of a purchase as a word with its colour. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const text = useText(checkoutMessages)
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {text[status]}
    </Badge>
  )
}
