/** Asks learners again about questions that they answered wrongly, or after a video (docs/decisions/quizzes.md). */
import { createHash } from 'node:crypto'
import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { GivenAnswer, Review } from '@apogee/contracts/assessments/assessments.ts'
import type { Recall } from '@apogee/contracts/assessments/recall.ts'
import type {
  Repetition,
  RepetitionResult,
  Repetitions as DueRepetitions,
} from '@apogee/contracts/assessments/repetitions.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Grade } from '../assessments.grading.ts'
import { answerFits, isAlwaysShuffled, rightAnswer, shareOf, shuffled, toStored } from '../answers.rules.ts'
import { dueAfterCorrect, dueAfterMiss } from '../assessments.rules.ts'
import type { QuestionPictures } from '../questions/question-pictures.ts'
import * as store from './repetitions.store.ts'

const questionsShown = 20

export interface RepetitionReply {
  answer: GivenAnswer
  /** The question was due at this time when the learner answered it. */
  dueAt?: string | undefined
  /** The answer was given this many milliseconds ago. */
  agoMs?: number | undefined
}

export class Repetitions {
  readonly #database: Database
  readonly #clock: Clock
  readonly #pictures: QuestionPictures
  /** Deletes the repetitions of an erased person. */
  readonly forget = store.deleteRepetitionsOf
  /** Moves repetitions to a new version of their quiz. */
  readonly moveTo = store.moveRepetitions

  constructor({
    database,
    clock,
    questionPictures,
  }: {
    database: Database
    clock: Clock
    questionPictures: QuestionPictures
  }) {
    this.#database = database
    this.#clock = clock
    this.#pictures = questionPictures
  }

  /** Stores the questions missed in a graded attempt. Code is not asked again, because its tests need a run of the sandbox. */
  async noteMissed(
    tx: Tx,
    { userId, review }: { userId: number; review: Review },
    grades: readonly Pick<Grade, 'questionId' | 'isCorrect' | 'testsPassed' | 'isByPerson'>[],
    at: Date,
  ): Promise<void> {
    // A quiz that shows only its score must not reveal which answers were wrong.
    if (review === 'score') return
    // Code and hand-ins are not asked again.
    const missed = grades.filter(
      ({ isCorrect, testsPassed, isByPerson }) => !isCorrect && testsPassed === null && !isByPerson,
    )
    if (missed.length === 0) return
    const ids = missed.map(({ questionId }) => questionId)
    await store.saveMissed(tx, userId, ids, dueAfterMiss(at))
  }

  async due(caller: Caller): Promise<DueRepetitions> {
    const { userId } = caller
    const now = this.#clock.now()
    const { due, nextDueAt } = await store.countRepetitions(this.#database.kysely, userId, now)
    const questions =
      due === 0 ? [] : await store.dueQuestions(this.#database.kysely, userId, now, questionsShown)
    return {
      questions: questions.map((question) => this.#present(caller, question)),
      due,
      nextDueAt: nextDueAt?.toISOString() ?? null,
    }
  }

  #present(caller: Caller, { step, dueAt, ...question }: store.DueQuestion): Repetition {
    const shown = shownOptions({ ...question, userId: caller.userId, step })
    return {
      ...this.#pictures.shown(caller, question),
      dueAt: dueAt.toISOString(),
      options: shown ? shown.map((index) => question.options[index] ?? '') : question.options,
    }
  }

  /** Returns the question after a video, unless the learner has answered it and it is not due, or is not asked again. */
  async afterVideo(caller: Caller, resourceId: number): Promise<Recall> {
    const now = this.#clock.now()
    const found = await store.recallQuestion(this.#database.kysely, caller.userId, resourceId)
    if (!found) return { question: null, nextDueAt: null }
    const { hasBegun, dueAt, ...question } = found
    if (!hasBegun) return { question: this.#present(caller, { ...question, dueAt: now }), nextDueAt: null }
    if (!dueAt || dueAt > now) return { question: null, nextDueAt: dueAt?.toISOString() ?? null }
    return { question: this.#present(caller, { ...question, dueAt }), nextDueAt: null }
  }

  /**
   * Checks an answer and schedules the next repetition. Refuses QUESTION_NOT_FOUND, QUESTION_NOT_DUE, and an answer that does not
   * fit the question. The reply names the due time, so that an answer counts once even if it arrives twice or the question was
   * answered on another device before. The next interval begins when the answer was given, not when it arrived. The first answer to
   * the question after a video begins its repetitions, so that question has no due time before.
   */
  answer({ userId }: Caller, questionId: number, reply: RepetitionReply): Promise<RepetitionResult> {
    return this.#database.transaction(async (tx) => {
      const now = this.#clock.now()
      const { answer: given, dueAt: answeredFor, agoMs = 0 } = reply
      const isFirst = await store.beginRecall(tx, userId, questionId, new Date(now.getTime() - agoMs))
      const asked = (await store.repetitionToAnswer(tx, userId, questionId)) ?? refuse('QUESTION_NOT_FOUND')
      const wasDueAt = asked.dueAt ?? refuse('QUESTION_NOT_DUE')
      const isOtherTime =
        !isFirst && answeredFor !== undefined && Date.parse(answeredFor) !== wasDueAt.getTime()
      if (wasDueAt > now || isOtherTime) refuse('QUESTION_NOT_DUE')
      if (given === null || !answerFits(asked, given)) {
        refuse('VALIDATION', { issues: [{ path: 'answer', message: 'does not fit the question' }] })
      }
      const { key, kind } = asked
      // An answer to code or to a hand-in could not be checked here. Neither kind is asked again.
      const isGradable = !Array.isArray(key) && !(typeof key === 'object' && 'guide' in key)
      const shown = shownOptions({ ...asked, id: questionId, userId })
      const isCorrect = isGradable && shareOf(key, toStored(kind, given, shown)) === 1
      const step = isCorrect ? asked.step + 1 : 0
      const givenAt = new Date(Math.max(wasDueAt.getTime(), now.getTime() - agoMs))
      const dueAt = isCorrect ? dueAfterCorrect(step, givenAt) : dueAfterMiss(givenAt)
      if (dueAt) await store.scheduleRepetition(tx, userId, questionId, { step, dueAt })
      else await store.endRepetition(tx, userId, questionId, { step, isRecall: asked.isRecall })
      const isShown = asked.review === 'answers'
      return {
        isCorrect,
        correctAnswer: isShown ? rightAnswer(key, shown) : null,
        explanation: isShown ? asked.explanation : '',
        nextDueAt: dueAt?.toISOString() ?? null,
      }
    })
  }
}

/**
 * Returns the order of the options. The order is derived from the ids and the step, so it stays the same until the question is
 * answered without being stored. Undefined means the order in which the author wrote them.
 */
function shownOptions({
  userId,
  id,
  step,
  kind,
  options,
}: {
  userId: number
  id: number
  step: number
  kind: QuestionKind
  options: readonly string[]
}): number[] | undefined {
  if (!isAlwaysShuffled(kind)) return undefined
  const digest = createHash('sha256').update(`${userId}:${id}:${step}`).digest()
  let place = 0
  return shuffled(options.length, () => digest.readUInt8(place++ % digest.length) / 256)
}
