import type { Coupon } from '@apogee/contracts/pricing.ts'
import { couponChangesForm } from '@apogee/contracts/pricing.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#web/platform/client.ts'
import { fromLocalTime, toLocalTime } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { pricingMessages } from './messages.en.ts'

/** When it ends and how often it may be used; what it is worth stays. */
export function ChangeCouponDialog({
  coupon,
  onClose,
  onChanged,
}: {
  coupon: Coupon
  onClose: () => void
  onChanged: (coupon: Coupon) => void
}) {
  const text = useText(pricingMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const formId = useId()
  const form = useContractForm(couponChangesForm, {
    endsAt: toLocalTime(coupon.endsAt),
    maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
  })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: ({ endsAt, maxUses }: { endsAt: string; maxUses: string }) =>
      call('updateCoupon', {
        params: { id: coupon.id },
        body: {
          // The field knows no seconds: what nobody touched stays to the second.
          ...(endsAt !== toLocalTime(coupon.endsAt) && { endsAt: fromLocalTime(endsAt) }),
          maxUses: maxUses.trim() === '' ? null : Number(maxUses),
        },
      }),
    onSuccess: ({ data }) => onChanged(data),
    onError: (error) => showIssues(form, error),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.changeTitle(coupon.code)}
      text={text.fixedHint}
      closeLabel={common.close}
      busy={change.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={change.isPending}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={change.isPending}
            busyLabel={text.saving}
          >
            {text.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        noValidate
        onSubmit={(event) => void form.handleSubmit((given) => change.mutate(given))(event)}
      >
        {change.isError ? (
          <Notice tone="danger">{failureText(change.error, text.changeFailed)}</Notice>
        ) : null}
        <TextField
          label={text.endsAt}
          type="datetime-local"
          hint={text.timeHint}
          error={fieldText(errors.endsAt?.message)}
          {...form.register('endsAt')}
        />
        <TextField
          label={text.maxUses}
          inputMode="numeric"
          hint={text.maxUsesHint}
          error={fieldText(errors.maxUses?.message)}
          {...form.register('maxUses')}
        />
      </form>
    </Dialog>
  )
}
