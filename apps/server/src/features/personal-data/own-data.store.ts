/** Reads one person's rows by the registry in which features describe the personal data of their tables. No table is named here. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { PersonalTable, PersonalTables } from '#server/policy/personal-data/table-entry.ts'
import type { DataOwner } from './data-owner.store.ts'

export type OwnRow = Readonly<Record<string, unknown>>

/** A table with all registered tables, because a row may belong to a person through the rows of another table. */
interface TableAmong {
  tables: PersonalTables
  table: string
}

export interface OwnRows {
  rows: OwnRow[]
  /** The size of the rows as JSON, in bytes. */
  bytes: number
  /** True if the person has more rows than were returned. */
  isCut: boolean
}

/** Returns the person's rows of a table: at most `most`, and none that begins after `mostBytes`. */
export async function ownRows(
  db: Db,
  { tables, table }: TableAmong,
  limits: { owner: DataOwner; columns: readonly string[]; most: number; mostBytes: number },
): Promise<OwnRows> {
  const { owner, columns, most, mostBytes } = limits
  const belongs = belongsTo({ tables, table }, owner)
  if (!belongs) return { rows: [], bytes: 0, isCut: false }
  const chosen = sql.join(columns.map((column) => sql.ref(column)))
  const found = await sql<{ row: OwnRow; through: number; found: number }>`
    SELECT row, through, found
      FROM (SELECT row, sum(octet_length(row::text)) OVER (ORDER BY row ROWS UNBOUNDED PRECEDING)::float8 AS through,
                   octet_length(row::text) AS own, count(*) OVER ()::int AS found
              FROM (SELECT to_jsonb(t) AS row
                      FROM (SELECT ${chosen} FROM ${sql.table(table)} WHERE ${belongs} LIMIT ${most + 1}) t) j) k
     WHERE through - own < ${mostBytes} ORDER BY row LIMIT ${most}`.execute(db)
  const rows = found.rows.map(({ row }) => row)
  return {
    rows,
    bytes: found.rows.at(-1)?.through ?? 0,
    isCut: (found.rows[0]?.found ?? 0) > rows.length,
  }
}

/** Returns the condition for rows of this person. Null means that no row of the table can belong to this person. */
function belongsTo({ tables, table }: TableAmong, owner: DataOwner): RawBuilder<unknown> | null {
  const entry = tables[table]
  if (!entry) return null
  const named = namingColumns(entry)
  if (named.length === 0) return entry.parent ? belongsToParent(tables, entry.parent, owner) : null
  const conditions = named.flatMap((column) => {
    if (column in (entry.people ?? {}))
      return [sql`(${sql.ref(column)} = ${owner.id} AND ${isInTeam(entry, column, owner)})`]
    if (owner.provenEmail === null) return []
    // The indexes of addresses have the type citext. A comparison by lower() would read the whole table.
    return [sql`${sql.ref(column)}::citext = ${owner.provenEmail}::citext`]
  })
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` OR `)})`
}

/** Returns the condition for rows that the person wrote for a team to which they still belong. */
function isInTeam({ export: given }: PersonalTable, column: string, owner: DataOwner): RawBuilder<unknown> {
  if (!('inTeam' in given) || given.inTeam?.by !== column) return sql`true`
  return sql`${sql.ref(given.inTeam.seller)} IN (
    SELECT s.id FROM seller_cards s
     WHERE s.user_id = ${owner.id} OR s.business_id = ${owner.businessId}::bigint
        OR (s.is_platform AND ${owner.role === 'superadmin'}))`
}

function namingColumns({ people, addresses, export: given }: PersonalTable): readonly string[] {
  return ('by' in given && given.by) || [...Object.keys(people ?? {}), ...Object.keys(addresses ?? {})]
}

function belongsToParent(
  tables: PersonalTables,
  { table, column, key = 'id' }: NonNullable<PersonalTable['parent']>,
  owner: DataOwner,
): RawBuilder<unknown> | null {
  const belongs = belongsTo({ tables, table }, owner)
  return (
    belongs && sql`${sql.ref(column)} IN (SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE ${belongs})`
  )
}

export interface TitleRow {
  id: number
  title: string
}

export async function courseTitles(db: Db, ids: readonly number[]): Promise<TitleRow[]> {
  const found =
    await sql<TitleRow>`SELECT id, title FROM course_cards WHERE id = ANY(${[...ids]}::bigint[])`.execute(db)
  return found.rows
}

export async function lessonTitles(db: Db, ids: readonly number[]): Promise<TitleRow[]> {
  const found =
    await sql<TitleRow>`SELECT id, title FROM outline_resources WHERE id = ANY(${[...ids]}::bigint[])`.execute(
      db,
    )
  return found.rows
}

/** Returns those of these courses that the person sells, or sold, without a business. */
export async function coursesSoldBy(db: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
     WHERE s.user_id = ${userId} AND c.id = ANY(${[...ids]}::bigint[])`.execute(db)
  return found.rows.map(({ id }) => id)
}
