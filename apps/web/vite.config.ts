import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pyodide from 'pyodide/package.json' with { type: 'json' }
import { defineConfig, type Plugin } from 'vite'
import { callAddresses } from './bundling/call-addresses.ts'
import { chunkGroups, compiledWhole, findSharedModules } from './bundling/chunks.ts'
import { firstWave } from './bundling/first-wave.ts'
import { constantTokens } from './bundling/constant-tokens.ts'
import { partLoader } from './bundling/part-loader.ts'
import { reactModules } from './bundling/react-modules.ts'

const serviceWorker = 'service-worker'

/** The service worker's caches carry the build's name, so that a release can distinguish its own from older ones. */
const releaseInServiceWorker: Plugin = {
  name: 'release-in-service-worker',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const release = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex')
    const worker = bundle[`${serviceWorker}.js`]
    if (worker?.type !== 'chunk') throw new Error('The build has no service worker')
    worker.code = worker.code.replaceAll('__RELEASE__', JSON.stringify(release.slice(0, 12)))
  },
}

/** Pyodide imports modules of Node where it detects Node, which never happens in a worker. */
const noNodeInPyodide: Plugin = {
  name: 'no-node-in-pyodide',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id.startsWith('node:') && importer?.includes('/node_modules/pyodide/') ? '\0no-node' : null,
  load: (id) => (id === '\0no-node' ? 'export default {}' : null),
}

/** Pyodide finds its files by name in one folder; its version distinguishes their URLs from those of the next version. */
const pythonFolder = `assets/pyodide-${pyodide.version}`

const nameOfWorkersAsset = ({ originalFileNames }: { originalFileNames: string[] }): string =>
  originalFileNames.some((name) => /node_modules\/pyodide\/[^/]+$/.test(name))
    ? `${pythonFolder}/[name][extname]`
    : 'assets/[name]-[hash:7][extname]'

/** Builds two environments with one `vite build --app`: hashed client files with their manifest, and one module for the server. */
export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    reactModules,
    tailwind({ optimize: false }),
    releaseInServiceWorker,
    findSharedModules,
    firstWave,
    partLoader,
    constantTokens,
    callAddresses,
  ],
  appType: 'custom',
  clearScreen: false,
  builder: {},
  worker: {
    format: 'es',
    plugins: () => [noNodeInPyodide],
    rolldownOptions: { output: { assetFileNames: nameOfWorkersAsset } },
  },
  build: {
    // scripts/build/browser-target.ts has the interfaces that these browsers lack.
    target: ['es2023', 'safari16.4', 'firefox121', 'chrome111'],
    assetsInlineLimit: 0,
    // pdf.js is the only file that exceeds Vite's usual limit. scripts/build/bundle-size.ts has the budgets of all files.
    chunkSizeWarningLimit: 1300,
    // The server preloads the files of a document instead. A list of every page's files in the entry would cost as many bytes as it
    // has names.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          // Otherwise, a page would load the file of a constant for the constant alone.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          onLog(level, log, handle) {
            // The build fails if a lazy part is also imported statically, because the part would then load with its importer.
            if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
            handle(level, log)
          },
          input: {
            'entry-client': 'src/app/entry-client.tsx',
            [serviceWorker]: 'service-worker/service-worker.ts',
          },
          output: {
            // Browsers request the service worker at one permanent URL, so its name has no hash.
            entryFileNames: ({ name }) =>
              name === serviceWorker ? `${serviceWorker}.js` : 'assets/[name]-[hash:7].js',
            // Hashes do not compress, and the entry contains the file names of all pages. Seven characters are 42 bits for each
            // name.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: chunkGroups },
            postBanner: ({ name }) => (compiledWhole.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/app/entry-server.tsx',
          // The server always loads these modules at its start, and each separate file would take more time.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'frame',
                  test: /web\/src\/(?:framework\/route-(?:handle|lines)|platform\/(?:messages|preferences))\.tsx?$/,
                },
              ],
            },
          },
        },
      },
      keepProcessEnv: command !== 'build',
      resolve: { noExternal: command === 'build' || ['@apogee/contracts', '@apogee/domain', '@apogee/ui'] },
    },
  },
}))
