import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * `npm run test:ops` tests the files that operators install, with the programs that read them. `npm test` does not include these
 * tests.
 */
export default defineConfig({
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['testing-setup.ts'],
    testTimeout: 300_000,
    // The hook builds an artefact: it installs packages and builds pages.
    hookTimeout: 1_200_000,
  },
})
