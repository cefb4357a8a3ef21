import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type * as buildState from './build-state.mjs'

type BuildState = typeof buildState

let folder: string
let state: BuildState

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee build state '))
  await mkdir(join(folder, 'scripts'))
  await cp(join(import.meta.dirname, 'build-state.mjs'), join(folder, 'scripts/build/build-state.mjs'))
  await write('apps/server/src/app/main.ts', 'export {}')
  await write('packages/domain/src/money/money.ts', 'export {}')
  await write('package-lock.json', '{}')
  state = (await import(pathToFileURL(join(folder, 'scripts/build/build-state.mjs')).href)) as BuildState
})

afterEach(() => rm(folder, { recursive: true }))

test.for([
  ['apps/server/src/app/main.ts', 'is changed'],
  ['apps/server/src/app/other.ts', 'is added'],
  ['packages/domain/src/money/money.ts', 'is changed'],
  ['package-lock.json', 'is changed'],
] as const)('the server is built anew when %s %s', async ([path]) => {
  const before = state.serverBuild()
  await mkdir(before, { recursive: true })
  expect(state.isBuilt(state.serverBuild())).toBe(true)
  await write(path, 'export const changed = true')
  expect(state.isBuilt(state.serverBuild())).toBe(false)
})

test('a changed test or a change that is taken back leaves the build of the server as it is', async () => {
  const before = state.serverBuild()
  await write('apps/server/src/app/main.test.ts', 'a test')
  await write('apps/server/src/app/main.ts', 'export const changed = true')
  await write('apps/server/src/app/main.ts', 'export {}')
  expect(state.serverBuild()).toBe(before)
})

test('the pages match their sources only by the stamp of their build', async () => {
  expect(state.hasPages()).toBe(false)
  await write('apps/web/dist/stamp.json', JSON.stringify({ inputs: state.hashOfPages(), assets: [] }))
  expect(state.hasPages()).toBe(true)
  await write('apps/web/src/app/page.tsx', 'a page')
  expect(state.hasPages()).toBe(false)
  await write('apps/web/dist/stamp.json', '{"inputs":')
  expect(state.hasPages()).toBe(false)
})

test('a release runs what it was built with', async () => {
  await write('release.json', '{}')
  expect(basename(state.serverBuild())).toBe(state.releasedBuild)
  expect(state.hasPages()).toBe(true)
})
