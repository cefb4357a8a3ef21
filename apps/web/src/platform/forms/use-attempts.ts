import { useState } from 'react'

/**
 * Handles media with a signed URL, which may have expired: `again` loads a new one and then raises `attempt`, the key of the media.
 * Without it a retry would request the expired URL again.
 */
export function useAttempts(load: () => Promise<unknown>): { attempt: number; again: () => Promise<void> } {
  const [attempt, setAttempt] = useState(0)
  const again = async () => {
    await load()
    // The query has its answer, but notifies components of the new URL in a separate task.
    setTimeout(() => setAttempt((before) => before + 1))
  }
  return { attempt, again }
}
