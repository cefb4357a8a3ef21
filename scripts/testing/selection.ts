import { globSync } from 'node:fs'
import { basename } from 'node:path'

export interface Selection {
  /** Vitest runs these files in all projects. */
  tests: string[]
  /** Playwright runs these files. */
  journeys: string[]
}

const builtOrInstalled = new Set(['node_modules', 'dist', 'data'])

/** Returns all test files below `root`, as relative paths with slashes. */
export const testFilesIn = (root: string): string[] =>
  globSync('{apps,packages,scripts,lab,e2e,content}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => builtOrInstalled.has(basename(path)),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()

/** Returns the files whose path contains one of the names, ignoring case. */
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
  /** The names are parts of paths of test files. In the deep tests, they are parts of the names of suites and checks. */
  names: string[]
  /** `--e2e` includes journeys in a browser. */
  e2e: boolean
  /** `--all` includes tests that only a release needs. */
  all: boolean
  /** `--report` prints the time of every test file, not only of the slowest. */
  report: boolean
  /** `--save-baseline` stores the processor time of the parts as the baseline of later runs. */
  saveBaseline: boolean
}

const optionsOf = {
  test: ['--e2e', '--report', '--save-baseline'],
  'test:deep': ['--all', '--report', '--save-baseline'],
}

/** @throws for an option that the command does not have, or that does not go with the names. */
export function readArguments(command: keyof typeof optionsOf, given: readonly string[]): Arguments {
  const names = given.filter((one) => !one.startsWith('-'))
  const options = given.filter((one) => one.startsWith('-'))
  const known = optionsOf[command]
  const unknown = options.find((one) => !known.includes(one))
  if (unknown !== undefined)
    throw new Error(`there is no option ${unknown}; npm run ${command} -- [NAME…] [${known.join('] [')}]`)
  const has = (option: string) => options.includes(option)
  if (has('--e2e') && names.length === 0)
    throw new Error('--e2e needs a name: without one npm test runs its journeys anyway')
  if (has('--save-baseline') && names.length > 0)
    throw new Error('--save-baseline needs a complete run: no name')
  return {
    names,
    e2e: has('--e2e'),
    all: has('--all'),
    report: has('--report'),
    saveBaseline: has('--save-baseline'),
  }
}

/** Returns the arguments of this process. An error is printed and ends the process with code 2. */
export function argumentsOrExit(command: keyof typeof optionsOf): Arguments {
  try {
    return readArguments(command, process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}
