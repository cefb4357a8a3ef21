import * as z from 'zod/mini'
import { byRole, signedIn } from '../access.ts'
import { badgeKeys } from '../achievements/achievements.ts'
import { answerOf, cents, endpoint, idInBody, instant, listMeta, pageQuery } from '../endpoint.ts'
import { dayText } from '../calendar-text.ts'
import { securityDetail, securityKinds } from '../accounts/security.ts'
import { limit } from '../texts.ts'

const course = { courseId: z.int(), courseTitle: z.string() }
const discussion = { discussionId: z.int(), discussionTitle: z.string() }

/** Holds the data of each kind of notification. The client composes the sentence from them. */
export const notificationData = {
  'course.enrolled': z.object(course),
  'order.paid': z.object({ purchaseId: z.string(), totalCents: cents, courseTitles: z.array(z.string()) }),
  'order.refunded': z.object({ purchaseId: z.string(), courseTitles: z.array(z.string()) }),
  /**
   * The giver of a gift gets this when its recipient has taken it. The purchase's id is null for a person who passed the gift on,
   * because the purchase is another person's.
   */
  'gift.taken': z.object({ purchaseId: z.nullable(z.string()), courseTitles: z.array(z.string()) }),
  /** The learner who took a gift gets this when a refund has ended their access. */
  'gift.refunded': z.object({ courseTitles: z.array(z.string()) }),
  /** Sellers get this notification. It has only their own courses of the order, and the total of these. */
  'order.sold': z.object({ orderId: z.string(), totalCents: cents, courseTitles: z.array(z.string()) }),
  /** Sellers get this notification. The total is the part of their courses' price that the buyer's bank took back. */
  'order.chargedBack': z.object({
    orderId: z.string(),
    totalCents: cents,
    courseTitles: z.array(z.string()),
  }),
  /** The owners of the payment account get this when a payment exception needs their decision. The topic is an ExceptionTopic. */
  'money.waiting': z.object({ orderId: z.string(), totalCents: cents, topic: z.string() }),
  /** Sellers get this notification when a buyer requests a refund. */
  'refund.requested': z.object({ purchaseId: z.string(), courseTitles: z.array(z.string()) }),
  'refund.declined': z.object({ purchaseId: z.string(), courseTitles: z.array(z.string()) }),
  'certificate.issued': z.object({ ...course, certificateId: z.string() }),
  /** A staff member of the course withdrew the certificate with a reason. */
  'certificate.withdrawn': z.object({ ...course, certificateId: z.string(), reason: z.string() }),
  'certificate.restored': z.object({ ...course, certificateId: z.string() }),
  /** The course's people issued the certificate again, with the learner's present name and a new id. */
  'certificate.reissued': z.object({ ...course, certificateId: z.string() }),
  /** The course's staff ended the access with a reason. */
  'course.removed': z.object({ ...course, reason: z.string() }),
  /** Access to the course ends soon, or its end has changed. `endsAt` null means that access never ends. */
  'access.ending': z.object({ ...course, endsAt: instant }),
  'access.changed': z.object({ ...course, endsAt: z.nullable(instant) }),
  /** The prerequisites of the course are met, so the course is open. */
  'course.opened': z.object(course),
  /**
   * A member of a cohort gets this a day before its first day, and on that day if something is open then. `startsOn` is a day in
   * Malaysia.
   */
  'cohort.starting': z.object({ ...course, cohortName: z.string(), startsOn: dayText() }),
  'cohort.started': z.object({ ...course, cohortName: z.string() }),
  'badge.earned': z.object({ badge: z.enum(badgeKeys) }),
  'attempt.graded': z.object({
    assessmentId: z.int(),
    assessmentTitle: z.string(),
    number: z.int(),
    /** The percentage is 0–100, rounded. */
    percentage: z.int(),
    /** Assignments have a verdict, and quizzes have none. */
    verdict: z.optional(z.enum(['pass', 'return'])),
  }),
  'discussion.answered': z.object(discussion),
  /** Somebody mentioned the person in a reply. */
  'post.mentioned': z.object(discussion),
  /** The learners of the course get this notification. */
  'announcement.written': z.object({ ...course, title: z.string() }),
  /** The course's people wrote a message to this learner alone. */
  'message.received': z.object({ ...course, body: z.string() }),
  /** A module opened that was closed when the learner enrolled. */
  'module.opened': z.object({ ...course, moduleTitle: z.string() }),
  /** The course's teachers get this once a day when answers wait for a grade. */
  'answer.handedIn': z.object(course),
  /** The course's teachers get this notification. */
  'discussion.started': z.object({ ...discussion, ...course }),
  /** People who may hide the text get this notification. It does not name the reporter. */
  'post.reported': z.object(discussion),
  /** All admins of a seller get this notification when a payment account, a role or money was changed. */
  'security.changed': z.object({
    change: z.enum(securityKinds),
    /** Holds the name of the person whom the change concerns. The field is null when there is no such person or name. */
    subjectName: z.nullable(z.string()),
    details: z.record(z.string(), securityDetail),
  }),
  /** The course's instructor gets this notification. */
  'review.written': z.object({ ...course, rating: z.int() }),
  /** The review's author gets this notification. */
  'review.answered': z.object(course),
} as const

