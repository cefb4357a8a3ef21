import { announcementMaxLength } from '@apogee/contracts/announcements/announcements.forms.ts'
import type { TextAreaProps } from '@apogee/ui/fields/text-field.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { SmallTextField } from '#web/shared/text/small-text/small-text-field.tsx'
import { announcementsMessages } from '../messages/announcements.en.ts'

export function AnnouncementBody({
  field,
  text: written,
  onText,
}: {
  field: Pick<TextAreaProps, 'name' | 'ref' | 'error' | 'readOnly' | 'onChange' | 'onBlur'>
  text: string
  onText: (text: string) => void
}) {
  const text = useText(announcementsMessages)
  return (
    <SmallTextField
      kind="announcement"
      label={text.body}
      hint={text.bodyHint}
      required
      rows={8}
      maxLength={announcementMaxLength}
      {...field}
      text={written}
      onText={onText}
    />
  )
}
