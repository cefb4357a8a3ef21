/** Prepares statements that repeat, once for each connection. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

export interface PrepareOptions {
  /** For Kysely: the same connections, which prepare repeated statements. */
  pool: PostgresPool
  /** Drops all prepared statements, because a changed table has made a plan invalid. */
  forget(): void
}

/** A statement that is sent once is not prepared: its text may be one of arbitrarily many. */
const usesUntilNamed = 3
/** More texts than the product has; further ones are sent unprepared. */
const mostNames = 2_000

export function prepareOn(pool: pg.Pool): PrepareOptions {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let generation = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < usesUntilNamed) {
      if (uses.size >= mostNames) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    const name = `apogee_${generation}_${names.size}`
    names.set(text, name)
    return name
  }

  function preparing(client: pg.PoolClient): PostgresPoolClient {
    // Kysely requests a cursor only for streamed rows, which no transaction uses.
    const query = async (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new TypeError('rows cannot be streamed in a transaction')
      const name = values.length > 0 ? nameOf(text) : undefined
      return client.query({ ...(name !== undefined && { name }), text, values: [...values] })
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    }
  }

  return {
    pool: {
      options: pool.options,
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect()
        const held = clients.get(client) ?? preparing(client)
        clients.set(client, held)
        return held
      },
    },
    forget() {
      names.clear()
      generation += 1
    },
  }
}
