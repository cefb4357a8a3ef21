/** Fetches the files that a restore needs from the bucket into an empty BACKUP_DIR (docs/operations.md#backup-and-restore). */
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupFolder, namesIn, positionOf, suffix, type BaseBackup } from './backup-folder.ts'
import type { ObjectStore } from './bucket-copies.ts'
import { chooseBase, clusterAmong } from './restore.ts'
import type { BackupKey } from './sealed-file.ts'

interface FetchOptions {
  store: ObjectStore
  /** Messages call the bucket by this name. */
  where: string
  /** This is BACKUP_DIR. */
  directory: string
  key: BackupKey
  /** This is required only if the bucket holds backups of several clusters. */
  cluster: string | null
  /** The files must allow a restore to this moment. Null means the end of the archived log. */
  to: Date | null
}

/** Names of foreign objects do not match, so that none can lead outside of the folder. */
const ownName = /^(?:base\/\d{8}T\d{6}Z|wal|purchases)\/[\w-][\w.-]*$/

export interface FetchedBackups {
  cluster: string
  base: BaseBackup
  files: number
}

/** @throws an error whose message says what to do. The fetched files then stay in a folder whose name begins with a dot. */
export async function fetchBackups(options: FetchOptions): Promise<FetchedBackups> {
  const { store, directory, key, to } = options
  const names = (await Array.fromAsync(store.list(''))).map(({ name }) => name)
  const clusters = [...new Set(names.map((name) => name.split('/')[0] ?? ''))]
  const cluster = clusterAmong(clusters, options.cluster, options.where)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if ((await namesIn(directory)).includes(cluster))
    throw new Error(`BACKUP_DIR ${directory} already has backups of ${cluster}: give an empty folder.`)
  for (const left of (await readdir(directory)).filter((name) => name.startsWith('.fetched-')))
    await rm(join(directory, left), { recursive: true })
  const draft = await mkdtemp(join(directory, '.fetched-'))
  const own = names
    .filter((name) => name.startsWith(`${cluster}/`))
    .map((name) => name.slice(cluster.length + 1))
    .filter((name) => ownName.test(name))
  let files = 0
  const fetchAll = async (isWanted: (name: string) => boolean) => {
    for (const name of own.filter(isWanted)) {
      await fetchOne(store, `${cluster}/${name}`, join(draft, name))
      files += 1
    }
  }
  // These files are fetched first, because they are small and the choice of a base backup needs them.
  await fetchAll((name) => /^base\/[^/]+\/manifest\.json|^wal\/[^/]+\.history|^purchases\//.test(name))
  const folder = new BackupFolder(draft, key)
  const base = await chooseBase(folder, to)
  for (const other of await folder.baseNames())
    if (other !== base.name) await rm(join(draft, 'base', other), { recursive: true })
  const first = positionOf(base.manifest.firstWal) ?? ''
  await fetchAll((name) => {
    const [kind, file = ''] = name.split('/')
    if (kind === 'base') return file === base.name && !name.includes('manifest.json')
    return kind === 'wal' && (positionOf(file.replace(suffix, '')) ?? '') >= first
  })
  await rename(draft, join(directory, cluster))
  return { cluster, base, files }
}

async function fetchOne(store: ObjectStore, name: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(await store.get(name), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
}
