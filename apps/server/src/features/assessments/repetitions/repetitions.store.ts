import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { Review } from '@apogee/contracts/assessments/assessments.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { AnswerKey } from '../answers.rules.ts'
import {
  pictureOfQuestion,
  picturesOfOptions,
  type OptionPictureRow,
  type PictureRow,
} from '../questions/question-pictures.store.ts'

/** Joins `question_repetitions p` with the questions of quizzes that this learner may currently open. */
const openRepetitions = (userId: number) => sql`
  question_repetitions p
  JOIN assessment_questions q ON q.id = p.question_id
  JOIN assessments a ON a.id = q.quiz_id AND a.version = q.version
  LEFT JOIN open_resources r ON r.id = a.resource_id AND r.user_id = p.user_id
  WHERE p.user_id = ${userId} AND (a.resource_id IS NULL OR r.id IS NOT NULL)`

/** Schedules these questions in their current version for the first repetition, even if they were scheduled before. */
export async function saveMissed(
  tx: Tx,
  userId: number,
  questionIds: readonly number[],
  dueAt: Date,
): Promise<void> {
  await sql`
    INSERT INTO question_repetitions (user_id, question_id, due_at)
    SELECT ${userId}, q.id, ${dueAt}
      FROM assessment_questions missed
      JOIN assessments a ON a.id = missed.quiz_id
      JOIN assessment_questions q ON q.quiz_id = a.id AND q.version = a.version AND q.key = missed.key AND q.kind = missed.kind
     WHERE missed.id = ANY(${[...questionIds]}::bigint[]) ORDER BY q.id
    ON CONFLICT (user_id, question_id) DO UPDATE SET step = 0, due_at = excluded.due_at`.execute(tx)
}

export interface DueQuestion {
  id: number
  kind: QuestionKind
  question: string
  picture: PictureRow | null
  options: string[]
  optionPictures: (OptionPictureRow | null)[] | null
  prompts: string[]
  step: number
  dueAt: Date
  assessmentTitle: string
  courseTitle: string | null
}

const dueColumns = sql`
  q.id, q.kind, q.question, ${pictureOfQuestion}, q.options, ${picturesOfOptions}, q.prompts`

/** Returns the questions with the oldest due time first. */
export async function dueQuestions(db: Db, userId: number, now: Date, limit: number): Promise<DueQuestion[]> {
  const found = await sql<DueQuestion>`
    SELECT due.id, due.kind, due.question, due.picture, due.options, due."optionPictures", due.prompts, due.step, coalesce(due.title, due.own_title) AS "assessmentTitle",
           c.title AS "courseTitle", due.due_at AS "dueAt"
      FROM (SELECT ${dueColumns}, p.step, r.title, a.title AS own_title, r.course_id, p.due_at
              FROM ${openRepetitions(userId)} AND p.due_at <= ${now}
             ORDER BY p.due_at, q.id LIMIT ${limit}) due
      LEFT JOIN course_cards c ON c.id = due.course_id
     ORDER BY due.due_at, due.id`.execute(db)
  return found.rows
}

/** Selects the questions after videos that this learner may currently open. */
const openRecalls = (userId: number) => sql`
  assessments a
  JOIN assessment_questions q ON q.quiz_id = a.id AND q.version = a.version
  JOIN open_resources r ON r.id = a.resource_id AND r.user_id = ${userId}
  WHERE a.is_recall`

export type RecallQuestion = Omit<DueQuestion, 'dueAt'> & {
  /** False until the learner answers the question for the first time. */
  hasBegun: boolean
  /** Null means that the repetitions have not begun, or that they have ended. */
  dueAt: Date | null
}

/** Returns the question after a video. */
export async function recallQuestion(
  db: Db,
  userId: number,
  resourceId: number,
): Promise<RecallQuestion | undefined> {
  const found = await sql<RecallQuestion>`
    SELECT asked.id, asked.kind, asked.question, asked.picture, asked.options, asked."optionPictures", asked.prompts,
           asked."assessmentTitle", coalesce(p.step, 0) AS step, p.question_id IS NOT NULL AS "hasBegun", p.due_at AS "dueAt",
           c.title AS "courseTitle"
      FROM (SELECT ${dueColumns}, r.title AS "assessmentTitle", r.course_id
              FROM ${openRecalls(userId)} AND a.resource_id = ${resourceId}) asked
      LEFT JOIN course_cards c ON c.id = asked.course_id
      LEFT JOIN question_repetitions p ON p.question_id = asked.id AND p.user_id = ${userId}`.execute(db)
  return found.rows[0]
}

