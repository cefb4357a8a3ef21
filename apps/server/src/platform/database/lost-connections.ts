/** Distinguishes a connection lost during use from every other failure, for each library that uses the pool. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/**
 * The connection broke before the answer arrived. The statement may have been executed, a COMMIT too, so callers must
 * not assume that nothing happened.
 */
export class DatabaseLost extends Error {
  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause })
    this.name = 'DatabaseLost'
  }
}

/** No answer arrived in time. The code is Node's for the same case, which libraries and messages know. */
export class DatabaseSilent extends DatabaseLost {
  readonly code = 'ETIMEDOUT'
  constructor(what: string) {
    super(new Error(what))
  }
}

/** The driver has no code for these. */
const ownWords = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/

/** A socket failure, a closed connection, or the server's message before it closes the connection. */
function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC'
  return error instanceof Error && ('syscall' in error || ownWords.test(error.message))
}

/** What callers get for the failure of a statement. */
export const failureOf = (error: unknown): unknown => (isLoss(error) ? new DatabaseLost(error) : error)

/**
 * What callers get for the failure to connect. An error that the server reports keeps its code: too many connections is
 * not a wrong password.
 */
export const failureToConnect = (error: unknown): unknown =>
  error instanceof pg.DatabaseError ? error : failureOf(error)

export function reportingLostConnections(pool: PostgresPool): PostgresPool {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>()

  function telling(client: PostgresPoolClient): PostgresPoolClient {
    // Kysely requests a cursor only for streamed rows, which this code never uses.
    const query = async (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new TypeError('rows cannot be streamed')
      try {
        return await client.query(text, values)
      } catch (error) {
        throw failureOf(error)
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
        throw failureToConnect(error)
      })
      const held = clients.get(client) ?? telling(client)
      clients.set(client, held)
      return held
    },
  }
}
