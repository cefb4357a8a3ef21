import { useText } from '#web/platform/language/messages.ts'
import { readIntention } from '#web/shared/buying/intention.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { intendedAccountMessages } from '../../messages/intended-account.en.ts'

/** Names what a person wanted to enrol in or to buy, and for which an account is needed. */
export function IntendedAccount() {
  const text = useText(intendedAccountMessages)
  const { newHere } = useText(accountsMessages)
  const intention = readIntention()
  if (!intention) return newHere
  return intention.kind === 'enroll' ? text.toStart(intention.title) : text.toBuy(intention.title)
}
