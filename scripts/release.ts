/**
 * `npm run release [-- --trial] [-- --previous FILE]` makes dist/apogee-VERSION.tar.gz, the artefact that operators install, and
 * its checksum. The version is that of package.json. CHANGELOG.md must have a heading with the version and its date. Every file of
 * the artefact carries that date, so the same commit gives the same bytes.
 * --trial: for tests, without these conditions; the version ends in -trial.
 * --previous: the artefact of the previous release, whose assets are included for pages that are open during the update.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { release as newestMigration } from '../apps/server/src/platform/database/schema/release.ts'
import { buildServerInto } from './build/build-server.ts'
import { releasedBuild, releaseFile } from './build/build-state.mjs'
import { buildWebInto } from './build/build-web.ts'
import { git, releaseCommits } from './release/commits.ts'
import { copyContents } from './release/contents.ts'
import { licenceList, prunePackages, type Lock } from './release/packages.ts'
import { dateOfVersion, reasonsNotToRelease } from './release/version.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist')
const platform = `${process.platform}-${process.arch}`
const isClone = existsSync(join(root, '.git'))

const { values: options } = parseArgs({
  options: { trial: { type: 'boolean', default: false }, previous: { type: 'string' } },
})

function run(folder: string, program: string, parameters: readonly string[]): void {
  const { status, error } = spawnSync(program, parameters, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}

async function versionAndDate(): Promise<{ version: string; date: Date }> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  if (options.trial) return { version: `${version}-trial`, date: new Date('2000-01-01') }
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const reasons = reasonsNotToRelease({
    version,
    changelog,
    changes: isClone ? git(root, 'status', '--porcelain') : '',
    setBy: isClone ? (releaseCommits(root)[0] ?? null) : null,
    head: isClone ? git(root, 'rev-parse', 'HEAD') : null,
  })
  if (reasons.length > 0) throw new Error(reasons.join('\n'))
  return { version, date: dateOfVersion(changelog, version) ?? new Date() }
}

/** Unpacks the pages of the previous release. */
async function previousPages(scratch: string): Promise<string | null> {
  if (!options.previous) return null
  const folder = join(scratch, 'previous')
  await mkdir(folder)
  run(root, 'tar', [
    '-xzf',
    options.previous,
    '-C',
    folder,
    '--strip-components=1',
    '--wildcards',
    '*/apps/web/dist',
  ])
  return join(folder, 'apps/web/dist')
}

async function installPackages(folder: string): Promise<void> {
  run(folder, process.execPath, ['scripts/install.mjs', '--production'])
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lock
  await writeFile(join(folder, 'LICENCES.txt'), await licenceList(folder, lock))
  await prunePackages(folder, lock)
  await rm(join(folder, 'node_modules/.bin'), { recursive: true })
  await mkdir(join(folder, 'node_modules/.bin'))
  const node = `node-${platform}/bin/node`
  await chmod(join(folder, 'node_modules', node), 0o755)
  await symlink(`../${node}`, join(folder, 'node_modules/.bin/node'))
  // The call makes the links between the engine's libraries, because a start cannot make them in a read-only folder.
  const locate = `await (await import('@apogee/local-postgres/binaries.ts')).locateBinaries(undefined)`
  run(join(folder, 'apps/server'), process.execPath, ['--input-type=module', '--eval', locate])
}

/** Removes development packages from the manifest, and commands whose scripts are not in the release. */
async function reduceManifest(folder: string): Promise<void> {
  const file = join(folder, 'package.json')
  const {
    devDependencies: _development,
    scripts,
    ...manifest
  } = JSON.parse(await readFile(file, 'utf8')) as {
    devDependencies: unknown
    scripts: Record<string, string>
  }
  const isThere = ([, line]: [string, string]) =>
    existsSync(join(folder, /\bscripts\/[\w.-]+/.exec(line)?.[0] ?? 'scripts/none'))
  const isBefore = (name: string) => name.startsWith('pre') && name.slice(3) in scripts
  const names = new Set(
    Object.entries(scripts)
      .filter(isThere)
      .map(([name]) => name)
      .filter((name) => !isBefore(name)),
  )
  const complete = Object.entries(scripts).filter(
    ([name]) => names.has(name) || (isBefore(name) && names.has(name.slice(3))),
  )
  await writeFile(
    file,
    `${JSON.stringify({ ...manifest, scripts: Object.fromEntries(complete) }, null, 2)}\n`,
  )
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Writes the format of `sha256sum -c SHA256SUMS`. */
async function writeChecksums(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
  const lines: string[] = []
  for (const path of paths)
    if ((await lstat(join(folder, path))).isFile())
      lines.push(`${await digestOf(join(folder, path))}  ${path}`)
  await writeFile(join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`)
  return lines.length
}

/** Packs sorted entries with one time, one owner and no user name, so that only the contents determine the bytes. */
async function pack(folder: string, date: Date, file: string): Promise<void> {
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${date.getTime() / 1000}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--hard-dereference',
      '--directory',
      join(folder, '..'),
      basename(folder),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  )
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('exit', resolve)
  })
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file))
  const code = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}

async function makeRelease(scratch: string): Promise<string> {
  const { version, date } = await versionAndDate()
  const name = `apogee-${version}`
  const folder = join(scratch, name)
  await mkdir(folder)
  await copyContents(root, folder)
  await buildWebInto(join(folder, 'apps/web/dist'), await previousPages(scratch))
  await buildServerInto(join(folder, 'apps/server/dist', releasedBuild))
  await installPackages(folder)
  await reduceManifest(folder)
  const facts = {
    version,
    platform,
    node: process.version,
    newestMigration,
    date: date.toISOString().slice(0, 10),
  }
  await writeFile(join(folder, releaseFile), `${JSON.stringify(facts, null, 2)}\n`)
  const files = await writeChecksums(folder)
  await mkdir(out, { recursive: true })
  const file = join(out, `${name}.tar.gz`)
  await pack(folder, date, file)
  const digest = await digestOf(file)
  await writeFile(`${file}.sha256`, `${digest}  ${name}.tar.gz\n`)
  const megabytes = (await lstat(file)).size / 1e6
  return `${relative(root, file)}: ${files} files, ${megabytes.toFixed(1)} MB, for ${platform}, SHA-256 ${digest}`
}

const scratch = await mkdtemp(join(tmpdir(), 'apogee-release-'))
try {
  console.log(await makeRelease(scratch))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await rm(scratch, { recursive: true, force: true })
}
