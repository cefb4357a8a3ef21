import { fromDateTimeField, toDateTimeField } from '@apogee/domain/malaysia-time.ts'
import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { couponChangesForm } from '@apogee/contracts/pricing/pricing.forms.ts'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { timeInWords } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { FormDialog } from '#web/platform/form-dialog.tsx'
import { isSaidByFields, showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { saveChanges } from '#web/platform/save-edit.ts'
import { pricingMessages } from '../messages/pricing.en.ts'

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
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const language = useLanguage()
  const [read] = useState(coupon)
  const form = useContractForm(couponChangesForm, {
    endsAt: toDateTimeField(coupon.endsAt),
    maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
  })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: ({ endsAt, maxUses }: { endsAt: string; maxUses: string }) =>
      saveChanges({
        fields: {
          // The field knows no seconds: what nobody touched stays to the second.
          endsAt: endsAt === toDateTimeField(read.endsAt) ? read.endsAt : fromDateTimeField(endsAt),
          maxUses: maxUses.trim() === '' ? null : Number(maxUses),
        },
        ...{ read, version: read.version },
        labels: { endsAt: text.endsAt, maxUses: text.maxUses },
        show: (field, value) =>
          field === 'endsAt' && typeof value === 'string' ? timeInWords(value, language) : undefined,
        send: (body) => call('updateCoupon', { params: { id: coupon.id }, body }),
      }),
    onSuccess: ({ data }) => onChanged(data),
    onError: (error) => showIssues(form, error),
  })
  return (
    <FormDialog
      onClose={onClose}
      title={text.changeTitle(coupon.code)}
      text={text.fixedHint}
      action={text.save}
      busyLabel={text.saving}
      busy={change.isPending}
      error={
        change.isError && !isSaidByFields(form, change.error)
          ? failureText(change.error, text.changeFailed)
          : undefined
      }
      onSubmit={(event) => void form.handleSubmit((given) => change.mutate(given))(event)}
    >
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
    </FormDialog>
  )
}
