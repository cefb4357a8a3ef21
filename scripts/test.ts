/**
 * `npm test`: everything that must hold, cheapest first, all of it even when something fails early. `npm test -- NAME`: the
 * test files with NAME in their path, nothing else.
 * At the end it names the tests that failed and sums each step up. The last line is `N passed, N failed`, counting each check once and each test once.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notRunCode } from '../drills/drill.ts'
import { findChromium } from './chromium.mjs'
import { findFfmpeg } from './ffmpeg.mjs'
import {
  endedUnexpectedly,
  journeysOf,
  secondTryOf,
  testsOf,
  type Counted,
  type JourneyReport,
  type TestReport,
} from './test-reports.ts'
import { readArguments, selectTests, testFilesIn, type Arguments } from './test-selection.ts'
import { readUnsteadyTests } from './unsteady-tests.ts'

interface Result extends Counted {
  step: string
  seconds: number
}

const root = join(import.meta.dirname, '..')
const given = argumentsOrExit()
const reports = await mkdtemp(join(tmpdir(), 'apogee-reports-'))
const unitReport = join(reports, 'vitest.json')
const browserReport = join(reports, 'playwright.json')
/** One file for each file of server tests: the rows that its statements returned. */
const rowReports = join(reports, 'rows')
/** Tested whole on both engines: what asks the database itself, and the rows of money. */
const onBothEngines = [
  'apps/server/src/platform/database/',
  'apps/server/src/features/sales/',
  'apps/server/src/features/accounting/',
]
const vitest = (report: string) =>
  `vitest run --reporter=default --reporter=json --outputFile.json=${report} --reporter=./scripts/unhandled-errors-reporter.ts`
/** Of a run whose report is `report`. */
const unhandledErrorsFile = (report: string) => `${report}.unhandled.json`
const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T
const results: Result[] = []
const unsteadyTests = readUnsteadyTests()

function argumentsOrExit(): Arguments {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}

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

/** The exit code, and what the command wrote to both of its outputs. */
function readCommand(line: string): Promise<{ code: number; output: string }> {
  const [program, ...parameters] = line.split(' ') as [string, ...string[]]
  return new Promise((resolve) => {
    execFile(
      program,
      parameters,
      { cwd: root, env: { ...process.env, FORCE_COLOR: '0' }, maxBuffer: 64 * 2 ** 20 },
      (error, stdout, stderr) => {
        const ended = error === null || typeof error.code === 'number'
        resolve({
          code: ended ? Number(error?.code ?? 0) : 1,
          output: `${stdout}${stderr}${ended ? '' : error.message}`,
        })
      },
    )
  })
}

async function step(name: string, work: () => Promise<Counted>): Promise<void> {
  console.log(`\n== ${name}`)
  const began = performance.now()
  const counted = await work()
  results.push({ step: name, ...counted, seconds: (performance.now() - began) / 1000 })
}

/** A drill that this machine cannot run is neither passed nor failed. */
const oneCheck = (code: number): Counted => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 || code === notRunCode ? 0 : 1,
  unsteady: [],
  failures: [],
})

const check = (name: string, line: string) => step(name, async () => oneCheck(await command(line)))

/** Two at a time, each with its output in one piece: most use one core, or wait. */
async function checkInPairs(checks: readonly (readonly [name: string, line: string])[]): Promise<void> {
  const waiting = checks.values()
  const work = async () => {
    for (const [name, line] of waiting) {
      const began = performance.now()
      const { code, output } = await readCommand(line)
      console.log(`\n== ${name}\n${output}`)
      results.push({ step: name, ...oneCheck(code), seconds: (performance.now() - began) / 1000 })
    }
  }
  await Promise.all([work(), work()])
}

/** A suite that failed before it could report counts as one failure. */
async function counted(code: number, read: () => Promise<Counted>): Promise<Counted> {
  try {
    return endedUnexpectedly(code, await read())
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1, unsteady: [], failures: [] }
  }
}

/** The server tests record the rows that the comparison of declared rows reads (docs/decisions/checked-sql.md). */
async function testServerAndRows(name: string, more = '', environment: Record<string, string> = {}) {
  if (!findFfmpeg()) await command('node scripts/ffmpeg.mjs')
  await mkdir(rowReports)
  await step(name, () => vitestSuite(more, { ...environment, APOGEE_ROW_REPORTS: rowReports }))
  await check('declared SQL rows', `node scripts/sql-rows.ts ${rowReports}`)
}

/** In CI tests that are listed as unsteady get a second try (docs/decisions/unsteady-tests.md). */
async function vitestSuite(more = '', environment: Record<string, string> = {}): Promise<Counted> {
  const runTests = async (report: string, files: string) => {
    const code = await command(`${vitest(report)}${files}`, {
      ...environment,
      UNHANDLED_ERRORS_REPORT: unhandledErrorsFile(report),
    })
    return counted(code, async () =>
      testsOf(await readJson<TestReport>(report), await readJson<string[]>(unhandledErrorsFile(report))),
    )
  }
  const first = await runTests(unitReport, more)
  if (!process.env['CI'] || first.failed === 0) return first
  const report = await readJson<TestReport>(unitReport).catch(() => null)
  const files = report ? secondTryOf(report, unsteadyTests) : []
  // More failures than failed tests: a file or the run failed outside of them.
  if (!report || files.length === 0 || first.failed > report.numFailedTests) return first
  console.log(`\n== a second try of tests that are listed as unsteady: ${files.join(', ')}`)
  const secondReport = join(reports, 'vitest-second.json')
  const second = await runTests(secondReport, ` ${files.join(' ')}`)
  if (second.failed > 0) return first
  return {
    passed: first.passed + first.failed,
    failed: 0,
    unsteady: testsOf(report).failedNames,
    failures: [],
  }
}

