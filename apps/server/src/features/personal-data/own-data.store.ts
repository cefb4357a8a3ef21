/** Reads what the registry of personal data lists of one person. It names no table itself. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { personalTables } from '#server/policy/personal-data/registry.ts'
import type { PersonalTable } from '#server/policy/personal-data/table-entry.ts'
import type { DataOwner } from './data-owner.store.ts'

export type OwnRow = Readonly<Record<string, unknown>>

/** The person's rows of a table; at most `most`. */
export async function ownRows(
  db: Db,
  table: string,
  { owner, columns, most }: { owner: DataOwner; columns: readonly string[]; most: number },
): Promise<OwnRow[]> {
  const belongs = belongsTo(table, owner)
  if (!belongs) return []
  const chosen = sql.join(columns.map((column) => sql.ref(column)))
  const found = await sql<{ row: OwnRow }>`
    SELECT to_jsonb(t) AS row FROM (SELECT ${chosen} FROM ${sql.table(table)} WHERE ${belongs} LIMIT ${most}) t`.execute(
    db,
  )
  return found.rows.map(({ row }) => row)
}

/** Null: no row of the table can be this person's. */
function belongsTo(table: string, owner: DataOwner): RawBuilder<unknown> | null {
  const entry = personalTables[table]
  if (!entry) return null
  const named = namingColumns(entry)
  if (named.length === 0) return entry.parent ? belongsToParent(entry.parent, owner) : null
  const conditions = named.flatMap((column) => {
    if (column in (entry.people ?? {})) return [sql`${sql.ref(column)} = ${owner.id}`]
    if (owner.provenEmail === null) return []
    // The indexes of addresses have this type; lower() of a column would read the whole table.
    return [sql`${sql.ref(column)}::citext = ${owner.provenEmail}::citext`]
  })
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` OR `)})`
}

function namingColumns({ people, addresses, export: given }: PersonalTable): readonly string[] {
  return ('by' in given && given.by) || [...Object.keys(people ?? {}), ...Object.keys(addresses ?? {})]
}

function belongsToParent(
  { table, column, key = 'id' }: NonNullable<PersonalTable['parent']>,
  owner: DataOwner,
): RawBuilder<unknown> | null {
  const belongs = belongsTo(table, owner)
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
