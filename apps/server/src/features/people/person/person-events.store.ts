/** Reads the time line of one person. Writes nothing. */
import { personEventKinds, type PersonEventKind } from '@apogee/contracts/people/person-events.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { sellerIn } from '#server/policy/seller-scope.ts'
import { inScope, scopedCourses } from '../people.store.ts'
import type { PersonScope } from './person.store.ts'
import type { Position } from './position.rules.ts'

type Sql = RawBuilder<unknown>

export interface EventRow {
  kind: number
  id: number
  at: Date
  microseconds: string
  courseId: number | null
  courseTitle: string | null
  text: string | null
  subjectId: number | null
  orderId: string | null
  amount: number | null
  isChargeback: boolean
  by: string | null
}

interface Part {
  id: Sql
  at: Sql
  course?: Sql
  title?: Sql
  text?: Sql
  subject?: Sql
  order?: Sql
  amount?: Sql
  isChargeback?: Sql
  by?: Sql
  from: Sql
}

const kindNumber = (kind: PersonEventKind): number => personEventKinds.indexOf(kind)

/** Selects the events of one kind. All kinds have the same columns. */
const selected = (kind: PersonEventKind, part: Part): Sql => sql`
  SELECT ${sql.lit(kindNumber(kind))} AS kind, ${part.id} AS id, ${part.at} AS at, ${part.course ?? sql`NULL::bigint`} AS course_id,
         ${part.title ?? sql`NULL::text`} AS title, ${part.text ?? sql`NULL::text`} AS text,
         ${part.subject ?? sql`NULL::bigint`} AS subject_id, ${part.order ?? sql`NULL::text`} AS order_id,
         ${part.amount ?? sql`NULL::int`} AS amount, ${part.isChargeback ?? sql`false`} AS is_chargeback,
         ${part.by ?? sql`NULL::text`} AS by
    FROM ${part.from}`

/** Selects what happened in a course `c` of the caller. */
const inCourse = (kind: PersonEventKind, scope: PersonScope, { from, ...part }: Part & { where: Sql }): Sql =>
  selected(kind, {
    ...part,
    course: sql`c.id`,
    title: sql`c.title`,
    from: sql`${from} JOIN ${scopedCourses} ON c.id = happened.course_id WHERE ${part.where} AND ${inScope(scope.courses)}`,
  })

/**
 * Orders and refunds are numbered across all sellers, so their numbers would tell a seller how many there are. Their events are
 * numbered by a digest of the order's public id, of at most 15 digits as in a cursor.
 */
const digestOf = (text: Sql): Sql => sql`('x' || left(md5(${text}), 12))::bit(48)::bigint`

/** Refunds of one order have different times. Those of the same time are counted. */
const refundOfOrder = sql`
  concat_ws(' ', b.order_public_id, r.kind, extract(epoch FROM r.at),
            row_number() OVER (PARTITION BY b.order_public_id, r.kind, r.at ORDER BY r.refund_id))`

/** An order concerns several courses, so its lines are added up. Only callers who see the money get the order and the amount. */
function ofOrders(
  kind: 'bought' | 'refund',
  personId: number,
  { money, courses }: PersonScope,
  part: Pick<Part, 'at'> & { name: Sql; cents: Sql; isChargeback?: Sql; join?: Sql; group: Sql },
): Sql {
  const ofCaller = money === null ? inScope(courses) : sellerIn(money, sql`b.seller_id`)
  return selected(kind, {
    id: digestOf(part.name),
    at: part.at,
    course: sql`CASE WHEN count(*) = 1 THEN min(b.course_id) END`,
    title: sql`string_agg(b.title, ', ' ORDER BY b.id)`,
    ...(money !== null && { order: sql`b.order_public_id`, amount: sql`sum(${part.cents})::int` }),
    ...(part.isChargeback && { isChargeback: part.isChargeback }),
    from: sql`settled_lines b ${part.join ?? sql``} JOIN ${scopedCourses} ON c.id = b.course_id
     WHERE b.buyer_id = ${personId} AND ${ofCaller} GROUP BY b.order_public_id, ${part.group}`,
  })
}

