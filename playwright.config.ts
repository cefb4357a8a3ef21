/**
 * The journeys run through the whole product in a real browser, with a fresh data folder and the demo school. The file name decides
 * where a file runs: `NAME.spec.ts` in `npm test`, `NAME.deep.spec.ts` in `npm run test:deep`, `NAME.walk.spec.ts` in the first and
 * on a phone in the second, and `NAME.whole.spec.ts` in the second, in the whole browser.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type ReporterDescription } from '@playwright/test'
import { findChromium } from './scripts/programs/chromium.mjs'

/** A different port allows two concurrent runs. */
const port = Number(process.env['JOURNEY_PORT'] ?? 4321)
const dataDir = process.env['JOURNEY_DATA_DIR'] ?? newDataDir()
const report = process.env['PLAYWRIGHT_REPORT']
const reporters: ReporterDescription[] = [
  ['list'],
  ...(report ? [['json', { outputFile: report }] as const] : []),
]

/**
 * Workers read this file again and inherit the folder. The process that made the folder removes it after the product has stopped.
 */
function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-journeys-'))
  process.env['JOURNEY_DATA_DIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const launch = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    '--disable-background-networking',
    '--autoplay-policy=no-user-gesture-required',
  ],
})

const desktop = { viewport: { width: 1440, height: 900 } }
/** Drawing the moving background takes a quarter of the processor time of a journey. The phone and the whole browser draw it. */
const still = { ...desktop, contextOptions: { reducedMotion: 'reduce' as const } }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // The report lists the journeys that passed on the second attempt; scripts/testing/reports.ts decides whether they count as
  // passed.
  retries: process.env['CI'] ? 1 : 0,
  // The timeouts end tests that hang. On a busy machine the longest journeys take five times as long as on an idle one.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  reporter: reporters,
  use: {
    actionTimeout: 30_000,
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: launch(findChromium()),
    locale: 'en-MY',
    timezoneId: 'Asia/Kuala_Lumpur',
    // Journeys mock responses, and a service worker would hide the requests. offline.deep.spec.ts tests the worker.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Tracing takes a quarter of the time of the whole suite. `playwright test --trace on <file>` shows a failure step by step.
    trace: 'off',
  },
  projects: [
    { name: 'fast', use: still, testMatch: /\/[^.]+(?:\.walk)?\.spec\.ts$/ },
    { name: 'deep', use: still, testMatch: '**/*.deep.spec.ts' },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      testMatch: '**/*.walk.spec.ts',
    },
    // The whole browser alone shows PDF files and keeps pages for Back and Forward; Playwright turns the latter off.
    {
      name: 'whole-browser',
      use: {
        ...desktop,
        launchOptions: {
          ...launch(findChromium({ whole: true })),
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
      testMatch: '**/*.whole.spec.ts',
    },
  ],
  webServer: {
    command:
      'node --max-semi-space-size=4 --no-parallel-scavenge --heap-growing-percent=20 scripts/start.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 300_000,
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 25_000 },
    stdout: 'pipe',
  },
})
