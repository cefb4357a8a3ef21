/** Selects columns that all texts of a discussion have: votes, mentions and pictures. */
import { sql, type RawBuilder } from 'kysely'

/** `publicId` equals the id in the file's address. Sizes are in pixels. */
export interface PictureRow {
  mediaId: number
  publicId: string
  width: number
  height: number
  alt: string
}

/**
 * Selects the number of votes for a text, and whether this user has voted. `postId` null means the opening text of the discussion.
 */
export const voteColumns = (
  discussionId: RawBuilder<unknown>,
  postId: RawBuilder<unknown> | null,
  userId: number,
) => {
  const isText = sql`v.discussion_id = ${discussionId} AND ${
    postId === null ? sql`v.post_id IS NULL` : sql`v.post_id = ${postId}`
  }`
  return sql`
    (SELECT count(*) FROM helpful_votes v WHERE ${isText}) AS "helpfulCount",
    EXISTS (SELECT FROM helpful_votes v WHERE ${isText} AND v.user_id = ${userId}) AS "hasVoted"`
}

/** Selects the names of the people whom a reply `p` mentions. */
export const mentionedNames = sql`
  (SELECT coalesce(json_agg(n.name ORDER BY n.name), '[]')
     FROM post_mentions w JOIN user_cards n ON n.id = w.user_id
    WHERE w.post_id = p.id AND n.name IS NOT NULL) AS "mentionedNames"`

/** Selects the pictures of one text in their order. `isText` is a condition on the pictures `x`. */
export const picturesWhere = (isText: RawBuilder<unknown>) => sql`
  (SELECT coalesce(json_agg(json_build_object('mediaId', x.media_id, 'publicId', s.public_id, 'width', s.width,
                                              'height', s.height, 'alt', x.alt) ORDER BY x.place), '[]')
     FROM post_pictures x JOIN stored_pictures s ON s.id = x.media_id WHERE ${isText})`
