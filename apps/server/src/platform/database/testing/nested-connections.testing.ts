import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../database.ts'

const isInTransaction = new AsyncLocalStorage<true>()

/**
 * Returns the database as the product gets it in tests: the work of its transactions may not ask the pool for a second connection.
 * When every connection of a pool is held by such work, all of it waits for each other. Transactions of `database` itself, which a
 * test begins, may do so.
 */
export function refuseNestedConnections(database: Database): Database {
  const { pool } = database
  const connect: (...parameters: readonly unknown[]) => unknown = pool.connect.bind(pool)
  pool.connect = ((...parameters: readonly unknown[]) => {
    if (isInTransaction.getStore())
      throw new Error('The work of a transaction asks for a second connection instead of using its own.')
    return connect(...parameters)
  }) as typeof pool.connect
  const transaction: Database['transaction'] = (work) =>
    database.transaction((tx) => isInTransaction.run(true, () => work(tx)))
  return Object.create(database, { transaction: { value: transaction } })
}
