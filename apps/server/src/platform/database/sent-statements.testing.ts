import pg from 'pg'
import { vi } from 'vitest'

/** What a listening session sends to learn whether its connection is alive: silent-connections.ts. */
const heartbeat = 'SELECT'

/** Watches the statements that this process sends from now on, but for heartbeats, which come at any time. */
export function watchStatements() {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return {
    /** Each with its client, in the order of sending. */
    sent: () =>
      spy.mock.calls
        .map(([statement]: readonly unknown[], place) => ({ statement, client: spy.mock.contexts[place] }))
        .filter(({ statement }) => statement !== heartbeat),
    stop: () => spy.mockRestore(),
  }
}
