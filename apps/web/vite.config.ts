import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Two environments, one `vite build --app`: hashed client files with their manifest, and one module for the server. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind()],
  appType: 'custom',
  clearScreen: false,
  builder: {},
  worker: { format: 'es' },
  build: {
    // One stylesheet: the server writes it into the document, so no page waits for a second request.
    cssCodeSplit: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    // The server preloads what a document needs; a list of every page's files in the entry would cost all of them.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'src/app/entry-client.tsx',
          output: {
            // What every page needs and what changes least: one file, kept by browsers over releases.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router|zustand|@tanstack(?!.*(?:[qQ]ueries|nfinite)))\//,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/app/entry-server.tsx' },
      },
      resolve: { noExternal: ['@apogee/contracts', '@apogee/ui'] },
    },
  },
})