async function journeySuite(files: readonly string[] = []): Promise<Counted> {
  const code = await command(['playwright test', ...files].join(' '), {
    PLAYWRIGHT_REPORT: browserReport,
    JOURNEY_DATA_DIR: join(reports, 'journeys'),
  })
  return counted(code, async () => journeysOf(await readJson<JourneyReport>(browserReport), unsteadyTests))
}

async function testInBrowser(files?: readonly string[]): Promise<void> {
  if (!findChromium() || !findChromium({ whole: true })) await command('node scripts/chromium.mjs')
  if (!findFfmpeg()) await command('node scripts/ffmpeg.mjs')
  await step('browser journeys', () => journeySuite(files))
}

/** `npm test -- NAME…`: the test files with a name in their path; journeys only with `--e2e`, because they start a browser. */
async function testNamed(names: readonly string[], e2e: boolean): Promise<void> {
  const { tests, journeys } = selectTests(names, testFilesIn(root))
  if (tests.length > 0)
    await step(`tests of ${names.join(', ')} (files: ${tests.length})`, () =>
      vitestSuite(` ${tests.join(' ')}`),
    )
  if (e2e && journeys.length > 0) await testInBrowser(journeys)
  if (!e2e && journeys.length > 0) console.log(`\nnot run without --e2e: ${journeys.join(', ')}`)
  if (results.length > 0) return
  if (journeys.length === 0) console.log(`\nno test file has ${names.join(' or ')} in its path`)
  results.push({ step: 'no test was run', ...oneCheck(1), seconds: 0 })
}

/**
 * `--on-postgres-15`: server tests that execute every declared statement, on Debian's PostgreSQL 15 instead of our own
 * (docs/decisions/checked-sql.md). With `--all`, all server tests.
 */
async function testOnPostgres15(all: boolean): Promise<void> {
  await check('PostgreSQL 15 is here', 'node scripts/postgres15.mjs')
  const files = all ? [] : await readJson<string[]>(join(root, 'scripts/postgres15-tests.json'))
  await testServerAndRows(
    'server tests on PostgreSQL 15',
    [' --project server', ...files, ...(all ? [] : onBothEngines)].join(' '),
    { APOGEE_TEST_POSTGRES: '15' },
  )
}

const typedProjects = [
  'apps/server',
  'apps/web',
  'scripts',
  'packages/domain',
  'packages/chip-simulator',
  'packages/local-postgres',
  'packages/contracts',
  'packages/ui',
  'apps/web/service-worker',
  'e2e',
  'drills/offline-study',
]

/** The longest first. What needs root or a package says so where it is missing. */
const shortDrills = ['rolling-restart', 'silence', 'restore', 'full-disk', 'database-restart', 'pooler']

async function testEverything(): Promise<void> {
  await checkInPairs([
    ['lint and import rules', 'oxlint --type-aware'],
    ...typedProjects.map((project) => [`types: ${project}`, `tsc -p ${project}`] as const),
    ['format', 'oxfmt --check'],
    ['dead code', 'knip'],
    ['dependencies', 'node scripts/check-dependencies.ts'],
  ])
  await testServerAndRows('unit, server and client tests')
  await check('build', 'node scripts/build-web.ts')
  await check('size of what the browser loads first', 'node scripts/bundle-size.ts')
  await checkInPairs([
    ...shortDrills.map(
      (drill) => [`drill ${drill}, in short`, `node drills/run.ts ${drill} --short`] as const,
    ),
    ['attacks, in short', 'node attacks/run.ts --short --seed 20261126'],
    ['torture, in short', 'node torture/run.ts --orders 200 --kills 3 --database-kills 1'],
  ])
  await testInBrowser()
}

async function run({ names, e2e, onPostgres15, all }: Arguments): Promise<void> {
  if (names.length > 0) return testNamed(names, e2e)
  return onPostgres15 ? testOnPostgres15(all) : testEverything()
}

await run(given)

await rm(reports, { recursive: true, force: true })
console.log('')
for (const failure of results.flatMap((result) => result.failures)) console.log(`FAILED ${failure}`)
for (const { step: name, passed, failed, seconds } of results) {
  const outcome = failed > 0 ? 'FAILED' : passed > 0 ? 'ok    ' : 'NOTRUN'
  console.log(`${outcome} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`)
}
const unsteady = results.flatMap((result) => result.unsteady)
for (const name of unsteady) console.log(`UNSTEADY, passed only at the second try: ${name}`)
const sum = (pick: 'passed' | 'failed') => results.reduce((total, result) => total + result[pick], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') === 0 ? 0 : 1)
