import type { QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { Review } from '@apogee/contracts/assessments/assessments.ts'
import type { AssignmentRule } from '@apogee/contracts/assessments/assignment.ts'
import type { QuizGroup } from '@apogee/contracts/assessments/quiz-groups.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import type { NewQuestion } from '../questions.rules.ts'

export interface NewAssessment {
  resourceId: number | null
  title: string
  timeLimitSeconds: number | null
  review: Review
  attemptsAllowed: number | null
  shufflesQuestions: boolean
  shufflesOptions: boolean
  groups: QuizGroup[]
  assignment: AssignmentRule | null
}

/** Returns undefined if a concurrent request has already created the item's assessment. */
export async function insertAssessment(
  tx: Db,
  given: NewAssessment,
  questions: readonly NamedQuestion[],
): Promise<number | undefined> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO assessments (resource_id, title, time_limit_seconds, review, attempts_allowed, shuffles_questions,
                             shuffles_options, groups, assignment)
    VALUES (${given.resourceId}, ${given.title}, ${given.timeLimitSeconds}, ${given.review}, ${given.attemptsAllowed},
            ${given.shufflesQuestions}, ${given.shufflesOptions}, ${JSON.stringify(given.groups)}::jsonb,
            ${given.assignment ? JSON.stringify(given.assignment) : null}::jsonb)
    ON CONFLICT (resource_id) DO NOTHING RETURNING id`.execute(tx)
  const id = inserted.rows[0]?.id
  if (id !== undefined) await insertQuestions(tx, { id, version: 1 }, questions)
  return id
}

/** Creates the question after a video, unless the video already has one. */
export async function insertRecall(
  tx: Tx,
  { resourceId, title }: { resourceId: number; title: string },
  question: NamedQuestion,
): Promise<void> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO assessments (resource_id, title, is_recall) VALUES (${resourceId}, ${title}, true)
    ON CONFLICT (resource_id) DO NOTHING RETURNING id`.execute(tx)
  const id = inserted.rows[0]?.id
  if (id !== undefined) await insertQuestions(tx, { id, version: 1 }, [question])
}

/** Deletes the question after a video, and with it its repetitions. */
export async function deleteRecall(tx: Tx, resourceId: number): Promise<void> {
  await sql`DELETE FROM assessments WHERE resource_id = ${resourceId} AND is_recall`.execute(tx)
}

/** Adds to a question its name and its origin. */
export type NamedQuestion = NewQuestion & {
  /** The name identifies the question in all versions of its quiz. Absence means a new question. */
  name?: string
  /** The question was copied from this question of the bank. */
  bank?: BankOrigin | null
}
export interface BankOrigin {
  id: number
  revision: number
}

export async function insertQuestions(
  tx: Db,
  { id, version }: { id: number; version: number },
  questions: readonly NamedQuestion[],
): Promise<void> {
  for (const [place, question] of questions.entries()) {
    await sql`
      WITH asked AS (
        INSERT INTO assessment_questions (quiz_id, version, key, place, kind, question,
                                          points, options, prompts, starter_code, function_name, files_allowed, draw_group,
                                          bank_question_id, bank_revision, picture, option_pictures, takes_text, rubric)
        VALUES (${id}, ${version},
                coalesce(${question.name ?? null}::text, gen_random_uuid()::text), ${place},
                ${question.kind}, ${question.question}, ${question.points}, ${JSON.stringify(question.options)}::jsonb,
                ${JSON.stringify(question.prompts)}::jsonb, ${question.starterCode}, ${question.functionName},
                ${question.filesAllowed}, ${question.group}, ${question.bank?.id ?? null}, ${question.bank?.revision ?? null},
                ${question.picture ? JSON.stringify(question.picture) : null}::jsonb,
                ${question.optionPictures.length > 0 ? JSON.stringify(question.optionPictures) : null}::jsonb,
                ${question.takesText}, ${question.rubric ? JSON.stringify(question.rubric) : null}::jsonb)
        RETURNING id
      )
      INSERT INTO answer_keys (question_id, key, explanation, feedback)
      SELECT id, ${JSON.stringify(question.key)}::jsonb, ${question.explanation},
             ${JSON.stringify(question.feedback)}::jsonb FROM asked`.execute(tx)
  }
}

export interface QuizEditRow {
  assessmentId: number
  draft: QuizDraft | null
  savedAt: Date
  title: string
  isPublished: boolean
  isModulePublished: boolean
  courseId: number
  /** Counts attempts at the published version. */
  attempts: number
  /** This number grows with each edit, so that an edit by another person is detected. */
  editVersion: number
}

