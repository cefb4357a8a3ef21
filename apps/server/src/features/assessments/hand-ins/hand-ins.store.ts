/** Reads the hand-ins that wait for grading, and stores their grades. */
import type { ShownRubric } from '@apogee/contracts/assessments/assessments.ts'
import type { HandInGrade, HandInState, Verdict } from '@apogee/contracts/assessments/hand-ins.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit } from '#server/platform/pages.ts'
import { pictureOfQuestion, type PictureRow } from '../questions/question-pictures.store.ts'

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
  isAssignment: boolean
  /** True means that the first try was handed in after its due date. */
  isLate: boolean
}

const columns = sql`
  t.id AS "attemptId", t.user_id AS "userId", u.name, u.email::text AS email, a.id AS "assessmentId",
  r.title AS "assessmentTitle", c.title AS "courseTitle", r.pass_percentage AS "passPercentage", t.number,
  t.submitted_at AS "submittedAt", t.waiting_since AS "waitingSince", t.graded_at AS "gradedAt", t.percentage,
  a.assignment IS NOT NULL AS "isAssignment",
  t.number = 1 AND EXISTS (SELECT FROM assignment_dues d WHERE d.assessment_id = a.id AND d.user_id = t.user_id
                                                           AND d.due_at <= t.submitted_at) AS "isLate"`

/** Selects the attempts of a course that hold hand-ins. */
const inCourse = (courseId: number) => sql`
  FROM outline_resources r
  JOIN course_cards c ON c.id = r.course_id
  JOIN assessments a ON a.resource_id = r.id
  JOIN attempts t ON t.assessment_id = a.id AND t.waiting_since IS NOT NULL
  JOIN user_cards u ON u.id = t.user_id
 WHERE r.course_id = ${courseId}`

/** Lists waiting hand-ins by longest wait, or graded ones newest first. */
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

export interface WaitingCourse {
  courseId: number
  courseTitle: string
  waiting: number
}

/** Returns the seller's courses with waiting hand-ins, the one with the longest wait first. */
export async function waitingCourses(db: Db, sellerId: number, limit: number): Promise<WaitingCourse[]> {
  const found = await sql<WaitingCourse>`
    SELECT c.id AS "courseId", c.title AS "courseTitle", count(*) AS waiting
      FROM waiting_hand_ins w JOIN course_cards c ON c.id = w.course_id
     WHERE c.seller_id = ${sellerId}
     GROUP BY c.id, c.title ORDER BY min(w.waiting_since) LIMIT ${limit}`.execute(db)
  return found.rows
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

/**
 * Locks the hand-in until the transaction ends, so that nobody grades it concurrently. Returns undefined when the attempt is not of
 * this course or holds no hand-in.
 */
export async function lockHandIn(
  tx: Tx,
  courseId: number,
  attemptId: number,
): Promise<HandInRow | undefined> {
  await sql`SELECT 1 FROM attempts WHERE id = ${attemptId} FOR UPDATE`.execute(tx)
  return handInById(tx, courseId, attemptId)
}

/** Returns the hand-in of the course that has waited longest, other than the attempt `attemptId`. */
export async function nextWaiting(db: Db, courseId: number, attemptId: number): Promise<number | null> {
  const found = await sql<{ id: number }>`
    SELECT id FROM waiting_hand_ins WHERE course_id = ${courseId} AND id <> ${attemptId}
     ORDER BY waiting_since, id LIMIT 1`.execute(db)
  return found.rows[0]?.id ?? null
}

export interface HandInAnswerRow {
  questionId: number
  question: string
  picture: PictureRow | null
  points: number
  guide: string
  rubric: ShownRubric | null
  text: string
}

/** Returns answered hand-ins of an attempt for graders, in the order of the quiz. */
export async function answersOf(db: Db, attemptId: number): Promise<HandInAnswerRow[]> {
  const found = await sql<HandInAnswerRow>`
    SELECT q.id AS "questionId", q.question, ${pictureOfQuestion}, q.points, k.key->>'guide' AS guide, q.rubric,
           coalesce(g.given #>> '{}', '') AS text
      FROM hand_ins h
      JOIN assessment_questions q ON q.id = h.question_id
      JOIN answer_keys k ON k.question_id = q.id
      LEFT JOIN answers g ON g.attempt_id = h.attempt_id AND g.question_id = q.id
     WHERE h.attempt_id = ${attemptId} ORDER BY q.place`.execute(db)
  return found.rows
}

export type GradeRow = Omit<HandInGrade, 'at' | 'levels' | 'verdict'> & {
  questionId: number
  at: Date
  levels: number[] | null
  verdict: Verdict | null
}

export async function gradesOf(db: Db, attemptId: number): Promise<GradeRow[]> {
  const found = await sql<GradeRow>`
    SELECT g.id, g.question_id AS "questionId", g.points, g.comment, g.levels, g.verdict, u.name AS by,
           g.graded_at AS at
      FROM hand_in_grades g LEFT JOIN user_cards u ON u.id = g.graded_by
     WHERE g.attempt_id = ${attemptId} ORDER BY g.id DESC`.execute(db)
  return found.rows
}

export interface GradeSent {
  questionId: number
  points: number
  comment: string
  levels?: number[] | undefined
}

export async function insertGrades(
  tx: Tx,
  attemptId: number,
  { by, at, verdict }: { by: number; at: Date; verdict: Verdict | null },
  grades: readonly GradeSent[],
): Promise<void> {
  await sql`
    INSERT INTO hand_in_grades (attempt_id, question_id, points, comment, levels, verdict, graded_by, graded_at)
    SELECT ${attemptId}, given."questionId", given.points, given.comment, given.levels, ${verdict}, ${by}, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(grades)}::jsonb)
        AS given ("questionId" bigint, points smallint, comment text, levels smallint[])`.execute(tx)
}
