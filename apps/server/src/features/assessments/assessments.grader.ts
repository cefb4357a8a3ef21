/** Decides when attempts are graded: a finished attempt when it is read, and all others by a job that runs once a minute. */
import { setTimeout as wait } from 'node:timers/promises'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import { percentageOf, stateOf } from './assessments.rules.ts'
import * as attemptQuestions from './attempt-questions.store.ts'
import * as store from './assessments.store.ts'
import { createCodeSandbox } from './code-sandbox.ts'
import { createPerUserQueue } from './per-user-queue.ts'
import type { Repetitions } from './repetitions/repetitions.service.ts'

export interface GraderDependencies {
  database: Database
  clock: Clock
  log: Log
  learning: Pick<Learning, 'completeQuiz'>
  repetitions: Pick<Repetitions, 'noteMissed'>
}

/** A call waits at most this long for a grade before it returns 'grading'. */
const gradePatienceMs = 10_000
const attemptsShown = 50
const sweepBatch = 50
/** After this time a sweep leaves the remaining attempts to the next sweep, a minute later. */
const sweepMs = 50_000

export class Grader {
  readonly #deps: GraderDependencies
  readonly #sandbox = createCodeSandbox()
  /**
   * Holds the attempts that this process is grading. One person's attempts are graded one at a time, so that nobody occupies the
   * whole sandbox.
   */
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #turns = createPerUserQueue()

  constructor(deps: GraderDependencies) {
    this.#deps = deps
  }

