/** The form of the rows that wait for a person. Features select their own rows, and the inbox joins them to one list. */
import { sql, type RawBuilder } from 'kysely'
import { countLimit } from '#server/platform/pages.ts'

type Sql = RawBuilder<unknown>

interface WaitingColumns {
  ref: Sql
  since: Sql
  title: Sql
  person?: Sql
  place?: Sql
  cents?: Sql
  course?: Sql
  order?: Sql
  topic?: Sql
  rating?: Sql
}

/**
 * Selects at most one row more than a count shows. All kinds have the same columns. `from` ends with its conditions, and `by` is the
 * order, the longest wait first, in which an index gives the rows.
 */
export const waitingRows = (columns: WaitingColumns, from: Sql, by: Sql): Sql => sql`
  SELECT ${columns.ref}::text AS ref, ${columns.since}::timestamptz AS since, ${columns.person ?? sql`NULL`}::text AS person,
         ${columns.title}::text AS title, ${columns.place ?? sql`NULL`}::text AS place,
         ${columns.cents ?? sql`NULL`}::bigint AS cents, ${columns.course ?? sql`NULL`}::bigint AS course_id,
         ${columns.order ?? sql`NULL`}::text AS order_id, ${columns.topic ?? sql`NULL`}::text AS topic,
         ${columns.rating ?? sql`NULL`}::int AS rating
    FROM ${from} ORDER BY ${by} ${countLimit}`
