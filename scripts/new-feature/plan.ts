/** Reads which names the repository has taken, and plans which files a new feature writes and changes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigratedSchema } from '../operator/migrated-schema.ts'
import { entriesOf, generated } from './entries.ts'
import { namesOf, type Taken } from './names.ts'
import { foldersOf, skeletonOf, wordsOfSkeleton } from './skeleton.ts'

export const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const foldersIn = (path: string): string[] => readdirSync(join(root, path))
const filesBelow = (path: string, ending: string): string[] =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(path, name))
const namesIn = (paths: readonly string[], pattern: RegExp): Set<string> =>
  new Set(paths.flatMap((path) => [...read(path).matchAll(pattern)].map(([, name = '']) => name)))

const serverFeatures = 'apps/server/src/features'
const webFeatures = 'apps/web/src/features'
const contracts = 'packages/contracts/src'
const migrations = 'apps/server/migrations'

export function taken(): Taken {
  const { tables, views } = readMigratedSchema()
  const routes = ['front-routes.tsx', 'routes.tsx', 'staff-routes.tsx'].map(
    (name) => `apps/web/src/app/${name}`,
  )
  const manifests = filesBelow(serverFeatures, '/feature.ts')
  const texts = filesBelow('apps/web/src', '.en.ts')
  return {
    folders: new Set([serverFeatures, webFeatures, contracts].flatMap(foldersIn)),
    relations: new Set([...tables.keys(), ...views]),
    calls: namesIn(
      ['routes.front.ts', 'routes.further.ts'].map((name) => join(contracts, name)),
      /^ {2}(\w+):/gm,
    ),
    pages: namesIn(routes, /['"]([\w-]+)(?:\/[^'"]*)?['"]/g),
    constants: new Set([
      ...namesIn(manifests, /\b(\w+): new /g),
      ...namesIn(texts, /defineMessages\('(\w+)'/g),
    ]),
    ofSkeleton: wordsOfSkeleton(),
  }
}

const nextMigration = (): string => {
  const newest = Math.max(...foldersIn(migrations).map((name) => Number(name.slice(0, 4))))
  return String(newest + 1).padStart(4, '0')
}

interface Written {
  path: string
  text: string
}

export interface Plan {
  folders: readonly string[]
  /** Lists the files to create. */
  skeleton: readonly Written[]
  /** Lists the files to change, with their new texts. */
  entries: readonly Written[]
  /** Lists the paths outside of `folders` that are created or changed. */
  outside: readonly string[]
}

/** @throws when the place of an entry is not found. */
export function planOf(name: string): Plan {
  const names = namesOf(name)
  const migration = nextMigration()
  const folders = foldersOf(names)
  const skeleton = skeletonOf(names, migration)
  const entries = entriesOf(names, migration).map(({ path, enter }) => ({ path, text: enter(read(path)) }))
  const isOutside = (path: string) => !folders.some((folder) => path.startsWith(`${folder}/`))
  const outside = [...skeleton, ...entries].map(({ path }) => path).filter(isOutside)
  return { folders, skeleton, entries, outside: [...outside, ...generated] }
}
