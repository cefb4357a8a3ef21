import { postMaxLength } from '@apogee/contracts/community/community-limits.ts'
import { useText } from '#web/platform/language/messages.ts'
import { SmallTextField, type SmallTextFieldProps } from '#web/shared/text/small-text/small-text-field.tsx'
import { communityMessages } from '../../messages/community.en.ts'

export function DiscussionText(field: Omit<SmallTextFieldProps, 'kind' | 'hint' | 'maxLength'>) {
  const text = useText(communityMessages)
  return <SmallTextField kind="discussion" hint={text.bodyHint} maxLength={postMaxLength} {...field} />
}
