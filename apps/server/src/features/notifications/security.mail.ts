/**
 * Writes the mail about a change that concerns security, such as a payment account or a role: who changed it, when, and what the
 * reader can do.
 */
import type { Language } from '@apogee/domain/languages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import type { SecurityDetails, SecurityMailKind } from '@apogee/contracts/accounts/security.ts'
import { greetingOf, quotedText, timeInWords } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

export interface SecurityMailFacts {
  change: SecurityMailKind
  at: Date
  name: string | null
  isProven: boolean
  /** Null means that nobody was signed in. */
  actorId: number | null
  actorName: string | null
  businessName: string | null
  subjectName: string | null
  details: SecurityDetails
  /** The origin of the site, for links. */
  link: string
}

const longest = 120
const longestReason = 300

export function securityMail(language: Language, facts: SecurityMailFacts): MailText {
  if (!facts.isProven) return unprovenMail(language, facts.link)
  const { change, at, businessName, link } = facts
  const text = serverTexts(language).notifications
  const what = text.changes[change](changeFacts(language, facts))
  const when = timeInWords(at, language)
  const whose = given(businessName ?? 'Apogee')
  const actor = actorOf(language, facts)
  const hello = greetingOf(language, facts)
  return text.security({ ...what, hello, actor, when, whose, link })
}

/** The owner of an unverified address may not know Apogee, so the mail contains no user input. */
function unprovenMail(language: Language, link: string): MailText {
  return serverTexts(language).notifications.unprovenSecurity(link)
}

function actorOf(language: Language, { actorId, actorName }: SecurityMailFacts): string | null {
  if (actorId === null) return null
  if (actorName !== null) return given(actorName)
  return serverTexts(language).notifications.anUnnamedUser
}

type Detail = SecurityDetails[string] | undefined

/** Returns the details that the sentence about a change may contain. Each kind of change has only some of them. */
function changeFacts(language: Language, { details, subjectName }: SecurityMailFacts) {
  const { secretEndsWith, cents } = details
  const amount = formatPlainRinggit(Number(cents ?? 0))
  return {
    brandId: given(details['brandId']),
    secretEndsWith: secretEndsWith ? given(secretEndsWith) : null,
    bankName: given(details['bankName']),
    accountEndsWith: given(details['accountEndsWith']),
    beforeFee: percent(details['beforeBasisPoints']),
    fee: percent(details['feeBasisPoints']),
    isPayout: details['kind'] === 'payout',
    isContact: details['what'] === 'contact',
    amount,
    reference: given(details['reference']),
    reason: given(details['reason'], longestReason),
    refund: `${amount}, ${given(details['courses'], longestReason)}`,
    member: subjectName === null ? serverTexts(language).notifications.aMember : given(subjectName),
    before: roleName(language, details['before']),
    role: roleName(language, details['role']),
    email: given(details['email']),
    name: given(details['name']),
    url: given(details['url'], longestReason),
    endsWith: given(details['endsWith']),
    block: given(details['block']),
    kept: given(details['kept']),
  }
}

const percent = (basisPoints: Detail) => `${Number(basisPoints ?? 0) / 100}%`
const given = (text: Detail, most = longest) => quotedText(String(text ?? ''), most)

function roleName(language: Language, role: Detail): string {
  const names: Record<string, string> = serverTexts(language).notifications.roles
  return names[String(role)] ?? given(role)
}
