/**
 * Lists every id that a database row stores beyond the process that wrote it. A new id gets a line here. A renamed one
 * needs a migration as well: docs/decisions/services-and-ids.md.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { notificationData } from '@apogee/contracts/notifications/notifications.ts'
import { securityKinds } from '@apogee/contracts/accounts/security.ts'
import { activityKinds } from '@apogee/contracts/security-log/security-log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { failureLimits } from '#server/features/accounts/accounts.rules.ts'
import { xpRules } from '#server/features/achievements/achievements.rules.ts'
import { eventKinds } from '#server/events.ts'
import { editKinds } from '#server/policy/edits.ts'
import { periodicTasks } from '../jobs.ts'
import { serverFacts } from '#server/platform/server-facts.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const feature = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/
const words = /^[a-z]+(?:-[a-z]+)*$/
/** The contract and CHECK constraints fix the form. */
const contractKind = /^[a-z][A-Za-z]*\.[a-zA-Z]+$/

const needsForRename =
  'A persisted id changed. Renaming one needs a migration that renames the rows of the previous release, besides this list; ' +
  'a new id needs its line here (docs/decisions/services-and-ids.md).'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
})
afterAll(() => server.stop())

function expectIds(found: readonly string[], listed: readonly string[], form: RegExp): void {
  expect(found.toSorted(), needsForRename).toEqual(listed.toSorted())
  expect(
    found.filter((id) => !form.test(id)),
    `ids that do not have the form ${form.source}`,
  ).toEqual([])
}

test('the tasks of the job queue keep their ids', () => {
  const tasks = Object.keys(server.jobTable)
  const listed = [
    'accounts.email-change-asked',
    'accounts.password-forgotten',
    'accounts.sweep',
    'achievements.review-learner',
    'achievements.review-learners',
    'announcements.deliver',
    'announcements.deliver-to-cohort',
    'archives.examine',
    'archives.import',
    'assessments.sweep',
    'backup.take-due',
    'community.send-question-mails',
    'courses.delete-removed',
    'courses.recount',
    'enrolments.remind-of-ends',
    'events.deliver',
    'events.listen',
    'figures.compare',
    'figures.fold',
    'goals.send-reminders',
    'invoices.invite',
    'invoices.remind',
    'ledger.add-to-sums',
    'ledger.compare-sums',
    'mail.send',
    'live-sessions.remind',
    'media.probe',
    'media.stream',
    'media.sweep',
    'notifications.cohort-starts',
    'notifications.module-openings',
    'payments.apply-callback',
    'payments.cancel-purchase',
    'payments.sweep',
    'payments.watch',
    'payouts.end-outdated',
    'people.erase-due',
    'receipts.mail',
    'reconciliation.run-due',
    'reconciliation.step',
    'refunds.sweep',
    'retention.sweep',
    'sale-mails.send-digests',
    'sales.book-missing',
    'seller-signals.look',
    'second-factor.remind',
    'second-factor.remove',
    'secrets.reseal',
    'security-log.check',
    'security-log.seal',
    'webhooks.deliver',
  ]
  expectIds(tasks, listed, feature)
})

test('each schedule names one task that a class of jobs runs', () => {
  const tasks = Object.keys(server.jobTable)
  const scheduled = periodicTasks(server.jobTable).map(({ task }) => task)
  expect(scheduled.filter((task) => !tasks.includes(task))).toEqual([])
  expect(new Set(scheduled).size).toBe(scheduled.length)
})

