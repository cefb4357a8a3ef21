import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'

/** Ends a test that hangs; slower than any that only runs on a busy machine. */
const testTimeout = 120_000

/** Three kinds of test: pure rules, the server on a real database, and the client in a light DOM. */
export default defineConfig({
  test: {
    // Tests wait for their database half of the time: with one worker, the default on two cores, the run takes twice as long.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          testTimeout,
          include: [
            'packages/domain/src/**/*.test.ts',
            'packages/contracts/src/**/*.test.ts',
            'apps/server/src/**/*.rules.test.ts',
            'apps/server/src/**/*.unit.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'apps/server/src/**/*.test.ts',
            'packages/{chip-simulator,local-postgres}/src/**/*.test.ts',
          ],
          exclude: ['**/*.rules.test.ts', '**/*.unit.test.ts'],
          globalSetup: ['apps/server/src/platform/database/testing-setup.ts'],
          setupFiles: ['apps/server/src/platform/database/testing-rows.ts'],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          testTimeout,
          include: ['apps/web/src/**/*.test.{ts,tsx}', 'packages/ui/{src,preview}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
