import { sql, type RawBuilder } from 'kysely'
import { waitingRows } from '#server/policy/waiting-rows.ts'

/** A review waits for a reply for this many days. Afterwards a reply reaches nobody who still thinks of the course. */
const repliedWithinDays = 30

/** Selects the visible reviews with a text and without a reply. `courses` selects the ids of the courses. */
export const waitingReviews = (courses: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  waitingRows(
    {
      ref: sql`r.id`,
      since: sql`r.created_at`,
      person: sql`u.name`,
      title: sql`r.body`,
      place: sql`c.title`,
      course: sql`r.course_id`,
      rating: sql`r.rating`,
    },
    sql`reviews r JOIN user_cards u ON u.id = r.user_id JOIN course_cards c ON c.id = r.course_id
     WHERE r.course_id IN (${courses}) AND r.is_shown AND r.reply IS NULL AND r.body <> ''
       AND r.created_at > ${now}::timestamptz - make_interval(days => ${sql.lit(repliedWithinDays)})`,
    sql`r.id`,
  )
