/** Reads how the mails of a seller look. A suspended seller has no brand. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { MailBrand } from '#server/platform/mail/mail-brand.ts'

export async function brandOfSpeaker(
  db: Db,
  { courseId, sellerId }: { courseId: number | null; sellerId: number | null },
): Promise<MailBrand | null> {
  const asked =
    courseId === null
      ? sql`${sellerId}::bigint`
      : sql`(SELECT c.seller_id FROM course_cards c WHERE c.id = ${courseId})`
  const found = await sql<MailBrand>`
    SELECT b.colour, b.sender_name AS "senderName", b.footer, b.reply_to AS "replyTo"
      FROM seller_brand_cards b WHERE b.seller_id = ${asked}`.execute(db)
  return found.rows[0] ?? null
}
