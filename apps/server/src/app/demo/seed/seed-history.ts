/**
 * Seeds XP, badges, certificates and notifications of the demo people. They are derived from the rows of the other steps, in order
 * of time and by the product's own rules.
 */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import { sql } from 'kysely'
import { AchievementsService } from '#server/features/achievements/achievements.service.ts'
import { markReadBefore } from '#server/features/notifications/notifications.store.ts'
import { daysBefore, type Seeding } from './seeding.ts'

/** Notifications older than this are marked as read. */
const unreadDays = 5

const userIdsOf = ({ people }: Seeding): number[] => [...people.values()].map(({ userId }) => userId)

interface Activity {
  kind: 'study' | 'lesson' | 'attempt' | 'discussion' | 'answer'
  userId: number
  at: Date
  courseId: number
  /** This is the id of the resource, assessment or discussion. */
  ref: number
  percentage: number
  answeredUserId: number
}

/** Returns the demo people's activities, oldest first. */
async function activitiesOf(seeding: Seeding): Promise<Activity[]> {
  const found = await sql<Activity>`
    WITH lessons AS (
      SELECT p.user_id, p.completed_at AS at, r.course_id, p.resource_id
        FROM resource_progress p JOIN outline_resources r ON r.id = p.resource_id
       WHERE p.completed_at IS NOT NULL),
    activities (kind, user_id, at, course_id, ref, percentage, answered_user_id) AS (
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
      FROM activities WHERE user_id = ANY(${userIdsOf(seeding)}::bigint[])
     ORDER BY at, kind DESC, ref`.execute(seeding.tx)
  return found.rows
}

export async function seedAchievements(seeding: Seeding): Promise<void> {
  const { tx, services, dependencies } = seeding
  // The service emits no events, because seedNotifications stores the notifications with their own dates.
  const achievements = new AchievementsService({ ...dependencies, ...services, emitsEvents: false })
  const activities = await activitiesOf(seeding)
  const record = {
    study: (activity: Activity) => achievements.studied(tx, activity),
    lesson: (activity: Activity) =>
      achievements.lessonCompleted(tx, { ...activity, resourceId: activity.ref }),
    attempt: (activity: Activity) =>
      achievements.attemptGraded(tx, { ...activity, assessmentId: activity.ref }),
    discussion: (activity: Activity) =>
      achievements.discussionStarted(tx, { ...activity, discussionId: activity.ref }),
    answer: (activity: Activity) =>
      achievements.discussionAnswered(tx, { ...activity, discussionId: activity.ref }),
  }
  const lastLessons = new Map<string, Activity>()
  for (const activity of activities) {
    if (activity.kind === 'lesson') lastLessons.set(`${activity.userId}/${activity.courseId}`, activity)
  }
  for (const activity of activities) {
    await record[activity.kind](activity)
    // The course is completed with its last lesson.
    if (lastLessons.get(`${activity.userId}/${activity.courseId}`) === activity)
      await achievements.evaluateCompletion(tx, activity)
  }
}

interface Occasion {
  kind: 'enrolment' | 'order' | 'certificate' | 'badge' | 'attempt' | 'answer'
  userId: number
  at: Date
  courseId: number
  /** This is the id of the order, assessment or discussion. */
  ref: number
  /** This equals `ref` if the occasion is an 'order'. */
  orderId: OrderId
  /** This is the number of the attempt, or the id of the post. */
  part: number
  percentage: number
  authorId: number
  /** This is the source of the enrolment, the public id of the certificate, or the key of the badge. */
  name: string
}

/**
 * Returns the events of which the demo people are notified, oldest first. An order comes before the enrolments that it paid for.
 */
async function occasionsOf(seeding: Seeding): Promise<Occasion[]> {
  const found = await sql<Occasion>`
    WITH occasions (kind, user_id, at, course_id, ref, part, percentage, author_id, name) AS (
      SELECT 'enrolment', user_id, granted_at, course_id, 0, 0, 0, 0, source FROM enrolments
       WHERE revoked_at IS NULL
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
    SELECT kind, user_id AS "userId", at, course_id AS "courseId", ref, ref AS "orderId", part, percentage, author_id AS "authorId", name
      FROM occasions WHERE user_id = ANY(${userIdsOf(seeding)}::bigint[])
     ORDER BY at, kind = 'enrolment', kind, ref, part`.execute(seeding.tx)
  return found.rows
}

/** Stores the notifications that the demo people would have received. Only those of the last days are unread. */
export async function seedNotifications(seeding: Seeding): Promise<void> {
  const { tx, now } = seeding
  const { moneyNotices, notifications } = seeding.services
  const notify = {
    // The name of the event is part of a stored key.
    enrolment: ({ userId, courseId, name: source, at }: Occasion) =>
      notifications.enrolled(tx, { userId, courseId, source }, { id: `place ${courseId}`, at }),
    order: ({ userId: buyerId, orderId, at }: Occasion) => moneyNotices.paid(tx, { orderId, buyerId }, at),
    certificate: ({ userId, courseId, name: certificateId, at }: Occasion) =>
      notifications.certificateIssued(tx, { userId, courseId, certificateId }, at),
    badge: ({ userId, name, at }: Occasion) =>
      notifications.badgeEarned(tx, { userId, badge: name as BadgeKey }, at),
    attempt: ({ userId, ref: assessmentId, part: number, percentage, at }: Occasion) =>
      notifications.attemptGraded(tx, { userId, assessmentId, number, percentage }, at),
    answer: ({ userId: answeredUserId, ref: discussionId, part: postId, authorId, at }: Occasion) =>
      notifications.discussionAnswered(tx, { discussionId, postId, authorId, answeredUserId }, at),
  }
  for (const occasion of await occasionsOf(seeding)) await notify[occasion.kind](occasion)
  await markReadBefore(tx, userIdsOf(seeding), daysBefore(now, unreadDays))
}
