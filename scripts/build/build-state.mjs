/*
 * The module finds out which builds exist and whether they match the current sources. Like start.mjs, it is plain JavaScript,
 * because a process that strips TypeScript types needs 20 MB more memory.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')
export const releaseFile = 'release.json'
export const webDist = join(repository, 'apps/web/dist')
export const serverBuilds = join(repository, 'apps/server/dist')
export const releasedBuild = 'release'

const shared = [
  'packages/contracts/package.json',
  'packages/domain/package.json',
  'packages/contracts/src',
  'packages/domain/src',
  'package-lock.json',
  'scripts/build/build-state.mjs',
]

/** The pages depend on all of these files. */
const inputsOfPages = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/service-worker',
  'apps/web/vite.config.ts',
  'apps/web/bundling',
  'apps/web/package.json',
  'packages/ui/src',
  'scripts/build/build-web.ts',
  ...shared,
]

/** The server's code depends on all of these files. Fonts and migrations are read from their original location. */
const inputsOfServer = [
  'apps/server/src',
  'apps/server/package.json',
  'packages/chip-simulator/src',
  'packages/local-postgres/src',
  'scripts/build/build-server.ts',
  ...shared,
]

const isTest = /\.test\.tsx?$|\.testing\.ts$|\/testing\//

function filesBelow(path) {
  try {
    return readdirSync(join(repository, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [join(repository, path)]
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** Reads the files sequentially: opening files concurrently costs three times the processor time of reading them. */
function hashOf(inputs) {
  const files = inputs.flatMap(filesBelow).filter((file) => !isTest.test(file))
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    hash.update(file.slice(repository.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

export const hashOfPages = () => hashOf(inputsOfPages)

const isRelease = () => existsSync(join(repository, releaseFile))

export function readStamp(dist = webDist) {
  try {
    return JSON.parse(readFileSync(join(dist, 'stamp.json'), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

export const hasPages = () => isRelease() || readStamp()?.inputs === hashOfPages()

export const serverBuild = () =>
  join(serverBuilds, isRelease() ? releasedBuild : hashOf(inputsOfServer).slice(0, 16))

export const isBuilt = (build) => existsSync(build)
