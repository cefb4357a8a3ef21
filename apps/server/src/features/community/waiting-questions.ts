import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '#server/policy/caller.ts'
import { waitingRows } from '#server/policy/waiting-rows.ts'
import { isUnanswered } from './discussions.store.ts'

/** Selects the learners' questions that wait for an answer by the caller's side: those of the list with `unanswered`. */
export const waitingQuestions = (caller: Caller): RawBuilder<unknown> =>
  waitingRows(
    {
      ref: sql`d.id`,
      since: sql`d.created_at`,
      person: sql`u.name`,
      title: sql`d.title`,
      place: sql`c.title`,
      course: sql`d.course_id`,
    },
    sql`discussions d JOIN user_cards u ON u.id = d.author_id JOIN course_cards c ON c.id = d.course_id
     WHERE d.removed_at IS NULL AND ${isUnanswered(caller)}`,
    sql`d.id`,
  )
