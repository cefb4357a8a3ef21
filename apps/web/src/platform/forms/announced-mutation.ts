import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useFailureText } from '../failures/failure-text.ts'

/** Runs the step of a button or switch, and announces a failure and, with `notice`, the success. Forms use `useSave`. */
export function useAnnouncedMutation<Answer, Given = void>({
  failed,
  notice,
  onSuccess,
  ...mutation
}: Omit<UseMutationOptions<Answer, Error, Given>, 'onError'> & {
  /** The text applies when the server gives no reason. */
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
