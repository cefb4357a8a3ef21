import { erasedText } from '@apogee/contracts/community/erased-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { communityMessages } from './messages/community.en.ts'

/** Returns a text as written, or an explanation when its author's account was erased. */
export function useWrittenText(): (written: string) => string {
  const text = useText(communityMessages)
  return (written) => (written === erasedText ? text.erased : written)
}
