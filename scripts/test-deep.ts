/**
 * `npm run test:deep` runs the tests that `npm test` excludes: other widths and the other language, full accessibility, early
 * presses, zoom, offline, Firefox and WebKit, PostgreSQL 15, failures under traffic, attacks, and measurements in their tiny form.
 * `--all` adds the tests for a release. `-- NAME…` runs the parts with NAME in their name.
 */
import { TestRun, type Check } from './testing/run.ts'
import { argumentsOrExit } from './testing/selection.ts'
import { journeySuite, vitestSuite } from './testing/suites.ts'

interface Part {
  name: string
  work: (run: TestRun) => Promise<void>
}

/** The longest drill comes first. A drill reports when root or a package that it needs is missing. */
const shortDrills = ['rolling-restart', 'silence', 'restore', 'full-disk', 'database-restart', 'pooler']

const underFailure: readonly Check[] = [
  ...shortDrills.map(
    (drill) => [`drill ${drill}, in short`, `node lab/drills/run.ts ${drill} --short`] as const,
  ),
  ['attacks, in short', 'node lab/attacks/run.ts --short --seed 20261126'],
  ['torture, in short', 'node lab/torture/run.ts --orders 200 --kills 3 --database-kills 1'],
]

const failuresAtOnce = 2

/**
 * These tests run completely on both engines: questions about the database itself, the rows of money, and roles, whose rules
 * changed with PostgreSQL 16.
 */
const onBothEngines = [
  'platform/database/',
  'features/sales/',
  'features/accounting/',
  'app/database-roles',
].map((path) => `apps/server/src/${path}`)

const parts: readonly Part[] = [
  {
    name: 'starts, engines and languages',
    async work(run) {
      if (!(await run.prepare(['node scripts/programs/ffmpeg.mjs']))) return
      await run.suite('starts, engines and languages of exercises', () =>
        vitestSuite(run.folder, ['.deep.test']),
      )
    },
  },
  {
    name: 'PostgreSQL 15',
    async work(run) {
      if (!(await run.prepare(['node scripts/programs/postgres15.mjs']))) return
      await run.check('recorded statements on PostgreSQL 15', 'node scripts/statements-on-postgres15.ts')
      await run.suite('database, sales and accounting on PostgreSQL 15', () =>
        vitestSuite(run.folder, ['--project', 'server', ...onBothEngines], { APOGEE_TEST_POSTGRES: '15' }),
      )
    },
  },
  {
    name: 'drills, attacks and torture',
    async work(run) {
      await run.check('build', 'node scripts/build/build-web.ts')
      await run.checks(underFailure, failuresAtOnce)
    },
  },
  {
    name: 'browser journeys in depth',
    async work(run) {
      if (!(await run.prepare(['node scripts/programs/chromium.mjs', 'node scripts/programs/ffmpeg.mjs'])))
        return
      await run.suite('browser journeys in depth', () =>
        journeySuite(run.folder, ['--project=deep', '--project=phone', '--project=whole-browser']),
      )
    },
  },
  {
    name: 'Firefox and WebKit',
    async work(run) {
      if (!(await run.prepare(['node scripts/programs/browsers.mjs']))) return
      await run.check('journeys in Firefox and WebKit', 'node e2e/engines/run.ts')
    },
  },
]

const releaseParts: readonly Part[] = [
  {
    name: 'measurements, tiny',
    work: (run) =>
      run.checks(
        [
          ['measurements, tiny', 'node lab/bench/run.ts --tiny'],
          ['drill scale, in short', 'node lab/drills/run.ts scale --short'],
        ],
        1,
      ),
  },
  {
    name: 'permission wall, every cell',
    work: (run) =>
      run.suite('permission wall, every cell', () =>
        vitestSuite(run.folder, ['--project', 'server', 'apps/server/src/app/wall'], { APOGEE_WALL: 'all' }),
      ),
  },
]

const given = argumentsOrExit('test:deep')
const run = await TestRun.start()
const { names } = given
const chosen = [...parts, ...(given.all ? releaseParts : [])].filter(
  ({ name }) => names.length === 0 || names.some((one) => name.includes(one)),
)
for (const { work } of chosen) await work(run)
if (run.isEmpty) run.fail(`no part has ${names.join(' or ')} in its name`)
process.exit(await run.end({ ...given, isWhole: names.length === 0 }))
