import { dayInMalaysia, hourInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import { type MoneyAlarm, type Notification } from '@apogee/contracts/notifications/notifications.ts'
import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import { kindsWithOwnMail, type SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, pageRequest, type Page } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { AnnouncementMails } from '#server/features/announcements/announcement-mails.ts'
import type { PaymentMonitoring } from '#server/features/operations/reconciliation/payment-monitoring.service.ts'
import { isPayout, remittanceMail } from './remittance.mail.ts'
import { approvalMail } from './approval.mail.ts'
import { isSellerState, sellerStateMail } from './seller-state.mail.ts'
import { checkReturnedMail, sellerVerifiedMail } from './verification.mail.ts'
import { payoutWaitingMail } from './payout-waiting.mail.ts'
import { securityMail, type SecurityMailFacts } from './security.mail.ts'
import { startsThatCame, startsToCome } from './cohort-starts.ts'
import * as store from './notifications.store.ts'
import { notify, notifyUnlessDeleted } from './notify.ts'

export const moduleOpeningsTask = 'notifications.module-openings'
export const cohortStartsTask = 'notifications.cohort-starts'
const openingsInBatch = 1_000
/** The batch is small because the transaction also queues a mail for each notification. */
const startsInBatch = 200
/** The number of notification ids that one statement scans. */
const searchedAtOnce = 50_000
/** Reminders are sent from this hour in Malaysia on the day before the start, so that no mail is sent at night. */
const firstHourOfReminder = 8
const dayMs = 24 * 3_600_000

interface CertificateChange {
  userId: number
  courseId: number
  certificateId: string
  actorId: number
}

interface NotificationsDependencies {
  database: Database
  clock: Clock
  /** The origin of links in mails. Null means that no address is configured and the own origin is used. */
  publicUrl: string | null
  ownOrigin: () => string
  paymentMonitoring: Pick<PaymentMonitoring, 'alarmsFor'>
  announcementMails: Pick<AnnouncementMails, 'queueStarting'>
}

/** Creates notifications inside the product when events occur. The same occasion notifies a person once. */
export class Notifications {
  readonly #deps: NotificationsDependencies

  constructor(deps: NotificationsDependencies) {
    this.#deps = deps
  }

  /**
   * Notifies the learner of an enrolment, and again when it is restored. An enrolment by purchase does not notify, because the paid
   * order does.
   */
  async enrolled(
    tx: Tx,
    { userId, courseId, source }: { userId: number; courseId: number; source: string },
    { id, at }: { id: string; at: Date },
  ): Promise<void> {
    const courseTitle = source === 'purchase' ? undefined : await store.courseTitle(tx, courseId)
    if (courseTitle === undefined) return
    await notify(tx, {
      userId,
      kind: 'course.enrolled',
      occasion: id,
      data: { courseId, courseTitle },
      at,
    })
  }

  async certificateIssued(
    tx: Tx,
    { userId, courseId, certificateId }: { userId: number; courseId: number; certificateId: string },
    at: Date,
  ): Promise<void> {
    const courseTitle = await store.courseTitle(tx, courseId)
    if (courseTitle === undefined) return
    const data = { courseId, courseTitle, certificateId }
    await notify(tx, { userId, kind: 'certificate.issued', occasion: certificateId, data, at })
  }

  async certificateWithdrawn(
    tx: Tx,
    { reason, ...change }: CertificateChange & { reason: string },
    at: Date,
  ): Promise<void> {
    const about = await this.#certificateChange(tx, change, at)
    if (!about) return
    const data = { ...about.data, reason }
    await notify(tx, { ...about, kind: 'certificate.withdrawn', data })
  }

  async certificateRestored(tx: Tx, change: CertificateChange, at: Date): Promise<void> {
    const about = await this.#certificateChange(tx, change, at)
    if (about) await notify(tx, { ...about, kind: 'certificate.restored' })
  }

  async certificateReissued(tx: Tx, change: CertificateChange, at: Date): Promise<void> {
    const about = await this.#certificateChange(tx, change, at)
    if (about) await notify(tx, { ...about, kind: 'certificate.reissued' })
  }

  /**
   * Returns the facts for a notification. The occasion contains the time, because a certificate can be withdrawn and restored
   * several times.
   */
  async #certificateChange(
    tx: Tx,
    { userId, courseId, certificateId, actorId }: CertificateChange,
    at: Date,
  ) {
    const courseTitle = await store.courseTitle(tx, courseId)
    if (courseTitle === undefined) return null
    const data = { courseId, courseTitle, certificateId }
    return { userId, occasion: `${certificateId}/${at.toISOString()}`, data, actorId, at }
  }

  /** `id` is the id of the event and identifies the occasion, because access can be removed, restored and removed again. */
  async accessRemoved(
    tx: Tx,
    removal: { userId: number; courseId: number; actorId: number; reason: string },
    { id, at }: { id: string; at: Date },
  ): Promise<void> {
    const { userId, courseId, actorId, reason } = removal
    const courseTitle = await store.courseTitle(tx, courseId)
    if (courseTitle === undefined) return
    const data = { courseId, courseTitle, reason }
    await notify(tx, { userId, kind: 'course.removed', occasion: id, data, actorId, at })
  }

  async accessEnding(
    tx: Tx,
    { userId, courseId, endsAt, days }: { userId: number; courseId: number; endsAt: string; days: number },
    at: Date,
  ): Promise<void> {
    const courseTitle = await store.courseTitle(tx, courseId)
    if (courseTitle === undefined) return
    const occasion = `${courseId}/${endsAt}/${days}`
    const data = { courseId, courseTitle, endsAt }
    await notify(tx, { userId, kind: 'access.ending', occasion, data, at })
  }

  async accessChanged(
    tx: Tx,
    { userId, courseId, endsAt }: { userId: number; courseId: number; endsAt: string | null },
    { id, at }: { id: string; at: Date },
  ): Promise<void> {
    const courseTitle = await store.courseTitle(tx, courseId)
    if (courseTitle === undefined) return
    const data = { courseId, courseTitle, endsAt: endsAt && new Date(endsAt).toISOString() }
    await notify(tx, { userId, kind: 'access.changed', occasion: id, data, at })
  }

  /** Notifies once for each course, whichever prerequisite or person opened it. */
  async courseOpened(
    tx: Tx,
    { userId, courseId }: { userId: number; courseId: number },
    at: Date,
  ): Promise<void> {
    const courseTitle = await store.courseTitle(tx, courseId)
    if (courseTitle === undefined) return
    const data = { courseId, courseTitle }
    await notify(tx, { userId, kind: 'course.opened', occasion: courseId, data, at })
  }

  async badgeEarned(tx: Tx, { userId, badge }: { userId: number; badge: BadgeKey }, at: Date): Promise<void> {
    await notify(tx, { userId, kind: 'badge.earned', occasion: badge, data: { badge }, at })
  }

  async attemptGraded(
    tx: Tx,
    attempt: { userId: number; assessmentId: number; number: number; percentage: number; gradeId?: number },
    at: Date,
  ): Promise<void> {
    const { userId, assessmentId, number, percentage, gradeId } = attempt
    const found = await store.assessmentById(tx, assessmentId)
    if (!found) return
    const verdict = percentage < passedPercentage ? ('return' as const) : ('pass' as const)
    const data = {
      assessmentId,
      assessmentTitle: found.title,
      number,
      percentage,
      ...(found.isAssignment && { verdict }),
    }
    const again = gradeId === undefined ? '' : `/${gradeId}`
    const occasion = `${assessmentId}/${number}${again}`
    await notify(tx, { userId, kind: 'attempt.graded', occasion, data, at })
  }

  async deleteBefore(before: Date): Promise<void> {
    const most = 10_000
    let deleted = most
    while (deleted === most)
      deleted = await store.deleteOldNotifications(this.#deps.database.kysely, before, most)
  }

  /**
   * Deletes the person's notifications. Removes the person's name, and the titles of the person's discussions, from notifications
   * of others.
   */
  async forget(tx: Tx, userId: number): Promise<void> {
    await store.deleteNotifications(tx, userId)
    const newest = await store.newestNotification(tx)
    for (let after = 0; after < newest; after += searchedAtOnce)
      await store.forgetTexts(tx, userId, { after, through: after + searchedAtOnce })
  }

  /** Notifies the person who is answered, unless they reply to themselves. */
  async discussionAnswered(
    tx: Tx,
    answer: { discussionId: number; postId: number; authorId: number; answeredUserId: number },
    at: Date,
  ): Promise<void> {
    const { discussionId, postId, authorId, answeredUserId } = answer
    if (authorId === answeredUserId) return
    const discussionTitle = await store.discussionTitle(tx, discussionId)
    if (discussionTitle === undefined) return
    await notify(tx, {
      userId: answeredUserId,
      kind: 'discussion.answered',
      occasion: postId,
      data: { discussionId, discussionTitle },
      actorId: authorId,
      at,
    })
  }

  /** Notifies the people whom a reply mentions. Skips the person who is answered, because the reply itself notifies them. */
  async mentioned(
    tx: Tx,
    reply: {
      discussionId: number
      postId: number
      authorId: number
      answeredUserId: number
      mentionedIds?: readonly number[]
    },
    at: Date,
  ): Promise<void> {
    const { discussionId, postId, authorId, answeredUserId, mentionedIds = [] } = reply
    const others = mentionedIds.filter((id) => id !== authorId && id !== answeredUserId)
    const discussionTitle = others.length > 0 ? await store.discussionTitle(tx, discussionId) : undefined
    if (discussionTitle === undefined) return
    const data = { discussionId, discussionTitle }
    for (const userId of others) {
      await notify(tx, {
        userId,
        kind: 'post.mentioned',
        occasion: postId,
        data,
        actorId: authorId,
        at,
      })
    }
  }

  /** Notifies the learners whom the event names. An announcement that was removed meanwhile notifies nobody. */
  async announced(
    tx: Tx,
    delivery: { announcementId: number; courseId: number; authorId: number; userIds: readonly number[] },
    at: Date,
  ): Promise<void> {
    const { announcementId, courseId, authorId, userIds } = delivery
    const found = await store.announcementTitles(tx, announcementId)
    if (!found) return
    await store.insertNotifications(tx, userIds, {
      kind: 'announcement.written',
      occasion: String(announcementId),
      actorId: authorId,
      at,
      data: { courseId, ...found },
    })
  }

  /** Notifies a learner of a message. The message of an account that was erased meanwhile is deleted and notifies nobody. */
  async messaged(
    tx: Tx,
    message: { messageId: number; courseId: number; userId: number; authorId: number },
    at: Date,
  ): Promise<void> {
    const { messageId, courseId, userId, authorId } = message
    const found = await store.learnerMessageText(tx, messageId)
    await notifyUnlessDeleted(tx, found && { courseId, ...found }, {
      userId,
      kind: 'message.received',
      occasion: messageId,
      actorId: authorId,
      at,
    })
  }

  /**
   * Notifies of modules that have opened since yesterday. Modules open at midnight in Malaysia, and yesterday is included because
   * the job may not have run since.
   */
  async tellOfOpenedModules(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#deps
    const at = clock.now()
    const from = startOfDay(dayInMalaysia(new Date(at.getTime() - dayMs)))
    for (let told = openingsInBatch; told === openingsInBatch;) {
      signal.throwIfAborted()
      told = await database.transaction((tx) =>
        store.tellOfOpenedModules(tx, { from, at, limit: openingsInBatch }),
      )
    }
  }

  /**
   * Reminds members of cohorts on the day before the start, and queues a mail in the same transaction. On the day of the start,
   * notifies members who have open content. The job includes yesterday's starts, because it may not have run since.
   */
  async tellOfCohortStarts(signal: AbortSignal): Promise<void> {
    const { database, clock, announcementMails } = this.#deps
    const at = clock.now()
    const today = dayInMalaysia(at)
    const tomorrow = dayInMalaysia(new Date(at.getTime() + dayMs))
    const from = dayInMalaysia(new Date(at.getTime() - dayMs))
    const repeat = async (tellBatch: (tx: Tx) => Promise<number>) => {
      for (let told = startsInBatch; told === startsInBatch;) {
        signal.throwIfAborted()
        told = await database.transaction(tellBatch)
      }
    }
    if (hourInMalaysia(at) >= firstHourOfReminder)
      await repeat(async (tx) => {
        const due = startsToCome({ startsOn: tomorrow, today })
        const told = await store.tellOfStarts(tx, 'cohort.starting', due, { at, limit: startsInBatch })
        await announcementMails.queueStarting(tx, told)
        return told.length
      })
    await repeat(async (tx) => {
      const due = startsThatCame({ from, today, at })
      return (await store.tellOfStarts(tx, 'cohort.started', due, { at, limit: startsInBatch })).length
    })
  }

  /** Notifies the course's teachers of a discussion that another person starts in it. */
  async questionAsked(
    tx: Tx,
    { discussionId, authorId, courseId }: { discussionId: number; authorId: number; courseId: number | null },
    at: Date,
  ): Promise<void> {
    const course = courseId === null ? undefined : await store.taughtCourse(tx, courseId)
    const discussionTitle = course && (await store.discussionTitle(tx, discussionId))
    if (courseId === null || course === undefined || discussionTitle === undefined) return
    const data = { discussionId, discussionTitle, courseId, courseTitle: course.title }
    for (const userId of new Set([course.instructorId, course.createdBy])) {
      if (userId === authorId) continue
      await notify(tx, {
        userId,
        kind: 'discussion.started',
        occasion: discussionId,
        data,
        actorId: authorId,
        at,
      })
    }
  }

  /** Notifies teachers of submissions, at most once a day for each course. */
  async handInReceived(
    tx: Tx,
    { userId, courseId }: { userId: number; courseId: number },
    at: Date,
  ): Promise<void> {
    const course = await store.taughtCourse(tx, courseId)
    if (!course) return
    const data = { courseId, courseTitle: course.title }
    const occasion = `${courseId}/${dayInMalaysia(at)}`
    for (const teacherId of new Set([course.instructorId, course.createdBy])) {
      if (teacherId === userId) continue
      await notify(tx, { userId: teacherId, kind: 'answer.handedIn', occasion, data, at })
    }
  }

  /**
   * Notifies nobody when only superadmins moderate, or when moderators report to themselves. Each discussion notifies once until
   * the notification is read.
   */
  async postReported(
    tx: Tx,
    report: { discussionId: number; reporterId: number; moderatorId: number | null },
    { id, at }: { id: string; at: Date },
  ): Promise<void> {
    const { discussionId, reporterId, moderatorId } = report
    if (moderatorId === null || moderatorId === reporterId) return
    const discussionTitle = await store.discussionTitle(tx, discussionId)
    if (discussionTitle === undefined) return
    const data = { discussionId, discussionTitle }
    await notify(tx, { userId: moderatorId, kind: 'post.reported', occasion: id, data, at })
  }

  /** Notifies everyone concerned by mail and inside the product, in each recipient's language. */
  async securityChanged(tx: Tx, { entryId }: { entryId: number }): Promise<void> {
    const found = await store.securityChange(tx, entryId)
    if (!found) return
    const { people, subjectId, ...facts } = found
    const { change, subjectName, details, actorId, at } = facts
    const data = { change, subjectName, details }
    const sellerName =
      change === 'payout.prepared' ? await store.sellerName(tx, Number(details['sellerId'])) : null
    for (const { id, email, language, ...reader } of people) {
      // The superadmin who prepared the payout cannot approve it, so only the other superadmins are notified.
      if (change === 'payout.prepared' && id === actorId) continue
      await notify(tx, { userId: id, kind: 'security.changed', occasion: entryId, data, actorId, at })
      // The owner receives a different mail, whose link cancels the removal.
      if (change === 'secondFactor.removalConfirmed' && id === subjectId) continue
      const link = this.#deps.publicUrl ?? this.#deps.ownOrigin()
      const mail = mailOn(language, { ...facts, ...reader, sellerName, link })
      // An unverified address may belong to a stranger. It receives at most one mail a day about changes that people caused.
      const isByThePlatform = kindsWithOwnMail.some((kind) => kind === change) || isPayout(facts)
      const occasion =
        reader.isProven || isByThePlatform
          ? `${entryId}:${id}`
          : `unproven:${id}:${at.toISOString().slice(0, 10)}`
      await queueMail(tx, { to: email, language, ...mail, occasion: `security:${occasion}`, seller: null })
    }
  }

  /** Notifies the instructor once of a learner's review, even when the review is deleted and written again. */
  async reviewWritten(
    tx: Tx,
    review: { courseId: number; authorId: number; rating: number },
    at: Date,
  ): Promise<void> {
    const { courseId, authorId, rating } = review
    const course = await store.taughtCourse(tx, courseId)
    if (course === undefined) return
    await notify(tx, {
      userId: course.instructorId,
      kind: 'review.written',
      occasion: `${courseId}/${authorId}`,
      data: { courseId, courseTitle: course.title, rating },
      actorId: authorId,
      at,
    })
  }

  async reviewAnswered(
    tx: Tx,
    answer: { reviewId: number; courseId: number; authorId: number; replierId: number },
    at: Date,
  ): Promise<void> {
    const { reviewId, courseId, authorId, replierId } = answer
    const courseTitle = await store.courseTitle(tx, courseId)
    await notifyUnlessDeleted(tx, courseTitle === undefined ? undefined : { courseId, courseTitle }, {
      userId: authorId,
      kind: 'review.answered',
      occasion: reviewId,
      actorId: replierId,
      at,
    })
  }

  async list(
    caller: Caller,
    query: Parameters<typeof pageRequest>[0],
  ): Promise<{
    data: Notification[]
    meta: Page<never>['meta'] & { unread: number; alarms?: MoneyAlarm[] }
  }> {
    const { userId } = caller
    const page = pageRequest(query)
    const [rows, { total, unread }, alarms] = await Promise.all([
      store.notificationsOf(this.#deps.database.kysely, userId, page),
      store.countsOf(this.#deps.database.kysely, userId),
      this.#deps.paymentMonitoring.alarmsFor(caller),
    ])
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return {
      data: data.map(presentNotification),
      meta: { ...meta, unread, ...(alarms.length > 0 && { alarms }) },
    }
  }

  /** Marks the caller's own notifications as read. Ids of other people's notifications are ignored without an error. */
  async markRead({ userId }: Caller, ids: readonly number[] | undefined): Promise<{ unread: number }> {
    await store.markRead(this.#deps.database.kysely, userId, ids ?? null, this.#deps.clock.now())
    const { unread } = await store.countsOf(this.#deps.database.kysely, userId)
    return { unread }
  }
}

/** The kind determines the shape of the data; the schema of the response checks it. */
const presentNotification = ({ createdAt, isGone, ...row }: store.NotificationRow): Notification =>
  ({ ...row, createdAt: createdAt.toISOString(), ...(isGone && { isGone }) }) as Notification

/** Returns the mail about a security change. Payouts and changes of a seller's state have mails of their own. */
function mailOn(
  language: Language,
  facts: Omit<SecurityMailFacts, 'change'> & { change: SecurityKind; sellerName: string | null },
): { subject: string; body: string } {
  const { change, ...others } = facts
  if (change === 'seller.approved') return approvalMail(language, facts)
  if (isSellerState(change)) return sellerStateMail(language, change, facts)
  if (change === 'seller.checkReturned') return checkReturnedMail(language, facts)
  if (change === 'seller.verified') return sellerVerifiedMail(language, facts)
  if (change === 'payout.prepared') return payoutWaitingMail(language, facts)
  if (isPayout(facts)) return remittanceMail(language, facts)
  return securityMail(language, { change, ...others })
}
