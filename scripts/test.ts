/**
 * `npm test`: everything that must hold, cheapest first, all of it even when something fails early.
 * The last line is `N passed, N failed`, counting each check once and each test once.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import {
  endedUnexpectedly,
  failedFiles,
  journeysOf,
  testsOf,
  unsteadyLimit,
  type Counted,
  type JourneyReport,
  type TestReport,
} from './test-reports.ts'

interface Result extends Counted {
  step: string
  seconds: number
}

const root = join(import.meta.dirname, '..')
const reports = await mkdtemp(join(tmpdir(), 'apogee-reports-'))
const unitReport = join(reports, 'vitest.json')
const browserReport = join(reports, 'playwright.json')
const vitest = (report: string) => `vitest run --reporter=default --reporter=json --outputFile.json=${report}`
const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T
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

async function step(name: string, work: () => Promise<Counted>): Promise<void> {
  console.log(`\n== ${name}`)
  const began = performance.now()
  const counted = await work()
  results.push({ step: name, ...counted, seconds: (performance.now() - began) / 1000 })
}

const check = (name: string, line: string) =>
  step(name, async () => {
    const code = await command(line)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, unsteady: [] }
  })

/** A suite that broke before it could report has failed once, whatever it had done. */
async function counted(code: number, read: () => Promise<Counted>): Promise<Counted> {
  try {
    return endedUnexpectedly(code, await read())
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1, unsteady: [] }
  }
}

/** In CI a few files that failed get a second run by themselves (docs/decisions/unsteady-tests.md). */
async function vitestSuite(more = '', environment: Record<string, string> = {}): Promise<Counted> {
  const code = await command(`${vitest(unitReport)}${more}`, environment)
  const first = await counted(code, async () => testsOf(await readJson<TestReport>(unitReport)))
  if (!process.env['CI'] || first.failed === 0) return first
  const report = await readJson<TestReport>(unitReport).catch(() => null)
  const files = report ? failedFiles(report) : []
  if (!report || files.length === 0 || files.length > unsteadyLimit) return first
  console.log(`\n== a second run of what failed: ${files.join(', ')}`)
  const secondReport = join(reports, 'vitest-second.json')
  const again = await command(`${vitest(secondReport)}${more} ${files.join(' ')}`, environment)
  const second = await counted(again, async () => testsOf(await readJson<TestReport>(secondReport)))
  if (second.failed > 0) return first
  return { passed: first.passed + first.failed, failed: 0, unsteady: testsOf(report).failedNames }
}

async function journeySuite(): Promise<Counted> {
  const code = await command('playwright test', {
    PLAYWRIGHT_REPORT: browserReport,
    JOURNEY_DATA_DIR: join(reports, 'journeys'),
  })
  return counted(code, async () => journeysOf(await readJson<JourneyReport>(browserReport)))
}

/** `--on-postgres-15`: only the server's tests, on Debian's PostgreSQL 15 instead of our own. */
async function testOnPostgres15(): Promise<void> {
  await check('PostgreSQL 15 is here', 'node scripts/postgres15.mjs')
  await step('server tests on PostgreSQL 15', () =>
    vitestSuite(' --project server', { APOGEE_TEST_POSTGRES: '15' }),
  )
}

async function testEverything(): Promise<void> {
  await check('format', 'oxfmt --check')
  await check('lint and import rules', 'oxlint --type-aware')
  for (const project of [
    ...[
      'packages/domain',
      'packages/contracts',
      'packages/ui',
      'apps/server',
      'apps/web',
      'apps/web/service-worker',
    ],
    ...['e2e', 'scripts'],
  ]) {
    await check(`types: ${project}`, `tsc -p ${project}`)
  }
  await check('dead code', 'knip')
  await check('dependencies', 'node scripts/check-dependencies.ts')
  await step('unit, server and client tests', () => vitestSuite())
  await check('build', 'node scripts/build-web.ts')
  await check('size of what the browser loads first', 'node scripts/bundle-size.ts')
  await check('torture, in short', 'node torture/run.ts --orders 200 --kills 3 --database-kills 1')
  if (!findChromium() || !findChromium({ pdf: true })) await command('node scripts/chromium.mjs')
  await step('browser journeys', journeySuite)
}

await (process.argv.includes('--on-postgres-15') ? testOnPostgres15() : testEverything())

await rm(reports, { recursive: true, force: true })
console.log('')
for (const { step: name, passed, failed, seconds } of results) {
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
  )
}
const unsteady = results.flatMap((result) => result.unsteady)
for (const name of unsteady) console.log(`UNSTEADY, passed only at the second try: ${name}`)
if (unsteady.length > unsteadyLimit) {
  console.log(`more than ${unsteadyLimit} unsteady tests count as one failure`)
  results.push({ step: 'steadiness', passed: 0, failed: 1, unsteady: [], seconds: 0 })
}
const sum = (pick: 'passed' | 'failed') => results.reduce((total, result) => total + result[pick], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
