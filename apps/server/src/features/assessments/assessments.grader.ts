/** When attempts are graded: as soon as somebody looks at one that is over, and once a minute what nobody came back for. */
import { setTimeout as wait } from 'node:timers/promises'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import { gradeAnswers } from './assessments.grading.ts'
import { percentageOf, stateOf } from './assessments.rules.ts'
import * as store from './assessments.store.ts'
import { createCodeSandbox } from './code-sandbox.ts'
import { createPerUserQueue } from './per-user-queue.ts'

export interface GraderDependencies {
  database: Database
  clock: Clock
  log: Log
  learning: Pick<Learning, 'completeItem'>
}

/** How long a call waits for a grade before it answers 'grading'. */
const gradePatienceMs = 10_000
const attemptsShown = 50
const sweepBatch = 50
/** After this long a sweep leaves the rest to the next one, a minute after it. */
const sweepMs = 50_000

export class Grader {
  readonly #deps: GraderDependencies
  readonly #sandbox = createCodeSandbox()
  /** Attempts this process is grading now, one of a person at a time: nobody has the sandbox to themselves. */
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #turns = createPerUserQueue()

  constructor(deps: GraderDependencies) {
    this.#deps = deps
  }

  /** What is over is graded, as far as patience goes; what is open or graded stays as it is. */
  async settle(attempt: store.AttemptRow): Promise<store.AttemptRow> {
    if (stateOf(attempt, this.#deps.clock.now()) !== 'grading') return attempt
    await this.#patiently(this.#gradeOnce(attempt))
    return (await store.attemptById(this.#deps.database.kysely, attempt.id)) ?? refuse('ATTEMPT_NOT_FOUND')
  }

  /** A person's attempts at an assessment, the newest first; those that are over are waited for together. */
  async settleAll(userId: number, assessmentId: number): Promise<store.AttemptRow[]> {
    const attempts = await store.attemptsOf(this.#deps.database.kysely, userId, assessmentId, attemptsShown)
    const over = attempts.filter((attempt) => stateOf(attempt, this.#deps.clock.now()) === 'grading')
    if (over.length === 0) return attempts
    await this.#patiently(Promise.all(over.map(this.#gradeOrLog)))
    return store.attemptsOf(this.#deps.database.kysely, userId, assessmentId, attemptsShown)
  }

  /** Waits, but not for ever: what takes longer goes on by itself. */
  async #patiently(grading: Promise<unknown>): Promise<void> {
    const enough = new AbortController()
    const tired = wait(gradePatienceMs, undefined, { signal: enough.signal }).catch(() => undefined)
    await Promise.race([grading, tired]).finally(() => enough.abort())
  }

  /** In this process only once at a time; among processes the first to write its grade wins. */
  #gradeOnce({ id, userId }: Pick<store.AttemptRow, 'id' | 'userId'>): Promise<void> {
    const running = this.#underWay.get(id)
    if (running) return running
    const grading = this.#turns.take(userId, () => this.#grade(id)).finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, grading)
    return grading
  }

  /** For attempts among others: one that fails does not hold them up, and is tried again when somebody looks. */
  readonly #gradeOrLog = (attempt: Pick<store.AttemptRow, 'id' | 'userId'>): Promise<void> =>
    this.#gradeOnce(attempt).catch((err: unknown) =>
      this.#deps.log.error({ err, attemptId: attempt.id }, 'an attempt was not graded'),
    )

  async #grade(attemptId: number): Promise<void> {
    await store.closeAttempt(this.#deps.database.kysely, attemptId, this.#deps.clock.now())
    const attempt = await store.attemptById(this.#deps.database.kysely, attemptId)
    if (!attempt || attempt.gradedAt) return
    const grades = await gradeAnswers(
      await store.answersToGrade(this.#deps.database.kysely, attempt),
      this.#sandbox,
    )
    const earnedPoints = grades.reduce((sum, one) => sum + one.earnedPoints, 0)
    const percentage = percentageOf(earnedPoints, attempt.totalPoints)
    const { userId, assessmentId, number, totalPoints } = attempt
    await this.#deps.database.transaction(async (tx) => {
      const isFirst = await store.saveGrade(
        tx,
        attemptId,
        { earnedPoints, percentage },
        grades,
        this.#deps.clock.now(),
      )
      if (!isFirst) return
      const { courseId = null, resourceId = null } = (await store.assessmentById(tx, assessmentId)) ?? {}
      if (courseId !== null && resourceId !== null) {
        // Whoever teaches the course tries its quiz out; that is no learning.
        if (!(await this.#deps.learning.completeItem(tx, { userId, courseId, resourceId }))) return
      }
      await emit(tx, 'attempt.graded', {
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

  /**
   * Grades what nobody came back for, past what fails. Whoever has attempts being graded here is left to the next sweep:
   * waiting for them would hold up the others.
   */
  async sweep(): Promise<void> {
    const end = this.#deps.clock.now().getTime() + sweepMs
    for (let after = 0; ;) {
      const found = await store.attemptsToGrade(this.#deps.database.kysely, this.#deps.clock.now(), {
        after,
        limit: sweepBatch,
      })
      for (const attempt of found) {
        if (this.#deps.clock.now().getTime() >= end) return
        if (!this.#turns.isBusy(attempt.userId)) await this.#gradeOrLog(attempt)
        after = attempt.id
      }
      if (found.length < sweepBatch) return
    }
  }
}
