/** Answers that a person grades: their files, their grades, and attempts that wait. */
import type { HandInGrade, HandInState } from '@apogee/contracts/assessments/hand-ins.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit } from '#server/platform/pages.ts'

export interface AnswerPlace {
  attemptId: number
  questionId: number
}

export interface HandInFileRow {
  mediaId: number
  questionId: number
  publicId: string
  name: string
  sizeBytes: number
}

export async function filesOf(db: Db, attemptId: number): Promise<HandInFileRow[]> {
  const found = await sql<HandInFileRow>`
    SELECT f.media_id AS "mediaId", f.question_id AS "questionId", m.public_id AS "publicId", m.original_name AS name,
           m.size_bytes AS "sizeBytes"
      FROM hand_in_files f JOIN stored_hand_in_files m ON m.id = f.media_id
     WHERE f.attempt_id = ${attemptId} ORDER BY f.question_id, f.place`.execute(db)
  return found.rows
}

/** False: one of the files belongs to another answer. */
export async function replaceFiles(
  tx: Tx,
  { attemptId, questionId }: AnswerPlace,
  mediaIds: readonly number[],
): Promise<boolean> {
  await sql`
    DELETE FROM hand_in_files WHERE attempt_id = ${attemptId} AND question_id = ${questionId}`.execute(tx)
  if (mediaIds.length === 0) return true
  const inserted = await sql<{ mediaId: number }>`
    INSERT INTO hand_in_files (media_id, attempt_id, question_id, place)
    SELECT id, ${attemptId}, ${questionId}, place - 1
      FROM unnest(${[...mediaIds]}::bigint[]) WITH ORDINALITY AS chosen (id, place)
    ON CONFLICT (media_id) DO NOTHING RETURNING media_id AS "mediaId"`.execute(tx)
  return inserted.rows.length === mediaIds.length
}

/** Whether the attempt holds an answer that a person has to grade still. */
export async function isUngraded(db: Db, attemptId: number): Promise<boolean> {
  const found = await sql<{ isUngraded: boolean }>`
    SELECT EXISTS (SELECT FROM hand_ins WHERE attempt_id = ${attemptId} AND NOT is_graded) AS "isUngraded"`.execute(
    db,
  )
  return found.rows[0]?.isUngraded ?? false
}

/** Whether this call marked it: of several concurrent ones, one does. */
export async function markWaiting(tx: Tx, attemptId: number, at: Date): Promise<boolean> {
  const marked = await sql`
    UPDATE attempts SET waiting_since = ${at}
     WHERE id = ${attemptId} AND waiting_since IS NULL AND graded_at IS NULL RETURNING id`.execute(tx)
  return marked.rows.length > 0
}

export interface HandInRow {
  attemptId: number
  userId: number
  name: string | null
  email: string
  assessmentId: number
  assessmentTitle: string
  courseTitle: string
  passPercentage: number | null
  number: number
  submittedAt: Date
  waitingSince: Date
  gradedAt: Date | null
  percentage: number | null
}

const columns = sql`
  t.id AS "attemptId", t.user_id AS "userId", u.name, u.email::text AS email, a.id AS "assessmentId",
  r.title AS "assessmentTitle", c.title AS "courseTitle", r.pass_percentage AS "passPercentage", t.number,
  t.submitted_at AS "submittedAt", t.waiting_since AS "waitingSince", t.graded_at AS "gradedAt", t.percentage`

/** Attempts of a course with hand-ins. */
const inCourse = (courseId: number) => sql`
  FROM outline_resources r
  JOIN course_cards c ON c.id = r.course_id
  JOIN assessments a ON a.resource_id = r.id
  JOIN attempts t ON t.assessment_id = a.id AND t.waiting_since IS NOT NULL
  JOIN user_cards u ON u.id = t.user_id
 WHERE r.course_id = ${courseId}`

/** Those that wait: the longest first. Graded ones: the newest first. */
export async function listHandIns(
  db: Db,
  courseId: number,
  state: HandInState,
  limit: number,
): Promise<HandInRow[]> {
  const rule =
    state === 'waiting'
      ? sql`t.graded_at IS NULL ORDER BY t.waiting_since, t.id`
      : sql`t.graded_at IS NOT NULL ORDER BY t.graded_at DESC, t.id DESC`
  const found = await sql<HandInRow>`
    SELECT ${columns} ${inCourse(courseId)} AND ${rule} LIMIT ${limit}`.execute(db)
  return found.rows
}

export async function countHandIns(
  db: Db,
  courseId: number,
): Promise<{ courseTitle: string; waiting: number; graded: number } | undefined> {
  const counted = (rule: ReturnType<typeof sql>) =>
    sql`(SELECT count(*) FROM (SELECT 1 ${inCourse(courseId)} AND ${rule} ${countLimit}) x)`
  const found = await sql<{ courseTitle: string; waiting: number; graded: number }>`
    SELECT c.title AS "courseTitle", ${counted(sql`t.graded_at IS NULL`)} AS waiting,
           ${counted(sql`t.graded_at IS NOT NULL`)} AS graded
      FROM course_cards c WHERE c.id = ${courseId}`.execute(db)
  return found.rows[0]
}