const listeners: Record<string, readonly string[]> = {
  'access.changed': ['learner.notify'],
  'access.ending': ['learner.mail', 'learner.notify'],
  'account.email-verified': ['invitations.claim', 'seats.claim'],
  'account.registered': ['email.ask-to-verify'],
  'account.returned': ['courses.restore'],
  'attempt.regraded': ['certificates.review', 'learner.notify', 'points.award'],
  'hand-in.received': ['teachers.notify'],
  'attempt.graded': ['certificates.review', 'learner.notify', 'points.award'],
  'announcement.delivered': ['learners.notify'],
  'learner-message.written': ['learner.notify'],
  'badge.earned': ['learner.notify'],
  'certificate.issued': ['learner.notify', 'webhooks.send'],
  'certificate.restored': ['learner.notify'],
  'certificate.withdrawn': ['learner.notify'],
  'course.archived': ['invitations.end'],
  'course.contents-changed': ['certificates.review'],
  'course.completed': ['prerequisites.open'],
  'course.copied': ['certificates.copy-rule', 'prerequisites.copy'],
  'course.opened': ['learner.mail', 'learner.notify'],
  'course.people-invited': ['invitations.mail'],
  'course.published': ['webhooks.send'],
  'course.quizzes-copied': ['quizzes.fill'],
  'course.studied': ['activity.record', 'certificates.review-later'],
  'discussion.answered': [
    'author.mail',
    'author.notify',
    'mentioned.mail',
    'mentioned.notify',
    'points.award',
  ],
  'discussion.started': ['points.award', 'teachers.mail', 'teachers.notify'],
  'enrolment.granted': ['certificates.review', 'learner.notify', 'webhooks.send'],
  'enrolment.removed': ['learner.mail', 'learner.notify'],
  'enrolment.revoked': [
    'certificates.revoke',
    'invitations.keep-access',
    'seats.keep-access',
    'webhooks.send',
  ],
  'lesson.completed': ['certificates.review', 'points.award'],
  'money.waiting': ['admins.notify'],
  'order.charged-back': ['seller.mail', 'seller.notify'],
  'order.refunded': ['buyer.notify', 'webhooks.send'],
  'order.settled': ['buyer.notify', 'seller.mail', 'seller.notify', 'webhooks.send'],
  'post.reported': ['moderator.notify'],
  'refund.declined': ['buyer.notify'],
  'refund.requested': ['seller.notify'],
  'review.answered': ['author.notify'],
  'review.written': ['instructor.notify'],
  'security.changed': ['admins.notify'],
  'user.erased': [
    'achievements.erase',
    'announcement-mails.erase',
    'attempts.erase',
    'discussions.erase',
    'goals.erase',
    'groups.leave',
    'identities.erase',
    'messages.erase',
    'imports.erase',
    'learner-messages.erase',
    'live-sessions.erase',
    'notes.erase',
    'notifications.erase',
    'packages.erase',
    'payout-bank.erase',
    'seller-checks.erase',
    'prerequisites.erase',
    'question-mails.erase',
    'reviews.erase',
    'sale-mails.erase',
    'studio.erase',
    'webhooks.erase',
    'wishlist.erase',
  ],
}

test('the kinds of events keep their ids', () => {
  expectIds(eventKinds, Object.keys(listeners), feature)
})

test.each(Object.entries(listeners))('the listeners of %s keep their ids', (kind, listed) => {
  const found = eventKinds.filter((one) => one === kind).map((one) => server.features.listenersOf(one))
  expectIds(Object.keys(found[0] ?? {}), listed, feature)
})

test('the facts about a database keep their ids', () => {
  const listed = ['app-secret.signature', 'database.identity', 'demo-school.loaded', 'restore.pending']
  expectIds(serverFacts, listed, feature)
})

test('the counted attempts keep their ids', () => {
  const listed = [
    'coupon.account',
    'coupon.address',
    'coupon.place',
    'discussion.picture',
    'hand-in.file',
    'email-change.address',
    'email-change.ask',
    'new-browser.mail',
    'email.prove',
    'group.join',
    'webhook.send',
    'identity.prove',
    'media.unfinished',
    'package.launch',
    'media.upload',
    'data.export',
    'passkey.account',
    'passkey.add',
    'passkey.address',
    'passkey.copied',
    'passkey.device',
    'passkey.pair',
    'passkey.session',
    'password-reset.account',
    'password-reset.address',
    'password.change',
    'payment-details.change',
    'recovery-code.account',
    'refund.request',
    'registration.business',
    'seller-contact.address',
    'seller-contact.code',
    'seller-document.file',
    'registration.person',
    'factor-removal.ask',
    'second-factor.account',
    'second-factor.device',
    'second-factor.device-day',
    'second-factor.pair',
    'second-factor.proof',
    'second-factor.session',
    'second-factor.wrong',
    'sign-in.account',
    'sign-in.address',
    'sign-in.device',
    'sign-in.pair',
    'verification-mail.send',
  ]
  expectIds(Object.keys(failureLimits), listed, feature)
})

