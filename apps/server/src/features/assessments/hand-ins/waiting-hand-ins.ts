import { sql, type RawBuilder } from 'kysely'
import { waitingRows } from '#server/policy/waiting-rows.ts'

/** Selects the attempts that wait for a person's grades. `courses` selects the ids of the courses. */
export const waitingHandIns = (courses: RawBuilder<unknown>): RawBuilder<unknown> =>
  waitingRows(
    {
      ref: sql`w.id`,
      since: sql`w.waiting_since`,
      person: sql`u.name`,
      title: sql`r.title`,
      place: sql`c.title`,
      course: sql`w.course_id`,
    },
    sql`waiting_hand_ins w JOIN attempts t ON t.id = w.id JOIN assessments a ON a.id = t.assessment_id
      JOIN outline_resources r ON r.id = a.resource_id JOIN course_cards c ON c.id = w.course_id
      JOIN user_cards u ON u.id = t.user_id
     WHERE w.course_id IN (${courses})`,
    sql`w.waiting_since, w.id`,
  )
