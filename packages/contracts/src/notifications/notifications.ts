import * as z from 'zod/mini'
import { byRole, signedIn } from '../access.ts'
import { badgeKeys } from '../achievements/achievements.ts'
import { answerOf, cents, endpoint, idInBody, instant, pageQuery } from '../endpoint.ts'
import { securityDetail, securityKinds } from '../accounts/security.ts'

const course = { courseId: z.int(), courseTitle: z.string() }
const discussion = { discussionId: z.int(), discussionTitle: z.string() }

/** What each kind of notification is about. The sentence is made by whoever shows it. */
export const notificationData = {
  'course.enrolled': z.object(course),
  'order.paid': z.object({ purchaseId: z.string(), totalCents: cents, courseTitles: z.array(z.string()) }),
  'order.refunded': z.object({ purchaseId: z.string(), courseTitles: z.array(z.string()) }),
  /** To those who sell: their own courses of the order and what these came to. */
  'order.sold': z.object({ orderId: z.string(), totalCents: cents, courseTitles: z.array(z.string()) }),
  /** To those who sell: the buyer's bank took this much of their courses' price back. */
  'order.chargedBack': z.object({
    orderId: z.string(),
    totalCents: cents,
    courseTitles: z.array(z.string()),
  }),
  /** To those whose account it is in or was taken from: it waits in the review for their decision. The topic is a ExceptionTopic. */
  'money.waiting': z.object({ orderId: z.string(), totalCents: cents, topic: z.string() }),
  /** To those who sell: a buyer wants their money back. */
  'refund.requested': z.object({ purchaseId: z.string(), courseTitles: z.array(z.string()) }),
  'refund.declined': z.object({ purchaseId: z.string(), courseTitles: z.array(z.string()) }),
  'certificate.issued': z.object({ ...course, certificateId: z.string() }),
  'badge.earned': z.object({ badge: z.enum(badgeKeys) }),
  'attempt.graded': z.object({
    assessmentId: z.int(),
    assessmentTitle: z.string(),
    number: z.int(),
    /** 0–100, rounded. */
    percentage: z.int(),
  }),
  'discussion.answered': z.object(discussion),
  /** A text of the discussion, to whoever may hide it. Who reported it is not told. */
  'post.reported': z.object(discussion),
  /** To all admins of a seller: somebody changed a payment account or a role, or moved money. */
  'security.changed': z.object({
    change: z.enum(securityKinds),
    /** Whom it concerns, where that is a person with a name. */
    subjectName: z.nullable(z.string()),
    details: z.record(z.string(), securityDetail),
  }),
  /** To the course's instructor. */
  'review.written': z.object({ ...course, rating: z.int() }),
  /** To the review's author. */
  'review.answered': z.object(course),
} as const

export type NotificationKind = keyof typeof notificationData
export type NotificationData = { [K in NotificationKind]: z.infer<(typeof notificationData)[K]> }

const told = <K extends NotificationKind>(kind: K) =>
  z.object({
    id: z.int(),
    kind: z.literal(kind),
    data: notificationData[kind],
    /** Whose doing it was; null when it was nobody’s, or somebody without a name. */
    actorName: z.nullable(z.string()),
    createdAt: instant,
    isRead: z.boolean(),
  })

export const notification = z.discriminatedUnion('kind', [
  told('course.enrolled'),
  told('order.paid'),
  told('order.refunded'),
  told('order.sold'),
  told('order.chargedBack'),
  told('money.waiting'),
  told('refund.requested'),
  told('refund.declined'),
  told('certificate.issued'),
  told('badge.earned'),
  told('attempt.graded'),
  told('discussion.answered'),
  told('post.reported'),
  told('security.changed'),
  told('review.written'),
  told('review.answered'),
])
export type Notification = z.infer<typeof notification>

/** What somebody who runs the platform should look at, and how many of it there are. */
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

/** How often a seller wants mail about sales. */
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
        total: z.int(),
        nextCursor: z.nullable(z.string()),
        unread: z.int(),
        /** For superadmins, where there are any. */
        alarms: z.optional(z.array(moneyAlarm)),
      }),
    }),
  }),
  markNotificationsRead: endpoint({
    call: 'POST /notifications/read',
    access: signedIn,
    summary: 'Mark own notifications as read: those named, or all',
    body: z.object({ ids: z.optional(z.array(idInBody).check(z.maxLength(100))) }),
    answer: answerOf(z.object({ unread: z.int() })),
  }),
} as const
