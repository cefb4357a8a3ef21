import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { GivenAnswer, Review } from '@apogee/contracts/assessments/assessments.ts'
import type { AssignmentRule } from '@apogee/contracts/assessments/assignment.ts'
import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import type { Verdict } from '@apogee/contracts/assessments/hand-ins.ts'
import type { QuizGroup } from '@apogee/contracts/assessments/quiz-groups.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Grade } from './assessments.grading.ts'

export interface AssessmentRow {
  id: number
  title: string
  /** Null means no limit. */
  timeLimitSeconds: number | null
  /** This is the published version. The fields below describe new attempts, which use it. */
  version: number
  questionCount: number
  totalPoints: number
  review: Review
  /** Each learner may make this many attempts. Null means unlimited. */
  attemptsAllowed: number | null
  shufflesQuestions: boolean
  shufflesOptions: boolean
  /** Each entry gives the number of questions that an attempt asks from a group. */
  groups: QuizGroup[]
  resourceId: number | null
  courseContentId: number | null
  courseId: number | null
  courseTitle: string | null
  /** Null means that the quiz is no assignment. */
  assignment: AssignmentRule | null
  /** From this percentage on, the quiz counts as completed. Null means that submitting an attempt completes it. */
  passPercentage: number | null
}

/** An assessment of a quiz item has the title of the item. Questions after videos are no quizzes, so they are not found here. */
async function findAssessment(db: Db, column: 'id' | 'resource_id', id: number) {
  const found = await sql<AssessmentRow>`
    SELECT a.id, coalesce(cr.title, a.title) AS title, a.time_limit_seconds AS "timeLimitSeconds", a.version,
           coalesce(asked.questions, 0) AS "questionCount", coalesce(asked.points, 0) AS "totalPoints", a.groups,
           a.review, a.attempts_allowed AS "attemptsAllowed", a.shuffles_questions AS "shufflesQuestions",
           a.shuffles_options AS "shufflesOptions", a.resource_id AS "resourceId", cr.content_id AS "courseContentId", c.id AS "courseId",
           c.title AS "courseTitle", cr.pass_percentage AS "passPercentage", a.assignment
      FROM assessments a
      LEFT JOIN outline_resources cr ON cr.id = a.resource_id
      LEFT JOIN course_cards c ON c.id = cr.course_id
      LEFT JOIN LATERAL (
        SELECT sum(each.asked)::int AS questions, sum(each.asked * each.points)::int AS points
          FROM (SELECT q.points, least(count(*), (SELECT (g->>'draw')::int FROM jsonb_array_elements(a.groups) g
                                                   WHERE g->>'name' = q.draw_group)) AS asked
                  FROM assessment_questions q WHERE q.quiz_id = a.id AND q.version = a.version
                 GROUP BY q.draw_group, q.points) each) asked ON true
     WHERE a.${sql.ref(column)} = ${id} AND NOT a.is_recall`.execute(db)
  return found.rows[0]
}

export const assessmentById = (db: Db, id: number) => findAssessment(db, 'id', id)
export const assessmentOfResource = (db: Db, resourceId: number) =>
  findAssessment(db, 'resource_id', resourceId)

export interface QuizItem {
  /** Null means that the quiz is written in the editor. */
  mediaId: number | null
  title: string
  /** This item is a copy of the item with this id. Null means that it is not a copy. */
  copiedFrom: number | null
  isAssignment: boolean
}

/** Returns undefined for items that are not quizzes. */
export async function quizItemOf(db: Db, resourceId: number): Promise<QuizItem | undefined> {
  const found = await sql<QuizItem>`
    SELECT q.media_id AS "mediaId", q.title, q.copied_from AS "copiedFrom", q.is_assignment AS "isAssignment" FROM quiz_items q
     WHERE q.id = ${resourceId}`.execute(db)
  return found.rows[0]
}

