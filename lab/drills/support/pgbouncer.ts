/** Runs PgBouncer in transaction mode, as docs/operations.md#postgresql-of-your-own describes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../harness/processes.ts'
import type { Drill } from '../../harness/drill.ts'
import { temporaryFolder } from './market.ts'
import { listens } from '../../harness/part.ts'

interface PgBouncerOptions {
  program: string
  /** PostgreSQL itself listens on this port of 127.0.0.1. */
  databasePort: number
  /** Null leaves the setting out of the configuration. */
  maxPreparedStatements?: number | null
  mode?: 'transaction' | 'session'
  poolSize?: number
}

/** PgBouncer refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const startMs = 10_000

export function versionOf(program: string): [number, number] {
  const [, major, minor] =
    /(\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
  return [Number(major), Number(minor)]
}

/** Starts PgBouncer. Resolves with its port on 127.0.0.1. */
export async function startPgBouncer(
  drill: Drill,
  {
    program,
    databasePort,
    maxPreparedStatements = null,
    mode = 'transaction',
    poolSize = 20,
  }: PgBouncerOptions,
): Promise<number> {
  const folder = await temporaryFolder(drill)
  await chmod(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  await writeFile(users, '"apogee" ""\n')
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
apogee = host=127.0.0.1 port=${databasePort} dbname=apogee
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${poolSize}
ignore_startup_parameters = ${mode === 'session' ? 'options,statement_timeout,idle_in_transaction_session_timeout' : ''}
max_client_conn = 200
${maxPreparedStatements === null ? '' : `max_prepared_statements = ${maxPreparedStatements}`}
`,
  )
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-2_000)))
  const ended = once(child, 'exit')
  drill.atEnd(async () => {
    child.kill('SIGINT')
    await ended
  })
  const giveUpAt = Date.now() + startMs
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`PgBouncer did not start: ${words}`)
    await pause(50)
  }
  return port
}
