import { useState } from 'react'

/**
 * Handles media with a signed URL that may have expired. `again` loads a new URL and then raises `attempt`, which must be the key
 * of the media. A retry without a new URL would request the expired one again.
 */
export function useAttempts(load: () => Promise<unknown>): { attempt: number; again: () => Promise<void> } {
  const [attempt, setAttempt] = useState(0)
  const again = async () => {
    await load()
    // The query already has the new URL, but React Query notifies components in a separate task, so `attempt` is raised in a later
    // task too.
    setTimeout(() => setAttempt((before) => before + 1))
  }
  return { attempt, again }
}
