import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useFailureText } from '../failures/failure-text.ts'

/**
 * Returns the mutation of a button or switch. It announces a failure and, with `notice`, the success. Forms use `useSave` instead.
 */
export function useAnnouncedMutation<Answer, Given = void>({
  failed,
  notice,
  onSuccess,
  ...mutation
}: Omit<UseMutationOptions<Answer, Error, Given>, 'onError'> & {
  /** `failed` is the sentence for a failure for which the server gives no reason. */
  failed: string
  notice?: (answer: Answer, given: Given) => string
}) {
  const notify = useNotify()
  const failureText = useFailureText()
  return useMutation({
    ...mutation,
    onSuccess: (answer, given, ...context) => {
      if (notice) notify({ text: notice(answer, given) })
      return onSuccess?.(answer, given, ...context)
    },
    onError: (error) => notify({ tone: 'danger', text: failureText(error, failed) }),
  })
}
