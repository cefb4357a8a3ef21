/** Detects what the connections of a pool can do. A pooler in transaction mode gives each transaction another server connection. */
import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseSilent } from './connections/lost-connections.ts'
import { WatchedClient } from './connections/silent-connections.ts'

export interface Sessions {
  /** This is true if locks, settings, prepared statements and LISTEN stay with the connection. */
  isKept: boolean
  /** This is true if prepared statements work, even if only because a pooler prepares them again itself. */
  keepsStatements: boolean
}

const notKept: Sessions = { isKept: false, keepsStatements: false }
const lockClass = 4_702_006
/** PostgreSQL raises the first code for a prepared statement that is missing, and the second for one that already exists. */
const forgotten = new Set<string | undefined>(['26000', '42P05'])

/**
 * Uses two connections of the pool and closes them. `canListen` is false for a standby, for which `isKept` does not cover LISTEN.
 */
export async function examineSessions(pool: pg.Pool, { canListen = true } = {}): Promise<Sessions> {
  const [one, other] = await Promise.all([pool.connect(), pool.connect()])
  try {
    return await compare(one, other, canListen)
  } finally {
    one.release(true)
    other.release(true)
  }
}

async function compare(one: pg.PoolClient, other: pg.PoolClient, canListen: boolean): Promise<Sessions> {
  const key = randomInt(2 ** 31)
  const name = `apogee_session_${key}`
  let isNotified = false
  one.on('notification', () => {
    isNotified = true
  })
  const pids = new Set<number | undefined>()
  /** Each call executes the prepared statement, which another session does not have. */
  const askBackend = async () => {
    const { rows } = await one.query<{ pid: number }>({ name, text: 'SELECT pg_backend_pid() AS pid' })
    pids.add(rows[0]?.pid)
  }
  // A pooler may take its server connections in turn, so the statement is executed several times.
  if (!(await isPrepared(askBackend))) return notKept
  if (pids.size > 1) return { isKept: false, keepsStatements: true }

  if (canListen) await one.query(`LISTEN ${name}`)
  await one.query('SELECT pg_advisory_lock($1, $2)', [lockClass, key])
  await other.query('BEGIN')
  // A pooler may also reuse the last server connection, which holds the lock.
  const { rows } = await other.query<{ pid: number; taken: boolean }>(
    'SELECT pg_backend_pid() AS pid, pg_try_advisory_lock($1, $2) AS taken',
    [lockClass, key],
  )
  const isShared = rows[0]?.taken !== false || pids.has(rows[0].pid)
  // If a pooler has a single server connection, this statement waits.
  if (isShared && one instanceof WatchedClient) one.setDeadline(5_000)
  const keepsStatements = await isPrepared(askBackend)
  if (isShared) await other.query('UNLISTEN *; SELECT pg_advisory_unlock_all()')
  await other.query('ROLLBACK')
  if (isShared || pids.size > 1 || !keepsStatements) return { isKept: false, keepsStatements }
  if (!canListen) return { isKept: true, keepsStatements }

  await other.query(`NOTIFY ${name}`)
  // PostgreSQL delivers notices before the answer to the next statement.
  await one.query('SELECT')
  return isNotified ? { isKept: true, keepsStatements } : notKept
}

async function isPrepared(execute: () => Promise<void>): Promise<boolean> {
  try {
    for (let times = 0; times < 4; times += 1) await execute()
    return true
  } catch (error) {
    if (error instanceof DatabaseSilent) return false
    if (error instanceof pg.DatabaseError && forgotten.has(error.code)) return false
    throw error
  }
}

/** Checks whether both pools lead to the same database: a lock held through one is visible through the other. */
export async function isSameDatabase(sessions: pg.Pool, pool: pg.Pool): Promise<boolean> {
  const key = randomInt(2 ** 31)
  const client = await sessions.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1, $2)', [lockClass, key])
    const { rows } = await pool.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS taken',
      [lockClass, key],
    )
    return rows[0]?.taken === false
  } finally {
    client.release(true)
  }
}

export async function allowedConnections(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ allowed: number }>(
    `SELECT least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0),
       nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) AS allowed
     FROM pg_roles r, pg_database d
     WHERE r.rolname = current_user AND d.datname = current_database()`,
  )
  return rows[0]?.allowed ?? 0
}

/**
 * Returns how many of `wanted` connections are served at the same time. A pooler in session mode accepts more clients than it has
 * server connections, and queues the others. Call this only if there is a pooler: {@link allowedConnections} answers for PostgreSQL
 * itself.
 */
export async function connectionsAtOnce(pool: pg.Pool, wanted: number, withinMs = 10_000): Promise<number> {
  if (await isDirect(pool)) return wanted
  let served = pool.totalCount
  const clients = Array.from({ length: Math.max(0, wanted - served) }, () => new pg.Client(pool.options))
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinMs)
  try {
    const asking = clients.map(async (client) => {
      client.on('error', () => undefined) // The query or connect of the client rejects as well.
      await client.connect()
      await client.query('SELECT')
      served += 1
    })
    await Promise.race([Promise.allSettled(asking), late])
    return served
  } finally {
    clearTimeout(timer)
    for (const client of clients) client.connection.stream.destroy()
  }
}

/**
 * Detects a direct connection, for which PostgreSQL sees the local port of the connection. Connections over a Unix socket have no
 * port.
 */
async function isDirect(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ port: number | null }>('SELECT inet_client_port() AS port')
    const { localPort } = client.connection.stream as Socket
    return (rows[0]?.port ?? null) === (localPort ?? null)
  } finally {
    client.release()
  }
}
