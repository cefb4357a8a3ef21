/** The list of domain events is closed. Each event is written in the transaction that made it true. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from './platform/database/database.ts'
import { insertJobs } from './platform/jobs/jobs.ts'

export interface DomainEvents {
  'account.registered': { userId: number }
  'account.email-verified': { userId: number }
  /** The user signed in again after requesting deletion of the account. */
  'account.returned': { userId: number }
  /** An entry was added to the security log; the people it concerns are notified. */
  'security.changed': { entryId: number }
  'enrolment.granted': {
    userId: number
    courseId: number
    source: 'free' | 'purchase' | 'invitation' | 'granted'
  }
  /** Emitted once for each call that invites people to a course. The links in their mails begin with `origin`. */
  'course.people-invited': { invitationIds: number[]; giverId: number; origin: string }
  'enrolment.revoked': { userId: number; courseId: number }
  /** The end of a person's access to the course has changed to `endsAt`, in ISO 8601. Null means that the access never ends. */
  'access.changed': { userId: number; courseId: number; endsAt: string | null }
  /** Emitted ahead of the end of a person's access, which is at most `days` days away. `endsAt` is in ISO 8601. */
  'access.ending': { userId: number; courseId: number; endsAt: string; days: number }
  /**
   * A member of the course's staff removed the learner. `enrolment.revoked` is emitted too. `reason` is shown to the learner.
   * `isUnmailed` is set when no mail has told the learner of the access, so that no mail tells of its end.
   */
  'enrolment.removed': {
    userId: number
    courseId: number
    actorId: number
    reason: string
    isUnmailed?: true
  }
  /** Emitted at most once per quarter of an hour. `at` is in ISO 8601. */
  'course.studied': { userId: number; courseId: number; at: string }
  /** The learner completed, for the first time, every lesson that counted at that moment. */
  'course.completed': { userId: number; courseId: number }
  /** The prerequisites are complete, and the learner may start (docs/decisions/course-openings.md). */
  'course.opened': { userId: number; courseId: number }
  'lesson.completed': { userId: number; courseId: number; resourceId: number }
  /** The learner has taken back the completion of a lesson. */
  'lesson.reopened': { userId: number; courseId: number; resourceId: number }
  /**
   * Emitted once per attempt of a learner, not when teachers of the course try the quiz. `courseId` is null for an assessment
   * without a course.
   */
  'attempt.graded': {
    /** The attempt was submitted at this time in ISO 8601. The field is absent when the attempt was graded at once. */
    studiedAt?: string
    userId: number
    assessmentId: number
    courseId: number | null
    number: number
    /** The percentage is a number between 0 and 100. */
    percentage: number
    earnedPoints: number
    totalPoints: number
  }
  /** A person has graded a part of an attempt again. The fields mean the same as in 'attempt.graded'. */
  'attempt.regraded': {
    userId: number
    assessmentId: number
    courseId: number
    number: number
    percentage: number
    /** This is the id of the new grade. */
    gradeId: number
    studiedAt: string
  }
  /** An attempt waits for a person of the course to grade it. */
  'hand-in.received': { userId: number; assessmentId: number; courseId: number; number: number }
  'order.settled': { orderId: OrderId; buyerId: number }
  /** Access to the courses `courseIds` ended. `cents` is the refunded amount. */
  'order.refunded': { orderId: OrderId; buyerId: number; courseIds: number[]; cents: number }
  /** The recipient of a gift has taken its courses. The giver is its buyer, or the person who passed it on. */
  'gift.taken': { orderId: OrderId; buyerId: number; giverId: number }
  /** The buyer's bank took back `cents` of each of these lines. People decide whether the buyer keeps access. */
  'order.charged-back': { orderId: OrderId; lines: { lineId: number; cents: number }[] }
  /** A payment exception waits until a person decides. */
  'money.waiting': { itemId: number }
  'refund.requested': { requestId: number; sellerId: number; buyerId: number }
  /** Emitted when the seller declines the request. A granted request emits 'order.refunded' instead. */
  'refund.declined': { requestId: number; buyerId: number }
  'discussion.started': {
    discussionId: number
    authorId: number
    groupId: number | null
    courseId: number | null
  }
  /**
   * `answeredUserId` is the person who started the discussion, or the author when they answer themselves. `mentionedIds` are the
   * people whom the reply names.
   */
  'discussion.answered': {
    discussionId: number
    postId: number
    authorId: number
    answeredUserId: number
    mentionedIds: number[]
  }
  /**
   * `postId` is null when the opening text was reported. `moderatorId` is the group's owner or the course's teacher, and null when
   * only superadmins moderate.
   */
  'post.reported': {
    discussionId: number
    postId: number | null
    reporterId: number
    moderatorId: number | null
  }
  /** Emitted for a new review, not for a change of a review. */
  'review.written': { reviewId: number; courseId: number; authorId: number; rating: number }
  /** Emitted for the seller's first reply to a review, not for a change of the reply. */
  'review.answered': { reviewId: number; courseId: number; authorId: number; replierId: number }
  'badge.earned': { userId: number; badge: BadgeKey }
  /** `certificateId` is the certificate's public id. */
  'certificate.issued': { userId: number; courseId: number; certificateId: string }
  'certificate.withdrawn': {
    userId: number
    courseId: number
    certificateId: string
    actorId: number
    reason: string
  }
  'certificate.restored': { userId: number; courseId: number; certificateId: string; actorId: number }
  /** The certificate now has the learner's present name and the new public id `certificateId`. */
  'certificate.reissued': { userId: number; courseId: number; certificateId: string; actorId: number }
  'course.contents-changed': { courseId: number }
  'course.archived': { courseId: number }
  /** The course went on sale, as a new course or from a draft or the archive. */
  'course.published': { courseId: number }
  /** One event covers at most 200 learners of the course. */
  'announcement.delivered': { announcementId: number; courseId: number; authorId: number; userIds: number[] }
  'learner-message.written': { messageId: number; courseId: number; userId: number; authorId: number }
  /** `copyId` is the id of the copy, a new draft with the contents of the course `courseId`. */
  'course.copied': { courseId: number; copyId: number; userId: number }
  /** Copies of these quizzes and videos were added to a course without their questions, which a listener copies. */
  'course.quizzes-copied': { resourceIds: number[] }
  /** The account's personal data was erased. Only the person's id remains. */
  'user.erased': { userId: number }
}
export type EventKind = keyof DomainEvents

