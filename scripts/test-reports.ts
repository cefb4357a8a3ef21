/** Converts the reports of Vitest and Playwright to numbers of tests. */
import { isAbsolute, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { isWithoutSecondTry, type UnsteadyTest } from './unsteady-tests.ts'

export interface Counted {
  passed: number
  failed: number
  /** Tests that failed once and passed at an allowed second try. They count as passed. */
  unsteady: string[]
  /** What failed, one line each. Empty for a command that reports no tests. */
  failures: string[]
}

export interface TestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
    /** Why a file failed outside of its tests. */
    message?: string
  }[]
}

interface JourneySuite {
  title: string
  suites?: JourneySuite[]
  specs?: { title: string; tests: { projectName: string; status: string }[] }[]
}
export interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
  /** One per file, titled by its path below `e2e`. */
  suites: JourneySuite[]
}

const journeyFolder = 'e2e'

/**
 * A file that failed outside of its tests, such as on import or in a hook, counts as one failure, and so does each error
 * that belongs to no test.
 */
export function testsOf(
  report: TestReport,
  unhandledErrors: readonly string[] = [],
): Counted & { failedNames: string[] } {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  const failedTests = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file: file.name, name: test.fullName, reason: test.failureMessages?.[0] })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length + unhandledErrors.length,
    unsteady: [],
    failedNames: [...failedTests.map(({ name }) => name), ...broken.map((file) => file.name)],
    failures: [
      ...failedTests.map(({ file, name, reason }) => failureLine(`${file} › ${name}`, reason)),
      ...broken.map((file) => failureLine(file.name, file.message)),
      ...unhandledErrors.map((error) => failureLine(error)),
    ],
  }
}

/** A name with the first line of the reason, so that the end of a log tells what failed. */
const failureLine = (name: string, reason = '') =>
  [name, reason]
    .map((part) => stripVTControlCharacters(part).trim().split('\n', 1)[0])
    .filter(Boolean)
    .join(': ')
    .slice(0, 500)

/**
 * Files that get a second try, as paths that Vitest takes on its command line: those with failures, when each failed test of
 * the whole run is listed as unsteady. Else none: the run has failed whatever a second try shows.
 */
export function secondTryOf(
  report: TestReport,
  listed: readonly UnsteadyTest[],
  root = process.cwd(),
): string[] {
  const failed = report.testResults.filter((file) => file.status === 'failed')
  const pathOf = ({ name }: { name: string }) => (isAbsolute(name) ? relative(root, name) : name)
  const isListed = (file: string, name: string) =>
    listed.some((one) => one.file === file && one.test === name)
  const isForgivable = failed.every((file) => {
    const failures = file.assertionResults.filter((test) => test.status === 'failed')
    return failures.length > 0 && failures.every((test) => isListed(pathOf(file), test.fullName))
  })
  return isForgivable ? failed.map(pathOf) : []
}

/** Number of unlisted journeys of one run that may pass at their second try. */
const toleratedJourneys = 3

/**
 * A journey that passed at its second try counts as passed when it is listed as unsteady, or when it is not about money,
 * access or accounts and the run has at most {@link toleratedJourneys} of them. Otherwise it counts as failed.
 */
export function journeysOf(report: JourneyReport, listed: readonly UnsteadyTest[]): Counted {
  const inSuites = (status: string) =>
    report.suites.flatMap((suite) => withStatus(status, suite, suite.title, []))
  const flaky = inSuites('flaky')
  const isListed = ({ file, name }: Journey) =>
    listed.some((one) => one.file === join(journeyFolder, file) && one.test === name)
  const others = flaky.filter((one) => !isListed(one))
  const mayPass = others.filter(({ file }) => !isWithoutSecondTry(join(journeyFolder, file)))
  const tolerated = mayPass.length <= toleratedJourneys ? mayPass : []
  const unlisted = others.filter((one) => !tolerated.includes(one))
  const unsteady = flaky.filter((one) => !unlisted.includes(one))
  const { expected, unexpected, flaky: flakyCount } = report.stats
  // A flaky journey that the suites do not show counts as failed.
  const failed = unexpected + report.errors.length + flakyCount - unsteady.length
  return {
    passed: expected + unsteady.length,
    failed,
    unsteady: unsteady.map(titleOf),
    failures: [
      ...inSuites('unexpected').map(titleOf),
      ...unlisted.map((one) => `${titleOf(one)}: passed only at a second try that it may not have`),
    ],
  }
}

interface Journey {
  projectName: string
  /** Below `e2e`. */
  file: string
  name: string
}

const titleOf = ({ projectName, file, name }: Journey) => `${projectName} › ${file} › ${name}`

const withStatus = (
  status: string,
  suite: JourneySuite,
  file: string,
  titles: readonly string[],
): Journey[] => [
  ...(suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ projectName }) => ({ projectName, file, name: [...titles, title].join(' › ') })),
  ),
  ...(suite.suites ?? []).flatMap((inner) => withStatus(status, inner, file, [...titles, inner.title])),
]

/** A run that ended with an error but named no failure counts as one failure. */
export const endedUnexpectedly = <C extends Counted>(code: number, result: C): C =>
  code === 0 || result.failed > 0 ? result : { ...result, failed: 1 }
