import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { pricingMessages } from '../messages/pricing.en.ts'

export function ArchiveDialog({
  coupon,
  onClose,
  onDone,
}: {
  coupon: Coupon
  onClose: () => void
  onDone: (coupon: Coupon) => void
}) {
  const text = useText(pricingMessages)
  const isArchived = coupon.state === 'archived'
  const change = useMutation({
    mutationFn: () => call('updateCoupon', { params: { id: coupon.id }, body: { archived: !isArchived } }),
  })
  return (
    <ConfirmStep
      step={change}
      title={isArchived ? text.bringBackOf(coupon.code) : text.archiveTitle(coupon.code)}
      text={isArchived ? text.bringBackText : text.archiveText}
      action={isArchived ? text.bringBack : text.archive}
      busyLabel={text.saving}
      tone={isArchived ? 'primary' : 'danger'}
      failed={text.changeFailed}
      onDone={({ data }) => onDone(data)}
      onClose={onClose}
    />
  )
}
