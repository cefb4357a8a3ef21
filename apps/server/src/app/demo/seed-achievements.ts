/**
 * Counts what the demo school's people have done: the deeds are read from the rows of what they did, in the order in
 * which they did it, and counted by the same rules as ever. Nothing is earned that no row stands behind.
 */
import { sql, type Transaction } from 'kysely'
import { createAchievements } from '#server/features/achievements/achievements.service.ts'
import { markReadBefore } from '#server/features/notifications/notifications.store.ts'
import type { BadgeKey } from '@apogee/contracts/achievements.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import type { Parts } from '../parts.ts'
import type { Services } from '../services.ts'

type Tx = Transaction<DB>

/** What is older was seen long ago. */
const unreadDays = 5
const dayMs = 24 * 3_600_000

interface Deed {
  kind: 'study' | 'lesson' | 'attempt' | 'discussion' | 'answer'
  userId: number
  at: Date
  courseId: number
  /** The item, assessment or discussion. */
  ref: number
  percentage: number
  answeredUserId: number
}

/** Deeds of these people, oldest first. */
async function deedsOf(tx: Tx, userIds: readonly number[]): Promise<Deed[]> {
  const found = await sql<Deed>`
    WITH lessons AS (
      SELECT p.user_id, p.completed_at AS at, cc.course_id, p.resource_id
        FROM resource_progress p
        JOIN course_resources cr ON cr.id = p.resource_id
        JOIN course_contents cc ON cc.id = cr.content_id
       WHERE p.completed_at IS NOT NULL),
    deeds (kind, user_id, at, course_id, ref, percentage, answered_user_id) AS (
      SELECT 'study', user_id, at, course_id, 0, 0, 0 FROM lessons
      UNION ALL
      SELECT 'study', user_id, last_accessed_at, course_id, 0, 0, 0 FROM enrolments
       WHERE last_accessed_at IS NOT NULL
      UNION ALL
      SELECT 'lesson', user_id, at, course_id, resource_id, 0, 0 FROM lessons
      UNION ALL
      SELECT 'attempt', user_id, graded_at, 0, assessment_id, percentage, 0 FROM attempts WHERE graded_at IS NOT NULL
      UNION ALL
      SELECT 'discussion', author_id, created_at, 0, id, 0, 0 FROM discussions
      UNION ALL
      SELECT 'answer', p.author_id, p.created_at, 0, d.id, 0, d.author_id
        FROM discussion_posts p JOIN discussions d ON d.id = p.discussion_id)
    SELECT kind, user_id AS "userId", at, course_id AS "courseId", ref, percentage,
           answered_user_id AS "answeredUserId"
      FROM deeds WHERE user_id = ANY(${[...userIds]}::bigint[]) ORDER BY at, kind DESC, ref`.execute(tx)
  return found.rows
}

export async function seedAchievements(
  tx: Tx,
  services: Services,
  parts: Parts,
  userIds: readonly number[],
): Promise<void> {
  // A past that is written down is no news: what follows from it is told below, with its own dates.
  const past = createAchievements({ ...parts, ...services }, { tells: false })
  const deeds = await deedsOf(tx, userIds)
  const count = {
    study: (deed: Deed) => past.studied(tx, deed),
    lesson: (deed: Deed) => past.lessonCompleted(tx, { ...deed, resourceId: deed.ref }),
    attempt: (deed: Deed) => past.attemptGraded(tx, { ...deed, assessmentId: deed.ref }),
    discussion: (deed: Deed) => past.discussionStarted(tx, { ...deed, discussionId: deed.ref }),
    answer: (deed: Deed) => past.discussionAnswered(tx, { ...deed, discussionId: deed.ref }),
  }
  const lastLessons = new Map<string, Deed>()
  for (const deed of deeds.filter(({ kind }) => kind === 'lesson')) {
    lastLessons.set(`${deed.userId}/${deed.courseId}`, deed)
  }
  for (const deed of deeds) {
    await count[deed.kind](deed)
    // A course is completed with its last lesson, not with the first one.
    if (lastLessons.get(`${deed.userId}/${deed.courseId}`) === deed) await past.reviewCourse(tx, deed)
  }
}

interface Occasion {
  kind: 'place' | 'order' | 'certificate' | 'badge' | 'attempt' | 'answer'
  userId: number
  at: Date
  courseId: number
  /** The order, assessment or discussion. */
  ref: number
  /** The attempt's number, or the post. */
  part: number
  percentage: number
  authorId: number
  /** How the place came about, the certificate's public id, or the badge. */
  name: string
}

async function occasionsOf(tx: Tx, userIds: readonly number[]): Promise<Occasion[]> {
  const found = await sql<Occasion>`
    WITH occasions (kind, user_id, at, course_id, ref, part, percentage, author_id, name) AS (
      SELECT 'place', user_id, granted_at, course_id, 0, 0, 0, 0, source FROM enrolments WHERE revoked_at IS NULL
      UNION ALL
      SELECT 'order', buyer_id, settled_at, 0, id, 0, 0, 0, '' FROM orders WHERE settled_at IS NOT NULL
      UNION ALL
      SELECT 'certificate', user_id, issued_at, course_id, 0, 0, 0, 0, public_id FROM certificates
       WHERE revoked_at IS NULL
      UNION ALL
      SELECT 'badge', user_id, earned_at, 0, 0, 0, 0, 0, badge FROM earned_badges
      UNION ALL
      SELECT 'attempt', user_id, graded_at, 0, assessment_id, number, percentage, 0, '' FROM attempts
       WHERE graded_at IS NOT NULL
      UNION ALL
      SELECT 'answer', d.author_id, p.created_at, 0, d.id, p.id, 0, p.author_id, ''
        FROM discussion_posts p JOIN discussions d ON d.id = p.discussion_id)
    SELECT kind, user_id AS "userId", at, course_id AS "courseId", ref, part, percentage, author_id AS "authorId", name
      FROM occasions WHERE user_id = ANY(${[...userIds]}::bigint[]) ORDER BY at, kind, ref, part`.execute(tx)
  return found.rows
}

/** Tells these people of their past as they would have been told then; only the last days are unread. */
export async function seedNotifications(
  tx: Tx,
  { notifications }: Services,
  parts: Parts,
  userIds: readonly number[],
): Promise<void> {
  const tell = {
    place: ({ userId, courseId, name: source, at }: Occasion) =>
      notifications.enrolled(tx, { userId, courseId, source }, { id: `place ${courseId}`, at }),
    order: ({ userId: buyerId, ref: orderId, at }: Occasion) =>
      notifications.paid(tx, { orderId, buyerId }, at),
    certificate: ({ userId, courseId, name: certificateId, at }: Occasion) =>
      notifications.certificateIssued(tx, { userId, courseId, certificateId }, at),
    badge: ({ userId, name, at }: Occasion) =>
      notifications.badgeEarned(tx, { userId, badge: name as BadgeKey }, at),
    attempt: ({ userId, ref: assessmentId, part: number, percentage, at }: Occasion) =>
      notifications.attemptGraded(tx, { userId, assessmentId, number, percentage }, at),
    answer: ({ userId: answeredUserId, ref: discussionId, part: postId, authorId, at }: Occasion) =>
      notifications.discussionAnswered(tx, { discussionId, postId, authorId, answeredUserId }, at),
  }
  for (const occasion of await occasionsOf(tx, userIds)) await tell[occasion.kind](occasion)
  await markReadBefore(tx, userIds, new Date(parts.clock.now().getTime() - unreadDays * dayMs))
}
