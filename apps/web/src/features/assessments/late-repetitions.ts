/** Answers to missed questions, as entries of the outbox. The server counts one answer for each time that a question is due. */
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { call } from '#web/platform/client.ts'
import { defineKind, type Shown } from '#web/platform/outbox/outbox.ts'
import { isAnswer, isRecord } from './late-answers.ts'

interface LateRepetition {
  questionId: number
  /** When it was due. */
  dueAt: string
  answer: GivenAnswer
}

/** An answer, by question. One that was given elsewhere, or whose question is not asked any more, is dropped: nothing depends on it. */
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

/** The questions whose answer does not wait on this device. */
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
