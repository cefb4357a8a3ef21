import { useCallback } from 'react'
import { ApiError } from './client.ts'
import { useRefusalText } from './messages.ts'

/**
 * The sentence for a failed call: the server's own, or `failed` (in the reader's language) when no answer came or the
 * answer does not say why (spec §8: 'the error text or a fallback').
 */
export function useFailureText(): (error: unknown, failed: string) => string {
  const refusal = useRefusalText()
  return useCallback(
    (error, failed) => (error instanceof ApiError && error.isUnexplained ? failed : refusal(error, failed)),
    [refusal],
  )
}
