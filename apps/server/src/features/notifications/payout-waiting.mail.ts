/**
 * Notifies the other superadmins of a payout that waits for one of them. The mail to an unverified address omits text that others
 * typed.
 */
import type { Language } from '@apogee/domain/languages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { SecurityDetails } from '@apogee/contracts/accounts/security.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longest = 120

export function payoutWaitingMail(
  language: Language,
  facts: {
    name: string | null
    isProven: boolean
    actorName: string | null
    sellerName: string | null
    details: SecurityDetails
    link: string
  },
): MailText {
  const { actorName, sellerName, details, isProven, link } = facts
  const shown = (name: string | null) => (isProven && name ? quotedText(name, longest) : null)
  return serverTexts(language).notifications.payoutWaiting({
    hello: greetingOf(language, facts),
    amount: formatRinggit(Number(details['cents'])),
    seller: shown(sellerName),
    actor: shown(actorName),
    link: `${link}/admin/payouts`,
  })
}
