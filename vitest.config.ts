import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'

/** The timeout ends a test that hangs; it exceeds the time of slow tests on a busy machine. */
const testTimeout = 300_000

/** `expect.poll` waits up to this limit for asynchronous effects. */
const poll = { timeout: 15_000 }

/** The test runs without a DOM, as on the server. */
const serverEntryTest = 'apps/web/src/app/entry-server.test.ts'

/** These files would affect later files of the same process. */
const needsOwnProcess = [
  // The file also renders with React's server renderer, after which React reports every later render of the same contexts in the
  // browser's.
  'packages/ui/preview/gallery.test.tsx',
  // The test starts listeners on the document that stay until the page is left.
  'apps/web/src/app/prefetch-routes.test.ts',
]

/** `npm run test:deep` runs these files: whole starts, engines of databases and languages. A whole `npm test` excludes them. */
const leftOut = process.env['APOGEE_DEEP_TESTS'] === 'off' ? ['**/*.deep.test.ts'] : []

const commonSetup = ['scripts/testing/patience.ts', 'scripts/testing/file-times.ts']

const web = {
  environment: 'happy-dom',
  setupFiles: ['apps/web/src/testing/setup.ts', ...commonSetup],
  testTimeout,
  expect: { poll },
}

/**
 * Files of a project share their worker's process and modules, because loading them took longer than many tests. A file must
 * therefore leave no listener, timer, environment variable or rendered page behind; helpers register hooks in functions, not on
 * import.
 *
 * The tests have three kinds: pure rules, the server on a real database, and the client in a light DOM.
 */
export default defineConfig({
  test: {
    // Tests wait for their database, their timers and their processes for a third of the time, so two cores have work for three workers.
    // The third adds about 2 % of processor time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Most objects of a test die young: with more room for new ones, the collector copies fewer.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          setupFiles: commonSetup,
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
            // The drills test the web client's outbox and the server, without a browser.
            'lab/drills/**/*.test.ts',
            'packages/{chip-simulator,local-postgres}/src/**/*.test.ts',
          ],
          exclude: ['**/*.rules.test.ts', '**/*.unit.test.ts', ...leftOut],
          globalSetup: ['apps/server/src/platform/database/testing/testing-setup.ts'],
          setupFiles: ['apps/server/src/platform/database/testing/testing-rows.ts', ...commonSetup],
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll },
        },
      },
      {
        plugins: [react()],
        // Tests read these files as bytes.
        assetsInclude: ['fixtures/real-files/**', /\/real-files\/[^?]+\?inline$/],
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
