import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Holds the folder of a small project. Its only package is its own workspace, so npm installs it without a network. */
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'apogee-install-'))
  await mkdir(join(root, 'scripts'))
  await mkdir(join(root, 'packages/paper'), { recursive: true })
  await cp(join(import.meta.dirname, 'install.mjs'), join(root, 'scripts/install.mjs'))
  await writeJson('package.json', { name: 'school', private: true, workspaces: ['packages/*'] })
  await writeJson('packages/paper/package.json', { name: 'paper', version: '1.0.0' })
  await writeLock({})
  // No server listens on this port, and the cache is empty, so every download would fail.
  const settings = ['registry=http://127.0.0.1:4701/', 'fetch-retries=0', `cache=${join(root, 'cache')}`]
  await writeFile(join(root, '.npmrc'), settings.join('\n'))
})
afterEach(() => rm(root, { recursive: true }))

const writeJson = (path: string, content: object) => writeFile(join(root, path), JSON.stringify(content))

function writeLock(more: Record<string, object>) {
  return writeJson('package-lock.json', {
    name: 'school',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'school', workspaces: ['packages/*'] },
      'node_modules/paper': { resolved: 'packages/paper', link: true },
      'packages/paper': { version: '1.0.0' },
      ...more,
    },
  })
}

/** Removes the npm variables that the test run sets, as in a terminal. */
function outsideNpm() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
}

function install() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/install.mjs')], {
    cwd: root,
    env: outsideNpm(),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function installBeside() {
  return new Promise<{ status: number | null; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/install.mjs')],
      { cwd: root, env: outsideNpm() },
      (error, _stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stderr }),
    )
  })
}

const installedAt = async () => (await stat(join(root, 'node_modules'))).birthtimeMs

test('a new clone is installed, and a second start installs nothing and prints nothing', async () => {
  expect(install()).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringContaining('Installing packages'),
  })
  expect(await readlink(join(root, 'node_modules/paper'))).toBe('../packages/paper')
  const before = await installedAt()
  expect(install()).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(await installedAt()).toBe(before)
})

test("the packages' Node comes first for npm scripts, also when npm created no link to it", async () => {
  install()
  const name = `node-${process.platform}-${process.arch}`
  await mkdir(join(root, 'node_modules', name, 'bin'), { recursive: true })
  await writeFile(join(root, 'node_modules', name, 'bin/node'), '#!/bin/sh\necho its own', { mode: 0o644 })
  expect(install()).toMatchObject({ status: 0, stderr: '' })
  expect(execFileSync(join(root, 'node_modules/.bin/node'), { encoding: 'utf8' })).toBe('its own\n')
})

test('a changed lockfile is installed again', async () => {
  install()
  await mkdir(join(root, 'packages/pen'))
  await writeJson('packages/pen/package.json', { name: 'pen', version: '1.0.0' })
  await writeLock({
    'node_modules/pen': { resolved: 'packages/pen', link: true },
    'packages/pen': { version: '1.0.0' },
  })
  expect(install().stderr).toContain('Installing packages')
  expect(await readlink(join(root, 'node_modules/pen'))).toBe('../packages/pen')
})

test('an installation by npm itself is accepted', async () => {
  install()
  await rm(join(root, 'node_modules/.apogee-installed'))
  expect(install()).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('optional packages for other platforms, and their dependencies, are not missed', async () => {
  install()
  await rm(join(root, 'node_modules/.apogee-installed'))
  await writeLock({
    'node_modules/node-aix': { version: '1.0.0', optional: true, os: 'aix', cpu: 'ppc64' },
    'node_modules/tool-wasm': { version: '1.0.0', optional: true, cpu: ['wasm32'] },
    'node_modules/wasm-part': { version: '1.0.0', optional: true },
  })
  expect(install()).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('an optional package for this platform that npm skipped because of its own old Node is installed', async () => {
  install()
  await rm(join(root, 'node_modules/.apogee-installed'))
  const platform = { os: process.platform, cpu: [process.arch] }
  await writeLock({ 'node_modules/tool-here': { version: '1.0.0', optional: true, ...platform } })
  expect(install().stderr).toContain('Installing packages')
})

test('an installation without a network says so, and fails', async () => {
  await writeJson('package.json', {
    name: 'school',
    private: true,
    workspaces: ['packages/*'],
    dependencies: { ink: '1.0.0' },
  })
  await writeJson('package-lock.json', {
    name: 'school',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'school', workspaces: ['packages/*'], dependencies: { ink: '1.0.0' } },
      'node_modules/ink': { version: '1.0.0', resolved: 'http://127.0.0.1:4701/ink/-/ink-1.0.0.tgz' },
      'node_modules/paper': { resolved: 'packages/paper', link: true },
      'packages/paper': { version: '1.0.0' },
    },
  })
  const { status, stderr } = install()
  expect(status).toBe(1)
  expect(stderr).toContain('Apogee cannot be installed: the package registry cannot be reached.')
  expect(stderr).not.toContain('at install')
})

test('a lockfile that does not match the packages is named as the cause', async () => {
  await mkdir(join(root, 'packages/pen'))
  await writeJson('packages/pen/package.json', { name: 'pen', version: '1.0.0' })
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining('do not fit together') })
})

