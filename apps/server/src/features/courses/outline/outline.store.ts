/**
 * Contains statements that work for modules and for resources; the kind selects the table. All other writes of these two tables are
 * in contents.store.ts.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export type ItemKind = 'module' | 'resource'
export const tableOf = { module: 'course_contents', resource: 'course_resources' } as const
const table = (kind: ItemKind) => sql.table(tableOf[kind])

export async function setItemsPublished(
  tx: Tx,
  kind: ItemKind,
  ids: readonly number[],
  isPublished: boolean,
): Promise<void> {
  await sql`UPDATE ${table(kind)} SET is_published = ${isPublished} WHERE id = ANY(${ids}::bigint[])`.execute(
    tx,
  )
}

/** Hides items as removed drafts, which no list shows. `was_published` keeps the state to which a restore returns. */
export async function markRemoved(tx: Tx, kind: ItemKind, ids: readonly number[], at: Date): Promise<void> {
  await sql`
    UPDATE ${table(kind)} SET removed_at = ${at}, was_published = is_published, is_published = false
     WHERE id = ANY(${ids}::bigint[]) AND removed_at IS NULL`.execute(tx)
}

export async function unmarkRemoved(tx: Tx, kind: ItemKind, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE ${table(kind)} SET removed_at = NULL, is_published = was_published, was_published = false
     WHERE id = ANY(${ids}::bigint[]) AND removed_at IS NOT NULL`.execute(tx)
}

export async function placeInModule(tx: Tx, ids: readonly number[], contentId: number): Promise<void> {
  await sql`
    UPDATE ${table('resource')} SET content_id = ${contentId}
     WHERE id = ANY(${ids}::bigint[]) AND content_id <> ${contentId}`.execute(tx)
}

export interface OutlineItem {
  kind: ItemKind
  id: number
  removedAt: Date | null
  /** True means that learners saw the item until its removal. */
  wasShown: boolean
}

/** Returns those of these modules and resources that belong to this course, including removed ones. */
export async function itemsOf(
  db: Db,
  courseId: number,
  { modules, resources }: { modules: readonly number[]; resources: readonly number[] },
): Promise<OutlineItem[]> {
  const found = await sql<OutlineItem>`
    SELECT 'module' AS kind, m.id, m.removed_at AS "removedAt", m.was_published AS "wasShown"
      FROM course_contents m WHERE m.course_id = ${courseId} AND m.id = ANY(${modules}::bigint[])
    UNION ALL
    SELECT 'resource', r.id, r.removed_at, r.was_published AND m.is_published
      FROM course_resources r JOIN course_contents m ON m.id = r.content_id
     WHERE m.course_id = ${courseId} AND r.id = ANY(${resources}::bigint[])`.execute(db)
  return found.rows
}

/** Locks and returns items that were removed until `before` and not restored. */
export async function lockRemoved(tx: Tx, courseId: number, before: Date): Promise<OutlineItem[]> {
  const found = await sql<OutlineItem>`
    SELECT 'module' AS kind, m.id, m.removed_at AS "removedAt", m.was_published AS "wasShown"
      FROM course_contents m WHERE m.course_id = ${courseId} AND m.removed_at <= ${before}
    UNION ALL
    SELECT 'resource', r.id, r.removed_at, r.was_published
      FROM course_resources r JOIN course_contents m ON m.id = r.content_id
     WHERE m.course_id = ${courseId} AND r.removed_at <= ${before}`.execute(tx)
  return found.rows
}