/** Makes the first assessment of a new school get the id 1, so that its address is fixed (docs/product-choices.md#demo-school). */
export async function restartIds(tx: Db): Promise<void> {
  await sql`SELECT setval(pg_get_serial_sequence('assessments', 'id'), 1, false)
             WHERE NOT EXISTS (SELECT 1 FROM assessments)`.execute(tx)
}

export interface AttemptRow {
  id: number
  userId: number
  assessmentId: number
  number: number
  startedAt: Date
  /** Null means that the quiz has no time limit. */
  deadlineAt: Date | null
  submittedAt: Date | null
  gradedAt: Date | null
  /**
   * The attempt began to wait for a person to grade it at this time. The time stays after the grading. Null means that the attempt
   * contains no hand-in.
   */
  waitingSince: Date | null
  earnedPoints: number | null
  totalPoints: number
  percentage: number | null
  /** The attempt uses the version of the quiz that was published when it began. */
  version: number
  /** Null means the order in which the author wrote the quiz. */
  shownOrder: ShownOrder | null
}

/**
 * `questions` lists question ids in their order. `options` maps a question id to the stored indexes of its options in their order.
 */
export interface ShownOrder {
  questions: number[]
  options: Record<string, number[]>
}

const attemptColumns = sql`
  t.id, t.user_id AS "userId", t.assessment_id AS "assessmentId", t.number, t.started_at AS "startedAt",
  t.deadline_at AS "deadlineAt", t.submitted_at AS "submittedAt", t.graded_at AS "gradedAt",
  t.earned_points AS "earnedPoints", t.total_points AS "totalPoints", t.percentage,
  t.version, t.shown_order AS "shownOrder", t.waiting_since AS "waitingSince"`

