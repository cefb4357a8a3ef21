import type {
  Assessment,
  Attempt,
  GivenAnswer,
  HandInFile,
} from '@apogee/contracts/assessments/assessments.ts'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'

const gradePollMs = 1500

export const assessmentQuery = (id: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['assessment', id, viewer],
    queryFn: ({ signal }) => call('readAssessment', { params: { id }, signal }),
    // An open attempt may have ended since the last visit, so each visit reads the assessment again.
    staleTime: 0,
  })

export const openAttemptsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['assessment', 'open-attempts', userId],
    queryFn: ({ signal }) => call('listOpenAttempts', { signal }),
    select: ({ data }) => data,
    staleTime: 0,
  })

export const quizQuery = (resourceId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['assessment', 'of-resource', resourceId, viewer],
    queryFn: ({ signal }) => call('readResourceAssessment', { params: { id: resourceId }, signal }),
    staleTime: 0,
  })

/** Refetches when the window gets the focus, because a device that slept has an outdated time. */
export const attemptQuery = (id: number, number: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['attempt', id, number, viewer],
    queryFn: ({ signal }) => call('readAttempt', { params: { id, number }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.data.state === 'grading' ? gradePollMs : false),
  })

/** Returns the address of the lesson. The page of an assignment is its lesson. */
export const quizAddress = ({ courseContentId, resourceId }: NonNullable<Assessment['lesson']>): string =>
  `/lesson/${courseContentId}/resources/${resourceId}`

export const attemptAddress = (id: number, number: number): string => `/assessment/${id}/attempts/${number}`

/** Starts an attempt, or continues the open one, and shows it on the assessment's page, unless the present page `stays`. */
/** A page that shows the attempt itself passes `onStarted`; otherwise the page of the attempt opens. */
export function useStartAttempt(id: number, onStarted?: () => void) {
  const queries = useQueryClient()
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useMutation({
    mutationKey: ['start-attempt', id],
    mutationFn: () => call('startAttempt', { params: { id } }),
    onSuccess: async (answer) => {
      queries.setQueryData(attemptQuery(id, answer.data.number, viewer).queryKey, answer)
      await queries.invalidateQueries({ queryKey: ['assessment'] })
      if (onStarted) return onStarted()
      // The start page of an assessment shows the attempt from now on, so Back must not lead to it.
      const address = `/assessment/${id}`
      navigate(address, { replace: pathname === address })
    },
  })
}

/**
 * Writes an answer that the server has saved into the cached attempt, so that the page shows it when it is opened again from the
 * cache.
 */
export function keepGiven(
  queries: QueryClient,
  viewer: Viewer,
  { assessmentId, number }: Attempt,
  given: { questionId: number; answer: GivenAnswer; files?: readonly HandInFile[] },
): void {
  const { queryKey } = attemptQuery(assessmentId, number, viewer)
  const held = queries.getQueryState(queryKey)
  if (!held?.data) return
  const questions = held.data.data.questions.map((question) =>
    question.id === given.questionId
      ? { ...question, given: given.answer, ...(given.files && { files: [...given.files] }) }
      : question,
  )
  // The remaining time is counted from the server's last answer, so the time of the cached data must not change.
  const updatedAt = held.dataUpdatedAt
  queries.setQueryData(queryKey, { ...held.data, data: { ...held.data.data, questions } }, { updatedAt })
}
