import { fromDateTimeField, toDateTimeField } from '@apogee/domain/time/malaysia-time.ts'
import type { Coupon } from '@apogee/contracts/pricing/pricing.ts'
import { couponChangesForm } from '@apogee/contracts/pricing/pricing.forms.ts'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { pricingMessages } from '../messages/pricing.en.ts'

/** Changes the end and the maximum uses; the discount is fixed. */
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
  const language = useLanguage()
  const [read] = useState(coupon)
  const { field, dialog } = useDialogForm({
    schema: couponChangesForm,
    values: {
      endsAt: toDateTimeField(coupon.endsAt),
      maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
    },
    save: useMutation({
      mutationFn: ({ endsAt, maxUses }: { endsAt: string; maxUses: string }) =>
        saveChanges({
          fields: {
            // The field has no seconds, so an untouched time keeps its stored value.
            endsAt: endsAt === toDateTimeField(read.endsAt) ? read.endsAt : fromDateTimeField(endsAt),
            maxUses: maxUses.trim() === '' ? null : Number(maxUses),
          },
          read,
          version: read.version,
          labels: { endsAt: text.endsAt, maxUses: text.maxUses },
          show: (name, value) =>
            name === 'endsAt' && typeof value === 'string' ? timeInWords(value, language) : undefined,
          send: (body) => call('updateCoupon', { params: { id: coupon.id }, body }),
        }),
    }),
    failed: text.changeFailed,
    onSaved: ({ data }) => onChanged(data),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.changeTitle(coupon.code)}
      text={text.fixedHint}
      action={text.save}
      busyLabel={text.saving}
    >
      <TextField label={text.endsAt} type="datetime-local" hint={text.timeHint} {...field('endsAt')} />
      <TextField label={text.maxUses} inputMode="numeric" hint={text.maxUsesHint} {...field('maxUses')} />
    </FormDialog>
  )
}
