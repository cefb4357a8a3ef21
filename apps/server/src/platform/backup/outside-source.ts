/** Backs up a PostgreSQL server at DATABASE_URL with pg_basebackup and pg_receivewal (Debian package: postgresql-client). */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Log } from '../database/database.ts'
import { writeSealed } from './sealed-file.ts'
import { endOf } from './child-end.ts'
import type { BackupSource, BaseTarget } from './source.ts'

const execute = promisify(execFile)
const slot = 'apogee_backup'
const againAfterMs = 10_000

interface OutsideServer {
  connectionString: string
  /** WAL files are written to this folder. */
  spool: string
  log: Log
  /** The programs are in this folder. The default is the PATH and Debian's folders. */
  binDir?: string
}

/** @throws an error whose message says what is missing. */
export async function externalEngineSource(server: OutsideServer): Promise<BackupSource> {
  const { connectionString, spool, log } = server
  const { major, segmentBytes } = await formOf(connectionString)
  const binDir = server.binDir ?? (await findPrograms(major))
  const { address, environment } = separated(connectionString)
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const receiver = new LogReceiver(join(binDir, 'pg_receivewal'), { address, environment, spool, log })
  await receiver.start()

  return {
    spool,
    async copyFiles(target, signal) {
      const [begun] = await ask<{ wal: string }>(
        connectionString,
        // Recovery may begin before the copy starts, at the checkpoint from which the copy begins. The spool contains the log from
        // both points.
        'select pg_walfile_name(redo_lsn) as wal from pg_control_checkpoint()',
      )
      await copyBase(join(binDir, 'pg_basebackup'), { address, environment, target, signal })
      const [ended] = await ask<{ at: Date; superuser: string }>(
        connectionString,
        // The role that initdb made has the OID 10. The PostgreSQL container image gives this role another name.
        'select clock_timestamp() as at, rolname as superuser from pg_roles where oid = 10',
      )
      return {
        firstWal: begun?.wal ?? '',
        segmentBytes,
        major,
        label: null,
        endedAt: (ended?.at ?? new Date()).toISOString(),
        superuser: ended?.superuser,
      }
    },
    // Nothing is to be done, because the receiver writes continuously, and the backup also takes unfinished files from the spool.
    finishLog: async () => undefined,
    stop: () => receiver.stop(),
  }
}

async function ask<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, application_name: 'apogee backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

async function formOf(connectionString: string): Promise<{ major: number; segmentBytes: number }> {
  const [row] = await ask<{ major: number; segmentBytes: number }>(
    connectionString,
    `select current_setting('server_version_num')::int / 10000 as major, setting::int as "segmentBytes"
       from pg_settings where name = 'wal_segment_size'`,
  )
  if (!row) throw new Error('the server does not name the size of its log files')
  return row
}

/** Separates the password from the connection string, because process lists show arguments. */
export function separated(connectionString: string): {
  address: string
  environment: Record<string, string>
} {
  const url = new URL(connectionString)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('password')
  return { address: url.href, environment: password === '' ? {} : { PGPASSWORD: password } }
}

const missing = (major: number, reason: string) =>
  new Error(
    `BACKUP_DIR needs pg_basebackup and pg_receivewal of PostgreSQL ${major} or newer on this machine: ${reason}. On Debian: apt-get install postgresql-client-${major}`,
  )

async function findPrograms(major: number): Promise<string> {
  const installed = await readdir('/usr/lib/postgresql').catch(() => [])
  const folders = installed
    .map(Number)
    .filter((one) => one >= major)
    .toSorted((one, other) => one - other)
    .map((one) => `/usr/lib/postgresql/${one}/bin`)
  for (const folder of [...folders, '']) {
    const version = await execute(join(folder, 'pg_receivewal'), ['--version']).catch(() => undefined)
    if (!version) continue
    const found = Number.parseInt(/\d+/.exec(version.stdout)?.[0] ?? '', 10)
    if (found >= major) return folder
    throw missing(major, `there is only version ${found}`)
  }
  throw missing(major, 'they are not installed')
}

async function copyBase(
  program: string,
  {
    address,
    environment,
    target,
    signal,
  }: { address: string; environment: Record<string, string>; target: BaseTarget; signal: AbortSignal },
): Promise<void> {
  const child = spawn(
    program,
    [
      `--dbname=${address}`,
      '--no-password',
      '--pgdata=-',
      '--format=tar',
      '--wal-method=none',
      '--checkpoint=fast',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment }, signal },
  )
  const { code, words } = endOf(child)
  try {
    await writeSealed(target.path, { ...target, signal }, child.stdout)
  } catch (error) {
    child.kill()
    await code.catch(() => undefined)
    throw error
  }
  if ((await code) !== 0) throw new Error(`pg_basebackup failed: ${words()}`)
}

interface LogReceiverDependencies {
  address: string
  environment: Record<string, string>
  spool: string
  log: Log
}

/**
 * Restarts pg_receivewal whenever it ends. If several processes run it, one holds the slot, and the others retry until the slot is
 * free.
 */
class LogReceiver {
  readonly #program: string
  readonly #deps: LogReceiverDependencies
  readonly #stopped = new AbortController()
  #child: ChildProcess | undefined
  #running: Promise<void> | undefined

  constructor(program: string, deps: LogReceiverDependencies) {
    this.#program = program
    this.#deps = deps
  }

  /** @throws the error of PostgreSQL when the slot cannot be created. */
  async start(): Promise<void> {
    const { address, environment } = this.#deps
    try {
      await execute(
        this.#program,
        [`--dbname=${address}`, '--no-password', `--slot=${slot}`, '--create-slot', '--if-not-exists'],
        { env: { ...process.env, ...environment } },
      )
    } catch (error) {
      const words = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
      throw new Error(
        `BACKUP_DIR needs a role that may replicate (ALTER ROLE … REPLICATION), and a line for replication in pg_hba.conf: ${words}`,
        { cause: error },
      )
    }
    this.#running = this.#keepRunning()
  }

  async #keepRunning(): Promise<void> {
    const { address, environment, spool, log } = this.#deps
    while (!this.#stopped.signal.aborted) {
      const child = spawn(
        this.#program,
        [`--dbname=${address}`, '--no-password', `--slot=${slot}`, `--directory=${spool}`, '--no-loop'],
        { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...environment } },
      )
      this.#child = child
      let words = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-500)))
      await once(child, 'close').catch((error: unknown) => (words = String(error)))
      if (this.#stopped.signal.aborted) return
      // This is no error, because another process may hold the slot. The age of the log shows whether one does.
      log.debug({ words: words.trim() }, 'log receiver ended, started again')
      await pause(againAfterMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#child?.kill('SIGINT')
    await this.#running
  }
}