export async function attemptsOf(
  db: Db,
  userId: number,
  assessmentId: number,
  limit: number,
): Promise<AttemptRow[]> {
  const found = await sql<AttemptRow>`
    SELECT ${attemptColumns} FROM attempts t
     WHERE t.user_id = ${userId} AND t.assessment_id = ${assessmentId}
     ORDER BY t.number DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Returns at most `limit` attempts of each assessment, newest first. */
export async function attemptsOfEach(
  db: Db,
  userId: number,
  assessmentIds: readonly number[],
  limit: number,
): Promise<AttemptRow[]> {
  const found = await sql<AttemptRow>`
    SELECT ${attemptColumns}
      FROM unnest(${[...assessmentIds]}::bigint[]) AS asked (id)
     CROSS JOIN LATERAL (SELECT * FROM attempts t WHERE t.user_id = ${userId} AND t.assessment_id = asked.id
                          ORDER BY t.number DESC LIMIT ${limit}) t
     ORDER BY t.assessment_id, t.number DESC`.execute(db)
  return found.rows
}

/** Finds an attempt by its number among those of this user, so that no attempt of another person can be returned. */
export async function attemptByNumber(
  db: Db,
  userId: number,
  assessmentId: number,
  number: number,
  { toWrite = false } = {},
): Promise<AttemptRow | undefined> {
  const found = await sql<AttemptRow>`
    SELECT ${attemptColumns} FROM attempts t
     WHERE t.user_id = ${userId} AND t.assessment_id = ${assessmentId} AND t.number = ${number}::bigint
     ${toWrite ? sql`FOR UPDATE` : sql``}`.execute(db)
  return found.rows[0]
}

export async function attemptById(db: Db, id: number): Promise<AttemptRow | undefined> {
  const found = await sql<AttemptRow>`SELECT ${attemptColumns} FROM attempts t WHERE t.id = ${id}`.execute(db)
  return found.rows[0]
}

export async function openAttempt(
  db: Db,
  userId: number,
  assessmentId: number,
): Promise<AttemptRow | undefined> {
  const found = await sql<AttemptRow>`
    SELECT ${attemptColumns} FROM attempts t
     WHERE t.user_id = ${userId} AND t.assessment_id = ${assessmentId} AND t.submitted_at IS NULL`.execute(db)
  return found.rows[0]
}

export interface OpenAttemptRow {
  assessmentId: number
  title: string
  courseTitle: string | null
  /** Null means that the quiz has no time limit. */
  deadlineAt: Date | null
}

/** Returns open attempts at assessments that this learner may currently open, earliest deadline first, and those without one last. */
export async function openAttemptsOf(
  db: Db,
  userId: number,
  now: Date,
  limit: number,
): Promise<OpenAttemptRow[]> {
  const found = await sql<OpenAttemptRow>`
    SELECT t.assessment_id AS "assessmentId", coalesce(r.title, a.title) AS title, c.title AS "courseTitle",
           t.deadline_at AS "deadlineAt"
      FROM attempts t
      JOIN assessments a ON a.id = t.assessment_id
      LEFT JOIN open_resources r ON r.id = a.resource_id AND r.user_id = t.user_id
      LEFT JOIN course_cards c ON c.id = r.course_id
     WHERE t.user_id = ${userId} AND t.submitted_at IS NULL AND (t.deadline_at IS NULL OR t.deadline_at > ${now})
       AND (a.resource_id IS NULL OR r.id IS NOT NULL)
     ORDER BY t.deadline_at, t.id LIMIT ${limit}`.execute(db)
  return found.rows
}

interface NewAttempt {
  userId: number
  assessmentId: number
  startedAt: Date
  /** Null means that the quiz has no time limit. */
  deadlineAt: Date | null
  totalPoints: number
  version: number
  shownOrder?: ShownOrder | null
  /** The attempt asks the questions with these ids. Null means all questions of the version. */
  drawn?: readonly number[] | null
  /** The person may make this many attempts. Null means unlimited. */
  attemptsAllowed?: number | null
}

/** Returns undefined when a concurrently started attempt is open, or when all allowed attempts are used. */
export async function insertAttempt(tx: Db, given: NewAttempt): Promise<AttemptRow | undefined> {
  const order = given.shownOrder ? JSON.stringify(given.shownOrder) : null
  const inserted = await sql<AttemptRow>`
    INSERT INTO attempts AS t (user_id, assessment_id, number, started_at, deadline_at, total_points, version, shown_order,
                               drawn)
    SELECT ${given.userId}, ${given.assessmentId}, coalesce(max(number), 0) + 1, ${given.startedAt},
           ${given.deadlineAt}, ${given.totalPoints}, ${given.version}, ${order}::jsonb,
           ${given.drawn ? [...given.drawn] : null}::bigint[]
      FROM attempts WHERE user_id = ${given.userId} AND assessment_id = ${given.assessmentId}
    HAVING ${given.attemptsAllowed ?? null}::integer IS NULL OR count(*) < ${given.attemptsAllowed ?? null}::integer
    ON CONFLICT DO NOTHING RETURNING ${attemptColumns}`.execute(tx)
  return inserted.rows[0]
}

/** Returns the published version and prevents a new one from being published until the transaction ends. */
export async function lockVersion(tx: Db, assessmentId: number): Promise<number | undefined> {
  const found = await sql<{ version: number }>`
    SELECT version FROM assessments WHERE id = ${assessmentId} FOR SHARE`.execute(tx)
  return found.rows[0]?.version
}

export interface WrittenQuestion {
  id: number
  kind: QuestionKind
  /** The question has this many options. */
  options: number
  group: string | null
}

/** Returns the data from which an attempt's questions and their order are drawn, in the written order. */
export async function optionCounts(
  db: Db,
  { id, version }: { id: number; version: number },
): Promise<WrittenQuestion[]> {
  const found = await sql<WrittenQuestion>`
    SELECT id, kind, jsonb_array_length(options) AS options, draw_group AS "group" FROM assessment_questions
     WHERE quiz_id = ${id} AND version = ${version} ORDER BY place`.execute(db)
  return found.rows
}

/** Counts this person's attempts in all versions. */
export async function countAttempts(db: Db, userId: number, assessmentId: number): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*) AS count FROM attempts
     WHERE user_id = ${userId} AND assessment_id = ${assessmentId}`.execute(db)
  return found.rows[0]?.count ?? 0
}