export async function handInById(
  db: Db,
  courseId: number,
  attemptId: number,
): Promise<HandInRow | undefined> {
  const found = await sql<HandInRow>`
    SELECT ${columns} ${inCourse(courseId)} AND t.id = ${attemptId}`.execute(db)
  return found.rows[0]
}

/** Until the end of the transaction nobody else grades it. Undefined: it is not of this course, or holds no hand-in. */
export async function lockHandIn(
  tx: Tx,
  courseId: number,
  attemptId: number,
): Promise<HandInRow | undefined> {
  await sql`SELECT 1 FROM attempts WHERE id = ${attemptId} FOR UPDATE`.execute(tx)
  return handInById(tx, courseId, attemptId)
}

/** Of the course, the one that waits longest besides this one. */
export async function nextWaiting(db: Db, courseId: number, attemptId: number): Promise<number | null> {
  const found = await sql<{ id: number }>`
    SELECT id FROM waiting_hand_ins WHERE course_id = ${courseId} AND id <> ${attemptId}
     ORDER BY waiting_since, id LIMIT 1`.execute(db)
  return found.rows[0]?.id ?? null
}

export interface HandInAnswerRow {
  questionId: number
  question: string
  points: number
  guide: string
  text: string
}

/** For those who grade: answered hand-ins of an attempt, in the order of the quiz. */
export async function answersOf(db: Db, attemptId: number): Promise<HandInAnswerRow[]> {
  const found = await sql<HandInAnswerRow>`
    SELECT q.id AS "questionId", q.question, q.points, k.key->>'guide' AS guide,
           coalesce(g.given #>> '{}', '') AS text
      FROM hand_ins h
      JOIN assessment_questions q ON q.id = h.question_id
      JOIN answer_keys k ON k.question_id = q.id
      LEFT JOIN answers g ON g.attempt_id = h.attempt_id AND g.question_id = q.id
     WHERE h.attempt_id = ${attemptId} ORDER BY q.place`.execute(db)
  return found.rows
}

export type GradeRow = Omit<HandInGrade, 'at'> & { questionId: number; at: Date }

/** Newest first. */
export async function gradesOf(db: Db, attemptId: number): Promise<GradeRow[]> {
  const found = await sql<GradeRow>`
    SELECT g.id, g.question_id AS "questionId", g.points, g.comment, u.name AS by, g.graded_at AS at
      FROM hand_in_grades g LEFT JOIN user_cards u ON u.id = g.graded_by
     WHERE g.attempt_id = ${attemptId} ORDER BY g.id DESC`.execute(db)
  return found.rows
}

export async function insertGrades(
  tx: Tx,
  attemptId: number,
  { by, at }: { by: number; at: Date },
  grades: readonly { questionId: number; points: number; comment: string }[],
): Promise<void> {
  await sql`
    INSERT INTO hand_in_grades (attempt_id, question_id, points, comment, graded_by, graded_at)
    SELECT ${attemptId}, given."questionId", given.points, given.comment, ${by}, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(grades)}::jsonb)
        AS given ("questionId" bigint, points smallint, comment text)`.execute(tx)
}

/** A graded attempt has new points for its hand-ins. Returns its percentage, rounded. */
export async function regrade(tx: Tx, attemptId: number): Promise<number> {
  await sql`
    INSERT INTO answers (attempt_id, question_id, given, saved_at, is_correct, earned_points)
    SELECT h.attempt_id, q.id, 'null', now(), newest.points = q.points, newest.points
      FROM hand_ins h
      JOIN assessment_questions q ON q.id = h.question_id
      JOIN LATERAL (SELECT g.points FROM hand_in_grades g
                     WHERE g.attempt_id = h.attempt_id AND g.question_id = q.id ORDER BY g.id DESC LIMIT 1) newest ON true
     WHERE h.attempt_id = ${attemptId}
    ON CONFLICT (attempt_id, question_id)
    DO UPDATE SET is_correct = excluded.is_correct, earned_points = excluded.earned_points`.execute(tx)
  const saved = await sql<{ percentage: number }>`
    UPDATE attempts t
       SET earned_points = earned.points, percentage = round(earned.points * 100.0 / t.total_points)::int
      FROM (SELECT coalesce(sum(earned_points), 0)::int AS points FROM answers WHERE attempt_id = ${attemptId}) earned
     WHERE t.id = ${attemptId} RETURNING t.percentage`.execute(tx)
  return saved.rows[0]?.percentage ?? 0
}