test('the kinds of edits keep their ids', () => {
  const listed = [
    'announcement',
    'business',
    'cohort',
    'coupon',
    'course',
    'discussion',
    'fee-rate',
    'group',
    'invoice',
    'invoice-bank',
    'live-session',
    'module',
    'money-back',
    'post',
    'prerequisites',
    'video-captions',
    'receipt-details',
    'resource',
    'review',
    'review-reply',
    'sales-content',
    'tax-rate',
    'user',
  ]
  expectIds(editKinds, listed, words)
})

const features = join(import.meta.dirname, '../../features')
const sources = globSync('**/*.ts', { cwd: features })
  .filter((path) => !/test/.test(path))
  .map((path) => ({ path, text: readFileSync(join(features, path), 'utf8') }))

const prefixesIn = (isSource: (source: { path: string; text: string }) => boolean, prefix: RegExp) => [
  ...new Set(
    sources.filter(isSource).flatMap(({ text }) => [...text.matchAll(prefix)].map((match) => match[1] ?? '')),
  ),
]

test('the keys of mails, notifications and counters in the same files keep their prefixes', () => {
  const found = prefixesIn(({ text }) => /\b(?:queueMails?|notify)\(/.test(text), /`([a-z][a-z -]*)[: ]\$\{/g)
  const listed = [
    'access-ending',
    'access-removed',
    'again',
    'announcement',
    'chargeback',
    'cohort-starting',
    'contact',
    'course-given',
    'course-invitation',
    'course-opened',
    'data-exported',
    'factor-removal',
    'invitation',
    'invoice',
    'invoice-reminder',
    'learner-message',
    'learning-reminder',
    'leaving',
    'left-team',
    'mention',
    'message',
    'order',
    'email-change',
    'email-restored',
    'new-browser',
    'password-changed',
    'questions',
    'receipt',
    'refund-declined',
    'refund-request',
    'reset-password',
    'sale',
    'sales',
    'seat',
    'second-factor-due',
    'seller-contact',
    'security',
    'session',
    'sign-in-linked',
    'teacher-answer',
    'unproven',
    'verify-email',
    'wrong-codes',
  ]
  expectIds(found, listed, words)
})

test('every feature that queues a mail has a prefix for its occasions', () => {
  const queueing = sources.filter(({ text }) => /\bqueueMails?\(/.test(text))
  expect(queueing.length).toBeGreaterThan(10)
  expect(queueing.filter(({ text }) => !/`[a-z][a-z-]*:\$\{/.test(text)).map(({ path }) => path)).toEqual([])
})

test('the sources of ledger postings keep their prefixes', () => {
  const found = prefixesIn(
    ({ path }) => /^(?:accounting|sales|invoices)\//.test(path),
    /(?:source(?::| =)|=>) `([a-z][a-z -]*):\$\{/g,
  )
  const listed = ['invoice', 'invoice-void', 'order', 'payment', 'refund', 'reversal', 'transfer']
  expectIds(found, listed, words)
})

test('every job key and queue name begins with a task or is derived from one', () => {
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:jobKey|queueName)(?::| =) ?([^,\n]+)/g)].map(([, value]) => `${path} ${value}`),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((one) => !/ (?:`\$\{\w+Task\}:|\w+Task\b)/.test(one))).toEqual([])
})