export async function startedSince(
  db: Db,
  userId: number,
  assessmentId: number,
  since: Date,
): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*) AS count FROM attempts
     WHERE user_id = ${userId} AND assessment_id = ${assessmentId} AND started_at > ${since}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Gives open attempts without a deadline this one, because the quiz has a time limit now. */
export async function limitOpenAttempts(tx: Tx, assessmentId: number, deadlineAt: Date): Promise<void> {
  await sql`
    UPDATE attempts SET deadline_at = ${deadlineAt}
     WHERE assessment_id = ${assessmentId} AND submitted_at IS NULL AND deadline_at IS NULL`.execute(tx)
}

/** Ends an open attempt. A submission after the deadline counts as submitted at the deadline. */
export async function closeAttempt(db: Db, id: number, at: Date): Promise<void> {
  await sql`
    UPDATE attempts SET submitted_at = greatest(started_at, least(${at}::timestamptz, deadline_at))
     WHERE id = ${id} AND submitted_at IS NULL`.execute(db)
}

/**
 * Submits open attempts without a time limit for learners whose access to the quiz's course has ended, as of that end. Such a learner
 * keeps the place in the course without its contents, so nobody else could submit the attempt. An assignment without an answer stays
 * open, because nobody can grade it.
 */
export const closingAfterAccess = sql<{ id: number }>`
  UPDATE attempts t SET submitted_at = greatest(t.started_at, e.access_ends_at)
    FROM assessments a
    JOIN outline_resources r ON r.id = a.resource_id
    JOIN active_enrolments e ON e.course_id = r.course_id
   WHERE t.submitted_at IS NULL AND t.deadline_at IS NULL AND a.id = t.assessment_id AND e.user_id = t.user_id
     AND NOT e.is_open
     AND (a.assignment IS NULL OR EXISTS (SELECT FROM hand_ins h WHERE h.attempt_id = t.id))
  RETURNING t.id`

/** Returns the number of attempts that were submitted. */
export async function closeAfterAccess(db: Db): Promise<number> {
  const closed = await closingAfterAccess.execute(db)
  return closed.rows.length
}

/**
 * Returns attempts that are over but not graded: their deadline has passed, or they were submitted and the process stopped before
 * grading them. They are ordered by start and follow the attempt with the id `after`. Attempts that wait for a person are left out.
 */
export async function attemptsToGrade(
  db: Db,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; userId: number }[]> {
  const found = await sql<{ id: number; userId: number }>`
    SELECT id, user_id AS "userId" FROM attempts
     WHERE graded_at IS NULL AND (submitted_at IS NOT NULL OR deadline_at <= ${now}) AND id > ${after}
       AND (waiting_since IS NULL
            OR NOT EXISTS (SELECT FROM hand_ins h WHERE h.attempt_id = attempts.id AND NOT h.is_graded))
     ORDER BY id LIMIT ${limit}`.execute(db)
  return found.rows
}

/**
 * Stores an answer that the learner gave at the time `at`, unless a later one is stored. A cleared answer is stored as JSON null
 * with its time, so that an earlier answer that arrives afterwards cannot overwrite it.
 */
