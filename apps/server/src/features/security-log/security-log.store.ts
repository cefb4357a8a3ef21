/** The only writer of security_log and security_log_counts. Triggers refuse changes; docs/decisions/security-log.md. */
import type { SecurityDetails } from '@apogee/contracts/accounts/security.ts'
import type { SecurityLogFall } from '@apogee/contracts/security-log/security-log.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface NewSecurityEntry {
  at: Date
  kind: string
  /** True if the act changes no rights, accounts or money of other people. Such an entry is not in the list of changes. */
  isActivity: boolean
  actorId: number | null
  businessId: number | null
  subjectId: number | null
  details: SecurityDetails
  address: string | null
}

export async function insertEntry(tx: Db, entry: NewSecurityEntry): Promise<number> {
  const { at, kind, isActivity, actorId, businessId, subjectId, details, address } = entry
  const inserted = await sql<{ id: number }>`
    INSERT INTO security_log (at, kind, is_activity, actor_id, business_id, subject_id, details, address)
    VALUES (${at}, ${kind}, ${isActivity}, ${actorId}, ${businessId}, ${subjectId},
            ${JSON.stringify(details)}::jsonb, ${address})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function wasRoleGiven(
  db: Db,
  userIds: readonly number[],
  { role, since }: { role: string; since: Date },
): Promise<boolean> {
  const given = await sql`
    SELECT FROM security_log l
     WHERE l.subject_id = ANY(${[...userIds]}::bigint[]) AND l.kind = 'role.changed' AND NOT l.is_activity
       AND l.details->>'role' = ${role} AND l.at > ${since} LIMIT 1`.execute(db)
  return given.rows.length > 0
}

export interface CountedAct extends Omit<NewSecurityEntry, 'isActivity'> {
  windowStart: Date
}

const onSameCount = sql`
    ON CONFLICT (kind, window_start, actor_id, business_id, subject_id, address, details)
    DO UPDATE SET acts = c.acts + 1, last_at = greatest(c.last_at, excluded.last_at)`

/** PostgreSQL uses an index for `=` and `IS NULL`, but not for `IS NOT DISTINCT FROM`. */
const isSame = (column: RawBuilder<unknown>, value: RawBuilder<unknown>, isNull: boolean) =>
  isNull ? sql`${column} IS NULL` : sql`${column} = ${value}`

/**
 * Counts an act of a person, in the person's business unless `businessId` names another one. Each pair of subject and address has
 * its own count, up to the limit on addresses. Further acts are counted without an address.
 */
export async function countActOfPerson(
  db: Db,
  act: CountedAct & { actorId: number },
  mostAddresses: number,
): Promise<void> {
  const { kind, windowStart, actorId, businessId, subjectId, address, details, at } = act
  await sql`
    WITH same AS (
      SELECT c.address FROM security_log_counts c
       WHERE c.kind = ${kind} AND c.window_start = ${windowStart} AND c.actor_id = ${actorId}
         AND ${isSame(sql`c.subject_id`, sql`${subjectId}::bigint`, subjectId === null)}
       LIMIT ${mostAddresses})
    INSERT INTO security_log_counts AS c (kind, window_start, actor_id, business_id, subject_id, address, details, last_at)
    SELECT ${kind}::text, ${windowStart}::timestamptz, ${actorId}::bigint,
           coalesce(${businessId}::bigint, (SELECT u.business_id FROM user_cards u WHERE u.id = ${actorId})),
           ${subjectId}::bigint,
           CASE WHEN (SELECT count(*) FROM same) < ${mostAddresses}
                  OR EXISTS (SELECT FROM same s WHERE s.address = ${address}) THEN ${address}::text END,
           ${JSON.stringify(details)}::jsonb, ${at}::timestamptz
    ${onSameCount}`.execute(db)
}

/**
 * Counts an act without an actor, in the subject's business unless `businessId` names another one. The statement is the same with
 * and without a subject and always checks both limits, so that its duration does not reveal whether an account exists.
 */
export async function countActOfStranger(
  db: Db,
  act: CountedAct,
  most: { ofAddress: number; ofAll: number },
): Promise<void> {
  const { kind, windowStart, businessId, subjectId, address, details, at } = act
  const strangers = sql`
    FROM security_log_counts c WHERE c.kind = ${kind} AND c.window_start = ${windowStart} AND c.actor_id IS NULL`
  const ofAddress = sql`${strangers} AND ${isSame(sql`c.address`, sql`${address}::text`, address === null)}`
  await sql`
    WITH act AS MATERIALIZED (
      SELECT coalesce(${businessId}::bigint, (SELECT u.business_id FROM user_cards u WHERE u.id = ${subjectId}::bigint)) AS business_id,
             ${subjectId}::bigint AS subject_id, ${JSON.stringify(details)}::jsonb AS details),
    counted AS MATERIALIZED (
      SELECT (SELECT count(*) FROM (SELECT ${ofAddress} LIMIT ${most.ofAddress}) a) < ${most.ofAddress} AS has_room,
             (SELECT count(*) FROM (SELECT ${strangers} LIMIT ${most.ofAll}) a) < ${most.ofAll} AS all_have_room,
             (SELECT count(*) ${ofAddress} AND c.subject_id IS NOT DISTINCT FROM a.subject_id AND c.details = a.details
                                AND c.business_id IS NOT DISTINCT FROM a.business_id) > 0 AS is_there,
             (SELECT count(*) ${ofAddress} AND c.subject_id IS NULL AND c.details = '{}' AND c.business_id IS NULL) > 0
               AS address_is_there
        FROM act a),
    kept AS (
      SELECT is_there OR (has_room AND all_have_room) AS subject, is_there OR all_have_room OR address_is_there AS address
        FROM counted)
    INSERT INTO security_log_counts AS c (kind, window_start, actor_id, business_id, subject_id, address, details, last_at)
    SELECT ${kind}::text, ${windowStart}::timestamptz, NULL,
           CASE WHEN k.subject THEN a.business_id END, CASE WHEN k.subject THEN a.subject_id END,
           CASE WHEN k.address THEN ${address}::text END, CASE WHEN k.subject THEN a.details ELSE '{}' END, ${at}::timestamptz
      FROM act a, kept k
    ${onSameCount}`.execute(db)
}

/**
 * Turns counts of quarters of an hour that began before this time into entries with the time of their last act. Returns the number
 * of entries.
 */
export async function writeCounts(tx: Tx, { before, most }: { before: Date; most: number }): Promise<number> {
  const written = await sql`
    WITH ended AS (
      DELETE FROM security_log_counts c
       WHERE c.id IN (SELECT d.id FROM security_log_counts d WHERE d.window_start < ${before}
                       ORDER BY d.window_start, d.id LIMIT ${most} FOR UPDATE SKIP LOCKED)
      RETURNING c.*)
    INSERT INTO security_log (at, kind, is_activity, actor_id, business_id, subject_id, details, address)
    SELECT e.last_at, e.kind, true, e.actor_id, e.business_id, e.subject_id,
           e.details || jsonb_build_object('acts', e.acts, 'from', to_char(e.window_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                                           'until', to_char(e.last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), e.address
      FROM ended e ORDER BY e.window_start, e.id`.execute(tx)
  return Number(written.numAffectedRows ?? 0)
}

/** Selects entries of all businesses, of one business together with the person's own, or only the person's own. */
export type LogScope =
  | { everything: true; businessId: number | null }
  | { businessId: number | null; userId: number }

export interface SecurityRow extends Omit<
  NewSecurityEntry,
  'actorId' | 'subjectId' | 'businessId' | 'isActivity'
> {
  id: number
  actor: { id: number; name: string | null; businessId: number | null } | null
  subject: { id: number; name: string | null } | null
  business: { id: number; name: string } | null
}

const shownColumns = sql`
  l.id, l.at, l.kind, l.details, l.address,
  CASE WHEN a.id IS NOT NULL
       THEN json_build_object('id', a.id, 'name', a.name, 'businessId', a.business_id) END AS actor,
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name) END AS subject,
  CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'name', b.name) END AS business`

const namesOf = sql`
  LEFT JOIN user_cards a ON a.id = l.actor_id LEFT JOIN user_cards u ON u.id = l.subject_id
  LEFT JOIN business_cards b ON b.id = l.business_id`

/** Returns changes of rights, accounts and money. */
export async function pageOfChanges(
  db: Db,
  scope: LogScope,
  page: PageRequest,
): Promise<{ rows: SecurityRow[]; total: number }> {
  const own = 'userId' in scope ? sql`(l.actor_id = ${scope.userId} OR l.subject_id = ${scope.userId})` : null
  const ofBusiness = sql`l.business_id = ${scope.businessId}`
  const whose =
    own === null
      ? scope.businessId === null
        ? sql`true`
        : ofBusiness
      : scope.businessId === null
        ? own
        : sql`(${ofBusiness} OR ${own})`
  const wanted = sql`NOT l.is_activity AND ${whose}`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM security_log l WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<SecurityRow>`
    SELECT ${shownColumns} FROM security_log l ${namesOf}
     WHERE ${wanted} AND ${newestPage('l.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface LogSearch {
  /** Null selects entries of all businesses and of none. */
  businessId: number | null
  /** Null means all kinds. */
  kinds: readonly string[] | null
  /** The person who acted or whom the entry concerns. Null selects entries of anybody. */
  personId: number | null
  address: string | null
  /** Times from `from` (inclusive) to `to` (exclusive). Null means no bound. */
  from: Date | null
  to: Date | null
}

/**
 * An entry may have a lower id than an older one, because counted acts are written up to half an hour later. The difference in time
 * is below this margin.
 */
const slackMs = 60 * 60_000

/**
 * Returns the least and the highest id of entries in this time. The index of times finds them, so that newer entries need not be
 * read.
 */
async function idsWithin(db: Db, { from, to }: LogSearch): Promise<{ least: number; most: number }> {
  const earliest = from && new Date(from.getTime() - slackMs)
  const latest = to && new Date(to.getTime() + slackMs)
  const found = await sql<{ least: number; most: number }>`
    SELECT CASE WHEN ${earliest}::timestamptz IS NULL THEN 0 ELSE coalesce(
             (SELECT l.id FROM security_log l WHERE l.at >= ${earliest} ORDER BY l.at LIMIT 1), ${Number.MAX_SAFE_INTEGER}) END
             AS least,
           CASE WHEN ${latest}::timestamptz IS NULL THEN ${Number.MAX_SAFE_INTEGER} ELSE coalesce(
             (SELECT l.id FROM security_log l WHERE l.at < ${latest} ORDER BY l.at DESC LIMIT 1), 0) END AS most`.execute(
    db,
  )
  return onlyRow(found)
}

/**
 * Returns the newest matching entries, newest first, with one extra row. Each part of the union reads one index from its newest
 * entry on. So a page costs as much in a log of ten million entries as in a short one.
 */
export async function searchEntries(
  db: Db,
  search: LogSearch,
  { limit, before, offset }: PageRequest,
): Promise<SecurityRow[]> {
  const { least, most } = search.from || search.to ? await idsWithin(db, search) : { least: null, most: null }
  const conditions = [
    ...(before === null ? [] : [sql`l.id < ${before}`]),
    ...(least === null ? [] : [sql`l.id >= ${least} AND l.id <= ${most}`]),
    ...(search.from === null ? [] : [sql`l.at >= ${search.from}`]),
    ...(search.to === null ? [] : [sql`l.at < ${search.to}`]),
    ...(search.businessId === null ? [] : [sql`l.business_id = ${search.businessId}`]),
    ...(search.address === null ? [] : [sql`l.address = ${search.address}`]),
  ]
  const parts = partsOf(search).map((part) => {
    const wanted = [...part, ...conditions]
    const where = wanted.length === 0 ? sql`true` : sql.join(wanted, sql` AND `)
    return sql`(SELECT l.id FROM security_log l WHERE ${where} ORDER BY l.id DESC LIMIT ${offset + limit + 1})`
  })
  const found = await sql<SecurityRow>`
    SELECT ${shownColumns}
      FROM (SELECT newest.id FROM (${sql.join(parts, sql` UNION `)}) newest ORDER BY newest.id DESC LIMIT ${limit + 1} OFFSET ${offset}) page
      JOIN security_log l ON l.id = page.id ${namesOf}
     ORDER BY l.id DESC`.execute(db)
  return found.rows
}

/**
 * Returns the conditions of each part of the union: one part for each of a person's two columns, one part for each kind, or a
 * single part without a condition.
 */
function partsOf({ personId, kinds }: LogSearch): RawBuilder<unknown>[][] {
  if (personId !== null) {
    const ofKinds = kinds === null ? [] : [sql`l.kind = ANY(${kinds})`]
    return [
      [sql`l.actor_id = ${personId}`, ...ofKinds],
      [sql`l.subject_id = ${personId}`, ...ofKinds],
    ]
  }
  return kinds === null ? [[]] : kinds.map((kind) => [sql`l.kind = ${kind}`])
}

export async function newestFall(db: Db, since: Date): Promise<SecurityLogFall | null> {
  const found = await sql<{ at: Date; block: number; kept: number; keptAt: string }>`
    SELECT l.at, (l.details->>'block')::bigint AS block, (l.details->>'kept')::bigint AS kept, l.details->>'keptAt' AS "keptAt"
      FROM security_log l WHERE l.kind = 'securityLog.fellBack' AND l.at >= ${since} ORDER BY l.id DESC LIMIT 1`.execute(
    db,
  )
  const [fall] = found.rows
  return fall ? { ...fall, at: fall.at.toISOString() } : null
}

/** Returns the id of the account with this e-mail address. Undefined means that there is none. */
export async function personByEmail(db: Db, email: string): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT u.id FROM user_cards u WHERE u.email = ${email} AND u.erased_at IS NULL`.execute(db)
  return found.rows[0]?.id
}

/** Deletes the entries of a sweep that was recorded. The database refuses any other deletion. */
export async function deleteThrough(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM security_log WHERE id <= ${id}`.execute(tx)
}

export async function forgetAddresses(tx: Tx, before: Date, now: Date): Promise<void> {
  await sql`UPDATE security_log SET address = NULL WHERE address IS NOT NULL AND at < ${before}`.execute(tx)
  // An entry with a time in the future is never before the limit. Its address is deleted when the salt of its block is deleted.
  await sql`
    UPDATE security_log l SET address = NULL
     WHERE l.address IS NOT NULL AND l.at > ${now}
       AND (SELECT b.address_salt IS NULL FROM security_log_blocks b
             WHERE b.through_id >= l.id ORDER BY b.through_id LIMIT 1)`.execute(tx)
}
