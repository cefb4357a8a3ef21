/** Describes a log entry in words. The texts for changes are in the platform, because notifications use them too. */
import type { SecurityEntry } from '@apogee/contracts/accounts/security.ts'
import type { ActivityKind } from '@apogee/contracts/security-log/security-log.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSecurityText } from '#web/shared/account/security-text.ts'
import { securityLogMessages } from '../messages/security-log.en.ts'

type Text = ReturnType<typeof useText<typeof securityLogMessages.texts>>
type Detail = SecurityEntry['details'][string] | undefined

const wordOf = (detail: Detail) => String(detail ?? '')

const tables = {
  users: 'tableUsers',
  learners: 'tableLearners',
  courses: 'tableCourses',
  analytics: 'tableAnalytics',
  orders: 'tableOrders',
  ledger: 'tableLedger',
  roster: 'tableRoster',
  gradebook: 'tableGradebook',
  days: 'tableDays',
  sources: 'tableSources',
  security: 'tableSecurity',
  quiz: 'tableQuiz',
  figures: 'tableFigures',
} as const satisfies Record<string, keyof Text>

/** Maps lists about money to their texts. The list of orders is missing here, because it has no text of its own. */
const listsOfMoney: Partial<
  Record<string, 'viewRefundRequests' | 'viewInvoices' | 'viewLedger' | 'viewExceptions'>
> = {
  'refund requests': 'viewRefundRequests',
  invoices: 'viewInvoices',
  ledger: 'viewLedger',
  exceptions: 'viewExceptions',
}

const providerOf = (provider: Detail) => (provider === 'github' ? 'GitHub' : 'Google')

const payoutOf = (id: Detail, cents: Detail) => [wordOf(id), formatRinggit(Number(cents ?? 0))] as const

const payoutCauses = {
  bank_changed: 'payoutBankChanged',
  not_covered: 'payoutNotCovered',
  expired: 'payoutExpired',
  people_changed: 'payoutPeopleChanged',
} as const satisfies Record<string, keyof Text>

const causeOf = (text: Text, cause: string) =>
  Object.hasOwn(payoutCauses, cause) ? text[payoutCauses[cause as keyof typeof payoutCauses]] : cause

/** A table that a newer release introduced is shown by its key. */
const tableOf = (text: Text, what: string) =>
  Object.hasOwn(tables, what) ? text[tables[what as keyof typeof tables]] : what

/** `name` is the name of the person concerned, or null for an unknown person. */
const sentences: Record<
  ActivityKind,
  (text: Text, details: SecurityEntry['details'], name: string | null) => string
