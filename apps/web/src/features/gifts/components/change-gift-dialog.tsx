import type { Gift } from '@apogee/contracts/gifts/gifts.ts'
import type { GiftForm } from '@apogee/contracts/gifts/gifts.forms.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { call } from '#web/platform/transfer/client.ts'
import { typedOf } from '../gift-form.ts'
import { giftRules } from '../gift-rules.ts'
import { ownGiftMessages } from '../messages/own-gift.en.ts'
import { GiftFields } from './gift-fields.tsx'

export function ChangeGiftDialog({ gift, onClose }: { gift: Gift; onClose: () => void }) {
  const text = useText(ownGiftMessages)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: GiftForm) => call('updateGift', { params: { id: gift.id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gift'] }),
  })
  const { form, field, dialog } = useDialogForm({
    schema: giftRules,
    values: typedOf(gift),
    save,
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.changeTitle}
      text={text.changeText}
      action={text.save}
      busyLabel={text.saving}
    >
      <GiftFields form={form} field={field} />
    </FormDialog>
  )
}
