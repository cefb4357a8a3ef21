/** Computes sums over the first graded attempts at a version. Read only. */
import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { OptionPictures, QuizPicture } from '@apogee/contracts/assessments/quiz-file.ts'
import type { MissedQuestion } from '@apogee/contracts/assessments/quiz-statistics.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AnswerKey } from '../answers.rules.ts'
import type { Sums } from './statistics.rules.ts'

export interface StatisticsOf {
  assessmentId: number
  courseId: number
  version: number
}

/** More attempts would not change the figures noticeably, and the limit keeps the statements fast. */
const attemptsMost = 10_000

/**
 * Selects the first graded attempt of each present or past learner, at most the newest `attemptsMost`. People who only teach are
 * excluded.
 */
const firsts = ({ assessmentId, courseId, version }: StatisticsOf) => sql`
  firsts AS MATERIALIZED (
    SELECT id, points, drawn FROM (
      SELECT DISTINCT ON (t.user_id) t.id, t.earned_points::float8 AS points, t.drawn
        FROM attempts t
       WHERE t.assessment_id = ${assessmentId} AND t.version = ${version} AND t.graded_at IS NOT NULL
         AND EXISTS (SELECT FROM enrolments e WHERE e.user_id = t.user_id AND e.course_id = ${courseId})
       ORDER BY t.user_id, t.number) each_first
     ORDER BY id DESC LIMIT ${attemptsMost})`

export async function countFirsts(db: Db, of: StatisticsOf): Promise<number> {
  const found = await sql<{ count: number }>`
    WITH ${firsts(of)} SELECT count(*) AS count FROM firsts`.execute(db)
  return found.rows[0]?.count ?? 0
}

export interface QuestionSums extends Sums {
  key: string
  kind: QuestionKind
  question: string
  picture: QuizPicture | null
  points: number
  options: string[]
  optionPictures: OptionPictures | null
  answerKey: AnswerKey
  answered: number
}

/** Returns sums in the order of the quiz. An attempt without an answer has no points for the question. */
export async function questionSums(db: Db, of: StatisticsOf): Promise<QuestionSums[]> {
  const found = await sql<QuestionSums>`
    WITH ${firsts(of)},
    shown AS (
      SELECT q.id, count(f.points) AS asked, coalesce(sum(f.points), 0) AS t, coalesce(sum(f.points ^ 2), 0) AS tt
        FROM assessment_questions q
        LEFT JOIN (SELECT unnest(drawn) AS id, points FROM firsts WHERE drawn IS NOT NULL) f ON f.id = q.id
       WHERE q.quiz_id = ${of.assessmentId} AND q.version = ${of.version}
       GROUP BY q.id),
    every AS (
      SELECT count(*) AS asked, coalesce(sum(points), 0) AS t, coalesce(sum(points ^ 2), 0) AS tt
        FROM firsts WHERE drawn IS NULL),
    given AS (
      SELECT g.question_id, count(*) FILTER (WHERE g.given <> 'null') AS answered, sum(g.earned_points::float8) AS x,
             sum(g.earned_points::float8 ^ 2) AS xx, sum(g.earned_points * f.points) AS xt
        FROM firsts f JOIN answers g ON g.attempt_id = f.id
       GROUP BY g.question_id)
    SELECT q.key, q.kind, q.question, q.picture, q.points, q.options,
           q.option_pictures AS "optionPictures", k.key AS "answerKey", shown.asked + every.asked AS asked,
           shown.t + every.t AS t, shown.tt + every.tt AS tt,
           coalesce(given.answered, 0) AS answered, coalesce(given.x, 0) AS x, coalesce(given.xx, 0) AS xx,
           coalesce(given.xt, 0) AS xt
      FROM assessment_questions q
      JOIN answer_keys k ON k.question_id = q.id
      JOIN shown ON shown.id = q.id
     CROSS JOIN every
      LEFT JOIN given ON given.question_id = q.id
     WHERE q.quiz_id = ${of.assessmentId} AND q.version = ${of.version} ORDER BY q.place`.execute(db)
  return found.rows
}

