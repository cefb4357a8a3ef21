/** Stores which pictures a discussion or reply shows. The media feature owns the files. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

/** A null `postId` means the opening text. */
export interface IllustratedText {
  discussionId: number
  postId: number | null
}

/** Replaces the pictures of a text. Returns false when another text shows one of them, or when the list contains a duplicate. */
export async function replacePictures(
  tx: Tx,
  { discussionId, postId }: IllustratedText,
  pictures: readonly { mediaId: number; alt: string }[],
): Promise<boolean> {
  await sql`
    DELETE FROM post_pictures
     WHERE discussion_id = ${discussionId} AND post_id IS NOT DISTINCT FROM ${postId}`.execute(tx)
  for (const [place, { mediaId, alt }] of pictures.entries()) {
    const inserted = await sql`
      INSERT INTO post_pictures (media_id, discussion_id, post_id, place, alt)
      VALUES (${mediaId}, ${discussionId}, ${postId}, ${place}, ${alt})
      ON CONFLICT DO NOTHING RETURNING media_id`.execute(tx)
    if (inserted.rows.length === 0) return false
  }
  return true
}

/** Deletes the pictures of a discussion and of all its replies. */
export async function deletePicturesOfDiscussion(tx: Tx, discussionId: number): Promise<void> {
  await sql`DELETE FROM post_pictures WHERE discussion_id = ${discussionId}`.execute(tx)
}

export async function deletePicturesOfPost(tx: Tx, postId: number): Promise<void> {
  await sql`DELETE FROM post_pictures WHERE post_id = ${postId}`.execute(tx)
}

/** Deletes the pictures of all texts of an author. */
export async function deletePicturesOfAuthor(tx: Tx, authorId: number): Promise<void> {
  await sql`
    DELETE FROM post_pictures
     WHERE post_id IN (SELECT id FROM discussion_posts WHERE author_id = ${authorId})
        OR post_id IS NULL AND discussion_id IN (SELECT id FROM discussions WHERE author_id = ${authorId})`.execute(
    tx,
  )
}
