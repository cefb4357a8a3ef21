/** A connection that broke while it was used is told from every other failure, by whoever used it for us. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/**
 * The connection broke before the answer came. What was sent may have been done: of a COMMIT nobody knows, so nobody
 * may act as if nothing had happened.
 */
export class DatabaseLost extends Error {
  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause })
    this.name = 'DatabaseLost'
  }
}

/** The driver has no code for these. */
const ownWords = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/

/** A failure of the socket, a connection that is closed, or the server's last word before it hangs up. */
function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  return error instanceof Error && ('syscall' in error || ownWords.test(error.message))
}

export function reportingLostConnections(pool: PostgresPool): PostgresPool {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>()

  function telling(client: PostgresPoolClient): PostgresPoolClient {
    // Kysely asks for a cursor only where rows are streamed, which nothing here does.
    const query = async (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new TypeError('rows cannot be streamed')
      try {
        return await client.query(text, values)
      } catch (error) {
        throw isLoss(error) ? new DatabaseLost(error) : error
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        // What the server itself answers keeps its code: too many connections is not a wrong password.
        throw isLoss(error) && !(error instanceof pg.DatabaseError) ? new DatabaseLost(error) : error
      })
      const held = clients.get(client) ?? telling(client)
      clients.set(client, held)
      return held
    },
  }
}
