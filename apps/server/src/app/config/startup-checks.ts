/** Turns the reasons why the product cannot start into messages that name the variable to change and repeat no secret. */
import type pg from 'pg'
import type { Database } from '#server/platform/database/database.ts'
import { DatabaseLost } from '#server/platform/database/connections/lost-connections.ts'
import {
  allowedConnections,
  connectionsAtOnce,
  examineSessions,
  isSameDatabase,
} from '#server/platform/database/sessions.ts'
import type { Config } from './config.ts'

const oldestPostgres = 15

/**
 * Returns PostgreSQL's version.
 * @throws if the version is not supported, or the database's encoding is not UTF-8.
 */
export async function checkDatabase(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string; number: number; encoding: string }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       current_setting('server_encoding') AS encoding`,
  )
  const { version, number, encoding } = rows[0] ?? { version: '?', number: 0, encoding: '?' }
  if (number < oldestPostgres * 10_000) {
    throw new Error(
      `DATABASE_URL leads to PostgreSQL ${version}; Apogee needs PostgreSQL ${oldestPostgres} or newer.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `DATABASE_URL leads to a database with the encoding ${encoding}; Apogee needs UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
    )
  }
  return version
}

/**
 * Verifies that connections preserve sessions where the product needs them, and detects whether a pooler preserves prepared
 * statements.
 * @throws a sentence that names the required setting.
 */
export async function checkSessions(database: Database, connections: number): Promise<void> {
  const { pool, sessions } = database
  const isPooled = pool !== sessions
  const direct = isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  if (!(await examineSessions(sessions)).isKept)
    throw new Error(
      isPooled ? isPooler('DATABASE_DIRECT_URL') : urlIsPooler('it shares sessions between clients'),
    )
  if (isPooled) {
    try {
      database.keepsStatements = (await examineSessions(pool)).keepsStatements
    } catch (error) {
      throw databaseStartError(error)
    }
    if (!(await isSameDatabase(sessions, pool)))
      throw new Error(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: give both the same one.',
      )
  }
  const allowed = await allowedConnections(sessions)
  if (allowed < connections) {
    throw new Error(
      `${direct} leads to a PostgreSQL that allows ${allowed} connections, and one process of Apogee uses up to ${connections}: raise max_connections, or the limit of the role or database, by at least ${connections - allowed}.`,
    )
  }
  const served = await connectionsAtOnce(sessions, connections)
  if (served < connections) {
    throw new Error(
      `${direct} leads to a connection pooler that serves ${served} connections at once, and one process of Apogee uses up to ${connections}: raise its pool size (default_pool_size in PgBouncer) to at least ${connections}, or give ${direct} the address of PostgreSQL itself.`,
    )
  }
}

const urlIsPooler = (why: string) =>
  `DATABASE_URL leads to a connection pooler (${why}): set DATABASE_DIRECT_URL to the address of PostgreSQL itself. Example: DATABASE_DIRECT_URL=postgres://apogee:secret@127.0.0.1:5432/apogee`
export const isPooler = (variable: 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL') =>
  `${variable} leads to a connection pooler that shares sessions between clients: give it the address of PostgreSQL itself.`

const databaseCauses: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'no machine has that name',
  EAI_AGAIN: 'no machine has that name',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'it does not answer',
  '28P01': 'it refuses the password',
  '28000': 'it does not let this user in',
  '3D000': 'it has no database of that name',
  '42501':
    'its user may not make tables and extensions: the database should belong to that user, or DATABASE_OWNER_URL should name its owner',
}

/** Returns an error that describes why the database at the address of this variable cannot be used. */
export function databaseStartError(
  error: unknown,
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL' = 'DATABASE_URL',
): Error {
  const known = databaseCauses[codeOf(error)]
  const own = messageOf(error)
  if (known === undefined && /^(?:DATABASE_|Migration|This database)/.test(own)) {
    return error instanceof Error ? error : new Error(own)
  }
  // PgBouncer refuses a setting of a session with these words.
  if (own.includes('unsupported startup parameter'))
    return new Error(
      variable === 'DATABASE_URL' ? urlIsPooler('it refuses settings of a session') : isPooler(variable),
      { cause: error },
    )
  return new Error(`${variable} cannot be used: ${[known, own].filter(Boolean).join(' – ')}`, {
    cause: error,
  })
}

/** Returns an error that describes why a standby at DATABASE_REPLICA_URL cannot be used. */
export function replicaStartError(error: unknown): Error {
  const own = messageOf(error)
  return new Error(
    `DATABASE_REPLICA_URL cannot be used: ${own}. Give it the addresses of streaming standbys of the database at DATABASE_URL, or unset it.`,
    { cause: error },
  )
}

/** Returns an error that describes why the server cannot listen on HOST and PORT. */
export function listenStartError(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): Error {
  return new Error(listenSentence(codeOf(error), host, port) ?? String(error), { cause: error })
}

function listenSentence(code: string, host: string, port: number): string | undefined {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} on HOST ${host} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`
  }
  if (code === 'EACCES')
    return `this user may not listen on PORT ${port}. Choose one above 1023, as in PORT=3000`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) {
    return `HOST ${host} is no address of this machine. Example: HOST=127.0.0.1, or HOST=0.0.0.0 for all of them`
  }
  return undefined
}

/** The reason of a lost connection is the message of its cause. */
function messageOf(error: unknown): string {
  if (error instanceof DatabaseLost && error.cause !== undefined) return messageOf(error.cause)
  return error instanceof Error ? error.message : String(error)
}

/** A wrapped error has the code of its cause. If several attempts failed, the code of the first one counts. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}
