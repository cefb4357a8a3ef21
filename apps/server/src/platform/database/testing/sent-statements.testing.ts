import pg from 'pg'
import { vi } from 'vitest'

/**
 * Matches the statements of a listening session: `LISTEN` after connecting, and a heartbeat that checks its connection
 * (listener.ts, silent-connections.ts).
 */
const ofListeners = /^(?:SELECT$|LISTEN )/

/** Watches the statements that this process sends from now on, except those of listening sessions, which arrive at any time. */
export function watchStatements() {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return {
    /** Returns the statements with their clients, in the order in which they were sent. */
    sent: () =>
      spy.mock.calls
        .map(([statement]: readonly unknown[], place) => ({ statement, client: spy.mock.contexts[place] }))
        .filter(({ statement }) => typeof statement !== 'string' || !ofListeners.test(statement)),
    stop: () => spy.mockRestore(),
  }
}
