import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { access, mkdir, open, readFile, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { locateBinaries, runAs, type Binaries, type Identity } from './binaries.ts'
import { ensureCluster, ensureSocketDirectory, removeSocketDirectory } from './cluster-files.ts'
import { findPostmaster, hasEnded, type Postmaster } from './postmaster.ts'
import type { Log } from './log.ts'

/**
 * Supervises one PostgreSQL on one data folder. The engine has its own session, so signals to the Node process group do not reach
 * it. It survives a killed Node process, and the next start adopts it. Every Node process that uses the engine holds a lease (a
 * connection); the last process to stop shuts the engine down.
 */

export type Engine = {
  /** Connects to the application's own database over a unix socket. The role owns the database and is not a superuser. */
  connectionString: string
  /** True means that a running engine was adopted instead of started. */
  adopted: boolean
  /** Holds the version in PostgreSQL's own format, such as '18.4'. */
  version: string
  /** Connects as a superuser, for operations such as backups. */
  administratorConnectionString: string
  cluster: string
  /** PostgreSQL puts finished write-ahead log files into this folder. Null means that they are not archived. */
  archive: string | null
  /** Shuts the engine down, unless another Node process uses it. Resolves when no engine process is left. */
  stop(): Promise<void>
}

export type EngineOptions = {
  /** The cluster is in the subfolder `postgres` of this folder. */
  dataDir: string
  /** The folder contains `initdb` and `postgres`. The default is the folder of the npm package for this platform. */
  binDir?: string | undefined
  log: Log
  settings?: Record<string, string>
  /** PostgreSQL copies each write-ahead log file to `archive` when the file is full or a minute old. */
  isArchived?: boolean
  /** The cluster belongs to another server, so the engine creates no application database or role in it. */
  isForeign?: boolean
  /** Holds the name of a superuser of the cluster. The default is `postgres`. */
  administrator?: string | undefined
  /** Holds environment variables for the commands that PostgreSQL runs. */
  environment?: Record<string, string>
  /** The engine must have started within this time. The default is five minutes. */
  startPatienceMs?: number
}

const role = 'apogee'
const databaseName = 'apogee'
/** The application's `initdb` creates the role `postgres`. Every `initdb` also creates a database of this name. */
const usualAdministrator = 'postgres'
const firstDatabase = 'postgres'
const leaseName = 'apogee engine lease'
const usualPatienceMs = 300_000
const restartPauseMs = 1_000
// PostgreSQL refuses to start while the shared memory of a killed predecessor is attached to its last children.
const busyRetries = 60
const busyPauseMs = 250

const ownSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  // The application's own log reports failed statements. PostgreSQL's log would only repeat them, with personal data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

type Site = {
  cluster: string
  logFile: string
  binaries: Binaries
  identity: Identity
  administrator: string
  settings: Record<string, string>
  environment: Record<string, string>
  startPatienceMs: number
  log: Log
}

type Running = { postmaster: Postmaster; lease: pg.Client; adopted: boolean }

export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres')

/**
 * Ensures that exactly one engine runs on the data folder, and creates the cluster when it is missing.
 * @throws when the folder belongs to another major version, or PostgreSQL cannot run here; the message says what to do.
 */
export async function startEngine({
  dataDir,
  binDir,
  log,
  settings = {},
  isArchived = false,
  isForeign = false,
  administrator = usualAdministrator,
  environment = {},
  startPatienceMs = usualPatienceMs,
}: EngineOptions): Promise<Engine> {
  const binaries = await locateBinaries(binDir)
  const folder = await ensureDataFolder(dataDir)
  const cluster = clusterFolder(folder)
  const identity = await runAs(cluster, folder, binaries)
  await ensureCluster({ cluster, binaries, identity, log })
  const { archive, ...archiving } = await archiveOf(isArchived, folder, identity)
  const site: Site = {
    cluster,
    logFile: join(folder, 'postgres.log'),
    binaries,
    identity,
    administrator,
    settings: { ...ownSettings, ...archiving.settings, ...settings },
    environment,
    startPatienceMs,
    log,
  }
  let running = await bringUp(site)
  const { adopted } = running
  if (archive !== null && adopted) await refuseUnarchived(running)
  log.info({ version: binaries.version, adopted, pid: running.postmaster.pid }, 'the database engine is up')
  if (!isForeign) await ensureDatabase(running.postmaster.socketDirectory)

  let stopping = false
  let restarting = Promise.resolve()
  const watch = ({ lease }: Running) => {
    lease.once('end', () => {
      if (!stopping) restarting = restart()
    })
  }
  const restart = async (): Promise<void> => {
    log.error('database engine ended, restarting it')
    while (!stopping) {
      try {
        running = await bringUp(site)
        watch(running)
        log.info({ pid: running.postmaster.pid }, 'the database engine is back')
        return
      } catch (err) {
        log.error({ err }, 'database engine not restarted yet')
        await pause(restartPauseMs)
      }
    }
  }
  watch(running)

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stopping = true
    await restarting
    const { lease, postmaster } = running
    await lease.end()
    if (await isLeasedByOthers(postmaster, administrator)) {
      log.info('the database engine stays up: another Apogee on this data folder uses it')
      return
    }
    await shutDown(postmaster, log)
    await removeSocketDirectory(postmaster.socketDirectory)
  }
  const { socketDirectory } = running.postmaster
  return {
    connectionString: connectionString(socketDirectory, role, databaseName),
    adopted,
    version: binaries.version,
    administratorConnectionString: connectionString(socketDirectory, administrator, firstDatabase),
    cluster,
    archive,
    stop: () => (stopped ??= stop()),
  }
}

