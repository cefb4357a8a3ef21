/** Reads invitations and seats that nobody has taken yet. Writes nothing. */
import type { Role } from '@apogee/contracts/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { matchesWords } from '#server/platform/search-pattern.ts'
import { sellerIn } from '#server/policy/seller-scope.ts'
import { inScope, scopedCourses } from '../people.store.ts'
import type { PersonScope } from './person.store.ts'
import type { Position } from './position.rules.ts'

type Sql = RawBuilder<unknown>

export const expectedKinds = ['course', 'seat', 'team'] as const

export interface ExpectedRow {
  kind: number
  id: number
  at: Date
  microseconds: string
  email: string
  name: string
  state: 'open' | 'declined' | 'named'
  courseId: number | null
  courseTitle: string | null
  role: Role | null
  businessId: number | null
  invoiceId: string | null
  number: string | null
  company: string | null
  seller: string | null
  mailedAt: Date | null
  /** True means that a superadmin may not change the seat, because another seller sold it. */
  isForeign: boolean
}

const isFound = (pattern: string | null, ...texts: Sql[]): Sql =>
  pattern === null
    ? sql`true`
    : sql`(${sql.join(
        texts.map((text) => matchesWords(text, pattern)),
        sql` OR `,
      )})`

const ofCourses = ({ courses }: PersonScope, pattern: string | null): Sql => sql`
  SELECT 0 AS kind, i.id, i.created_at AS at, lower(i.email::text) AS email, i.name, i.state, c.id AS course_id, c.title,
         NULL::text AS role, NULL::bigint AS business_id, NULL::text AS invoice_id, NULL::text AS number, NULL::text AS company,
         s.shown_name AS seller, i.mailed_at, false AS is_foreign
    FROM ${scopedCourses} JOIN course_invitations i ON i.course_id = c.id
   WHERE i.state IN ('open', 'declined') AND ${inScope(courses)} AND ${isFound(pattern, sql`i.email::text`, sql`i.name`)}`

const ofSeats = (money: NonNullable<PersonScope['money']>, pattern: string | null): Sql => sql`
  SELECT 1, p.id, p.created_at, lower(p.email::text), p.name, CASE p.state WHEN 'named' THEN 'named' ELSE 'open' END, l.course_id,
         l.title, NULL, NULL, i.public_id, 'INV-' || i.year || '-' || lpad(i.number::text, 4, '0'), i.company_name, s.shown_name,
         p.invited_at, ${'all' in money ? sql`NOT s.is_platform` : sql`false`}
    FROM seller_cards s JOIN invoices i ON i.seller_id = s.id JOIN invoice_lines l ON l.invoice_id = i.id
    JOIN invoice_seats p ON p.line_id = l.id
   WHERE p.state IN ('named', 'waiting') AND i.state <> 'void' AND ${sellerIn(money, sql`s.id`)}
     AND ${isFound(pattern, sql`p.email::text`, sql`p.name`, sql`i.company_name`)}`

const ofTeams = (team: NonNullable<PersonScope['team']>, pattern: string | null, now: Date): Sql => sql`
  SELECT 2, i.id, i.created_at, lower(i.email::text), '', 'open', NULL, NULL, i.role, i.business_id, NULL, NULL, NULL, b.name,
         NULL::timestamptz, false
    FROM invitations i LEFT JOIN businesses b ON b.id = i.business_id
   WHERE i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ${now}
     AND ${team === 'everybody' ? sql`true` : sql`i.business_id = ${team.businessId}`} AND ${isFound(pattern, sql`i.email::text`)}`

/** Returns the newest first. All rows of the caller's courses, invoices and team are read. */
export async function expectedPeople(
  db: Db,
  scope: PersonScope,
  {
    pattern,
    before,
    limit,
    now,
  }: { pattern: string | null; before: Position | null; limit: number; now: Date },
): Promise<ExpectedRow[]> {
  const parts = [
    ofCourses(scope, pattern),
    ...(scope.money === null ? [] : [ofSeats(scope.money, pattern)]),
    ...(scope.team === null ? [] : [ofTeams(scope.team, pattern, now)]),
  ]
  const isBefore = before
    ? sql`(microseconds, kind, id) < (${before.at}::int8, ${before.kind}::int, ${before.id}::int8)`
    : sql`true`
  const found = await sql<ExpectedRow>`
    SELECT kind, id, at, microseconds::text AS microseconds, email, name, state, course_id AS "courseId", title AS "courseTitle", role,
           business_id AS "businessId", invoice_id AS "invoiceId", number, company, seller, mailed_at AS "mailedAt",
           is_foreign AS "isForeign"
      FROM (SELECT expected.*, (extract(epoch FROM at) * 1000000)::int8 AS microseconds
              FROM (${sql.join(parts, sql` UNION ALL `)}) expected) listed
     WHERE ${isBefore} ORDER BY microseconds DESC, kind DESC, id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}
