import type { InvoiceStatus, SeatState } from '@apogee/contracts/invoices/invoices.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import type { IconName } from '@apogee/ui/icons/icon.tsx'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { useText } from '#web/platform/language/messages.ts'
import { invoicesMessages } from '../messages/invoices.en.ts'

const looks: Record<InvoiceStatus, [BadgeTone, IconName?]> = {
  draft: ['neutral', pencilIcon],
  issued: ['info', 'clock'],
  overdue: ['warning', 'alert'],
  paid: ['positive', 'check'],
  void: ['neutral', 'close'],
}

export const invoiceStatuses = Object.keys(looks) as InvoiceStatus[]

export function InvoiceBadge({ status }: { status: InvoiceStatus }) {
  const text = useText(invoicesMessages)
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {text[status]}
    </Badge>
  )
}

const seatLooks: Record<SeatState, [BadgeTone, IconName?]> = {
  named: ['neutral'],
  waiting: ['warning', 'clock'],
  enrolled: ['positive', 'check'],
  revoked: ['neutral', 'undo'],
}

export function SeatBadge({ state }: { state: SeatState }) {
  const text = useText(invoicesMessages)
  const [tone, icon] = seatLooks[state]
  return (
    <Badge tone={tone} {...(icon && { icon })}>
      {text[state]}
    </Badge>
  )
}
