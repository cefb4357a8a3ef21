import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries, Identity } from './binaries.ts'
import { hasEnded } from './postmaster.ts'
import type { Log } from './log.ts'

const execute = promisify(execFile)

// `sockaddr_un` holds 108 bytes of a path, including the final zero byte.
const longestSocketPath = 107
const socketFile = '.s.PGSQL.5432'

type Cluster = { cluster: string; binaries: Binaries; identity: Identity; log: Log }

/**
 * Creates the cluster in a temporary folder and renames it: an incomplete cluster is never used, and
 * when two processes create it at once, the first one wins.
 */
export async function ensureCluster({ cluster, binaries, identity, log }: Cluster): Promise<void> {
  const made = await clusterMajor(cluster)
  if (made !== undefined) return refuseOtherMajor(cluster, made, binaries)
  await removeAbandoned(cluster)
  const draft = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  try {
    await identity.handOver(draft)
    await initialise(draft, binaries, identity)
    await rename(draft, cluster)
    log.info({ cluster, version: binaries.version }, 'created the database files')
  } catch (error) {
    const isTaken =
      error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code))
    if (!isTaken || (await clusterMajor(cluster)) === undefined) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function initialise(folder: string, binaries: Binaries, identity: Identity): Promise<void> {
  const command = identity.command(binaries.initdb, [
    '-D',
    folder,
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '--locale=C',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
  ])
  try {
    // The current working directory may be readable by root only, so the command runs in the cluster's folder.
    await execute(command.file, command.args, { ...command.options, cwd: folder })
  } catch (error) {
    throw new Error(
      `PostgreSQL cannot create its files in ${dirname(folder)}: ${lastLines(error)}\nChoose another DATA_DIR, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

function lastLines(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'stderr' in error && typeof error.stderr === 'string' && error.stderr.trim() !== ''
    ? error.stderr.trim()
    : error.message
}

async function clusterMajor(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function refuseOtherMajor(cluster: string, made: number, { major }: Binaries): void {
  if (made === major) return
  throw new Error(
    `The database files in ${cluster} belong to PostgreSQL ${made}; this Apogee brings PostgreSQL ${major}. To move them: start the release that made them, run "npm run db:dump -- copy" there, rename ${cluster}, then run "npm run db:restore -- copy" with this release. Nothing was changed.`,
  )
}

async function removeAbandoned(cluster: string): Promise<void> {
  const folder = dirname(cluster)
  const draft = new RegExp(`^${basename(cluster)}\\.new-(\\d+)-`)
  for (const name of await readdir(folder)) {
    const pid = draft.exec(name)?.[1]
    if (pid && hasEnded(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Creates a private folder in the system's temporary folder, named after the cluster's path. The data folder's own path may exceed
 * the limit of a socket path.
 */
export async function ensureSocketDirectory(cluster: string, identity: Identity): Promise<string> {
  const name = `apogee-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const fits = (folder: string) => Buffer.byteLength(join(folder, name, socketFile)) <= longestSocketPath
  const parent = fits(tmpdir()) ? tmpdir() : '/tmp'
  const folder = join(parent, name)
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const found = await lstat(folder)
  const us = process.getuid?.()
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0 && (us === 0 || found.uid === us)
  if (!isPrivate) {
    throw new Error(`${folder} must be a folder that only this user can enter; remove it and start again.`)
  }
  await identity.handOver(folder)
  return folder
}

/** Removes the folder, unless another engine uses it by now. */
export async function removeSocketDirectory(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOTEMPTY' && code !== 'ENOENT') throw error
  }
}
