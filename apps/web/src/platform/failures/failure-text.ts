import { useCallback } from 'react'
import { ApiError } from '../transfer/client.ts'
import { useRefusalText } from '../language/messages.ts'

/**
 * Returns the sentence for a failed call: the server's own, or `failed` (in the reader's language) when no answer arrived or the
 * answer gives no reason (docs/specification.md#8-error-catalogue: 'the error text or a fallback'). Where the specification
 * distinguishes the two, an answer without a reason gets `unexplained`.
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
 * Returns the server's sentence, also that of a 5xx; returns `fallback` without an answer ('Error loading courses: …' of
 * docs/specification.md#marketplace-marketplace).
 */
export function useServerMessage(): (error: unknown, fallback: string) => string {
  const refusal = useRefusalText()
  return useCallback(
    (error, fallback) => (error instanceof ApiError && error.hasSentence ? refusal(error) : fallback),
    [refusal],
  )
}
