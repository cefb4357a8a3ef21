/**
 * `npm test`: everything that must hold, cheapest first, all of it even when something fails early.
 * The last line is `N passed, N failed`, counting each check once and each test once.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'

interface Result {
  step: string
  passed: number
  failed: number
  seconds: number
}

const root = join(import.meta.dirname, '..')
const reports = await mkdtemp(join(tmpdir(), 'apogee-reports-'))
const unitReport = join(reports, 'vitest.json')
const browserReport = join(reports, 'playwright.json')
const vitest = `vitest run --reporter=default --reporter=json --outputFile.json=${unitReport}`
const results: Result[] = []

function command(line: string, environment: Record<string, string> = {}): Promise<number> {
  const [program, ...parameters] = line.split(' ') as [string, ...string[]]
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, FORCE_COLOR: '0', ...environment },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function step(name: string, work: () => Promise<{ passed: number; failed: number }>): Promise<void> {
  console.log(`\n== ${name}`)
  const began = performance.now()
  const { passed, failed } = await work()
  results.push({ step: name, passed, failed, seconds: (performance.now() - began) / 1000 })
}

const check = (name: string, line: string) =>
  step(name, async () => ((await command(line)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }))

/** A suite that broke before it could report has failed once, whatever it had done. */
async function suite(
  line: string,
  read: () => Promise<{ passed: number; failed: number }>,
  environment: Record<string, string> = {},
): Promise<{ passed: number; failed: number }> {
  const code = await command(line, environment)
  try {
    const counted = await read()
    return code === 0 || counted.failed > 0 ? counted : { ...counted, failed: 1 }
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

async function readVitest(): Promise<{ passed: number; failed: number }> {
  const report = JSON.parse(await readFile(unitReport, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

async function readPlaywright(): Promise<{ passed: number; failed: number }> {
  const report = JSON.parse(await readFile(browserReport, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
    errors: unknown[]
  }
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length }
}

/** `--on-postgres-15`: only the server's tests, on Debian's PostgreSQL 15 instead of our own. */
async function testOnPostgres15(): Promise<void> {
  await check('PostgreSQL 15 is here', 'node scripts/postgres15.mjs')
  await step('server tests on PostgreSQL 15', () =>
    suite(`${vitest} --project server`, readVitest, { APOGEE_TEST_POSTGRES: '15' }),
  )
}

async function testEverything(): Promise<void> {
  await check('format', 'oxfmt --check')
  await check('lint and import rules', 'oxlint --type-aware')
  for (const project of ['packages/contracts', 'packages/ui', 'apps/server', 'apps/web', 'e2e', 'scripts']) {
    await check(`types: ${project}`, `tsc -p ${project}`)
  }
  await check('dead code', 'knip')
  await check('dependencies', 'node scripts/check-dependencies.ts')
  await step('unit, server and client tests', () => suite(vitest, readVitest))
  await check('build', 'node scripts/build-web.ts')
  await check('size of what the browser loads first', 'node scripts/bundle-size.ts')
  if (!findChromium() || !findChromium({ pdf: true })) await command('node scripts/chromium.mjs')
  await step('browser journeys', () =>
    suite('playwright test', readPlaywright, {
      PLAYWRIGHT_REPORT: browserReport,
      JOURNEY_DATA_DIR: join(reports, 'journeys'),
    }),
  )
}

await (process.argv.includes('--on-postgres-15') ? testOnPostgres15() : testEverything())

await rm(reports, { recursive: true, force: true })
console.log('')
for (const { step: name, passed, failed, seconds } of results) {
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
  )
}
const sum = (pick: 'passed' | 'failed') => results.reduce((total, result) => total + result[pick], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
