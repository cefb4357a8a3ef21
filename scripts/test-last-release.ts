/**
 * `npm run test:last-release [-- REF]` runs the server tests of the last release on the tables of this one, because both releases
 * run side by side during an upgrade (docs/decisions/releases.md). REF is a commit. By default it is the newest commit below HEAD
 * that changes `version` in the root package.json. With `--short`, only the tests of sales and accounting run, as in CI. A release that
 * a migration excludes is not tested: its processes do not run on these tables.
 */
import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git, lastRelease } from './release/commits.ts'

const root = join(import.meta.dirname, '..')
const migrations = 'apps/server/migrations'
/** These tests are left out, because they check the files of migrations themselves. */
const ofMigrations = ['apps/server/src/platform/database/**']
/** With `--short`, only these features are tested: they must work while two releases sell. */
const money = ['apps/server/src/features/sales/', 'apps/server/src/features/accounting/']

/** Runs a program in a folder and shows its output. @throws when the program fails. */
function run(folder: string, program: string, parameters: readonly string[]): void {
  const { status } = spawnSync(program, parameters, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

async function takePackages(folder: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [root, folder].map((one) => readFile(join(one, 'package-lock.json'), 'utf8')),
  )
  // The links to workspaces are relative. In the copy they lead to the workspaces of its own folder.
  if (ours === theirs) run(folder, 'cp', ['-a', join(root, 'node_modules'), folder])
  else run(folder, 'npm', ['ci', '--include=dev', '--include=optional'])
}

const given = process.argv.slice(2)
const short = given.includes('--short')
const reference = given.find((argument) => !argument.startsWith('--')) ?? lastRelease(root)

const hasOtherMigrations = (commit: string): boolean =>
  git(root, 'diff', '--name-only', commit, 'HEAD', '--', migrations) !== ''

/** Returns the name of our migration that excludes the release of this commit, which its newest migration numbers, or null. */
async function excludingMigration(commit: string): Promise<string | null> {
  const theirs = git(root, 'ls-tree', '--name-only', commit, `${migrations}/`).split('\n')
  const release = Math.max(...theirs.map((path) => Number(/\/(\d{4})_[^/]*$/.exec(path)?.[1] ?? 0)))
  for (const name of await readdir(join(root, migrations))) {
    const sql = await readFile(join(root, migrations, name), 'utf8')
    const oldest = /^-- oldest release that serves: (\d{4})$/m.exec(sql)?.[1]
    if (Number(oldest ?? 0) > release) return name
  }
  return null
}

/** Replaces the migrations of the last release by ours, so that its tests run on the tables of this release. */
async function takeMigrations(folder: string): Promise<void> {
  const theirs = join(folder, migrations)
  for (const name of await readdir(theirs)) await rm(join(theirs, name))
  for (const name of await readdir(join(root, migrations)))
    await copyFile(join(root, migrations, name), join(theirs, name))
}

async function testRelease(commit: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-last-release-'))
  try {
    git(root, 'worktree', 'add', '--detach', '--force', folder, commit)
    await takePackages(folder)
    await takeMigrations(folder)
    const excluded = ofMigrations.flatMap((pattern) => ['--exclude', pattern])
    const files = short ? money : []
    run(folder, 'node_modules/.bin/vitest', ['run', '--project', 'server', ...files, ...excluded])
  } finally {
    git(root, 'worktree', 'remove', '--force', folder)
    await rm(folder, { recursive: true, force: true })
  }
}

if (reference === null)
  console.log(
    'No commit below this one changes the version in package.json: there is no last release to test.',
  )
else if (!given.includes(reference) && !hasOtherMigrations(reference))
  console.log('No migration differs from the last release: its tests ran on these tables.')
else {
  const excluding = await excludingMigration(reference)
  if (excluding === null) await testRelease(reference)
  else
    console.log(
      `${excluding} excludes the last release, whose processes stop: its tests do not run on these tables.`,
    )
}
