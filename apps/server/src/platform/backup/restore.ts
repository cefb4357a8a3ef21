/** Restores a cluster from BACKUP_DIR into an empty data folder, to a moment or to the end of the archive. */
import { spawn } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEngine, type Engine } from '@apogee/local-postgres/engine.ts'
import type pg from 'pg'
import { connect, type Database, type Log } from '../database/database.ts'
import { liftTimeout } from '../database/connections/silent-connections.ts'
import { BackupFolder, namesIn, suffix, timeOf, type BaseBackup } from './backup-folder.ts'
import { endOf, inputOf } from './child-end.ts'
import { keyVariable } from './key.ts'
import type { LogHole } from './log-names.ts'
import { readSealed, type BackupKey } from './sealed-file.ts'

export interface RestoreOptions {
  /** This is BACKUP_DIR. */
  directory: string
  key: BackupKey
  /** The program that reads the log receives this secret of `key`. */
  secret: string
  /** This is the cluster's number in BACKUP_DIR. It is required only if the folder holds several clusters. */
  cluster: string | null
  dataDir: string
  /** The cluster is restored to this moment. Null means the end of the archive. */
  to: Date | null
  /** This is the name of the database if the cluster is that of an external server. */
  outsideDatabase?: string | null
  binDir?: string | undefined
  log: Log
}

export interface RestoredCluster {
  base: BaseBackup
  /** This is the time of the newest transaction. Null means that none followed the base backup. */
  lastTransactionAt: Date | null
  tables: number
  rows: number
  /** These files are missing in the archive after the base backup. Recovery ended at the first gap. */
  holes: LogHole[]
}

/** Recovery may replay the log of several days from a slow mount. */
const recoveryPatienceMs = 24 * 3_600_000

/**
 * Restores the cluster. Calls `mark` to write into the database before any other client can connect.
 * @throws an error whose message says what to do. The data folder is then unchanged.
 */