test('the keys of what browsers store keep their spelling', () => {
  expect(storageKeys, 'a browser that stored something under the former key loses it').toEqual({
    token: 'authToken',
    cart: 'cart-storage',
    cartCode: 'cart-code',
    latestPurchase: 'latest_purchase_id',
    rememberedEmail: 'rememberedEmail',
    checkoutDraft: 'checkout-draft',
    starts: 'chosen-starts',
    drafts: 'drafts',
    noteDrafts: 'note-drafts',
    outbox: 'outbox',
    upload: 'unfinished-upload',
    uploadQueue: 'upload-queue',
    renewedToken: 'renewed-token',
    visits: 'visits',
    player: 'player-preferences',
    documentPages: 'document-pages',
    documentView: 'document-view',
  })
})

test('the kinds that the contract lists keep their spelling', () => {
  const notifications = [
    'access.changed',
    'access.ending',
    'announcement.written',
    'answer.handedIn',
    'attempt.graded',
    'badge.earned',
    'certificate.issued',
    'certificate.restored',
    'certificate.withdrawn',
    'cohort.started',
    'cohort.starting',
    'course.enrolled',
    'course.opened',
    'course.removed',
    'discussion.answered',
    'discussion.started',
    'message.received',
    'module.opened',
    'money.waiting',
    'order.chargedBack',
    'order.paid',
    'order.refunded',
    'order.sold',
    'post.mentioned',
    'post.reported',
    'refund.declined',
    'refund.requested',
    'review.answered',
    'review.written',
    'security.changed',
  ]
  const security = [
    'apiToken.created',
    'apiToken.revoked',
    'bank.changed',
    'chip.changed',
    'fee.changed',
    'invitation.sent',
    'member.deleted',
    'passkey.added',
    'identity.removed',
    'email.changed',
    'email.restored',
    'passkey.copied',
    'passkey.removed',
    'payout.prepared',
    'signal.opened',
    'payoutBank.changed',
    'recoveryCode.used',
    'recoveryCodes.replaced',
    'refund.approved',
    'refund.declined',
    'role.changed',
    'secondFactor.off',
    'secondFactor.on',
    'securityLog.fellBack',
    'sessions.ended',
    'secondFactor.removalAsked',
    'secondFactor.removalConfirmed',
    'secondFactor.removalStopped',
    'secondFactor.removed',
    'seller.approved',
    'seller.limited',
    'seller.restored',
    'seller.suspended',
    'seller.checkReturned',
    'seller.detailsChanged',
    'seller.verified',
    'transfer.recorded',
    'transfer.reversed',
    'webhook.created',
    'webhook.deleted',
    'webhook.secretReplaced',
    'webhook.turnedOff',
  ]
  const activities = [
    'access.misused',
    'access.probed',
    'access.refused',
    'account.erased',
    'account.left',
    'account.opened',
    'account.returned',
    'chip.configured',
    'exception.decided',
    'seller.checkVerified',
    'seller.checksSent',
    'seller.contactProven',
    'export.course',
    'export.notes',
    'export.account',
    'export.table',
    'identity.linked',
    'invitation.accepted',
    'invitation.revoked',
    'email.changeAsked',
    'email.changeStopped',
    'password.changed',
    'password.reset',
    'payout.approved',
    'payout.declined',
    'payout.withdrawn',
    'payout.paid',
    'signal.closed',
    'refund.asked',
    'secondFactor.failed',
    'secondFactor.limited',
    'signIn.failed',
    'signIn.limited',
    'signIn.succeeded',
    'view.bank',
    'view.sellerChecks',
    'view.sellerDocument',
    'view.order',
    'view.orders',
    'view.people',
    'view.person',
    'view.seller',
    'webhook.changed',
    'upload.infected',
    'upload.notChecked',
  ]
  const points = [
    'attempt.passed',
    'course.completed',
    'discussion.answered',
    'discussion.started',
    'lesson.completed',
    'streak.reached',
  ]
  expectIds(Object.keys(notificationData), notifications, contractKind)
  expectIds(securityKinds, security, contractKind)
  expectIds(activityKinds, activities, contractKind)
  expectIds(Object.keys(xpRules), points, contractKind)
})
