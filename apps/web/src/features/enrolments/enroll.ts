import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { useIsMutating } from '#web/platform/use-is-mutating.ts'
import { libraryMessages } from './messages/library.en.ts'

/** Enroll Now of a free course; both outcomes use the sentences of docs/specification.md#8-error-catalogue. */
export function useEnroll(told: { done: (courseId: number) => void; failed: (sentence: string) => void }) {
  const text = useText(libraryMessages)
  const failureText = useFailureText()
  const { user } = useSession()
  const queries = useQueryClient()
  const isUnderWay = useIsMutating()
  const { mutate, isPending, variables } = useMutation({
    mutationKey: ['enroll'],
    mutationFn: (courseId: number) =>
      call('enroll', { params: { courseId }, body: { courseId, userId: user?.id } }),
    onSuccess: async (_answer, courseId) => {
      told.done(courseId)
      await Promise.all(
        ['enrolled', 'courses', 'course', 'sales'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      )
    },
    onError: (error) =>
      told.failed(
        error instanceof ApiError && error.status === 401
          ? text.loginToEnroll
          : failureText(error, text.enrollFailed, text.enrollUnexplained),
      ),
  })
  return {
    enroll: (courseId: number) => {
      if (isUnderWay(['enroll'], courseId)) return
      if (user) mutate(courseId)
      else told.failed(text.loginToEnroll)
    },
    enrolling: isPending ? (variables ?? null) : null,
  }
}
