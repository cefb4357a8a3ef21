import type { Coupon } from '@apogee/contracts/pricing.ts'
import { ConfirmDialog } from '@apogee/ui/dialog.tsx'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { pricingMessages } from './messages.en.ts'

/** Asks before a code stops working, or works again. */
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
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const isArchived = coupon.state === 'archived'
  const change = useMutation({
    mutationFn: () => call('updateCoupon', { params: { id: coupon.id }, body: { archived: !isArchived } }),
    onSuccess: ({ data }) => onDone(data),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => change.mutate()}
      title={isArchived ? text.bringBackOf(coupon.code) : text.archiveTitle(coupon.code)}
      text={isArchived ? text.bringBackText : text.archiveText}
      confirmLabel={isArchived ? text.bringBack : text.archive}
      cancelLabel={common.cancel}
      closeLabel={common.close}
      tone={isArchived ? 'primary' : 'danger'}
      busy={change.isPending}
      busyLabel={text.saving}
      error={change.isError ? failureText(change.error, text.changeFailed) : undefined}
    />
  )
}
