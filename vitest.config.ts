import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'

/** Ends a test that hangs; slower than any that only runs on a busy machine. */
const testTimeout = 300_000

/** `expect.poll` waits this long for something that comes by itself. */
const poll = { timeout: 15_000 }

/** Runs as on the server, without a DOM. */
const serverEntryTest = 'apps/web/src/app/entry-server.test.ts'

/** Files that would change what later files of the same process see. */
const needsOwnProcess = [
  // Renders with React's server renderer too: React reports every later render of the same contexts in the browser's.
  'packages/ui/preview/gallery.test.tsx',
  // What it starts listens on the document until the page is left.
  'apps/web/src/app/prefetch-routes.test.ts',
]

/** Those of `npm run test:deep`: whole starts, engines of databases and languages. A whole `npm test` leaves them out. */
const leftOut = process.env['APOGEE_DEEP_TESTS'] === 'off' ? ['**/*.deep.test.ts'] : []

const fileTimes = 'scripts/testing/file-times.ts'

const web = {
  environment: 'happy-dom',
  setupFiles: ['apps/web/src/testing/setup.ts', fileTimes],
  testTimeout,
  expect: { poll },
}

/**
 * Files of a project share their worker's process and modules: loading them took longer than many tests. So a file leaves no
 * listener, timer, environment variable or rendered page behind; helpers register hooks in functions, not on import.
 *
 * Three kinds of test: pure rules, the server on a real database, and the client in a light DOM.
 */
export default defineConfig({
  test: {
    // Tests wait for their database half of the time: with one worker, the default on two cores, the run takes twice as long.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          setupFiles: [fileTimes],
          testTimeout,
          expect: { poll },
          include: [
            'packages/domain/src/**/*.test.ts',
            'packages/contracts/src/**/*.test.ts',
            'apps/server/src/**/*.rules.test.ts',
            'apps/server/src/**/*.unit.test.ts',
            'scripts/**/*.test.ts',
            serverEntryTest,
          ],
          exclude: leftOut,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          include: [
            'apps/server/src/**/*.test.ts',
            // The web client's outbox and the server, without a browser.
            'drills/**/*.test.ts',
            'packages/{chip-simulator,local-postgres}/src/**/*.test.ts',
          ],
          exclude: ['**/*.rules.test.ts', '**/*.unit.test.ts', ...leftOut],
          globalSetup: ['apps/server/src/platform/database/testing-setup.ts'],
          setupFiles: ['apps/server/src/platform/database/testing-rows.ts', fileTimes],
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll },
        },
      },
      {
        plugins: [react()],
        test: {
          ...web,
          name: 'web',
          isolate: false,
          include: ['apps/web/src/**/*.test.{ts,tsx}', 'packages/ui/{src,preview}/**/*.test.{ts,tsx}'],
          exclude: [...needsOwnProcess, serverEntryTest, ...leftOut],
        },
      },
      {
        plugins: [react()],
        test: { ...web, name: 'web-isolated', include: needsOwnProcess },
      },
    ],
  },
})
