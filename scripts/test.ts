/**
 * `npm test` runs the checks that every change must pass, cheapest first, and continues after a failure.
 * `npm test -- NAME` runs only the test files with NAME in their path. The other tests are in `npm run test:deep`. The last line is
 * `N passed, N failed`, counting each check once and each test once.
 */
import { beginRecording, recordingFolder } from './sql-rows/recording.ts'
import { root, TestRun, type Check } from './testing/run.ts'
import { argumentsOrExit, selectTests, testFilesIn, type Arguments } from './testing/selection.ts'
import { journeySuite, vitestSuite } from './testing/suites.ts'

/**
 * The first project contains all code for Node: server, scripts, drills and similar folders. The other projects use another library
 * of types, or none.
 */
const typedProjects = [
  '.',
  'packages/domain',
  'packages/contracts',
  'packages/ui',
  'apps/web',
  'apps/web/service-worker',
  'e2e',
  'lab/drills/offline-study',
]

/** Two of these checks run at once, in no fixed order, so no check may need the result of another. */
const staticChecks: readonly Check[] = [
  ['lint and import rules', 'oxlint --type-aware'],
  ['types', `tsc -b --checkers 1 --builders 2 ${typedProjects.join(' ')}`],
  ['build, and size of what the browser loads first', 'node scripts/build/bundle-size.ts'],
  ['format', 'oxfmt --check'],
  ['dead code', 'knip'],
  ['dependencies', 'node scripts/check-dependencies.ts'],
]

/**
 * `npm test -- NAME…` runs the test files with a name in their path; journeys run only with `--e2e`, because they start a browser.
 */
async function testNamed(run: TestRun, { names, e2e }: Arguments): Promise<void> {
  const { tests, journeys } = selectTests(names, testFilesIn(root))
  if (tests.length > 0 && (await run.prepare(['node scripts/programs/ffmpeg.mjs'])))
    await run.suite(`tests of ${names.join(', ')} (files: ${tests.length})`, () =>
      vitestSuite(run.folder, tests),
    )
  if (e2e && journeys.length > 0 && (await run.prepare(['node scripts/programs/chromium.mjs'])))
    await run.suite('browser journeys', () => journeySuite(run.folder, journeys))
  if (!e2e && journeys.length > 0) console.log(`\nnot run without --e2e: ${journeys.join(', ')}`)
  if (!run.isEmpty) return
  if (journeys.length === 0) console.log(`\nno test file has ${names.join(' or ')} in its path`)
  run.fail('no test was run')
}

async function testEverything(run: TestRun): Promise<void> {
  if (!(await run.prepare(['node scripts/programs/chromium.mjs', 'node scripts/programs/ffmpeg.mjs']))) return
  await run.checks(staticChecks, 2)
  beginRecording()
  await run.suite('unit, server and client tests', () =>
    vitestSuite(run.folder, [], { APOGEE_ROW_REPORTS: recordingFolder, APOGEE_DEEP_TESTS: 'off' }),
  )
  await run.check('declared SQL rows', 'node scripts/sql-rows.ts')
  await run.suite('browser journeys', () => journeySuite(run.folder, ['--project=fast']))
}

const given = argumentsOrExit('test')
const run = await TestRun.start()
await (given.names.length > 0 ? testNamed(run, given) : testEverything(run))
process.exit(await run.end({ ...given, isWhole: given.names.length === 0 }))