  /**
   * Grades a finished attempt and waits up to `gradePatienceMs` for the grade. Attempts that are open or already graded are
   * returned unchanged.
   */
  async settle(attempt: store.AttemptRow): Promise<store.AttemptRow> {
    if (stateOf(attempt, this.#deps.clock.now()) !== 'grading') return attempt
    await this.#patiently(this.#gradeOnce(attempt))
    return (await store.attemptById(this.#deps.database.kysely, attempt.id)) ?? refuse('ATTEMPT_NOT_FOUND')
  }

  /** Returns a person's attempts at an assessment, newest first. Finished attempts are graded at the same time before. */
  async settleAll(userId: number, assessmentId: number): Promise<store.AttemptRow[]> {
    const attempts = await store.attemptsOf(this.#deps.database.kysely, userId, assessmentId, attemptsShown)
    const over = attempts.filter((attempt) => stateOf(attempt, this.#deps.clock.now()) === 'grading')
    if (over.length === 0) return attempts
    await this.#patiently(Promise.all(over.map(this.#gradeOrLog)))
    return store.attemptsOf(this.#deps.database.kysely, userId, assessmentId, attemptsShown)
  }

  /** Waits at most `gradePatienceMs`. The grading continues in the background afterwards. */
  async #patiently(grading: Promise<unknown>): Promise<void> {
    const enough = new AbortController()
    const tired = wait(gradePatienceMs, undefined, { signal: enough.signal }).catch(() => undefined)
    await Promise.race([grading, tired]).finally(() => enough.abort())
  }

  /**
   * Grades an attempt at most once at a time in this process. If two processes grade the same attempt, the first grade that is
   * stored counts.
   */
  #gradeOnce({ id, userId }: Pick<store.AttemptRow, 'id' | 'userId'>): Promise<void> {
    const running = this.#underWay.get(id)
    if (running) return running
    const grading = this.#turns.take(userId, () => this.#grade(id)).finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, grading)
    return grading
  }

  /** Logs a failure instead of throwing it, so that other attempts are still graded. The next read of the attempt tries again. */
  readonly #gradeOrLog = (attempt: Pick<store.AttemptRow, 'id' | 'userId'>): Promise<void> =>
    this.#gradeOnce(attempt).catch((err: unknown) =>
      this.#deps.log.error({ err, attemptId: attempt.id }, 'attempt not graded'),
    )

  async #grade(attemptId: number): Promise<void> {
    await store.closeAttempt(this.#deps.database.kysely, attemptId, this.#deps.clock.now())
    const attempt = await store.attemptById(this.#deps.database.kysely, attemptId)
    if (!attempt || attempt.gradedAt || (await this.#waitsForPerson(attempt))) return
    // The module is loaded for the first attempt to keep the start of the server fast.
    const { gradeAnswers } = await import('./assessments.grading.ts')
    const questions = await attemptQuestions.answersToGrade(this.#deps.database.kysely, attempt)
    const grades = await gradeAnswers(questions, this.#sandbox)
    const earnedPoints = grades.reduce((sum, one) => sum + one.earnedPoints, 0)
    const verdict = questions.find((one) => one.verdict)?.verdict ?? null
    const percentage = percentageOf(earnedPoints, attempt.totalPoints, verdict)
    const { userId, assessmentId, number, totalPoints } = attempt
    await this.#deps.database.transaction(async (tx) => {
      const at = this.#deps.clock.now()
      if (!(await store.saveGrade(tx, attemptId, { earnedPoints, percentage }, grades, at))) return
      const assessment = await store.assessmentById(tx, assessmentId)
      // An assignment without a verdict was closed without work, so nothing is completed and nobody is notified.
      if (assessment?.assignment && !verdict) return
      const { courseId = null, resourceId = null } = assessment ?? {}
      if (courseId !== null && resourceId !== null) {
        // `completeQuiz` returns false for teachers, whose attempts do not count as learning.
        const item = { userId, courseId, resourceId }
        const result = {
          percentage: verdict === 'return' ? null : percentage,
          submittedAt: attempt.submittedAt ?? at,
        }
        if (!(await this.#deps.learning.completeQuiz(tx, item, result))) return
      }
      if (assessment) {
        await this.#deps.repetitions.noteMissed(tx, { userId, review: assessment.review }, grades, at)
      }
      await emit(tx, 'attempt.graded', {
        ...(attempt.waitingSince && { studiedAt: attempt.waitingSince.toISOString() }),
        userId,
        assessmentId,
        courseId,
        number,
        percentage,
        earnedPoints,
        totalPoints,
      })
    })
  }

  /** Returns true while a person must still grade an answer of the attempt. The course team is notified once. */
  async #waitsForPerson({ id, userId, assessmentId, number }: store.AttemptRow): Promise<boolean> {
    if (!(await attemptQuestions.isUngraded(this.#deps.database.kysely, id))) return false
    await this.#deps.database.transaction(async (tx) => {
      if (!(await store.markWaiting(tx, id, this.#deps.clock.now()))) return
      const courseId = (await store.assessmentById(tx, assessmentId))?.courseId ?? null
      if (courseId !== null) await emit(tx, 'hand-in.received', { userId, assessmentId, courseId, number })
    })
    return true
  }

  /** Grades an attempt in which a person has graded all hand-ins. */
  async finish(attempt: Pick<store.AttemptRow, 'id' | 'userId'>): Promise<void> {
    await this.#patiently(this.#gradeOnce(attempt))
  }

  /** Ends the attempts without a time limit of learners whose access has ended. The next sweep grades what was answered. */
  async endAfterAccess(): Promise<void> {
    const ended = await store.closeAfterAccess(this.#deps.database.kysely)
    if (ended > 0) this.#deps.log.info({ ended }, 'attempts ended with the access to their course')
  }

  /**
   * Grades finished attempts that nobody reads. A failure does not stop the sweep. People whose attempts this process is already
   * grading are skipped, because waiting for them would delay the others.
   */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const end = this.#deps.clock.now().getTime() + sweepMs
    for (let after = 0; ;) {
      const found = await store.attemptsToGrade(this.#deps.database.kysely, this.#deps.clock.now(), {
        after,
        limit: sweepBatch,
      })
      for (const attempt of found) {
        if (stopping?.aborted || this.#deps.clock.now().getTime() >= end) return
        if (!this.#turns.isBusy(attempt.userId)) await this.#gradeOrLog(attempt)
        after = attempt.id
      }
      if (found.length < sweepBatch) return
    }
  }
}
