/**
 * Implements optimistic locking per field. Each change is recorded with version, person and time. A request may name the version
 * that it was based on. It is then refused if one of the fields that it changes was changed after that version. Owns the table
 * `edits`.
 */
import { isDeepStrictEqual } from 'node:util'
import type { EditConflict } from '@apogee/contracts/edits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { refuse } from './refusal.ts'

/** The kinds are stored in `edits.kind`, so renaming one needs a migration (docs/decisions/services-and-ids.md). */
export const editKinds = [
  'course',
  'sales-content',
  'module',
  'resource',
  'user',
  'group',
  'discussion',
  'post',
  'review',
  'review-reply',
  'receipt-details',
  'tax-rate',
  'fee-rate',
  'money-back',
  'coupon',
  'bundle',
  'invoice',
  'invoice-bank',
  'business',
  'school',
  'brand',
  'announcement',
  'live-session',
  'cohort',
  'prerequisites',
  'video-captions',
] as const
export type EditKind = (typeof editKinds)[number]

interface FieldEdit {
  version: number
  by: number
  at: string
}

interface EditRow {
  version: number
  fields: Record<string, FieldEdit>
}

export interface Edit<Fields extends object> {
  kind: EditKind
  id: number
  /** This is the id of the user who makes the change. */
  by: number
  at: Date
  /** The sender of the request has read this version. If it is absent, the change overwrites any other. */
  version?: number | undefined
  /**
   * Holds or reads the current fields. The caller must have locked fields that are passed as an object. A function is called after
   * the row of `edits` is locked.
   */
  current: Fields | (() => Promise<Fields>)
  /** A field that the request does not change is absent or undefined. */
  changes: { [Field in keyof Fields]?: Fields[Field] | undefined }
  /** One person toggles the field with this name repeatedly. The person's own last change of it is no conflict. */
  pressed?: string
}

/**
 * Selects the version of an object as a column, so that one query reads it together with the object's fields. `id` is the column
 * with the object's id.
 */
export const versionOf = (kind: EditKind, id: string): RawBuilder<number> => sql<number>`
  coalesce((SELECT e.version FROM edits e WHERE e.kind = ${sql.lit(kind)} AND e.object_id = ${sql.ref(id)}), 0)`

/**
 * Records the requested changes before they are written. Refuses with EDIT_CONFLICT when they would overwrite a change that the
 * sender has not seen. Setting a field to its current value never conflicts.
 */
export async function recordEdit<Fields extends object>(
  tx: Tx,
  { kind, id, by, at, version, current, changes, pressed }: Edit<Fields>,
): Promise<void> {
  const row = await lockEdits(tx, kind, id)
  const present = new Map<string, unknown>(
    Object.entries(typeof current === 'function' ? await current() : current),
  )
  const changed = Object.entries(changes)
    .filter(([field, wished]) => wished !== undefined && !isDeepStrictEqual(wished, present.get(field)))
    .map(([field]) => field)
  if (changed.length === 0) return
  if (version !== undefined) {
    const clashes = changed.filter((field) => {
      const edit = row.fields[field]
      return edit !== undefined && edit.version > version && !(field === pressed && edit.by === by)
    })
    if (clashes.length > 0) refuse('EDIT_CONFLICT', { conflict: await conflictOf(tx, row, clashes, present) })
  }
  const next = row.version + 1
  const note: FieldEdit = { version: next, by, at: at.toISOString() }
  const noted = JSON.stringify(Object.fromEntries(changed.map((field) => [field, note])))
  await sql`UPDATE edits SET version = ${next}, fields = fields || ${noted}::jsonb
             WHERE kind = ${kind} AND object_id = ${id}`.execute(tx)
}

/** Records a change of one field in several objects that a request changed as a side effect, such as the order of siblings. */
export async function noteEdits(
  tx: Tx,
  {
    kind,
    ids,
    field,
    by,
    at,
  }: { kind: EditKind; ids: readonly number[]; field: string; by: number; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO edits (kind, object_id, version, fields)
    SELECT ${kind}, given.id, 1,
           jsonb_build_object(${field}::text, jsonb_build_object('version', 1, 'by', ${by}::bigint, 'at', ${at.toISOString()}::text))
      FROM unnest(${[...ids]}::bigint[]) AS given (id)
    ON CONFLICT (kind, object_id) DO UPDATE
       SET version = edits.version + 1,
           fields = edits.fields || jsonb_build_object(${field}::text, jsonb_build_object(
             'version', edits.version + 1, 'by', ${by}::bigint, 'at', ${at.toISOString()}::text))`.execute(tx)
}

async function lockEdits(tx: Tx, kind: EditKind, id: number): Promise<EditRow> {
  const found = await sql<EditRow>`
    INSERT INTO edits (kind, object_id) VALUES (${kind}, ${id})
    ON CONFLICT (kind, object_id) DO UPDATE SET version = edits.version
    RETURNING version, fields`.execute(tx)
  const [row] = found.rows
  if (!row) throw new Error(`the edits of ${kind} ${id} could not be locked`)
  return row
}

async function conflictOf(
  tx: Tx,
  row: EditRow,
  clashes: readonly string[],
  present: ReadonlyMap<string, unknown>,
): Promise<EditConflict> {
  const editors = clashes.flatMap((field) => row.fields[field]?.by ?? [])
  const found = await sql<{ id: number; name: string | null }>`
    SELECT id, name FROM user_cards
     WHERE id = ANY(${editors}::bigint[]) AND erased_at IS NULL AND role <> 'superadmin'`.execute(tx)
  const people = new Map(found.rows.map((person) => [person.id, person]))
  return {
    version: row.version,
    fields: clashes.flatMap((field) => {
      const edit = row.fields[field]
      if (!edit) return []
      const changedBy = people.get(edit.by) ?? null
      return [{ field, value: present.get(field) ?? null, changedAt: edit.at, changedBy }]
    }),
  }
}