function partsOf(personId: number, scope: PersonScope): Record<PersonEventKind, Sql> {
  return {
    joined: sql`${selected('joined', { id: sql`0::bigint`, at: sql`u.created_at`, from: sql`user_cards u WHERE u.id = ${personId}` })}
      UNION ALL ${inCourse('joined', scope, {
        id: sql`c.id`,
        at: sql`happened.granted_at`,
        from: sql`(SELECT course_id, granted_at FROM active_enrolments WHERE user_id = ${personId}
                   UNION ALL SELECT course_id, granted_at FROM removed_enrolments WHERE user_id = ${personId}) happened`,
        where: sql`true`,
      })}`,
    bought: ofOrders('bought', personId, scope, {
      name: sql`b.order_public_id`,
      at: sql`b.settled_at`,
      cents: sql`b.price_cents`,
      group: sql`b.settled_at`,
    }),
    lesson: inCourse('lesson', scope, {
      id: sql`happened.id`,
      at: sql`p.completed_at`,
      text: sql`happened.title`,
      from: sql`learner_progress p JOIN published_resources happened ON happened.id = p.resource_id`,
      where: sql`p.user_id = ${personId} AND p.completed_at IS NOT NULL`,
    }),
    question: inCourse('question', scope, {
      id: sql`happened.id`,
      at: sql`happened.created_at`,
      text: sql`happened.title`,
      subject: sql`happened.id`,
      from: sql`course_discussions happened`,
      where: sql`happened.author_id = ${personId}`,
    }),
    'hand-in': inCourse('hand-in', scope, {
      id: sql`t.id`,
      at: sql`t.submitted_at`,
      text: sql`happened.title`,
      subject: sql`t.id`,
      from: sql`learner_attempts t JOIN outline_resources happened ON happened.id = t.resource_id`,
      where: sql`t.user_id = ${personId} AND t.submitted_at IS NOT NULL AND t.waiting_since IS NOT NULL`,
    }),
    message: inCourse('message', scope, {
      id: sql`happened.id`,
      at: sql`happened.created_at`,
      text: sql`happened.body`,
      by: sql`(SELECT a.name FROM user_cards a WHERE a.id = happened.author_id AND a.erased_at IS NULL)`,
      from: sql`learner_message_texts happened`,
      where: sql`happened.user_id = ${personId}`,
    }),
    refund: ofOrders('refund', personId, scope, {
      name: refundOfOrder,
      at: sql`r.at`,
      cents: sql`r.cents`,
      isChargeback: sql`r.kind = 'chargeback'`,
      join: sql`JOIN returned_lines r ON r.line_id = b.id`,
      group: sql`r.refund_id, r.at, r.kind`,
    }),
  }
}

/** Returns the newest events first. All events of one person in the caller's courses are read: hundreds, not millions. */
export async function eventsOf(
  db: Db,
  personId: number,
  scope: PersonScope,
  { kind, before, limit }: { kind: PersonEventKind | null; before: Position | null; limit: number },
): Promise<EventRow[]> {
  const parts = partsOf(personId, scope)
  const wanted = (kind === null ? personEventKinds : [kind]).map((one) => parts[one])
  const isBefore = before
    ? sql`(microseconds, kind, id) < (${before.at}::int8, ${before.kind}::int, ${before.id}::int8)`
    : sql`true`
  const found = await sql<EventRow>`
    SELECT kind, id, at, microseconds::text AS microseconds, course_id AS "courseId", title AS "courseTitle", text,
           subject_id AS "subjectId", order_id AS "orderId", amount, is_chargeback AS "isChargeback", by
      FROM (SELECT happened.*, (extract(epoch FROM at) * 1000000)::int8 AS microseconds
              FROM (${sql.join(wanted, sql` UNION ALL `)}) happened) event
     WHERE ${isBefore} ORDER BY microseconds DESC, kind DESC, id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}
