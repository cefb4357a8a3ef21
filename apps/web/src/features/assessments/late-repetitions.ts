/**
 * Stores answers to questions that are asked again, or after a video, as entries of the outbox. The server counts one answer for
 * each time that a question is due.
 */
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { call } from '#web/platform/transfer/client.ts'
import { defineKind, type Shown } from '#web/platform/outbox/outbox.ts'
import { isAnswer, isRecord } from './late-answers.ts'

interface LateRepetition {
  questionId: number
  /** The question was due at this time, which identifies the repetition. */
  dueAt: string
  answer: GivenAnswer
}

/**
 * An entry of the outbox is one answer, keyed by question. The entry is dropped when the question was answered on another device or
 * is no longer due.
 */
export const lateRepetition = defineKind({
  name: 'repetition',
  keepsRefused: false,
  changes: [['repetitions']],
  isPayload: (value): value is LateRepetition =>
    isRecord(value) &&
    typeof value['questionId'] === 'number' &&
    typeof value['dueAt'] === 'string' &&
    isAnswer(value['answer']),
  send: ({ questionId, dueAt, answer }, { agoMs, request }) =>
    call('answerRepetition', {
      params: { questionId },
      body: { answer, dueAt, ...(agoMs !== undefined && { agoMs }) },
      ...request,
    }),
})

/** Returns the ids of the questions with an answer that waits on this device. */
export const waitingAnswers = (entries: readonly Shown[]): ReadonlySet<number> =>
  new Set(
    entries.flatMap(({ kind, payload }) =>
      kind === lateRepetition.name && lateRepetition.isPayload(payload) ? [payload.questionId] : [],
    ),
  )

/** Returns the questions without a waiting answer on this device. */
export function notAnsweredHere(questions: readonly Repetition[], entries: readonly Shown[]): Repetition[] {
  const answered = new Set(
    entries.flatMap(({ kind, payload }) =>
      kind === lateRepetition.name && lateRepetition.isPayload(payload)
        ? [`${payload.questionId} ${payload.dueAt}`]
        : [],
    ),
  )
  return questions.filter(({ id, dueAt }) => !answered.has(`${id} ${dueAt}`))
}
