/** Private notes. Every statement names the owner, and no statement reads the notes of several people. */
import type { Passage } from '@apogee/contracts/notes/notes.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface NoteRow {
  id: string
  courseId: number
  resourceId: number
  lessonTitle: string
  /** Null means that the learner cannot open the lesson. */
  contentId: number | null
  positionMs: number | null
  page: number | null
  block: number | null
  quote: string | null
  text: string
  version: number
  createdAt: Date
  updatedAt: Date
  ownerName: string | null
}

export interface NoteWritten {
  ownerId: number
  courseId: number
  id: string
  resourceId: number
  positionMs: number | null
  page: number | null
  passage: Passage | null
  text: string
  /** The version that the client read. Null means that the last write wins. */
  version: number | null
  at: Date
}

/** The columns of a note `n`, its owner `u`, and its lesson `r`. The lesson's columns are null if the owner cannot open it. */
const columns = sql`
  n.id, n.course_id AS "courseId", n.resource_id AS "resourceId", coalesce(r.title, n.lesson_title) AS "lessonTitle",
  r.content_id AS "contentId", n.position_ms AS "positionMs", n.page, n.block, n.quote, n.body AS text, n.version,
  n.created_at AS "createdAt", n.updated_at AS "updatedAt", u.name AS "ownerName"`

const joins = sql`
  JOIN user_cards u ON u.id = n.owner_id
  LEFT JOIN open_resources r ON r.id = n.resource_id AND r.course_id = n.course_id AND r.user_id = n.owner_id`

/** Returns notes in the order of the lessons, removed lessons last. One extra note shows that another page exists. */
export async function pageOfNotes(
  db: Db,
  {
    ownerId,
    courseId,
    resourceId,
    search,
  }: { ownerId: number; courseId: number; resourceId: number | null; search: string },
  { limit, from }: { limit: number; from: number },
): Promise<(NoteRow & { total: number })[]> {
  const found = await sql<NoteRow & { total: number }>`
    SELECT ${columns}, count(*) OVER () AS total
      FROM lesson_notes n ${joins}
     WHERE n.course_id = ${courseId} AND n.owner_id = ${ownerId}
       AND (${resourceId}::bigint IS NULL OR n.resource_id = ${resourceId})
       AND (${search} = ''
            OR strpos(search_form(n.body), search_form(${search})) > 0
            OR strpos(search_form(coalesce(r.title, n.lesson_title)), search_form(${search})) > 0)
     ORDER BY r.id IS NULL, r.module_sort_order, r.content_id, r.sort_order, n.resource_id,
              coalesce(n.position_ms, n.page, n.block, 0), n.created_at, n.id
     LIMIT ${limit + 1} OFFSET ${from}`.execute(db)
  return found.rows
}

export async function noteOf(db: Db, ownerId: number, id: string): Promise<NoteRow | undefined> {
  const found = await sql<NoteRow>`
    SELECT ${columns} FROM lesson_notes n ${joins} WHERE n.owner_id = ${ownerId} AND n.id = ${id}`.execute(db)
  return found.rows[0]
}

/**
 * Returns undefined when the note does not exist in the course, when it has another version and other contents, or when it would
 * move to a lesson that its owner cannot open. The same contents change nothing.
 */
export async function replaceNote(db: Db, note: NoteWritten): Promise<NoteRow | undefined> {
  const found = await sql<NoteRow>`
    WITH given AS (
      SELECT o.owner_id, o.id,
             (o.resource_id, o.position_ms, o.page, o.block, o.quote, o.body)
               IS NOT DISTINCT FROM (${note.resourceId}::bigint, ${note.positionMs}::int, ${note.page}::int,
                                     ${note.passage?.block ?? null}::int, ${note.passage?.quote ?? null}::text, ${note.text}::text) AS is_same
        FROM lesson_notes o WHERE o.owner_id = ${note.ownerId} AND o.id = ${note.id} AND o.course_id = ${note.courseId}
         FOR NO KEY UPDATE
    ), n AS (
      UPDATE lesson_notes w
         SET resource_id = ${note.resourceId}, position_ms = ${note.positionMs}, page = ${note.page},
             block = ${note.passage?.block ?? null}, quote = ${note.passage?.quote ?? null}, body = ${note.text},
             lesson_title = coalesce((SELECT l.title FROM open_resources l
                                       WHERE l.id = ${note.resourceId} AND l.user_id = w.owner_id), w.lesson_title),
             version = w.version + CASE WHEN given.is_same THEN 0 ELSE 1 END,
             updated_at = CASE WHEN given.is_same THEN w.updated_at ELSE ${note.at}::timestamptz END
        FROM given
       WHERE w.owner_id = given.owner_id AND w.id = given.id
         AND (given.is_same OR ${note.version}::int IS NULL OR w.version = ${note.version})
         AND (w.resource_id = ${note.resourceId}
              OR EXISTS (SELECT FROM open_resources l
                          WHERE l.id = ${note.resourceId} AND l.course_id = w.course_id AND l.user_id = w.owner_id))
      RETURNING w.*
    )
    SELECT ${columns} FROM n ${joins}`.execute(db)
  return found.rows[0]
}

/** Returns undefined when the owner cannot open the lesson in this course. */
export async function insertNote(tx: Tx, note: NoteWritten): Promise<NoteRow | undefined> {
  const found = await sql<NoteRow>`
    WITH n AS (
      INSERT INTO lesson_notes (owner_id, id, course_id, resource_id, lesson_title, position_ms, page, block, quote, body, created_at, updated_at)
      SELECT l.user_id, ${note.id}, l.course_id, l.id, l.title, ${note.positionMs}, ${note.page},
             ${note.passage?.block ?? null}, ${note.passage?.quote ?? null}, ${note.text}, ${note.at}, ${note.at}
        FROM open_resources l
       WHERE l.id = ${note.resourceId} AND l.course_id = ${note.courseId} AND l.user_id = ${note.ownerId}
      RETURNING *
    )
    SELECT ${columns} FROM n ${joins}`.execute(tx)
  return found.rows[0]
}

/** Locks a person's notes until the transaction ends, so that concurrent requests cannot exceed the limit. */
export async function lockOwner(tx: Tx, ownerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lesson_notes', ${ownerId}))`.execute(tx)
}

export async function countNotes(db: Db, ownerId: number, courseId: number): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*) AS count FROM lesson_notes WHERE course_id = ${courseId} AND owner_id = ${ownerId}`.execute(
    db,
  )
  return found.rows[0]?.count ?? 0
}

export async function deleteNote(db: Db, ownerId: number, courseId: number, id: string): Promise<void> {
  await sql`
    DELETE FROM lesson_notes WHERE owner_id = ${ownerId} AND id = ${id} AND course_id = ${courseId}`.execute(
    db,
  )
}

export async function forgetOwner(tx: Tx, ownerId: number): Promise<void> {
  await sql`DELETE FROM lesson_notes WHERE owner_id = ${ownerId}`.execute(tx)
}

export async function courseTitle(db: Db, courseId: number): Promise<string | undefined> {
  const found = await sql<{ title: string }>`SELECT title FROM course_cards WHERE id = ${courseId}`.execute(
    db,
  )
  return found.rows[0]?.title
}
