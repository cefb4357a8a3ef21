/** Builds the web client once per state of its sources, and compresses the files that it serves. */
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { inDraft } from './build-folders.ts'
import { hashOfPages, readStamp, repository, webDist } from './build-state.mjs'

const web = join(repository, 'apps/web')

/** Builds into apps/web/dist, unless it already contains the build of these sources. Returns whether it built. */
export async function buildWeb(): Promise<boolean> {
  const hash = hashOfPages()
  const before = readStamp()
  if (before?.inputs === hash) return false
  await inDraft('web-build', async (fresh) => {
    await buildInto(fresh, hash, before && webDist)
    await swapIn(fresh)
  })
  return true
}

/**
 * Builds into a new folder. The same sources give the same files.
 * @param previous the build of the previous release, or null.
 */
export async function buildWebInto(folder: string, previous: string | null): Promise<void> {
  await buildInto(folder, hashOfPages(), previous)
}

async function buildInto(fresh: string, hash: string, previous: string | null): Promise<void> {
  // React's production build is served in every environment, including a test or a shell.
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
  const assets = (await filesBelow(join(fresh, 'client/assets'))).sort()
  if (previous !== null) await keepLastRelease(previous, join(fresh, 'client/assets'))
  await writeFile(join(fresh, 'stamp.json'), JSON.stringify({ inputs: hash, assets }))
}

/** Copies the previous release's files for one release, because open pages may still request them. */
async function keepLastRelease(previous: string, into: string): Promise<void> {
  const folder = join(previous, 'client/assets')
  const present = new Set(await filesBelow(folder))
  for (const name of readStamp(previous)?.assets ?? []) {
    if (present.has(name)) await cp(join(folder, name), join(into, name), { force: false })
  }
}

/** Returns paths relative to the folder. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
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

const compressible = /\.(?:m?js|css|svg|json|webmanifest|txt|wasm)$/
const worthCompressingBytes = 300
/**
 * Brotli's best quality takes seconds for each megabyte, so files above this size in bytes get a lower quality that costs a fifth
 * in size.
 */
const largeBytes = 2_000_000

async function compressBelow(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length < worthCompressingBytes) return
      const quality = content.length < largeBytes ? 11 : 5
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        promisify(gzip)(content, { level: 9 }),
      ])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}

if (import.meta.main) {
  console.log((await buildWeb()) ? 'The web client is built.' : 'The web client is up to date.')
}
