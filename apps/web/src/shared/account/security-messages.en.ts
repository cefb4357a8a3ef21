import type { Count } from '../../platform/language/numbers.ts'
import { defineMessages } from '../../platform/language/messages.ts'

export const securityMessages = defineMessages('security', {
  title: 'Security log',
  lead: 'Changes to payments, bank accounts, fees, transfers, refunds and roles. Entries cannot be changed or deleted here.',
  failed: 'The security log could not be loaded',
  empty: 'No changes yet',
  emptyHint: 'Changes to payments and roles appear here.',
  count: (shown: number, total: Count) => `${shown} of ${total} entries`,
  more: 'Load more',
  by: (name: string) => `By ${name}`,
  nobody: 'an unnamed user',
  from: (address: string) => `from ${address}`,
  member: 'a member',
  chipChanged: (brandId: string, end: string) =>
    `The CHIP account was changed to brand ID ${brandId}${end === '' ? '' : `, secret key ••••${end}`}`,
  bankChanged: (bank: string, end: string) =>
    `The bank account on invoices was changed to ${bank} ••••${end}`,
  payoutBankChanged: (bank: string, end: string) =>
    `The bank account for payouts was changed to ${bank} ••••${end}`,
  feeChanged: (before: string, after: string) => `The platform fee was changed from ${before} to ${after}`,
  sellerApproved: 'Selling through Apogee was approved',
  sellerLimited: (amount: string, reason: string) =>
    `Sales through Apogee were limited to ${amount} in 24 hours: ${reason}`,
  sellerSuspended: (reason: string) => `The seller was suspended: ${reason}`,
  sellerRestored: (reason: string) => `The restrictions of the seller were lifted: ${reason}`,
  brandCleared: (reason: string) => `The brand of the seller was cleared: ${reason}`,
  sellerRegistrationChanged: 'The legal name or registration number for the verification was changed',
  sellerContactChanged: 'The email address or phone number for the verification was changed',
  checkReturned: (check: string, reason: string) => `Verification: ${check} was returned (${reason})`,
  sellerVerified: 'The verification of the seller is complete',
  checkRegistration: 'registration',
  checkBank: 'bank account',
  checkContact: 'contact',
  checkDocuments: 'documents',
  payoutRecorded: (amount: string, reference: string) => `A payout of ${amount} was recorded (${reference})`,
  paymentRecorded: (amount: string, reference: string) =>
    `A payment of ${amount} to the platform was recorded (${reference})`,
  signalOpened: (seller: string) => `The figures of seller ${seller} are unusual`,
  payoutPrepared: (id: string, amount: string) => `Payout ${id} of ${amount} was prepared`,
  transferReversed: (amount: string, reason: string) => `A transfer of ${amount} was reversed: ${reason}`,
  refundApproved: (amount: string, courses: string, reason: string) =>
    `A refund of ${amount} above the balance was approved (${courses}): ${reason}`,
  refundDeclined: (amount: string, courses: string, reason: string) =>
    `A refund of ${amount} above the balance was declined (${courses}): ${reason}`,
  memberDeleted: (role: string) => `The account of someone with the role ${role} was deleted`,
  roleChanged: (name: string, before: string, after: string) =>
    `The role of ${name} was changed from ${before} to ${after}`,
  invited: (email: string, role: string) => `${email} was invited as ${role}`,
  secondFactorOn: (name: string) => `The second factor of the sign-in of ${name} was turned on`,
  secondFactorOff: (name: string) => `The second factor of the sign-in of ${name} was turned off`,
  recoveryCodesReplaced: (name: string) => `The recovery codes of ${name} were replaced`,
  recoveryCodeUsed: (name: string) => `A recovery code of ${name} was used to sign in`,
  removalAsked: (person: string) => `A removal of the second factor of ${person} was requested`,
  removalConfirmed: (person: string) => `The removal of the second factor of ${person} was confirmed`,
  removalStopped: (person: string) => `The removal of the second factor of ${person} was stopped`,
  factorsRemoved: (person: string) => `The second factor of ${person} was removed`,
  passkeyAdded: (person: string, name: string) => `A passkey of ${person} was added: ${name}`,
  passkeyRemoved: (person: string, name: string) => `A passkey of ${person} was removed: ${name}`,
  identityRemoved: (person: string, provider: string) =>
    `${provider} no longer signs in to the account of ${person}`,
  emailChanged: (name: string) => `The email address of ${name} was changed`,
  emailRestored: (name: string) => `The change of the email address of ${name} was undone`,
  passkeyCopied: (person: string, name: string) =>
    `A passkey of ${person} was refused because it may have been copied: ${name}`,
  sessionsEnded: (person: string) => `${person} was signed out on every device`,
  securityLogFellBack: (block: string, kept: string) =>
    `The security log lost its newest entries: it ended with block ${block} and had block ${kept} before`,
  securityLogReplaced: (kept: string) =>
    `Block ${kept} of the security log was sealed again with other contents`,
  apiTokenCreated: (name: string, end: string) => `The API token ${name} (••••${end}) was created`,
  apiTokenRevoked: (name: string, end: string) => `The API token ${name} (••••${end}) was revoked`,
  webhookCreated: (url: string) => `A webhook to ${url} was added`,
  webhookDeleted: (url: string) => `The webhook to ${url} was deleted`,
  webhookSecretReplaced: (url: string) => `The secret of the webhook to ${url} was replaced`,
  webhookTurnedOff: (url: string) => `The webhook to ${url} failed for five days and was turned off`,
  student: 'student',
  instructor: 'instructor',
  admin: 'admin',
  superadmin: 'superadmin',
})
