import { useCallback } from 'react'
import { ApiError } from '../transfer/client.ts'
import { useRefusalText } from '../language/messages.ts'

/**
 * Returns a function that gives the sentence for a failed call. The sentence is the server's, or `failed` (in the reader's
 * language) when no answer arrived or the answer gives no reason (docs/specification.md#8-error-catalogue: 'the error text or a
 * fallback'). If `unexplained` is given, it replaces `failed` for an answer without a reason.
 */
export function useFailureText(): (error: unknown, failed: string, unexplained?: string) => string {
  const refusal = useRefusalText()
  return useCallback(
    (error, failed, unexplained = failed) => {
      if (!(error instanceof ApiError && error.isUnexplained)) return refusal(error, failed)
      return error.status > 0 ? unexplained : failed
    },
    [refusal],
  )
}

/**
 * Returns a function that gives the server's sentence, including that of a 5xx answer. Without an answer it gives `fallback`
 * ('Error loading courses: …' of docs/specification.md#marketplace-marketplace).
 */
export function useServerMessage(): (error: unknown, fallback: string) => string {
  const refusal = useRefusalText()
  return useCallback(
    (error, fallback) => (error instanceof ApiError && error.hasSentence ? refusal(error) : fallback),
    [refusal],
  )
}
