import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run test:ops`: the files that operators install, with the programs that read them. Not part of `npm test`. */
export default defineConfig({
  cacheDir: join(import.meta.dirname, '../node_modules/.vite'),
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['testing-setup.ts'],
    testTimeout: 300_000,
    // An artefact is made in it: packages are installed and pages built.
    hookTimeout: 1_200_000,
  },
})
