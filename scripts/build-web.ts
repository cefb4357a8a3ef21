/** Builds the web client once per state of its sources, and compresses what it serves. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const repository = fileURLToPath(new URL('..', import.meta.url))
const web = join(repository, 'apps/web')
export const webDist = join(web, 'dist')
/** Made by scripts/release.ts; only a release has it. */
export const releaseFile = 'release.json'
const builds = join(repository, 'node_modules/.cache')
const draftName = 'web-build-'

/** Everything the output depends on. */
const inputs = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/service-worker',
  'apps/web/vite.config.ts',
  'apps/web/chunks.ts',
  'apps/web/part-loader.ts',
  'apps/web/constant-tokens.ts',
  'apps/web/package.json',
  'packages/ui/src',
  'packages/contracts/src',
  'packages/domain/src',
  'package-lock.json',
  'scripts/build-web.ts',
]
const isTest = /\.test\.tsx?$|\/testing\//

interface Stamp {
  inputs: string
  /** Names in client/assets that this build wrote. */
  assets: string[]
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(join(repository, path), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  if (!entries) return [join(repository, path)]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function hashOfInputs(): Promise<string> {
  const files = (await Promise.all(inputs.map(filesBelow))).flat().filter((file) => !isTest.test(file))
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    hash
      .update(file.slice(repository.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param dist the folder of a build. */
async function readStamp(dist = webDist): Promise<Stamp | null> {
  try {
    return JSON.parse(await readFile(join(dist, 'stamp.json'), 'utf8')) as Stamp
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

/** Whether the existing build matches the current sources. A release has its pages and not all of their sources. */
export async function isBuilt(): Promise<boolean> {
  if (existsSync(join(repository, releaseFile))) return true
  return (await readStamp())?.inputs === (await hashOfInputs())
}

/** Builds into apps/web/dist, unless that is already the build of these sources. Returns whether it built. */
export async function buildWeb(): Promise<boolean> {
  const hash = await hashOfInputs()
  const before = await readStamp()
  if (before?.inputs === hash) return false
  // Built beside the old one and swapped: an interrupted or concurrent build never leaves a mixture.
  await removeAbandoned()
  const fresh = join(builds, `${draftName}${process.pid}`)
  try {
    await buildInto(fresh, hash, before && webDist)
    await swapIn(fresh)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return true
}

/**
 * Builds into a new folder: the same sources give the same files.
 * @param previous the build of the release before, or null.
 */
export async function buildWebInto(folder: string, previous: string | null): Promise<void> {
  await buildInto(folder, await hashOfInputs(), previous)
}

async function buildInto(fresh: string, hash: string, previous: string | null): Promise<void> {
  // Whatever the environment (a test, a shell), React's production build is served.
  process.env['NODE_ENV'] = 'production'
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    environments: {
      client: { build: { outDir: join(fresh, 'client'), emptyOutDir: true } },
      ssr: { build: { outDir: join(fresh, 'server'), emptyOutDir: true } },
    },
  })
  await builder.buildApp()
  await compressBelow(join(fresh, 'client'))
  const assets = (await readdir(join(fresh, 'client/assets'))).sort()
  if (previous !== null) await keepLastRelease(previous, join(fresh, 'client/assets'))
  await writeFile(join(fresh, 'stamp.json'), JSON.stringify({ inputs: hash, assets } satisfies Stamp))
}

/** The previous release's files stay for one release: open pages may still request them. */
async function keepLastRelease(previous: string, into: string): Promise<void> {
  const folder = join(previous, 'client/assets')
  const present = new Set(await readdir(folder))
  for (const name of (await readStamp(previous))?.assets ?? []) {
    if (present.has(name)) await cp(join(folder, name), join(into, name), { force: false })
  }
}

/** Removes the leftovers of killed builds. */
async function removeAbandoned(): Promise<void> {
  await mkdir(builds, { recursive: true })
  for (const name of await readdir(builds)) {
    if (!name.startsWith(draftName)) continue
    const pid = Number.parseInt(name.slice(draftName.length), 10)
    if (pid === process.pid || !isAlive(pid)) await rm(join(builds, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function swapIn(fresh: string): Promise<void> {
  const old = `${fresh}-old`
  try {
    await rename(webDist, old)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await rename(fresh, webDist)
  await rm(old, { recursive: true, force: true })
}

const compressible = /\.(?:js|css|svg|json|webmanifest|txt|wasm)$/
const worthCompressingBytes = 300

async function compressBelow(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length < worthCompressingBytes) return
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(content, { level: 9 }),
      ])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}

if (import.meta.main) {
  console.log((await buildWeb()) ? 'The web client is built.' : 'The web client is up to date.')
}