/** The compiler reports an event kind that is missing here. */
const kinds: Record<EventKind, true> = {
  'account.registered': true,
  'account.email-verified': true,
  'account.returned': true,
  'security.changed': true,
  'enrolment.granted': true,
  'course.people-invited': true,
  'enrolment.revoked': true,
  'access.changed': true,
  'access.ending': true,
  'enrolment.removed': true,
  'course.studied': true,
  'course.completed': true,
  'course.opened': true,
  'lesson.completed': true,
  'lesson.reopened': true,
  'attempt.graded': true,
  'attempt.regraded': true,
  'hand-in.received': true,
  'order.settled': true,
  'order.refunded': true,
  'order.charged-back': true,
  'gift.taken': true,
  'money.waiting': true,
  'refund.requested': true,
  'refund.declined': true,
  'discussion.started': true,
  'discussion.answered': true,
  'post.reported': true,
  'review.written': true,
  'review.answered': true,
  'badge.earned': true,
  'certificate.issued': true,
  'certificate.withdrawn': true,
  'certificate.restored': true,
  'certificate.reissued': true,
  'course.contents-changed': true,
  'course.archived': true,
  'course.published': true,
  'announcement.delivered': true,
  'learner-message.written': true,
  'course.copied': true,
  'course.quizzes-copied': true,
  'user.erased': true,
}
export const eventKinds = Object.keys(kinds) as EventKind[]

export interface DomainEvent<K extends EventKind = EventKind> {
  id: string
  kind: K
  payload: DomainEvents[K]
  /** The time comes from the database's clock. */
  at: Date
}

export const deliverEventTask = 'events.deliver'

/** Records the event and the one job that calls every listener. A rollback removes both. */
export async function emit<K extends EventKind>(tx: Tx, kind: K, payload: DomainEvents[K]): Promise<void> {
  const written = sql`written AS (SELECT ${kind}::text AS kind, ${JSON.stringify(payload)}::jsonb AS payload)`
  await emitFor(tx, written, sql`written`)
}

export interface EmittedEvent {
  kind: EventKind
  payload: Record<string, unknown>
}

/**
 * Emits an event for each row of `events`, in the statement that writes these rows. `parts` are common table expressions. `events`
 * is one of them or a query over them, with the columns `kind` and `payload` (jsonb, in the form of `DomainEvents`). Returns the
 * events.
 */
export function emitFor(
  tx: Tx,
  parts: RawBuilder<unknown>,
  events: RawBuilder<unknown>,
): Promise<EmittedEvent[]> {
  return insertJobs<EmittedEvent>(
    tx,
    deliverEventTask,
    sql`${parts}, emitted AS (
      INSERT INTO domain_events (kind, payload) SELECT e.kind, e.payload FROM ${events} e RETURNING id, kind, payload),
    waiting AS (SELECT json_build_object('eventId', id) AS job, kind, payload FROM emitted)`,
  )
}

/** Deletes events from before this time, together with the listeners' delivery records. */
export async function sweepEvents(database: Database, before: Date): Promise<void> {
  await sql`DELETE FROM domain_events WHERE at < ${before}`.execute(database.kysely)
}