/** Makes only the data folder itself private; missing parents get the default mode. */
async function ensureDataFolder(dataDir: string): Promise<string> {
  await mkdir(dirname(resolve(dataDir)), { recursive: true })
  try {
    await mkdir(dataDir, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return realpath(dataDir)
}

/**
 * Returns the folder of finished write-ahead log files and the settings that fill it. The archive module is loaded only when
 * archiving is enabled.
 */
async function archiveOf(isWanted: boolean, folder: string, identity: Identity) {
  if (!isWanted) return { archive: null, settings: {} }
  const { archiveSettings, ensureArchive } = await import('./archive.ts')
  const archive = await ensureArchive(folder, identity)
  return { archive, settings: archiveSettings(archive) }
}

/** Refuses an adopted engine that does not archive, and releases the lease. A running engine keeps the settings of its start. */
async function refuseUnarchived({ lease }: Running): Promise<void> {
  const { rows } = await lease.query<{ archive_mode: string }>('show archive_mode')
  if (rows[0]?.archive_mode === 'on') return
  await lease.end()
  throw new Error(
    'BACKUP_DIR is set, but the database engine that runs on this DATA_DIR was started without it. Stop all processes of Apogee on this DATA_DIR, then start again.',
  )
}

function connectionString(socketDirectory: string, user: string, database: string): string {
  return `postgresql://${encodeURIComponent(user)}@${encodeURIComponent(socketDirectory)}/${database}`
}

/** Adopts the running engine of the folder, or starts one; safe to run concurrently. */
async function bringUp(site: Site): Promise<Running> {
  const { cluster, log, startPatienceMs } = site
  const giveUpAt = Date.now() + startPatienceMs
  let refusals = 0
  let unreachableSince: number | undefined
  while (Date.now() < giveUpAt) {
    const postmaster = await findPostmaster(cluster, log)
    if (!postmaster) {
      unreachableSince = undefined
      const started = await startOnce(site)
      if (typeof started !== 'string') return started
      if (!isBusy(started) || ++refusals > busyRetries) throw new Error(cannotStart(site, started))
      await pause(busyPauseMs)
      continue
    }
    const lease = await takeLease(postmaster, site)
    if (lease) return { postmaster, lease, adopted: true }
    if (await isReachable(postmaster)) {
      unreachableSince = undefined
    } else {
      // The engine's socket has been deleted together with the temporary folder, so nobody can reach the engine.
      unreachableSince ??= Date.now()
      if (Date.now() - unreachableSince > 5_000) {
        log.warn({ pid: postmaster.pid }, 'the running database engine has lost its socket and is restarted')
        await shutDown(postmaster, log)
      }
    }
    await pause(50)
  }
  throw new Error(cannotStart(site, `no answer within ${startPatienceMs / 1000} seconds`))
}

/** Starts the engine and waits for it. Returns the running engine, or PostgreSQL's last messages. */
async function startOnce(site: Site): Promise<Running | string> {
  const { cluster, binaries, identity, settings, environment, startPatienceMs, logFile } = site
  const socketDirectory = await ensureSocketDirectory(cluster, identity)
  const output = await open(logFile, 'a', 0o600)
  const spoken = (await output.stat()).size
  let child: ChildProcess
  let ended: Promise<void>
  try {
    const flags = Object.entries({ ...settings, unix_socket_directories: socketDirectory })
    const args = ['-D', cluster, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const command = identity.command(binaries.postgres, args)
    child = spawn(command.file, command.args, {
      ...command.options,
      env: { ...command.options.env, ...environment },
      cwd: cluster,
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    })
    ended = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => resolve())
    })
    child.unref()
  } finally {
    await output.close()
  }
  const giveUpAt = Date.now() + startPatienceMs
  let exited = false
  const exit = ended.then(() => {
    exited = true
  })
  while (!exited && Date.now() < giveUpAt) {
    const postmaster = await findPostmaster(cluster, site.log)
    const lease = postmaster && (await takeLease(postmaster, site))
    // While this engine has not yet noticed that another process was faster, the other process's engine may answer on the socket.
    if (lease) return { postmaster, lease, adopted: postmaster.pid !== child.pid }
    await Promise.race([exit, pause(20)])
  }
  if (!exited) throw new Error(cannotStart(site, `no answer within ${startPatienceMs / 1000} seconds`))
  return (await readFile(logFile)).subarray(spoken).toString('utf8').trim()
}

