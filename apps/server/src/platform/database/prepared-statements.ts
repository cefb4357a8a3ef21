/** Statements that come again are parsed once for each connection, as other drivers do. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

export interface PrepareOptions {
  /** For Kysely: the same connections, over which statements are prepared when they come again. */
  pool: PostgresPool
  /** A plan no longer fits because a table was changed meanwhile: all are made anew. */
  forget(): void
}

/** What is sent once is not kept: it may be one of endlessly many texts. */
const usesUntilNamed = 3
/** More texts than the product has; those beyond are sent as they are. */
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
    // Kysely asks for a cursor only where rows are streamed, which no transaction does.
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
