/** Stores answers of an open attempt as entries of the outbox. */
import type { Attempt, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { call } from '#web/platform/transfer/client.ts'
import { ageSince, defineKind, outboxOf } from '#web/platform/outbox/outbox.ts'
import type { Answers } from './answer-outbox.ts'

interface LateAnswer {
  assessmentId: number
  number: number
  questionId: number
  answer: GivenAnswer
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isAnswer = (value: unknown): value is GivenAnswer =>
  value === null ||
  ['number', 'boolean', 'string'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => one === null || typeof one === 'number'))

/** Compares arrays by content, because an answer that was read from the device is another array than the current one. */
const isSame = (one: GivenAnswer | undefined, other: GivenAnswer): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))

/** An entry of the outbox is one answer, keyed by assessment, attempt and question. The server keeps the latest answer. */
export const lateAnswer = defineKind({
  name: 'answer',
  keepsRefused: true,
  changes: [['attempt'], ['assessment']],
  isPayload: (value): value is LateAnswer =>
    isRecord(value) &&
    ['assessmentId', 'number', 'questionId'].every((field) => typeof value[field] === 'number') &&
    isAnswer(value['answer']),
  send: ({ assessmentId, number, questionId, answer }, { agoMs, request }) =>
    call('saveAnswer', {
      params: { id: assessmentId, number, questionId },
      body: { answer, ...(agoMs !== undefined && { agoMs }) },
      ...request,
    }),
  textOf: ({ answer }) => (typeof answer === 'string' ? answer : ''),
})

/** Holds the unsent answers of one attempt on this device. */
export function lateAnswersOf(userId: number, { assessmentId, number }: Attempt) {
  const outbox = outboxOf(userId)
  const entries = () =>
    outbox.shown
      .getState()
      .flatMap(({ kind, key, payload, madeAt, refusal }) =>
        kind === lateAnswer.name &&
        !refusal &&
        lateAnswer.isPayload(payload) &&
        payload.assessmentId === assessmentId &&
        payload.number === number
          ? [{ key, madeAt, ...payload }]
          : [],
      )
  /**
   * Holds the answers that this page has read or stored. The page removes only these, so that it cannot remove an answer of another
   * tab.
   */
  const own = new Map<number, { answer: GivenAnswer; madeAt: number }>()
  return {
    read(): Answers {
      for (const { questionId, answer, madeAt } of entries()) own.set(questionId, { answer, madeAt })
      return Object.fromEntries([...own].map(([questionId, { answer }]) => [questionId, answer]))
    },
    /**
     * Returns the answer's age for the call, because an answer given on another device may be newer than a delayed one. The outbox
     * may have sent the answer and removed its entry already, so the age is not read from the entry.
     */
    ageOf(questionId: number): { agoMs?: number } {
      const given = own.get(questionId)
      return given ? ageSince(given.madeAt) : {}
    },
    /** Null means that the server has all answers. Answers that were stored earlier keep their time. */
    keep(unsaved: Answers | null): void {
      const stored = entries()
      for (const { key, questionId, answer } of stored)
        if (unsaved?.[questionId] === undefined && isSame(own.get(questionId)?.answer, answer))
          outbox.drop(lateAnswer, key)
      for (const [id, answer] of Object.entries(unsaved ?? {})) {
        const questionId = Number(id)
        const same = stored.find((one) => one.questionId === questionId && isSame(one.answer, answer))
        const before = own.get(questionId)
        const isKnown = before !== undefined && isSame(before.answer, answer)
        own.set(questionId, { answer, madeAt: same?.madeAt ?? (isKnown ? before.madeAt : Date.now()) })
        if (same || isKnown) continue
        const key = `${assessmentId}-${number}-${questionId}`
        outbox.put(lateAnswer, key, { assessmentId, number, questionId, answer })
      }
    },
  }
}
