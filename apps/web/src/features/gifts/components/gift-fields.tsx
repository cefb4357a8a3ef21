import type { GiftForm } from '@apogee/contracts/gifts/gifts.forms.ts'
import { giftMessageMaxLength } from '@apogee/contracts/gifts/gift-limits.ts'
import { languageNames, languages } from '@apogee/domain/languages.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { FieldProps } from '#web/platform/forms/forms.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { firstGiftDay, lastGiftDay } from '../gift-days.ts'
import type { TypedGift } from '../gift-form.ts'
import { newGiftMessages } from '../messages/new-gift.en.ts'

export interface GiftFieldsProps {
  form: UseFormReturn<TypedGift, unknown, GiftForm>
  field: FieldProps<TypedGift>
}

/** Asks to whom a gift goes: for a new one, for a change, and for one that is passed on. */
export function GiftFields({ form, field }: GiftFieldsProps) {
  const text = useText(newGiftMessages)
  const { user } = useSession()
  const { control } = form
  const message = useWatch({ control, name: 'message' })
  const language = useWatch({ control, name: 'language' })
  return (
    <>
      <TextField label={text.recipientName} autoComplete="off" required {...field('recipientName')} />
      <TextField
        label={text.recipientEmail}
        hint={text.emailHint}
        type="email"
        inputMode="email"
        autoComplete="off"
        {...field('recipientEmail')}
      />
      {user && !user.emailVerified ? <p className="text-sm text-secondary">{text.unproven}</p> : null}
      <TextArea
        label={text.message}
        hint={text.messageCount(message.length, giftMessageMaxLength)}
        {...field('message')}
      />
      <RadioGroup
        legend={text.language}
        layout="boxes"
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(chosen) => form.setValue('language', chosen, { shouldDirty: true })}
      />
      <WhenToSend form={form} field={field} />
    </>
  )
}

function WhenToSend({ form, field }: GiftFieldsProps) {
  const text = useText(newGiftMessages)
  const { control } = form
  const when = useWatch({ control, name: 'when' })
  const isMailed = useWatch({ control, name: 'recipientEmail' }).trim() !== ''
  if (!isMailed) return <p className="text-sm text-secondary">{text.notMailed}</p>
  return (
    <>
      <RadioGroup
        legend={text.when}
        layout="boxes"
        options={[
          { value: 'now', label: text.now, hint: text.nowHint },
          { value: 'day', label: text.onDay, hint: text.onDayHint },
        ]}
        value={when}
        onChange={(chosen) => form.setValue('when', chosen, { shouldDirty: true, shouldValidate: false })}
      />
      {when === 'day' ? (
        <TextField
          label={text.day}
          hint={text.dayHint}
          type="date"
          min={firstGiftDay()}
          max={lastGiftDay()}
          {...field('sendOn')}
        />
      ) : null}
    </>
  )
}