export interface OptionCount {
  key: string
  /** This is the index of an option, or `true` or `false`. */
  option: string
  chosen: number
}

/** Counts how often each option was chosen, for questions with options to choose. */
export async function countOptions(db: Db, of: StatisticsOf): Promise<OptionCount[]> {
  const found = await sql<OptionCount>`
    WITH ${firsts(of)}
    SELECT q.key, chosen.option, count(*) AS chosen
      FROM assessment_questions q
      JOIN answers g ON g.question_id = q.id
      JOIN firsts f ON f.id = g.attempt_id
     CROSS JOIN LATERAL jsonb_array_elements_text(
       CASE jsonb_typeof(g.given) WHEN 'array' THEN g.given WHEN 'null' THEN '[]' ELSE jsonb_build_array(g.given) END)
       AS chosen (option)
     WHERE q.quiz_id = ${of.assessmentId} AND q.version = ${of.version}
       AND q.kind IN ('multiple-choice', 'multiple-answers', 'true-false')
     GROUP BY q.key, chosen.option`.execute(db)
  return found.rows
}

export async function versionsOf(db: Db, assessmentId: number): Promise<number[]> {
  const found = await sql<{ version: number }>`
    SELECT DISTINCT version FROM assessment_questions WHERE quiz_id = ${assessmentId}
     ORDER BY version DESC`.execute(db)
  return found.rows.map(({ version }) => version)
}

/** At most this many of the newest first attempts at each quiz are read. */
const missedAttempts = 300
const missedMost = 10

/**
 * Returns the questions of a course's published quizzes that lost the largest share of their points in the first graded attempts at
 * the published version. Attempts are those of present and past learners who enrolled within the range. A question must have been
 * asked at least `least` times and missed at least once.
 */
export async function missedInCourse(
  db: Db,
  { courseId, from, to }: { courseId: number; from: Date; to: Date },
  least: number,
): Promise<MissedQuestion[]> {
  const found = await sql<MissedQuestion>`
    WITH quiz AS MATERIALIZED (
      SELECT a.id, a.version, r.id AS resource_id, r.title
        FROM published_resources r JOIN assessments a ON a.resource_id = r.id
       WHERE r.course_id = ${courseId} AND r.file_type = 'quiz'),
    first AS MATERIALIZED (
      SELECT quiz.id AS quiz_id, t.id, t.drawn
        FROM quiz CROSS JOIN LATERAL (
          SELECT id, drawn FROM (
            SELECT DISTINCT ON (t.user_id) t.id, t.drawn FROM attempts t
             WHERE t.assessment_id = quiz.id AND t.version = quiz.version AND t.graded_at IS NOT NULL
               AND EXISTS (SELECT FROM enrolments e WHERE e.user_id = t.user_id AND e.course_id = ${courseId}
                              AND e.granted_at BETWEEN ${from} AND ${to})
             ORDER BY t.user_id, t.number) each_first
           ORDER BY id DESC LIMIT ${missedAttempts}) t)
    SELECT quiz.resource_id AS "resourceId", quiz.title AS quiz, q.key, q.question, count(*) AS asked,
           round(100 * avg(1 - coalesce(g.earned_points, 0)::numeric / q.points))::int AS "missedPercent"
      FROM first
      JOIN quiz ON quiz.id = first.quiz_id
      JOIN assessment_questions q ON q.quiz_id = quiz.id AND q.version = quiz.version
                                 AND (first.drawn IS NULL OR q.id = ANY (first.drawn))
      LEFT JOIN answers g ON g.attempt_id = first.id AND g.question_id = q.id
     WHERE q.points > 0
     GROUP BY quiz.resource_id, quiz.title, q.id, q.key, q.question
    HAVING count(*) >= ${least} AND avg(coalesce(g.earned_points, 0)::numeric / q.points) < 0.995
     ORDER BY "missedPercent" DESC, asked DESC, quiz.resource_id, q.id LIMIT ${missedMost}`.execute(db)
  return found.rows
}
