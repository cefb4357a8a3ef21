/** Answers of an open attempt, as entries of the outbox. */
import type { Attempt, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { call } from '#web/platform/client.ts'
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

/** What was read from the device is another list with the same numbers. */
const isSame = (one: GivenAnswer | undefined, other: GivenAnswer): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))

/** An answer, by assessment, attempt and question. The server keeps the one that was given last. */
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

/** The answers of one attempt that the server does not have yet, on this device. */
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
  /** What this page has read or stored: an answer of another tab is not its to drop. */
  const own = new Map<number, { answer: GivenAnswer; madeAt: number }>()
  return {
    read(): Answers {
      for (const { questionId, answer, madeAt } of entries()) own.set(questionId, { answer, madeAt })
      return Object.fromEntries([...own].map(([questionId, { answer }]) => [questionId, answer]))
    },
    /**
     * For the call: an answer that has waited may be older than one that was given on another device. Its entry may be gone, because the
     * outbox has sent it, too.
     */
    ageOf(questionId: number): { agoMs?: number } {
      const given = own.get(questionId)
      return given ? ageSince(given.madeAt) : {}
    },
    /** Null: the server has all. What is stored already keeps its time. */
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