export async function storeAnswer(
  tx: Tx,
  attemptId: number,
  questionId: number,
  given: GivenAnswer,
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO answers (attempt_id, question_id, given, saved_at)
    VALUES (${attemptId}, ${questionId}, ${JSON.stringify(given)}::jsonb, ${at})
    ON CONFLICT (attempt_id, question_id) DO UPDATE SET given = excluded.given, saved_at = excluded.saved_at
      WHERE answers.saved_at <= excluded.saved_at`.execute(tx)
}

/** Returns whether this call marked the attempt. One of several concurrent calls does. */
export async function markWaiting(tx: Tx, attemptId: number, at: Date): Promise<boolean> {
  const marked = await sql`
    UPDATE attempts SET waiting_since = ${at}
     WHERE id = ${attemptId} AND waiting_since IS NULL AND graded_at IS NULL RETURNING id`.execute(tx)
  return marked.rows.length > 0
}

/** Returns whether this call stored the grade. One of several concurrent calls does. */
export async function saveGrade(
  tx: Tx,
  attemptId: number,
  score: { earnedPoints: number; percentage: number },
  grades: readonly Grade[],
  at: Date,
): Promise<boolean> {
  const graded = await sql`
    UPDATE attempts SET graded_at = ${at}, earned_points = ${score.earnedPoints}, percentage = ${score.percentage}
     WHERE id = ${attemptId} AND submitted_at IS NOT NULL AND graded_at IS NULL RETURNING id`.execute(tx)
  if (graded.rows.length === 0) return false
  await sql`
    UPDATE answers AS g
       SET is_correct = grade."isCorrect", earned_points = grade."earnedPoints",
           tests_passed = grade."testsPassed", problem = nullif(grade.problem, 'null')
      FROM jsonb_to_recordset(${JSON.stringify(grades)}::jsonb)
        AS grade ("questionId" bigint, "isCorrect" boolean, "earnedPoints" int, "testsPassed" int, problem jsonb)
     WHERE g.attempt_id = ${attemptId} AND g.question_id = grade."questionId"`.execute(tx)
  return true
}

/** Recomputes the points of a graded attempt after its hand-ins were regraded. Returns its rounded percentage. */
export async function regrade(tx: Tx, attemptId: number, verdict: Verdict | null): Promise<number> {
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
       SET earned_points = earned.points,
           percentage = CASE ${verdict}::text WHEN 'return' THEN 0
                             WHEN 'pass' THEN greatest(${passedPercentage}, round(earned.points * 100.0 / t.total_points))
                             ELSE round(earned.points * 100.0 / t.total_points) END::int
      FROM (SELECT coalesce(sum(earned_points), 0)::int AS points FROM answers WHERE attempt_id = ${attemptId}) earned
     WHERE t.id = ${attemptId} RETURNING t.percentage`.execute(tx)
  return saved.rows[0]?.percentage ?? 0
}

export async function deleteAttemptsOf(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM attempts WHERE user_id = ${userId}`.execute(tx)
}

/**
 * Returns the rounded mean of the person's best percentage in each assessment. Null means that nothing is graded yet. In a course,
 * attempts count for present and past learners, but not for teachers.
 */
export async function meanOfBest(db: Db, userId: number): Promise<number | null> {
  const found = await sql<{ mean: number | null }>`
    SELECT round(avg(best))::int AS mean FROM (
      SELECT max(t.percentage) AS best
        FROM attempts t
        JOIN assessments a ON a.id = t.assessment_id
        LEFT JOIN outline_resources cr ON cr.id = a.resource_id
       WHERE t.user_id = ${userId} AND t.graded_at IS NOT NULL AND a.assignment IS NULL
         AND (cr.course_id IS NULL
              OR EXISTS (SELECT 1 FROM enrolments e WHERE e.user_id = t.user_id AND e.course_id = cr.course_id))
       GROUP BY t.assessment_id) AS bests`.execute(db)
  return found.rows[0]?.mean ?? null
}

/**
 * Returns this person's best percentage in each quiz of a course. Quizzes without a result are left out. An assignment has 100 when
 * it is passed and 0 otherwise.
 */
export async function bestInCourse(
  db: Db,
  userId: number,
  courseId: number,
): Promise<{ resourceId: number; best: number }[]> {
  const found = await sql<{ resourceId: number; best: number }>`
    SELECT cr.id AS "resourceId",
           max(CASE WHEN a.assignment IS NULL THEN t.percentage
                    WHEN t.percentage >= ${passedPercentage}::int THEN 100 ELSE 0 END) AS best
      FROM outline_resources cr
      JOIN assessments a ON a.resource_id = cr.id
      JOIN attempts t ON t.assessment_id = a.id
     WHERE cr.course_id = ${courseId} AND t.user_id = ${userId} AND t.graded_at IS NOT NULL
     GROUP BY cr.id`.execute(db)
  return found.rows
}
