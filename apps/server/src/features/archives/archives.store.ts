/** Reads and writes the table `course_imports`. */
import type { ImportProblem, ItemSample } from '@apogee/contracts/archives/archives.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { CourseManifest, LeftOutPart } from './course-format.ts'

export type ImportState = 'examining' | 'refused' | 'ready' | 'importing' | 'done'

export interface CoursePlan {
  /** A `course` archive has a course.json; a `folder` archive has files in folders. */
  form: 'course' | 'folder'
  /** This folder contains the whole course and ends with a slash. '' means the top of the archive. */
  root: string
  manifest: CourseManifest
  /**
   * True for folders and cartridges, from which parts that cannot be imported are left out. An exported course is imported as a
   * whole.
   */
  isInParts?: boolean
  leftOut: LeftOutPart[]
  /** Counts all parts that are left out, even those that `leftOut` does not name. Plans of earlier releases lack this field. */
  leftOutCount?: number
  /** Keys are the items' paths in the archive. Plans of earlier releases lack this field. */
  samples?: Record<string, ItemSample>
}

export interface ImportRow {
  id: number
  userId: number
  mediaId: number | null
  name: string
  state: ImportState
  problems: ImportProblem[]
  plan: CoursePlan | null
  /** Keys are file paths in the archive; values are media ids. */
  stored: Record<string, number>
  courseId: number | null
  createdAt: Date
}

const columns = sql`
  id, user_id AS "userId", media_id AS "mediaId", name, state, problems, plan, stored, course_id AS "courseId",
  created_at AS "createdAt"`

/** Returns undefined while another import of this person is running. */
export async function insertImport(
  tx: Tx,
  given: { userId: number; mediaId: number; name: string; at: Date },
): Promise<number | undefined> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_imports (user_id, media_id, name, state, created_at)
    VALUES (${given.userId}, ${given.mediaId}, ${given.name}, 'examining', ${given.at})
    ON CONFLICT (user_id) WHERE state IN ('examining', 'importing') DO NOTHING RETURNING id`.execute(tx)
  return inserted.rows[0]?.id
}

export async function importById(db: Db, id: number): Promise<ImportRow | undefined> {
  const found = await sql<ImportRow>`SELECT ${columns} FROM course_imports WHERE id = ${id}`.execute(db)
  return found.rows[0]
}

export async function lockImport(tx: Tx, id: number): Promise<ImportRow | undefined> {
  const found = await sql<ImportRow>`
    SELECT ${columns} FROM course_imports WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

export async function latestImport(db: Db, userId: number): Promise<ImportRow | undefined> {
  const found = await sql<ImportRow>`
    SELECT ${columns} FROM course_imports WHERE user_id = ${userId} ORDER BY id DESC LIMIT 1`.execute(db)
  return found.rows[0]
}

export async function lockIdleImports(tx: Tx, userId: number): Promise<ImportRow[]> {
  const found = await sql<ImportRow>`
    SELECT ${columns} FROM course_imports
     WHERE user_id = ${userId} AND state IN ('refused', 'ready', 'done') ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

/** Returns false when the import was not in the state `from`. */
export async function changeImport(
  db: Db,
  id: number,
  from: ImportState,
  to: { state: ImportState; problems?: readonly ImportProblem[]; plan?: CoursePlan; courseId?: number },
): Promise<boolean> {
  const changed = await sql`
    UPDATE course_imports SET state = ${to.state},
           problems = coalesce(${to.problems ? JSON.stringify(to.problems) : null}::jsonb, problems),
           plan = coalesce(${to.plan ? JSON.stringify(to.plan) : null}::jsonb, plan),
           course_id = coalesce(${to.courseId ?? null}::bigint, course_id)
     WHERE id = ${id} AND state = ${from} RETURNING id`.execute(db)
  return changed.rows.length > 0
}

export async function noteStored(db: Db, id: number, path: string, mediaId: number): Promise<void> {
  await sql`
    UPDATE course_imports SET stored = stored || ${JSON.stringify({ [path]: mediaId })}::jsonb WHERE id = ${id}`.execute(
    db,
  )
}

export async function deleteImport(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM course_imports WHERE id = ${id}`.execute(tx)
}

export async function deleteImportsOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM course_imports WHERE user_id = ${userId}`.execute(tx)
}

export async function deleteImportsBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM course_imports WHERE created_at < ${before}`.execute(db)
}

export interface Author {
  userId: number
  role: Role
  businessId: number | null
  language: Language
}

/** Returns the person on whose behalf a job runs; undefined when the account is deleted or about to be. */
export async function authorById(db: Db, userId: number): Promise<Author | undefined> {
  const found = await sql<Author>`
    SELECT id AS "userId", role, business_id AS "businessId", language FROM user_cards
     WHERE id = ${userId} AND erased_at IS NULL AND erase_after IS NULL`.execute(db)
  return found.rows[0]
}