export async function restoreCluster(
  options: RestoreOptions,
  mark: (database: Database, restored: RestoredCluster) => Promise<void>,
): Promise<RestoredCluster> {
  const { dataDir, directory } = options
  await refuseUsed(dataDir)
  const folder = new BackupFolder(join(directory, await chooseCluster(options)), options.key)
  const base = await chooseBase(folder, options.to)
  const staging = join(dataDir, 'restoring')
  await rm(staging, { recursive: true, force: true })
  const files = join(staging, 'postgres')
  await mkdir(files, { recursive: true, mode: 0o700 })
  try {
    await extract(folder, base, files)
    const restored = await recover(options, { folder, base, staging }, mark)
    await rename(files, join(dataDir, 'postgres'))
    // This folder contains the history of the new timeline until the history is archived.
    await rename(join(staging, 'postgres-archive'), join(dataDir, 'postgres-archive'))
    return restored
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function refuseUsed(dataDir: string): Promise<void> {
  const names = await namesIn(dataDir)
  const used = names.find((name) => name === 'postgres' || name === 'postgres-archive')
  if (used === undefined) return
  throw new Error(
    `${dataDir} already holds a database (${used}). Restore into an empty folder: DATA_DIR=… npm run backup:restore`,
  )
}

const chooseCluster = async ({ directory, cluster }: RestoreOptions): Promise<string> =>
  clusterAmong(await namesIn(directory), cluster, `BACKUP_DIR ${directory}`)

/**
 * Returns the wanted cluster, or the only one.
 * @throws an error whose message lists the choices.
 */
export function clusterAmong(names: readonly string[], wanted: string | null, where: string): string {
  const found = names.filter((name) => /^\d{10,}$/.test(name))
  if (wanted !== null) {
    if (found.includes(wanted)) return wanted
    throw new Error(`${where} has no backups of a cluster ${wanted}. It has: ${found.join(', ') || 'none'}.`)
  }
  const [only, ...more] = found
  if (only === undefined) throw new Error(`There are no backups in ${where}.`)
  if (more.length > 0)
    throw new Error(
      `${where} holds backups of several databases. Choose one: --cluster ${found.join(' or --cluster ')}`,
    )
  return only
}

/**
 * Returns the newest base backup from which the moment can be reached.
 * @throws an error if there is none.
 */
export async function chooseBase(folder: BackupFolder, to: Date | null): Promise<BaseBackup> {
  const names = await folder.baseNames()
  const isLeft = await folder.leftBranches()
  // Manifests are read from the newest on, and only as far as needed, because another key may have sealed older ones.
  for (const name of names.toReversed()) {
    if (to !== null && timeOf(name) > to) continue
    const base = await folder.base(name)
    if ((to === null || base.endedAt <= to) && !isLeft(base)) return base
  }
  const [oldest] = names
  throw new Error(
    oldest === undefined
      ? 'There is no whole base backup to restore from.'
      : `The oldest backup is of ${timeOf(oldest).toISOString()}: no earlier moment can be restored.`,
  )
}

async function extract(folder: BackupFolder, base: BaseBackup, files: string): Promise<void> {
  const { path, ...as } = folder.copyOf(base)
  const tar = spawn('tar', ['--extract', '--file=-', `--directory=${files}`, '--no-same-owner'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const { code, words } = endOf(tar)
  try {
    await readSealed(path, as, inputOf(tar))
  } catch (error) {
    tar.kill()
    await code.catch(() => undefined)
    throw error
  }
  if ((await code) !== 0) throw new Error(`the database files could not be extracted: ${words()}`)
  const { label } = base.manifest
  await mkdir(join(files, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
  await writeFile(join(files, 'recovery.signal'), '', { mode: 0o600 })
  if (label !== null) {
    await writeFile(join(files, 'backup_label'), label, { mode: 0o600 })
    return
  }
  // The settings of a server on Debian are stored elsewhere, and ours would not fit. An empty file is enough, because it serves
  // only the recovery on a private socket.
  await writeFile(join(files, 'postgresql.conf'), '', { mode: 0o600 })
  await writeFile(join(files, 'pg_hba.conf'), 'local all all trust\n', { mode: 0o600 })
}

interface Staged {
  folder: BackupFolder
  base: BaseBackup
  staging: string
}

async function recover(
  options: RestoreOptions,
  { folder, base, staging }: Staged,
  mark: (database: Database, restored: RestoredCluster) => Promise<void>,
): Promise<RestoredCluster> {
  const { to, log } = options
  let engine: Engine
  try {
    engine = await startEngine({
      dataDir: staging,
      binDir: programsFor(base, options.binDir),
      log,
      isArchived: true,
      isForeign: base.manifest.label === null,
      administrator: base.manifest.superuser,
      startPatienceMs: recoveryPatienceMs,
      environment: { [keyVariable]: options.secret },
      settings: {
        restore_command: restoreCommand(folder),
        // With this setting PostgreSQL refuses connections until the recovery has ended.
        hot_standby: 'off',
        recovery_target_timeline: 'latest',
        recovery_target_action: 'promote',
        ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
      },
    })
  } catch (error) {
    throw await explained(error, to)
  }
  try {
    const database = connect({
      connectionString: addressOf(engine, nameIn(base, options)),
      poolSize: 2,
      applicationName: 'apogee restore',
      log,
    })
    try {
      const restored = { base, ...(await verify(database)), holes: await folder.holesAfter(base) }
      await mark(database, restored)
      return restored
    } finally {
      await database.close()
    }
  } finally {
    await engine.stop()
  }
}

/** Returns the name of the database. In the embedded engine it is fixed. */
function nameIn({ manifest }: BaseBackup, { outsideDatabase }: RestoreOptions): string {
  if (manifest.label !== null) return 'apogee'
  if (outsideDatabase) return outsideDatabase
  throw new Error('This is a backup of a server of its own: set DATABASE_URL, which names the database.')
}

/** Returns the folder of programs of the cluster's own major version, because other versions cannot read its files. */
function programsFor({ manifest }: BaseBackup, binDir: string | undefined): string | undefined {
  if (binDir !== undefined || manifest.label !== null) return binDir
  return `/usr/lib/postgresql/${manifest.major}/bin`
}

/**
 * Builds the restore_command. PostgreSQL asks for many files that do not exist, and the command answers for those without starting
 * Node.
 */
function restoreCommand(folder: BackupFolder): string {
  const reader = join(import.meta.dirname, 'read-log-child.ts')
  const log = commandWord(`${join(folder.path, 'wal')}/`)
  const isThere = ['', '.partial'].map((end) => `test -e ${log}%f${end}${suffix}`).join(' || ')
  const read = [process.execPath, reader, folder.path].map(commandWord).join(' ')
  return `(${isThere}) && exec ${read} %f "%p"`
}

const commandWord = (word: string) => `'${word.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`

function addressOf({ administratorConnectionString }: Engine, databaseName: string): string {
  const url = new URL(administratorConnectionString)
  url.pathname = `/${encodeURIComponent(databaseName)}`
  return url.href
}

async function explained(error: unknown, to: Date | null): Promise<unknown> {
  if (!(error instanceof Error) || !error.message.includes('recovery target')) return error
  return new Error(
    `The archive has no transaction at or after ${to?.toISOString()}: leave --to out to restore as far as it reaches.`,
    { cause: error },
  )
}

/** Reads every row, so that a damaged page fails its checksum. */
async function verify({ pool }: Database): Promise<Omit<RestoredCluster, 'base' | 'holes'>> {
  const client = await pool.connect()
  try {
    await liftTimeout(client)
    return await readAll(client)
  } finally {
    client.release(true)
  }
}

async function readAll(client: pg.PoolClient): Promise<Omit<RestoredCluster, 'base' | 'holes'>> {
  const replayed = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
  // Long values are stored in TOAST tables, which are read separately, because counting rows does not read them.
  const { rows: all } = await client.query<{ name: string; isOwn: boolean }>(
    `select format('%I.%I', n.nspname, t.relname) as name, t.relkind = 'r' as "isOwn"
       from pg_class t join pg_namespace n on n.oid = t.relnamespace
      where t.relkind in ('r', 't') and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const tables = all.filter(({ isOwn }) => isOwn).length
  if (tables === 0) throw new Error('The restored database has no tables.')
  let rows = 0
  for (const { name, isOwn } of all) {
    const counted = await client.query<{ rows: number }>(
      `select count(${isOwn ? 't.*' : 'chunk_data'}) as rows from ${name} t`,
    )
    if (isOwn) rows += counted.rows[0]?.rows ?? 0
  }
  return { lastTransactionAt: replayed.rows[0]?.at ?? null, tables, rows }
}
