import type { Assessment, Attempt, AttemptSummary, GivenAnswer } from '@apogee/contracts/assessments.ts'
import { quizFileMaxBytes, readQuizFile, type QuizFile } from '@apogee/contracts/quiz-file.ts'
import type { Transaction } from 'kysely'
import { text } from 'node:stream/consumers'
import type { DB } from '#server/platform/database/schema.d.ts'
import { maySeeDrafts, verdictOn } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingIn } from '#server/policy/standing.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { createGrader, type GraderParts } from './assessments.grader.ts'
import { answerFits, questionsOf, stateOf, timeLimitOf } from './assessments.rules.ts'
import * as store from './assessments.store.ts'

export interface AssessmentsParts extends GraderParts {
  limitsOn: boolean
  media: Pick<Media, 'fileById' | 'openFile'>
}

const hourMs = 3_600_000
/** Starts of one assessment that one person has in an hour: grading runs code. */
const startsInAnHour = 30

export type Assessments = ReturnType<typeof createAssessments>

export function createAssessments(parts: AssessmentsParts) {
  const { database, clock, media } = parts
  const { kysely } = database
  const { settle, settleAll, sweep } = createGrader(parts)

  /** Whoever may not study its course finds no such assessment, or is told so where the course is public. */
  async function mayTake(caller: Caller, resourceId: number): Promise<void> {
    const standing = await standingIn(kysely, caller, { resource: resourceId })
    if (!standing) refuse('ASSESSMENT_NOT_FOUND')
    const verdict = verdictOn('course.study', standing)
    if (verdict === 'hide') refuse('ASSESSMENT_NOT_FOUND')
    if (verdict !== 'allow') refuse('FORBIDDEN')
    if (standing.isDraft && !maySeeDrafts(standing)) refuse('ASSESSMENT_NOT_FOUND')
  }

  async function openTo(caller: Caller, id: number): Promise<store.AssessmentRow> {
    const found = (await store.assessmentById(kysely, id)) ?? refuse('ASSESSMENT_NOT_FOUND')
    if (found.resourceId !== null) await mayTake(caller, found.resourceId)
    return found
  }

  async function ownAttempt(caller: Caller, assessmentId: number, number: number): Promise<store.AttemptRow> {
    const found = await store.attemptByNumber(kysely, caller.userId, assessmentId, number)
    return found ?? refuse('ATTEMPT_NOT_FOUND')
  }

  /** Makes an assessment of a quiz; null when its item has one already. */
  async function create(
    tx: Transaction<DB>,
    quiz: QuizFile,
    resourceId: number | null,
  ): Promise<number | null> {
    const form = { resourceId, title: quiz.title, timeLimitSeconds: timeLimitOf(quiz) }
    return (await store.insertAssessment(tx, form, questionsOf(quiz))) ?? null
  }

  /** The assessment of a quiz item: made from its file when it is first asked for. */
  async function ofResource(caller: Caller, resourceId: number): Promise<Assessment> {
    const before = await store.assessmentOfResource(kysely, resourceId)
    if (before) return present(caller, before)
    const { mediaId } = (await store.quizFileOf(kysely, resourceId)) ?? refuse('ASSESSMENT_NOT_FOUND')
    const quiz = await readQuiz(mediaId)
    await database.transaction((tx) => create(tx, quiz, resourceId))
    return present(
      caller,
      (await store.assessmentOfResource(kysely, resourceId)) ?? refuse('ASSESSMENT_NOT_FOUND'),
    )
  }

  /** The file was found to be right when it was uploaded. */
  async function readQuiz(mediaId: number): Promise<QuizFile> {
    const file = await media.fileById(kysely, mediaId)
    if (!file || file.sizeBytes > quizFileMaxBytes) refuse('ASSESSMENT_NOT_FOUND')
    const read = readQuizFile(await text(await media.openFile(file.storageKey)))
    if ('problems' in read) throw new Error(`the quiz file of medium ${mediaId} is no longer a quiz`)
    return read.quiz
  }

  async function read(caller: Caller, id: number): Promise<Assessment> {
    return present(caller, await openTo(caller, id))
  }

  async function present(caller: Caller, row: store.AssessmentRow): Promise<Assessment> {
    const attempts = await settleAll(caller.userId, row.id)
    const { resourceId, courseContentId, courseId, courseTitle } = row
    return {
      id: row.id,
      title: row.title,
      timeLimitSeconds: row.timeLimitSeconds,
      questionCount: row.questionCount,
      totalPoints: row.totalPoints,
      lesson:
        resourceId === null || courseContentId === null || courseId === null
          ? null
          : { resourceId, courseContentId, courseId, courseTitle: courseTitle ?? '' },
      attempts: attempts.map(presentSummary),
    }
  }

  function presentSummary(row: store.AttemptRow): AttemptSummary {
    return {
      number: row.number,
      state: stateOf(row, clock.now()),
      startedAt: row.startedAt.toISOString(),
      deadline: row.deadlineAt.toISOString(),
      submittedAt: row.submittedAt?.toISOString() ?? null,
      percentage: row.percentage,
      earnedPoints: row.earnedPoints,
      totalPoints: row.totalPoints,
    }
  }

  async function presentAttempt(title: string, row: store.AttemptRow): Promise<Attempt> {
    const results = row.gradedAt ? await store.resultsOf(kysely, row.id) : []
    return {
      ...presentSummary(row),
      assessmentId: row.assessmentId,
      title,
      now: clock.now().toISOString(),
      questions: await store.askedQuestions(kysely, row.assessmentId, row.id),
      results: results.map(({ key, testsPassed, kind: _, ...result }) => ({
        ...result,
        correctAnswer: Array.isArray(key) ? null : key,
        tests: Array.isArray(key) ? { passed: testsPassed, total: key.length } : null,
      })),
    }
  }

  /** Starts an attempt, or answers the open one. The deadline is set here and never moves. */
  async function start(caller: Caller, id: number): Promise<Attempt> {
    const found = await openTo(caller, id)
    const open = await store.openAttempt(kysely, caller.userId, id)
    if (open && stateOf(open, clock.now()) === 'open') return presentAttempt(found.title, open)
    if (open) await settle(open)
    await refuseRush(caller, id)
    const startedAt = clock.now()
    const started = await store.insertAttempt(kysely, {
      userId: caller.userId,
      assessmentId: id,
      startedAt,
      deadlineAt: new Date(startedAt.getTime() + found.timeLimitSeconds * 1000),
      totalPoints: found.totalPoints,
    })
    // Pressed twice: the other press was first, and its attempt is the one.
    const attempt = started ?? (await store.openAttempt(kysely, caller.userId, id))
    return attempt ? presentAttempt(found.title, attempt) : refuse('UNAVAILABLE')
  }

  async function refuseRush({ userId }: Caller, id: number): Promise<void> {
    if (!parts.limitsOn) return
    const since = new Date(clock.now().getTime() - hourMs)
    if ((await store.startedSince(kysely, userId, id, since)) >= startsInAnHour) {
      refuse('TOO_MANY_ATTEMPTS', { retryAfter: 900 })
    }
  }

  async function readAttempt(caller: Caller, id: number, number: number): Promise<Attempt> {
    const found = await openTo(caller, id)
    return presentAttempt(found.title, await settle(await ownAttempt(caller, id, number)))
  }

  /** Keeps an answer while the attempt is open. The attempt's row is held, so that none arrives during grading. */
  async function saveAnswer(
    caller: Caller,
    { id, number, questionId }: { id: number; number: number; questionId: number },
    given: GivenAnswer,
  ): Promise<{ savedAt: string }> {
    await openTo(caller, id)
    return database.transaction(async (tx) => {
      const attempt =
        (await store.attemptByNumber(tx, caller.userId, id, number, { toWrite: true })) ??
        refuse('ATTEMPT_NOT_FOUND')
      const now = clock.now()
      if (stateOf(attempt, now) !== 'open') refuse('ATTEMPT_OVER')
      const question = (await store.questionKindOf(tx, id, questionId)) ?? refuse('QUESTION_NOT_FOUND')
      if (!answerFits(question, given)) {
        refuse('VALIDATION', { issues: [{ path: 'answer', message: 'does not fit the question' }] })
      }
      const kept = typeof given === 'string' ? given.toWellFormed() : given
      await store.keepAnswer(tx, attempt.id, questionId, kept, now)
      return { savedAt: now.toISOString() }
    })
  }

  /** Hands an attempt in. Once is enough: a second time, or after the deadline, answers what became of it. */
  async function submit(caller: Caller, id: number, number: number): Promise<Attempt> {
    const found = await openTo(caller, id)
    const attempt = await ownAttempt(caller, id, number)
    await store.closeAttempt(kysely, attempt.id, clock.now())
    return presentAttempt(found.title, await settle({ ...attempt, submittedAt: clock.now() }))
  }

  return {
    read,
    ofResource,
    start,
    readAttempt,
    saveAnswer,
    submit,
    sweep,
    create,
    /** For a person who is erased: their attempts, and with them their answers. */
    forget: store.deleteAttemptsOf,
    /** The mean of this person's best percentages, one for each assessment, rounded; null before the first result. */
    averageScoreOf: (userId: number): Promise<number | null> => store.meanOfBest(kysely, userId),
  }
}
