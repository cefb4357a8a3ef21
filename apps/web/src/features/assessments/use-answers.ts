import type { AssessmentQuestion, Attempt, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { isOfSameSession, storedToken } from '#web/platform/session/session-token.ts'
import { AnswerOutbox } from './answer-outbox.ts'
import { keepGiven } from './api/assessments.ts'
import { lateAnswersOf } from './late-answers.ts'

export function useAnswers(attempt: Attempt, userId: number) {
  const queries = useQueryClient()
  const [outbox] = useState(() => {
    const late = lateAnswersOf(userId, attempt)
    return new AnswerOutbox({
      kept: late.read(),
      keep: late.keep,
      send: async (questionId, answer) => {
        await call('saveAnswer', {
          params: { id: attempt.assessmentId, number: attempt.number, questionId },
          body: { answer, ...late.ageOf(questionId) },
          keepalive: true,
        })
        keepGiven(queries, userId, attempt, { questionId, answer })
      },
    })
  })
  const { answers, state } = useSyncExternalStore(outbox.subscribe, outbox.read, outbox.read)
  useEffect(() => {
    const send = () => void outbox.flush()
    const hidden = () => {
      if (document.visibilityState === 'hidden') send()
    }
    outbox.open()
    send()
    window.addEventListener('online', send)
    window.addEventListener('pagehide', send)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('pagehide', send)
      document.removeEventListener('visibilitychange', hidden)
      const token = storedToken()
      // After a sign-out, the next person's session must not submit these answers.
      void outbox.close(() => isOfSameSession(token))
    }
  }, [outbox])
  const answerTo = (questionId: number): GivenAnswer => {
    const here = answers[questionId]
    return here === undefined ? (attempt.questions.find(({ id }) => id === questionId)?.given ?? null) : here
  }
  const give: AnswerOutbox['give'] = (...given) => outbox.give(...given)
  return { answerTo, give, flush: () => outbox.flush(), isEmpty: () => outbox.isEmpty(), state }
}

/** Returns whether a question has an answer; a file suffices for a submission. */
export const isDone = (question: AssessmentQuestion, answer: GivenAnswer): boolean =>
  isAnswered(answer) || (question.files?.length ?? 0) > 0

/** Empty code is no answer. */
export const isAnswered = (answer: GivenAnswer): boolean =>
  typeof answer === 'string' ? answer.trim() !== '' : answer !== null
