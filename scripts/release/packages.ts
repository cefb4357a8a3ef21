/** Finds the installed packages that a release needs, and their licences. */
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface Entry {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Lock {
  packages: Record<string, Entry>
}

/**
 * Holds the address of the page to show in the frame of this launch: a path, or a whole URL where packages have a host of their
 * own.
 */
const running = [
  'apps/server',
  'packages/chip-simulator',
  'packages/contracts',
  'packages/domain',
  'packages/local-postgres',
]

/** Returns the packages that `entry` needs at run time, without types. The root contributes only the packages of Node itself. */
function namesNeededBy(path: string, entry: Entry): string[] {
  const optionalPeers = Object.entries(entry.peerDependenciesMeta ?? {})
    .filter(([, { optional }]) => optional)
    .map(([name]) => name)
  const kinds =
    path === ''
      ? [entry.optionalDependencies]
      : [entry.dependencies, entry.optionalDependencies, entry.peerDependencies]
  return kinds
    .flatMap((kind) => Object.keys(kind ?? {}))
    .filter((name) => !optionalPeers.includes(name) && !name.startsWith('@types/'))
}

/** Resolves `name` for the package at `path` as Node does; undefined when it is not in the lockfile. */
function resolveIn(lock: Lock, path: string, name: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (at === '.') at = ''
    const candidate = join(at, 'node_modules', name)
    if (lock.packages[candidate]) return candidate
    if (at === '') return undefined
  }
}

/** Returns sorted paths in node_modules. */
export function neededPackages(lock: Lock): string[] {
  const needed = new Set<string>()
  const waiting = ['', ...running]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = lock.packages[path]
    if (!entry) throw new Error(`package-lock.json has no entry ${path}`)
    for (const name of namesNeededBy(path, entry)) {
      const found = resolveIn(lock, path, name)
      if (found === undefined || needed.has(found)) continue
      needed.add(found)
      const target = lock.packages[found]
      waiting.push(target?.link && target.resolved ? target.resolved : found)
    }
  }
  return [...needed].sort()
}

/** These parts of packages are needed for development only. */
const dispensable = ['include', 'share']

/** Removes packages that the release does not need from its node_modules. */
export async function prunePackages(folder: string, lock: Lock): Promise<void> {
  const needed = new Set(neededPackages(lock))
  const holders = new Set([...needed].map((path) => dirname(path)))
  const modules = join(folder, 'node_modules')
  for (const path of Object.keys(lock.packages))
    if (path.includes('node_modules/') && !needed.has(path) && !containsNeeded(path, needed))
      await rm(join(folder, path), { recursive: true, force: true })
  for (const name of await readdir(modules)) {
    const isScope = name.startsWith('@')
    if (isScope && !holders.has(join('node_modules', name)))
      await rm(join(modules, name), { recursive: true, force: true })
    if (/^node-(?:linux|darwin)/.test(name))
      for (const part of dispensable) await rm(join(modules, name, part), { recursive: true, force: true })
  }
}

const containsNeeded = (path: string, needed: ReadonlySet<string>): boolean =>
  [...needed].some((each) => each.startsWith(`${path}/`))

/** The manifests of these packages name no licence. Their LICENSE files contain the MIT licence (scripts/check-dependencies.ts). */
const licencesRead: Record<string, string> = { 'node_modules/png-js': 'MIT' }

/** Returns the licence list: a table, then each package's own text. */
export async function licenceList(folder: string, lock: Lock): Promise<string> {
  const rows: string[] = []
  const texts: string[] = []
  for (const path of neededPackages(lock)) {
    const entry = lock.packages[path]
    if (!entry || entry.link || !existsSync(join(folder, path))) continue
    const title = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${entry.version}`
    rows.push(`${title}: ${entry.license ?? licencesRead[path] ?? 'see below'}`)
    const names = (await readdir(join(folder, path))).filter((name) =>
      /^(?:licen[cs]e|copying|notice)/i.test(name),
    )
    for (const name of names.sort()) {
      const text = await readFile(join(folder, path, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EISDIR') return ''
        throw error
      })
      if (text.trim() !== '') texts.push(`==== ${title}: ${name}\n\n${text.trim()}\n`)
    }
  }
  return `Libraries in this release and their licences\n\n${rows.join('\n')}\n\n${texts.join('\n')}`
}
