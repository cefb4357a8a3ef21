/**
 * Builds a feature in a copy of the repository with `new-feature.ts`. Then it checks the feature's types, renders its page, starts
 * the product, makes the feature's calls as a person, and removes the feature.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planOf } from './new-feature/plan.ts'

const root = join(import.meta.dirname, '..')
const feature = 'excursions'
/** The start also builds the server and the pages of the copy. */
const patience = 600_000

let copy: string
let data: string
let running: ChildProcess | undefined
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'apogee-feature-'))
  data = mkdtempSync(join(tmpdir(), 'apogee-feature-data-'))
  copyRepository()
}, patience)
afterAll(async () => {
  await stop()
  for (const folder of [copy, data]) rmSync(folder, { recursive: true, force: true })
}, patience)

function run(program: string, ...parameters: string[]): string {
  const ended = spawnSync(program, parameters, { cwd: copy, encoding: 'utf8' })
  if (ended.error) throw ended.error
  if (ended.status !== 0)
    throw new Error(`${program} ${parameters.join(' ')}:\n${ended.stdout}${ended.stderr}`)
  return ended.stdout
}
const tool = (name: string) => join(root, 'node_modules/.bin', name)

const repositoryFiles = (): string[] =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
    .stdout.split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))

/** The copy shares the installed packages, but its workspaces are its own. */
function copyRepository(): void {
  for (const path of repositoryFiles()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@apogee'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  cpSync(join(root, 'node_modules/@apogee'), join(copy, 'node_modules/@apogee'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const group of ['apps', 'packages'])
    for (const name of readdirSync(join(root, group))) {
      const own = join(group, name, 'node_modules')
      if (existsSync(join(root, own))) symlinkSync(join(root, own), join(copy, own))
    }
}

/**
 * Checks the types of the new files and of all that they import. `npm test` checks the lists that name them together with
 * everything else.
 */
function checkTypes(project: string, include: readonly string[]): void {
  const path = join(copy, dirname(project), 'new-feature.tsconfig.json')
  const options = {
    extends: `./${project.split('/').at(-1)}`,
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include,
    exclude: ['**/*.test.ts'],
  }
  writeFileSync(path, JSON.stringify(options))
  run(tool('tsc'), '-p', path)
  rmSync(path)
}

async function stop(): Promise<void> {
  const server = running
  running = undefined
  if (!server) return
  const ended = once(server, 'close')
  server.kill('SIGTERM')
  await ended
}

async function start(): Promise<string> {
  const server = spawn('npm', ['start'], {
    cwd: copy,
    env: { ...process.env, DATA_DIR: data, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running = server
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const origin = /Apogee is ready at (\S+)/.exec(output)?.[1]
    if (origin) resolve(origin)
  })
  server.once('close', () => reject(new Error(`npm start ended: ${output}`)))
  return promise
}

test(
  'a new feature has right types, shows its page, answers a person, and is removed',
  { timeout: patience },
  async () => {
    const before = filesOfCopy()
    const plan = planOf(feature)
    expect(run(process.execPath, 'scripts/new-feature.ts', feature)).toContain('Next:')
    const added = filesOfCopy().filter((path) => !before.includes(path))
    expect(added.toSorted()).toEqual(plan.skeleton.map(({ path }) => path).toSorted())
    expect(spawnSync(process.execPath, ['scripts/new-feature.ts', feature], { cwd: copy }).status).toBe(1)

    checkTypes('tsconfig.json', [`apps/server/src/features/${feature}`])
    checkTypes('apps/web/tsconfig.json', [
      `src/app/pages/${feature}.tsx`,
      '../../packages/ui/src/player/hls-light.d.ts',
    ])
    run(
      tool('oxfmt'),
      '--check',
      ...plan.skeleton.map(({ path }) => path).filter((path) => /\.tsx?$/.test(path)),
    )
    // The feature's own test renders the page at its address in both languages.
    run(tool('vitest'), 'run', '--project', 'web', `features/${feature}/`)

    const origin = await start()
    expect((await fetch(`${origin}/${feature}`)).status).toBe(200)
    const ask = async (path: string, body?: object, token?: string) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as { data: unknown } }
    }
    expect((await ask(`/${feature}`)).status).toBe(401)
    const person = { email: 'student@apogee.test', password: 'Apogee-Demo-1' }
    const { token } = (await ask('/auth/login', person)).body.data as { token: string }
    expect(await ask(`/${feature}`, { title: 'To the observatory' }, token)).toMatchObject({ status: 201 })
    expect((await ask(`/${feature}`, undefined, token)).body.data).toMatchObject([
      { title: 'To the observatory' },
    ])
    await stop()

    for (const path of [...plan.folders, ...plan.outside]) rmSync(join(copy, path), { recursive: true })
    for (const path of plan.outside.filter((one) => existsSync(join(root, one))))
      cpSync(join(root, path), join(copy, path))
    expect(filesOfCopy()).toEqual(before)
    run(process.execPath, 'scripts/documents/contract-routes.ts')
    expect(planOf(feature).outside).toEqual(plan.outside)
  },
)

/** Lists the files of the copy without those that builds and tools write. */
function filesOfCopy(): string[] {
  return [
    'apps/server/src',
    'apps/server/migrations',
    'apps/web/src',
    'packages/contracts/src',
    'e2e',
    'scripts',
  ].flatMap((folder) =>
    readdirSync(join(copy, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).slice(copy.length + 1)),
  )
}
