import { useState } from 'react'

/**
 * For media with a signed address, which may have expired: `again` loads a new one, and then raises `attempt`, the key under which
 * the media is shown anew. Without this a retry would ask for the expired address once more.
 */
export function useAttempts(load: () => Promise<unknown>): { attempt: number; again: () => Promise<void> } {
  const [attempt, setAttempt] = useState(0)
  const again = async () => {
    await load()
    // The query has its answer, and tells components of the new address in a task of its own.
    setTimeout(() => setAttempt((before) => before + 1))
  }
  return { attempt, again }
}
