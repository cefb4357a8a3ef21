import type { ShownRubric } from '@apogee/contracts/assessments/assessments.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { pictureOfQuestion, type PictureRow } from '../questions/question-pictures.store.ts'

export interface TaskRow {
  instructions: string
  picture: PictureRow | null
  filesAllowed: number
  takesText: boolean
  rubric: ShownRubric | null
}

/** Returns the question of an assignment in its published version. */
export async function taskOf(
  db: Db,
  { id, version }: { id: number; version: number },
): Promise<TaskRow | undefined> {
  const found = await sql<TaskRow>`
    SELECT q.question AS instructions, ${pictureOfQuestion}, q.files_allowed AS "filesAllowed", q.takes_text AS "takesText", q.rubric
      FROM assessment_questions q WHERE q.quiz_id = ${id} AND q.version = ${version} LIMIT 1`.execute(db)
  return found.rows[0]
}

/** Returns when the learner's first try is late. Null means that the learner has no due date. */
export async function dueAtOf(db: Db, userId: number, assessmentId: number): Promise<Date | null> {
  const found = await sql<{ dueAt: Date | null }>`
    SELECT due_at AS "dueAt" FROM assignment_dues
     WHERE user_id = ${userId} AND assessment_id = ${assessmentId}`.execute(db)
  return found.rows[0]?.dueAt ?? null
}

/** Tells whether the attempt has an answer that a person can grade. */
export async function isHandIn(db: Db, attemptId: number): Promise<boolean> {
  const found = await sql<{ isHandIn: boolean }>`
    SELECT EXISTS (SELECT FROM hand_ins WHERE attempt_id = ${attemptId}) AS "isHandIn"`.execute(db)
  return found.rows[0]?.isHandIn ?? false
}