export async function quizEditOf(db: Db, resourceId: number): Promise<QuizEditRow | undefined> {
  const found = await sql<QuizEditRow>`
    SELECT a.id AS "assessmentId", a.draft, a.saved_at AS "savedAt", r.title, r.course_id AS "courseId",
           r.is_published AS "isPublished", r.is_module_published AS "isModulePublished",
           (SELECT count(*) FROM attempts t WHERE t.assessment_id = a.id AND t.version = a.version) AS attempts,
           ${versionOf('resource', 'r.id')} AS "editVersion"
      FROM assessments a JOIN quiz_items r ON r.id = a.resource_id
     WHERE a.resource_id = ${resourceId}`.execute(db)
  return found.rows[0]
}

/** Prevents new attempts and publications until the transaction ends. */
export async function lockQuiz(tx: Tx, resourceId: number): Promise<void> {
  await sql`SELECT 1 FROM assessments WHERE resource_id = ${resourceId} FOR UPDATE`.execute(tx)
}

export async function saveQuizDraft(
  tx: Tx,
  resourceId: number,
  { draft, at }: { draft: QuizDraft | null; at: Date },
): Promise<void> {
  await sql`
    UPDATE assessments SET draft = ${draft ? JSON.stringify(draft) : null}::jsonb, saved_at = ${at}
     WHERE resource_id = ${resourceId}`.execute(tx)
}

export interface WrittenRow extends NewQuestion {
  /** The name identifies the question in all versions. */
  name: string
  bank: BankOrigin | null
}

/** Returns the questions of a version with their answers, so only people who edit the quiz may see them. */
export async function writtenQuestions(
  db: Db,
  { id, version }: { id: number; version: number },
): Promise<WrittenRow[]> {
  const found = await sql<WrittenRow>`
    SELECT q.key AS name,
           CASE WHEN q.bank_question_id IS NOT NULL
                THEN jsonb_build_object('id', q.bank_question_id, 'revision', q.bank_revision) END AS bank,
           q.kind, q.question, q.picture, q.points, q.draw_group AS "group", q.options,
           coalesce(q.option_pictures, '[]') AS "optionPictures", q.prompts, q.starter_code AS "starterCode",
           q.function_name AS "functionName", q.files_allowed AS "filesAllowed", q.takes_text AS "takesText",
           q.rubric, k.key, k.explanation, k.feedback
      FROM assessment_questions q JOIN answer_keys k ON k.question_id = q.id
     WHERE q.quiz_id = ${id} AND q.version = ${version} ORDER BY q.place`.execute(db)
  return found.rows
}

/** Tells whether this version must stay: it has attempts, or a person will be asked one of its questions again. */
export async function isTaken(tx: Tx, { id, version }: { id: number; version: number }): Promise<boolean> {
  const found = await sql<{ isTaken: boolean }>`
    SELECT EXISTS (SELECT FROM attempts t WHERE t.assessment_id = ${id} AND t.version = ${version})
        OR EXISTS (SELECT FROM question_repetitions p JOIN assessment_questions q ON q.id = p.question_id
                    WHERE q.quiz_id = ${id} AND q.version = ${version}) AS "isTaken"`.execute(tx)
  return found.rows[0]?.isTaken ?? false
}

export async function deleteQuestions(
  tx: Tx,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await sql`DELETE FROM assessment_questions WHERE quiz_id = ${id} AND version = ${version}`.execute(tx)
}

/** Saves the settings for all new attempts, and removes the draft. */
export async function savePublished(
  tx: Tx,
  { id, version, at }: { id: number; version: number; at: Date },
  settings: Omit<NewAssessment, 'resourceId' | 'title'>,
): Promise<void> {
  await sql`
    UPDATE assessments SET version = ${version}, draft = NULL, saved_at = ${at},
           time_limit_seconds = ${settings.timeLimitSeconds}, review = ${settings.review},
           attempts_allowed = ${settings.attemptsAllowed}, shuffles_questions = ${settings.shufflesQuestions},
           shuffles_options = ${settings.shufflesOptions}, groups = ${JSON.stringify(settings.groups)}::jsonb,
           assignment = ${settings.assignment ? JSON.stringify(settings.assignment) : null}::jsonb
     WHERE id = ${id}`.execute(tx)
}

/** Removes the dates of cohorts from the copy of an assignment, unless it belongs to the same course. */
export async function dropForeignCohorts(tx: Tx, id: number, courseId: number): Promise<void> {
  await sql`
    UPDATE assessments a
       SET assignment = a.assignment - 'cohorts',
           draft = CASE WHEN a.draft #> '{settings,assignment}' IS NULL THEN a.draft
                        ELSE jsonb_set(a.draft, '{settings,assignment,cohorts}', '[]') END
      FROM outline_resources r
     WHERE a.id = ${id} AND r.id = a.resource_id AND r.course_id <> ${courseId}`.execute(tx)
}

export async function copyDraft(tx: Tx, from: number, to: number): Promise<void> {
  await sql`UPDATE assessments SET draft = (SELECT draft FROM assessments WHERE id = ${from}) WHERE id = ${to}`.execute(
    tx,
  )
}
