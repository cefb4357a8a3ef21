/** Tests that releases are found in the history of the repository, without tags. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { git, lastRelease, releaseCommits } from './release/commits.ts'

const folders: string[] = []
let repository: string
const made: Record<string, string> = {}

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-releases-'))
  folders.push(folder)
  return folder
}

function commit(name: string, manifest: object): void {
  writeFileSync(join(repository, 'package.json'), JSON.stringify(manifest, null, 2))
  git(repository, 'add', '--all')
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@apogee.test', '-c', 'commit.gpgsign=false']
  git(repository, ...author, 'commit', '--quiet', '--allow-empty', '--message', name)
  made[name] = git(repository, 'rev-parse', 'HEAD')
}

/** Clones the repository at a commit, with at most `depth` commits of its history. */
function cloneOf(name: string, depth?: number): string {
  const folder = newFolder()
  git(repository, 'branch', '--force', 'wanted', made[name] ?? '')
  const limit = depth === undefined ? [] : [`--depth=${depth}`]
  git(tmpdir(), 'clone', '--quiet', ...limit, '--branch=wanted', pathToFileURL(repository).href, folder)
  return folder
}

beforeAll(() => {
  repository = newFolder()
  git(repository, 'init', '--quiet')
  commit('begin', { version: '0.1.0' })
  commit('work', { version: '0.1.0', private: true })
  commit('first', { version: '1.0.0', private: true })
  commit('more work', { version: '1.0.0' })
  commit('second', { version: '1.1.0' })
  commit('reformat', { version: '1.1.0', private: true })
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

test('a release is a commit that changes the version in package.json', () => {
  expect(releaseCommits(repository)).toEqual([made['second'], made['first']])
})

test('the last release is the newest one below HEAD, also when HEAD is a release itself', () => {
  expect(lastRelease(repository)).toBe(made['second'])
  expect(lastRelease(cloneOf('second'))).toBe(made['first'])
})

test('before the first release and at it there is no last release', () => {
  expect(lastRelease(cloneOf('work'))).toBeNull()
  expect(lastRelease(cloneOf('first'))).toBeNull()
})

test('a shallow clone without a release below HEAD is refused with what to do', () => {
  expect(() => lastRelease(cloneOf('more work', 1))).toThrow('git fetch --unshallow')
  expect(lastRelease(cloneOf('reformat', 3))).toBe(made['second'])
})
