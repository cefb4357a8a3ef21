/** Stores the submission of an attempt as an entry of the outbox, after the attempt's answers. */
import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { defineKind, outboxOf } from '#web/platform/outbox/outbox.ts'
import { isRecord, lateAnswer } from './late-answers.ts'

interface LateSubmission {
  userId: number
  assessmentId: number
  number: number
}

export const submissionKeyOf = ({ assessmentId, number }: Pick<Attempt, 'assessmentId' | 'number'>): string =>
  `${assessmentId}-${number}`

/**
 * Sends all answers before the submission, because the server accepts none after it. The outbox would send entries concurrently.
 */
async function sendAnswers({ userId, assessmentId, number }: LateSubmission): Promise<void> {
  const outbox = outboxOf(userId)
  for (const { kind, key, payload, refusal } of outbox.entries.all()) {
    const isOfAttempt =
      kind === lateAnswer.name &&
      !refusal &&
      lateAnswer.isPayload(payload) &&
      payload.assessmentId === assessmentId &&
      payload.number === number
    if (!isOfAttempt) continue
    outbox.kinds.set(lateAnswer.name, lateAnswer.erased)
    // oxlint-disable-next-line no-await-in-loop -- the connection may be lost again
    const outcome = await outbox.send(lateAnswer, key, 'silent')
    if (outcome.kind === 'waits') throw outcome.error ?? unsent()
  }
}

const unsent = () =>
  new ApiError({ status: 0, errorCode: 'NETWORK_ERROR', message: 'An answer has not arrived yet' })

/**
 * The key consists of assessment and attempt. Repeating a submission returns the first result, and an attempt whose time has ended
 * meanwhile has a result already. The server may refuse the work of an assignment that was closed meanwhile.
 */
export const lateSubmission = defineKind({
  name: 'submission',
  keepsRefused: true,
  changes: [['attempt'], ['assessment'], ['course'], ['content-resources'], ['enrolled']],
  isPayload: (value): value is LateSubmission =>
    isRecord(value) &&
    ['userId', 'assessmentId', 'number'].every((field) => typeof value[field] === 'number'),
  send: async (submission, { request }) => {
    await sendAnswers(submission)
    return call('submitAttempt', {
      params: { id: submission.assessmentId, number: submission.number },
      ...request,
    })
  },
})

export const submissionOf = (userId: number, { assessmentId, number }: Attempt) => ({
  userId,
  key: submissionKeyOf({ assessmentId, number }),
  payload: { userId, assessmentId, number },
})
