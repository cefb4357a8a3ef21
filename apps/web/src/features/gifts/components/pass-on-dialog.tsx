import type { GiftForm } from '@apogee/contracts/gifts/gifts.forms.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { useMutation } from '@tanstack/react-query'
import { useDialogForm } from '#web/platform/forms/dialog-form.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { call } from '#web/platform/transfer/client.ts'
import { blankGift, typedGiftOf } from '../gift-form.ts'
import { giftRules } from '../gift-rules.ts'
import { openedGiftMessages } from '../messages/opened-gift.en.ts'
import { namingFields } from '../pay-for-gift.ts'
import { GiftFields } from './gift-fields.tsx'

export function PassOnDialog({
  code,
  language,
  onPassed,
  onClose,
}: {
  code: string
  /** `language` is that of the present card. */
  language: Language
  onPassed: (passed: { link: string; code: string; name: string }) => void
  onClose: () => void
}) {
  const text = useText(openedGiftMessages)
  const save = useMutation({
    mutationFn: (gift: GiftForm) => namingFields(call('passGiftOn', { body: { code, gift } })),
  })
  const { form, field, dialog } = useDialogForm({
    schema: giftRules,
    values: typedGiftOf(blankGift(language), language),
    save,
    failed: text.passFailed,
    onSaved: ({ data }, { recipientName }) => {
      onPassed({ ...data, name: recipientName })
      onClose()
    },
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={text.passOnTitle}
      text={text.passOnText}
      action={text.passOn}
      busyLabel={text.passing}
    >
      <GiftFields form={form} field={field} />
    </FormDialog>
  )
}