export type NotificationKind = keyof typeof notificationData
export type NotificationData = { [K in NotificationKind]: z.infer<(typeof notificationData)[K]> }

const told = <K extends NotificationKind>(kind: K) =>
  z.object({
    id: z.int(),
    kind: z.literal(kind),
    data: notificationData[kind],
    /**
     * Holds the name of the person who caused the notification. It is null when no person caused it, or when the person has no
     * name.
     */
    actorName: z.nullable(z.string()),
    createdAt: instant,
    isRead: z.boolean(),
    /** True means that the object was deleted, such as the course or the discussion, so the notification leads nowhere. */
    isGone: z.optional(z.boolean()),
  })

export const notification = z.discriminatedUnion('kind', [
  told('course.enrolled'),
  told('order.paid'),
  told('order.refunded'),
  told('gift.taken'),
  told('gift.refunded'),
  told('order.sold'),
  told('order.chargedBack'),
  told('money.waiting'),
  told('refund.requested'),
  told('refund.declined'),
  told('certificate.issued'),
  told('certificate.withdrawn'),
  told('certificate.restored'),
  told('certificate.reissued'),
  told('course.removed'),
  told('access.ending'),
  told('access.changed'),
  told('course.opened'),
  told('cohort.starting'),
  told('cohort.started'),
  told('badge.earned'),
  told('attempt.graded'),
  told('discussion.answered'),
  told('post.mentioned'),
  told('announcement.written'),
  told('message.received'),
  told('module.opened'),
  told('answer.handedIn'),
  told('discussion.started'),
  told('post.reported'),
  told('security.changed'),
  told('review.written'),
  told('review.answered'),
])
export type Notification = z.infer<typeof notification>

/** Each alarm names a money figure that is beyond its limit. */
export const moneyAlarms = [
  'ledger_not_zero',
  'unbooked_sales',
  'late_callbacks',
  'stuck_settlements',
  'stuck_refunds',
  'old_review',
  'differences',
  'reconciliation_late',
] as const
const moneyAlarm = z.object({ what: z.enum(moneyAlarms), count: z.int() })
export type MoneyAlarm = z.infer<typeof moneyAlarm>

export const saleMailChoices = ['each', 'daily', 'never'] as const
export type SaleMailChoice = (typeof saleMailChoices)[number]
const saleMails = z.object({ wanted: z.enum(saleMailChoices) })

export const notificationsEndpoints = {
  readSaleMails: endpoint({
    call: 'GET /sale-mails',
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'How often the caller is mailed about sales',
    answer: answerOf(saleMails),
  }),
  updateSaleMails: endpoint({
    call: 'PUT /sale-mails',
    lastWins: 'one person’s own choice of three; the newest is the answer',
    bound: 'ownRow',
    openToSuspended: 'It concerns the person who makes the call alone.',
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'Choose how often to be mailed about sales',
    body: saleMails,
    answer: answerOf(saleMails),
  }),
  listNotifications: endpoint({
    call: 'GET /notifications',
    isInFirstLoad: true,
    access: signedIn,
    summary: 'What the caller was told, newest first, and how much of it is unread',
    query: z.object(pageQuery),
    answer: z.object({
      success: z.literal(true),
      data: z.array(notification),
      meta: z.object({
        ...listMeta,
        unread: z.int(),
        /** Superadmins alone get the alarms. The field is absent when there are none. */
        alarms: z.optional(z.array(moneyAlarm)),
      }),
    }),
  }),
  markNotificationsRead: endpoint({
    call: 'POST /notifications/read',
    bound: 'changes',
    access: signedIn,
    summary: 'Mark own notifications as read: those named, or all',
    body: z.object({ ids: z.optional(z.array(idInBody).check(limit(100))) }),
    answer: answerOf(z.object({ unread: z.int() })),
  }),
} as const
