/** Reads the questions of an attempt, with the learner's answers and their results. */
import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { GivenAnswer, ShownRubric } from '@apogee/contracts/assessments/assessments.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AnswerKey } from './answers.rules.ts'
import type { AnsweredQuestion, Grade } from './assessments.grading.ts'
import type { AttemptRow } from './assessments.store.ts'
import {
  pictureOfQuestion,
  picturesOfOptions,
  type OptionPictureRow,
  type PictureRow,
} from './questions/question-pictures.store.ts'

export interface AskedQuestion {
  id: number
  kind: QuestionKind
  question: string
  picture: PictureRow | null
  points: number
  options: string[]
  optionPictures: (OptionPictureRow | null)[] | null
  prompts: string[]
  starterCode: string
  functionName: string | null
  filesAllowed: number
  takesText: boolean
  rubric: ShownRubric | null
  given: GivenAnswer
}

type Taken = Pick<AttemptRow, 'id' | 'assessmentId' | 'version'>

/** Selects the questions `q` of an attempt: those drawn for it, or all of its version. */
const askedIn = (attempt: Taken) => sql`
  q.quiz_id = ${attempt.assessmentId} AND q.version = ${attempt.version}
  AND EXISTS (SELECT FROM attempts d WHERE d.id = ${attempt.id} AND (d.drawn IS NULL OR q.id = ANY (d.drawn)))`

/** Returns the questions of an attempt in the written order, with the learner's own answers and without keys. */
export async function selectQuestionsOfAttempt(db: Db, attempt: Taken): Promise<AskedQuestion[]> {
  const found = await sql<AskedQuestion>`
    SELECT q.id, q.kind, q.question, ${pictureOfQuestion}, q.points, q.options, ${picturesOfOptions},
           q.prompts, q.starter_code AS "starterCode",
           q.function_name AS "functionName", q.files_allowed AS "filesAllowed", q.takes_text AS "takesText", q.rubric, g.given
      FROM assessment_questions q
      LEFT JOIN answers g ON g.question_id = q.id AND g.attempt_id = ${attempt.id}
     WHERE ${askedIn(attempt)} ORDER BY q.place`.execute(db)
  return found.rows
}

type QuestionToAnswer = Pick<AskedQuestion, 'kind' | 'options' | 'prompts' | 'filesAllowed' | 'takesText'>

export async function questionToAnswer(
  db: Db,
  attempt: Taken,
  questionId: number,
): Promise<QuestionToAnswer | undefined> {
  const found = await sql<QuestionToAnswer>`
    SELECT q.kind, q.options, q.prompts, q.files_allowed AS "filesAllowed", q.takes_text AS "takesText" FROM assessment_questions q
     WHERE q.id = ${questionId} AND ${askedIn(attempt)}`.execute(db)
  return found.rows[0]
}

/** Returns the answer keys, so only the grader may call it. */
export async function answersToGrade(db: Db, attempt: Taken): Promise<AnsweredQuestion[]> {
  const found = await sql<AnsweredQuestion>`
    SELECT q.id AS "questionId", q.points, q.function_name AS "functionName", k.key, g.given,
           (SELECT p.points FROM hand_in_grades p WHERE p.attempt_id = ${attempt.id} AND p.question_id = q.id
             ORDER BY p.id DESC LIMIT 1) AS "personPoints",
           (SELECT p.verdict FROM hand_in_grades p WHERE p.attempt_id = ${attempt.id} AND p.question_id = q.id
             ORDER BY p.id DESC LIMIT 1) AS verdict
      FROM assessment_questions q
      JOIN answer_keys k ON k.question_id = q.id
      LEFT JOIN answers g ON g.question_id = q.id AND g.attempt_id = ${attempt.id}
     WHERE ${askedIn(attempt)} ORDER BY q.place`.execute(db)
  return found.rows
}

/** Tells whether the attempt holds an answer that a person must still grade. */
export async function isUngraded(db: Db, attemptId: number): Promise<boolean> {
  const found = await sql<{ isUngraded: boolean }>`
    SELECT EXISTS (SELECT FROM hand_ins WHERE attempt_id = ${attemptId} AND NOT is_graded) AS "isUngraded"`.execute(
    db,
  )
  return found.rows[0]?.isUngraded ?? false
}

export interface ResultRow {
  questionId: number
  isCorrect: boolean
  earnedPoints: number
  testsPassed: number
  problem: Grade['problem']
  kind: QuestionKind
  key: AnswerKey
  explanation: string
  feedback: string[]
  given: GivenAnswer
  /** The grader wrote this comment. Null means that there is none. */
  comment: string | null
  levels: number[] | null
}

/** Returns no results before the attempt is graded. The SQL statement itself checks this. */
export async function resultsOf(db: Db, attemptId: number): Promise<ResultRow[]> {
  const found = await sql<ResultRow>`
    SELECT q.id AS "questionId", coalesce(g.is_correct, false) AS "isCorrect",
           coalesce(g.earned_points, 0) AS "earnedPoints", coalesce(g.tests_passed, 0) AS "testsPassed", g.problem,
           q.kind, k.key, k.explanation, k.feedback, g.given, newest.comment, newest.levels
      FROM attempts t
      JOIN assessment_questions q ON q.quiz_id = t.assessment_id AND q.version = t.version
                                 AND (t.drawn IS NULL OR q.id = ANY (t.drawn))
      JOIN answer_keys k ON k.question_id = q.id
      LEFT JOIN answers g ON g.question_id = q.id AND g.attempt_id = t.id
      LEFT JOIN LATERAL (SELECT p.comment, p.levels FROM hand_in_grades p
                          WHERE p.attempt_id = t.id AND p.question_id = q.id ORDER BY p.id DESC LIMIT 1) newest ON true
     WHERE t.id = ${attemptId} AND t.graded_at IS NOT NULL ORDER BY q.place`.execute(db)
  return found.rows
}