/** Begins the repetitions of a question after a video. Returns false when they have begun or ended, or for any other question. */
export async function beginRecall(tx: Tx, userId: number, questionId: number, at: Date): Promise<boolean> {
  // The lock keeps the author from replacing the question until the transaction ends.
  const locked = await sql`
    SELECT 1 FROM assessments a JOIN assessment_questions q ON q.quiz_id = a.id
     WHERE q.id = ${questionId} AND a.is_recall FOR SHARE OF a`.execute(tx)
  if (locked.rows.length === 0) return false
  const begun = await sql<{ id: number }>`
    INSERT INTO question_repetitions (user_id, question_id, due_at)
    SELECT ${userId}, q.id, ${at} FROM ${openRecalls(userId)} AND q.id = ${questionId}
    ON CONFLICT DO NOTHING RETURNING question_id AS id`.execute(tx)
  return begun.rows.length > 0
}

/** `due` counts the due questions. `nextDueAt` is when the next question becomes due that is not due yet. */
export async function countRepetitions(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ due: number; nextDueAt: Date | null }> {
  const found = await sql<{ due: number; nextDueAt: Date | null }>`
    SELECT count(*) FILTER (WHERE p.due_at <= ${now}) AS due, min(p.due_at) FILTER (WHERE p.due_at > ${now}) AS "nextDueAt"
      FROM ${openRepetitions(userId)}`.execute(db)
  return found.rows[0] ?? { due: 0, nextDueAt: null }
}

export interface RepetitionToAnswer {
  step: number
  /** Null means that the repetitions have ended. */
  dueAt: Date | null
  isRecall: boolean
  kind: QuestionKind
  options: string[]
  prompts: string[]
  key: AnswerKey
  explanation: string
  review: Review
}

/** Returns the question with its answer key. The row is locked, so that one of two concurrent answers counts. */
export async function repetitionToAnswer(
  tx: Tx,
  userId: number,
  questionId: number,
): Promise<RepetitionToAnswer | undefined> {
  const found = await sql<RepetitionToAnswer>`
    SELECT p.step, p.due_at AS "dueAt", q.kind, q.options, q.prompts, a.review,
           a.is_recall AS "isRecall",
           (SELECT k.key FROM answer_keys k WHERE k.question_id = q.id) AS key,
           (SELECT k.explanation FROM answer_keys k WHERE k.question_id = q.id) AS explanation
      FROM ${openRepetitions(userId)} AND q.id = ${questionId} FOR UPDATE OF p`.execute(tx)
  return found.rows[0]
}

export async function scheduleRepetition(
  tx: Tx,
  userId: number,
  questionId: number,
  { step, dueAt }: { step: number; dueAt: Date | null },
): Promise<void> {
  await sql`
    UPDATE question_repetitions SET step = ${step}, due_at = ${dueAt}
     WHERE user_id = ${userId} AND question_id = ${questionId}`.execute(tx)
}

/**
 * Ends the repetitions of a question. The row of a question after a video stays, without a due time. Without the row, the learner
 * would be asked again.
 */
export async function endRepetition(
  tx: Tx,
  userId: number,
  questionId: number,
  { step, isRecall }: { step: number; isRecall: boolean },
): Promise<void> {
  if (isRecall) return scheduleRepetition(tx, userId, questionId, { step, dueAt: null })
  await sql`DELETE FROM question_repetitions WHERE user_id = ${userId} AND question_id = ${questionId}`.execute(
    tx,
  )
}

/** Moves repetitions to the current version of their questions, and removes those of questions that the quiz dropped. */
export async function moveRepetitions(tx: Tx, assessmentId: number, version: number): Promise<void> {
  await sql`
    UPDATE question_repetitions p SET question_id = q.id
      FROM assessment_questions earlier
      JOIN assessment_questions q ON q.quiz_id = earlier.quiz_id AND q.key = earlier.key AND q.kind = earlier.kind
     WHERE earlier.quiz_id = ${assessmentId} AND earlier.version = ${version - 1} AND q.version = ${version}
       AND p.question_id = earlier.id`.execute(tx)
  await sql`
    DELETE FROM question_repetitions p USING assessment_questions earlier
     WHERE earlier.quiz_id = ${assessmentId} AND earlier.version < ${version} AND p.question_id = earlier.id`.execute(
    tx,
  )
}

export async function deleteRepetitionsOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM question_repetitions WHERE user_id = ${userId}`.execute(tx)
}
