/** Which test files `npm test -- NAME` runs. */
import { globSync } from 'node:fs'
import { basename } from 'node:path'

export interface Selection {
  /** For Vitest, whatever its project. */
  tests: string[]
  /** For Playwright. */
  journeys: string[]
}

const builtOrInstalled = new Set(['node_modules', 'dist', 'data'])

/** All test files below `root`, as paths from there with slashes. */
export const testFilesIn = (root: string): string[] =>
  globSync('{apps,packages,scripts,attacks,torture,bench,drills,e2e,content}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => builtOrInstalled.has(basename(path)),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()

/** The files whose path contains one of the names, in any case of letters. */
export function selectTests(names: readonly string[], files: readonly string[]): Selection {
  const wanted = names.map((name) => name.toLowerCase())
  const matching = files.filter((file) => wanted.some((name) => file.toLowerCase().includes(name)))
  const isJourney = (file: string) => file.startsWith('e2e/') && file.endsWith('.spec.ts')
  return {
    tests: matching.filter((file) => !isJourney(file)),
    journeys: matching.filter(isJourney),
  }
}

export interface Arguments {
  names: string[]
  /** `--e2e`: with journeys in a browser. */
  e2e: boolean
  onPostgres15: boolean
  /** With `onPostgres15`: all tests of the server, not only those that execute every statement together. */
  all: boolean
}

/** @throws for an option that does not exist, or that does not go with the names. */
export function readArguments(given: readonly string[]): Arguments {
  const names = given.filter((one) => !one.startsWith('-'))
  const options = given.filter((one) => one.startsWith('-'))
  const unknown = options.find((one) => !['--e2e', '--on-postgres-15', '--all'].includes(one))
  if (unknown !== undefined) throw new Error(`there is no option ${unknown}; npm test -- NAME… [--e2e]`)
  const e2e = options.includes('--e2e')
  if (e2e && names.length === 0)
    throw new Error('--e2e needs a name: without one npm test runs every journey anyway')
  const onPostgres15 = options.includes('--on-postgres-15')
  if (onPostgres15 && names.length > 0) throw new Error('--on-postgres-15 chooses the tests itself: no name')
  const all = options.includes('--all')
  if (all && !onPostgres15)
    throw new Error('--all goes with --on-postgres-15: npm test runs all tests anyway')
  return { names, e2e, onPostgres15, all }
}