test('two concurrent commands in a new clone install once', async () => {
  const both = await Promise.all([1, 2].map(() => installBeside()))
  expect(both.map(({ status }) => status)).toEqual([0, 0])
  expect(both.filter(({ stderr }) => stderr.includes('Installing packages'))).toHaveLength(1)
})

test("a lockfile without other platforms' builds installs the packages it names, and stays unchanged", async () => {
  const tool = join(root, 'tool/package')
  await mkdir(tool, { recursive: true })
  const optionalDependencies = { 'ink-for-another-system': '1.0.0' }
  await writeJson('tool/package/package.json', { name: 'ink', version: '1.0.0', optionalDependencies })
  execFileSync('tar', ['-czf', join(root, 'ink.tgz'), '-C', join(root, 'tool'), 'package'])
  const tarball = await readFile(join(root, 'ink.tgz'))
  const registry = createServer((request, response) => {
    const isTool = request.url?.endsWith('.tgz')
    response.writeHead(isTool ? 200 : 404).end(isTool ? tarball : '{}')
  }).listen(4701, '127.0.0.1')
  try {
    await once(registry, 'listening')
    const dependencies = { ink: '1.0.0' }
    const project = { name: 'school', workspaces: ['packages/*'], dependencies }
    await writeJson('package.json', { ...project, private: true })
    await writeLock({
      '': project,
      'node_modules/ink': {
        version: '1.0.0',
        resolved: 'http://127.0.0.1:4701/ink/-/ink-1.0.0.tgz',
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
        optionalDependencies,
      },
    })
    const lock = await readFile(join(root, 'package-lock.json'), 'utf8')
    const answer = await installBeside()
    expect(answer).toMatchObject({ status: 0 })
    expect(answer.stderr).not.toContain('Missing')
    expect(await readFile(join(root, 'node_modules/ink/package.json'), 'utf8')).toContain('"ink"')
    expect(await readFile(join(root, 'package-lock.json'), 'utf8')).toBe(lock)
    expect(await installBeside()).toEqual({ status: 0, stderr: '' })
  } finally {
    registry.close()
  }
})

test('stopping a command during npm stops npm too, and the next command installs', async () => {
  const dependencies = { ink: '1.0.0' }
  const project = { name: 'school', workspaces: ['packages/*'], dependencies }
  await writeJson('package.json', { ...project, private: true })
  await writeLock({
    '': project,
    'node_modules/ink': { version: '1.0.0', resolved: 'http://127.0.0.1:4701/ink/-/ink-1.0.0.tgz' },
  })
  const silent = createServer().listen(4701, '127.0.0.1')
  try {
    await once(silent, 'listening')
    const asked = once(silent, 'request')
    const command = spawn(process.execPath, [join(root, 'scripts/install.mjs')], {
      cwd: root,
      env: outsideNpm(),
    })
    const ended = once(command, 'exit')
    const [request] = await asked
    const npmIsGone = once(request.socket, 'close')
    command.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGTERM'])
    await npmIsGone
  } finally {
    silent.close()
  }
  await writeJson('package.json', { name: 'school', private: true, workspaces: ['packages/*'] })
  await writeLock({})
  expect(await installBeside()).toMatchObject({ status: 0 })
})
