/** Stores the people whom replies mention with @, and finds people who can be mentioned. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface NamedPerson {
  id: number
  name: string
}

/** Authors of this many newest replies can be mentioned. */
const recentReplies = 200
const mostPeople = 50

/**
 * Returns the people whom a reply in this discussion may mention, the latest writer first. These are the authors of visible texts,
 * the course's instructor and the group's owner. People who have lost access to the course are left out.
 */
export async function peopleOf(db: Db, discussionId: number): Promise<NamedPerson[]> {
  const found = await sql<NamedPerson>`
    WITH d AS (SELECT id, author_id, course_id, group_id, created_at FROM discussions WHERE id = ${discussionId}),
    named AS (
      SELECT author_id AS id, created_at AS at FROM d
      UNION ALL
      SELECT p.author_id, p.created_at FROM (
        SELECT author_id, created_at FROM discussion_posts
         WHERE discussion_id = ${discussionId} AND removed_at IS NULL AND hidden_at IS NULL
         ORDER BY id DESC LIMIT ${recentReplies}) p
      UNION ALL
      SELECT c.instructor_id, NULL FROM d JOIN course_cards c ON c.id = d.course_id
      UNION ALL
      SELECT o.user_id, NULL FROM d JOIN group_members o ON o.group_id = d.group_id AND o.role = 'owner')
    SELECT u.id, u.name
      FROM (SELECT id, max(at) AS at FROM named GROUP BY id) n JOIN user_cards u ON u.id = n.id CROSS JOIN d
     WHERE u.erased_at IS NULL AND u.name IS NOT NULL
       AND (d.course_id IS NULL OR u.role = 'superadmin'
            OR EXISTS (SELECT FROM studying_enrolments e WHERE e.course_id = d.course_id AND e.user_id = u.id)
            OR EXISTS (SELECT FROM course_cards k
                        WHERE k.id = d.course_id
                          AND (u.id IN (k.instructor_id, k.created_by)
                               OR u.role = 'admin' AND u.business_id = (SELECT s.business_id FROM seller_cards s
                                                                         WHERE s.id = k.seller_id))))
     ORDER BY n.at DESC NULLS LAST, u.id LIMIT ${mostPeople}`.execute(db)
  return found.rows
}

export async function insertMentions(tx: Tx, postId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO post_mentions (post_id, user_id)
    SELECT ${postId}, id FROM unnest(${userIds}::bigint[]) AS named (id) ON CONFLICT DO NOTHING`.execute(tx)
}

export async function deleteMentionsOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM post_mentions WHERE user_id = ${userId}`.execute(tx)
}
