import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { useText } from '../../platform/language/messages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { securityMessages } from './security-messages.en.ts'

interface SecurityChange {
  /** `kind` is one of `SecurityKind`, or a kind that a newer release has introduced. */
  kind: string
  subjectName: string | null
  details: SecurityDetails
}

type Text = ReturnType<typeof useText<typeof securityMessages.texts>>
type Detail = SecurityDetails[string] | undefined

/** Returns the sentence for an entry's kind and details in the reader's language; an unknown kind is shown unchanged. */
export function useSecurityText(): (change: SecurityChange) => string {
  const text = useText(securityMessages)
  return ({ kind, subjectName, details }) =>
    isKnown(kind) ? sentences[kind](text, details, subjectName ?? text.member) : kind
}

const isKnown = (kind: string): kind is SecurityKind => Object.hasOwn(sentences, kind)

const sentences: Record<SecurityKind, (text: Text, details: SecurityDetails, subject: string) => string> = {
  'chip.changed': (text, { brandId, secretEndsWith }) =>
    text.chipChanged(wordOf(brandId), wordOf(secretEndsWith)),
  'bank.changed': (text, { bankName, accountEndsWith }) =>
    text.bankChanged(wordOf(bankName), wordOf(accountEndsWith)),
  'payoutBank.changed': (text, { bankName, accountEndsWith }) =>
    text.payoutBankChanged(wordOf(bankName), wordOf(accountEndsWith)),
  'fee.changed': (text, { beforeBasisPoints, feeBasisPoints }) =>
    text.feeChanged(percent(beforeBasisPoints), percent(feeBasisPoints)),
  'seller.approved': (text) => text.sellerApproved,
  'seller.limited': (text, { cents, reason }) => text.sellerLimited(sum(cents), wordOf(reason)),
  'seller.suspended': (text, { reason }) => text.sellerSuspended(wordOf(reason)),
  'seller.restored': (text, { reason }) => text.sellerRestored(wordOf(reason)),
  'seller.brandCleared': (text, { reason }) => text.brandCleared(wordOf(reason)),
  'seller.detailsChanged': (text, { what }) =>
    what === 'contact' ? text.sellerContactChanged : text.sellerRegistrationChanged,
  'seller.checkReturned': (text, { check, reason }) =>
    text.checkReturned(checkName(text, check), wordOf(reason)),
  'seller.verified': (text) => text.sellerVerified,
  'payout.prepared': (text, { payoutId, cents }) => text.payoutPrepared(wordOf(payoutId), sum(cents)),
  'signal.opened': (text, { sellerId }) => text.signalOpened(wordOf(sellerId)),
  'transfer.recorded': (text, { kind, cents, reference }) =>
    kind === 'payout'
      ? text.payoutRecorded(sum(cents), wordOf(reference))
      : text.paymentRecorded(sum(cents), wordOf(reference)),
  'transfer.reversed': (text, { cents, reason }) => text.transferReversed(sum(cents), wordOf(reason)),
  'refund.approved': (text, { cents, courses, reason }) =>
    text.refundApproved(sum(cents), wordOf(courses), wordOf(reason)),
  'refund.declined': (text, { cents, courses, reason }) =>
    text.refundDeclined(sum(cents), wordOf(courses), wordOf(reason)),
  'role.changed': (text, { before, role }, subject) =>
    text.roleChanged(subject, roleName(text, before), roleName(text, role)),
  'member.deleted': (text, { role }) => text.memberDeleted(roleName(text, role)),
  'secondFactor.on': (text, _details, subject) => text.secondFactorOn(subject),
  'secondFactor.off': (text, _details, subject) => text.secondFactorOff(subject),
  'recoveryCodes.replaced': (text, _details, subject) => text.recoveryCodesReplaced(subject),
  'recoveryCode.used': (text, _details, subject) => text.recoveryCodeUsed(subject),
  'secondFactor.removalAsked': (text, _details, subject) => text.removalAsked(subject),
  'secondFactor.removalConfirmed': (text, _details, subject) => text.removalConfirmed(subject),
  'secondFactor.removalStopped': (text, _details, subject) => text.removalStopped(subject),
  'secondFactor.removed': (text, _details, subject) => text.factorsRemoved(subject),
  'passkey.added': (text, { name }, subject) => text.passkeyAdded(subject, wordOf(name)),
  'passkey.removed': (text, { name }, subject) => text.passkeyRemoved(subject, wordOf(name)),
  'identity.removed': (text, { name }, subject) => text.identityRemoved(subject, wordOf(name)),
  'email.changed': (text, _details, subject) => text.emailChanged(subject),
  'email.restored': (text, _details, subject) => text.emailRestored(subject),
  'passkey.copied': (text, { name }, subject) => text.passkeyCopied(subject, wordOf(name)),
  'apiToken.created': (text, { name, endsWith }) => text.apiTokenCreated(wordOf(name), wordOf(endsWith)),
  'apiToken.revoked': (text, { name, endsWith }) => text.apiTokenRevoked(wordOf(name), wordOf(endsWith)),
  'webhook.created': (text, { url }) => text.webhookCreated(wordOf(url)),
  'webhook.deleted': (text, { url }) => text.webhookDeleted(wordOf(url)),
  'webhook.secretReplaced': (text, { url }) => text.webhookSecretReplaced(wordOf(url)),
  'webhook.turnedOff': (text, { url }) => text.webhookTurnedOff(wordOf(url)),
  'sessions.ended': (text, _details, subject) => text.sessionsEnded(subject),
  'securityLog.fellBack': (text, { block, kept }) =>
    Number(block) < Number(kept)
      ? text.securityLogFellBack(wordOf(block), wordOf(kept))
      : text.securityLogReplaced(wordOf(kept)),
  'invitation.sent': (text, { email, role }) => text.invited(wordOf(email), roleName(text, role)),
}

const wordOf = (detail: Detail) => String(detail ?? '')
const percent = (basisPoints: Detail) => `${Number(basisPoints ?? 0) / 100} %`
const sum = (cents: Detail) => formatRinggit(Number(cents ?? 0))

function roleName(text: Text, role: Detail): string {
  if (role === 'student' || role === 'instructor' || role === 'admin' || role === 'superadmin')
    return text[role]
  return wordOf(role)
}

function checkName(text: Text, check: Detail): string {
  const names: Record<string, string> = {
    registration: text.checkRegistration,
    bank: text.checkBank,
    contact: text.checkContact,
    documents: text.checkDocuments,
  }
  return names[wordOf(check)] ?? wordOf(check)
}
