/** Notifies a seller's admins that a superadmin has limited, suspended or restored their selling, or cleared their brand. */
import type { Language } from '@apogee/domain/languages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { greetingOf, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

export const sellerStateKinds = [
  'seller.limited',
  'seller.suspended',
  'seller.restored',
  'seller.brandCleared',
] as const
export type SellerStateKind = (typeof sellerStateKinds)[number]

export const isSellerState = (kind: SecurityKind): kind is SellerStateKind =>
  (sellerStateKinds as readonly string[]).includes(kind)

const longestName = 120
const longestReason = 500

export function sellerStateMail(
  language: Language,
  change: SellerStateKind,
  facts: {
    name: string | null
    isProven: boolean
    businessName: string | null
    /** Contains `reason`, and for a limited seller `cents`, the limit in 24 hours. */
    details: SecurityDetails
    link: string
  },
): MailText {
  const { link, details } = facts
  return serverTexts(language).notifications.sellerStates[change]({
    hello: greetingOf(language, facts),
    seller: facts.isProven && facts.businessName ? quotedText(facts.businessName, longestName) : null,
    reason: quotedText(String(details['reason'] ?? ''), longestReason),
    limit: formatPlainRinggit(Number(details['cents'] ?? 0)),
    link,
  })
}
