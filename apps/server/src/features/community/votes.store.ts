import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** A null `postId` means the opening text of the discussion. */
export interface VotedText {
  discussionId: number
  postId: number | null
}

export async function insertVote(tx: Tx, vote: VotedText & { userId: number; at: Date }): Promise<void> {
  await sql`
    INSERT INTO helpful_votes (discussion_id, post_id, user_id, created_at)
    VALUES (${vote.discussionId}, ${vote.postId}, ${vote.userId}, ${vote.at}) ON CONFLICT DO NOTHING`.execute(
    tx,
  )
}

export async function deleteVote(tx: Tx, vote: VotedText & { userId: number }): Promise<void> {
  await sql`
    DELETE FROM helpful_votes
     WHERE discussion_id = ${vote.discussionId} AND post_id IS NOT DISTINCT FROM ${vote.postId}
       AND user_id = ${vote.userId}`.execute(tx)
}

export async function countVotes(db: Db, { discussionId, postId }: VotedText): Promise<number> {
  const found = await sql<{ total: number }>`
    SELECT count(*) AS total FROM helpful_votes
     WHERE discussion_id = ${discussionId} AND post_id IS NOT DISTINCT FROM ${postId}`.execute(db)
  return found.rows[0]?.total ?? 0
}

export async function deleteVotesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM helpful_votes WHERE user_id = ${userId}`.execute(tx)
}
