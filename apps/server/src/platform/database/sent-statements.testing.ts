import pg from 'pg'
import { vi } from 'vitest'

/**
 * What a listening session sends: `LISTEN` once it is connected, and a heartbeat to learn whether its connection is alive
 * (listener.ts, silent-connections.ts).
 */
const ofListeners = /^(?:SELECT$|LISTEN )/

/** Watches the statements that this process sends from now on, but for those of listening sessions, which come at any time. */
export function watchStatements() {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return {
    /** Each with its client, in the order of sending. */
    sent: () =>
      spy.mock.calls
        .map(([statement]: readonly unknown[], place) => ({ statement, client: spy.mock.contexts[place] }))
        .filter(({ statement }) => typeof statement !== 'string' || !ofListeners.test(statement)),
    stop: () => spy.mockRestore(),
  }
}