function isBusy(lastLines: string): boolean {
  return /postmaster\.pid|pre-existing shared memory|\.s\.PGSQL\.\d+\.lock/.test(lastLines)
}

function cannotStart({ cluster, logFile }: Site, reason: string): string {
  return `The database engine on ${cluster} does not start: ${reason}\nIts log is ${logFile}. Alternatively set DATABASE_URL to a PostgreSQL 15 or newer.`
}

/**
 * Opens a connection that marks the engine as used. Returns undefined while the engine accepts no connections or serves another
 * folder.
 */
async function takeLease(
  postmaster: Postmaster,
  { cluster, administrator }: Site,
): Promise<pg.Client | undefined> {
  const client = superuser(postmaster.socketDirectory, leaseName, administrator)
  // Without this listener, a lost connection would end the process. The 'end' event follows and is handled.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (rows[0]?.data_directory === cluster) return client
  } catch (error) {
    if (!isNotYet(error)) throw error
  }
  await client.end()
  return undefined
}

/**
 * Returns true when the engine may accept a connection later: the socket is missing, nobody listens, the engine starts up or shuts
 * down, or the handshake was interrupted.
 */
function isNotYet(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(String(code)))
    return true
  return error instanceof Error && /terminated unexpectedly|ended unexpectedly/i.test(error.message)
}

async function isReachable({ socketDirectory }: Postmaster): Promise<boolean> {
  try {
    await access(join(socketDirectory, `.s.PGSQL.${ownSettings.port}`))
    return true
  } catch {
    return false
  }
}

function superuser(
  socketDirectory: string,
  applicationName: string,
  administrator = usualAdministrator,
): pg.Client {
  return new pg.Client({
    connectionString: connectionString(socketDirectory, administrator, firstDatabase),
    application_name: applicationName,
  })
}

async function ensureDatabase(socketDirectory: string): Promise<void> {
  const client = superuser(socketDirectory, 'apogee engine')
  await client.connect()
  try {
    // The lock serialises two Node processes that start at the same time.
    await client.query('select pg_advisory_lock(1)')
    const { rows } = await client.query<{ roles: number; databases: number }>(
      `select (select count(*)::int4 from pg_roles where rolname = $1) as roles,
         (select count(*)::int4 from pg_database where datname = $2) as databases`,
      [role, databaseName],
    )
    if (rows[0]?.roles === 0) await client.query(`create role ${role} login createdb`)
    if (rows[0]?.databases === 0) await client.query(`create database ${databaseName} owner ${role}`)
  } finally {
    await client.end()
  }
}

async function isLeasedByOthers({ socketDirectory }: Postmaster, administrator: string): Promise<boolean> {
  const client = superuser(socketDirectory, 'apogee engine', administrator)
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A session ends shortly after its client has disconnected.
    for (let look = 0; look < 5; look++) {
      const { rows } = await client.query('select 1 from pg_stat_activity where application_name = $1', [
        leaseName,
      ])
      if (rows.length === 0) return false
      await pause(100)
    }
    return true
  } catch (error) {
    if (isNotYet(error)) return false
    throw error
  } finally {
    await client.end()
  }
}

/**
 * Shuts the engine down in three steps: waits for clients, disconnects them, then kills everything. The write-ahead log repairs a
 * killed cluster.
 */
async function shutDown({ pid }: Postmaster, log: Log): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGTERM', 1_500],
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (hasEnded(pid)) return
    process.kill(pid, signal)
    const giveUpAt = Date.now() + patienceMs
    while (Date.now() < giveUpAt) {
      if (hasEnded(pid)) return
      await pause(10)
    }
    log.debug({ pid, signal }, 'the database engine has not stopped yet')
  }
  throw new Error(`The database engine (process ${pid}) does not stop.`)
}
