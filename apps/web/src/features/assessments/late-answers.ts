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

/** An answer read from the device is a different array with equal numbers. */
const isSame = (one: GivenAnswer | undefined, other: GivenAnswer): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))

/** The entry is an answer, keyed by assessment, attempt and question. The server stores the latest one. */
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
  /** The map holds the answers that this page has read or stored; it must not remove an answer of another tab. */
  const own = new Map<number, { answer: GivenAnswer; madeAt: number }>()
  return {
    read(): Answers {
      for (const { questionId, answer, madeAt } of entries()) own.set(questionId, { answer, madeAt })
      return Object.fromEntries([...own].map(([questionId, { answer }]) => [questionId, answer]))
    },
    /**
     * Returns the age for the call: a delayed answer may be older than one given on another device. Its entry may be gone, because
     * the outbox may have sent it too.
     */
    ageOf(questionId: number): { agoMs?: number } {
      const given = own.get(questionId)
      return given ? ageSince(given.madeAt) : {}
    },
    /** Null means that the server has all answers. Stored answers keep their time. */
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