> = {
  'signIn.succeeded': (text, _details, name) => text.signInSucceeded(name ?? ''),
  'signIn.failed': (text, _details, name) =>
    name === null ? text.signInFailedUnknown : text.signInFailed(name),
  'signIn.limited': (text, _details, name) =>
    name === null ? text.signInLimitedUnknown : text.signInLimited(name),
  'secondFactor.failed': (text, _details, name) => text.secondFactorFailed(name ?? ''),
  'secondFactor.limited': (text, _details, name) => text.secondFactorLimited(name ?? ''),
  'access.refused': (text) => text.accessRefused,
  'access.probed': (text) => text.accessProbed,
  'access.misused': (text) => text.accessMisused,
  'password.changed': (text, _details, name) => text.passwordChanged(name ?? ''),
  'email.changeAsked': (text, _details, name) => text.emailChangeAsked(name ?? ''),
  'email.changeStopped': (text, _details, name) => text.emailChangeStopped(name ?? ''),
  'password.reset': (text, _details, name) => text.passwordReset(name ?? ''),
  'invitation.accepted': (text, _details, name) => text.invitationAccepted(name ?? ''),
  'invitation.revoked': (text, { invitation }) => text.invitationRevoked(wordOf(invitation)),
  'account.opened': (text, { role }, name) => text.accountOpened(name ?? '', wordOf(role)),
  'account.returned': (text, _details, name) => text.accountReturned(name ?? ''),
  'identity.linked': (text, { provider }, name) => text.identityLinked(name ?? '', providerOf(provider)),
  'chip.configured': (text, { brandId, secretEndsWith }) =>
    text.chipConfigured(wordOf(brandId), wordOf(secretEndsWith)),
  'exception.decided': (text, { order, choice }) => text.exceptionDecided(wordOf(order), wordOf(choice)),
  'account.left': (text, _details, name) => text.accountLeft(name ?? ''),
  'account.erased': (text) => text.accountErased,
  'refund.asked': (text, { cents, order }) =>
    text.refundAsked(formatRinggit(Number(cents ?? 0)), wordOf(order)),
  'payout.approved': (text, { payoutId, cents }) => text.payoutApproved(...payoutOf(payoutId, cents)),
  'payout.declined': (text, { payoutId, cents, reason }) =>
    text.payoutDeclined(...payoutOf(payoutId, cents), wordOf(reason)),
  'payout.withdrawn': (text, { payoutId, cents, reason, cause }) =>
    reason === undefined
      ? text.payoutEnded(...payoutOf(payoutId, cents), causeOf(text, wordOf(cause)))
      : text.payoutWithdrawn(...payoutOf(payoutId, cents), wordOf(reason)),
  'payout.paid': (text, { payoutId, cents, reference, heldBecause }) =>
    (heldBecause === undefined ? text.payoutPaid : text.payoutPaidWhileHeld)(
      ...payoutOf(payoutId, cents),
      wordOf(reference),
    ),
  'signal.closed': (text, { sellerId, note }) => text.signalClosed(wordOf(sellerId), wordOf(note)),
  'export.table': (text, { what }) => text.exportTable(tableOf(text, wordOf(what))),
  'webhook.changed': (text, { url }) => text.webhookChanged(wordOf(url)),
  'certificate.reissued': (text, { course }, name) => text.certificateReissued(name ?? '', wordOf(course)),
  'upload.infected': (text, { signature }) => text.uploadInfected(wordOf(signature)),
  'upload.notChecked': (text, { signature }) => text.uploadNotChecked(wordOf(signature)),
  'export.course': (text, { course }) => text.exportCourse(wordOf(course)),
  'export.notes': (text, { course }) => text.exportNotes(wordOf(course)),
  'export.account': (text, _details, name) => text.exportAccount(name ?? ''),
  'view.orders': (text, { list }) => text[listsOfMoney[wordOf(list)] ?? 'viewOrders'],
  'view.order': (text, { order, invoice, receipt }) => {
    if (receipt !== undefined) return text.viewReceipt(wordOf(receipt))
    return invoice === undefined ? text.viewOrder(wordOf(order)) : text.viewInvoice(wordOf(invoice))
  },
  'view.people': (text, { course }) =>
    course === undefined ? text.viewPeople : text.viewPeopleOf(wordOf(course)),
  'view.person': (text, { course, module }, name) =>
    course === undefined
      ? text.viewPersonInModule(name ?? '', wordOf(module))
      : text.viewPerson(name ?? '', wordOf(course)),
  'view.bank': (text, { seller }) => text.viewBank(wordOf(seller)),
  'view.seller': (text, { seller }) => text.viewSeller(wordOf(seller)),
  'view.sellerChecks': (text, { seller, what }) =>
    what === 'number' ? text.viewSellerNumber(wordOf(seller)) : text.viewSellerChecks(wordOf(seller)),
  'view.sellerDocument': (text, { seller, document }) =>
    text.viewSellerDocument(wordOf(seller), wordOf(document)),
  'seller.checksSent': (text) => text.checksSent,
  'seller.contactProven': (text) => text.contactProven,
  'seller.checkVerified': (text) => text.checkVerified,
}

const isActivity = (kind: string): kind is ActivityKind => Object.hasOwn(sentences, kind)

/** Returns a formatter; a kind that a newer release introduced is shown unchanged. */
export function useEntryText(): (entry: SecurityEntry) => string {
  const text = useText(securityLogMessages)
  const changeText = useSecurityText()
  return ({ kind, details, subject }) =>
    isActivity(kind)
      ? sentences[kind](text, details, subject && (subject.name ?? text.unnamed(subject.id)))
      : changeText({ kind, details, subjectName: subject?.name ?? null })
}
