/** What the reports of Vitest and Playwright say, in numbers of tests. */
import { isAbsolute, join, relative } from 'node:path'
import type { UnsteadyTest } from './unsteady-tests.ts'

export interface Counted {
  passed: number
  failed: number
  /** Listed tests that failed once and passed at the second try. They count as passed. */
  unsteady: string[]
}

export interface TestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
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
  /** One for each file, titled by its path below `e2e`. */
  suites: JourneySuite[]
}

const journeyFolder = 'e2e'

/** A file that broke before its first test has failed once. */
export function testsOf(report: TestReport): Counted & { failedNames: string[] } {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failedNames = report.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    unsteady: [],
    failedNames: [...failedNames, ...broken.map((file) => file.name)],
  }
}

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

/** A journey that passed at its second try counts as passed when it is listed as unsteady, and as failed otherwise. */
export function journeysOf(
  report: JourneyReport,
  listed: readonly UnsteadyTest[],
): Counted & { unlisted: string[] } {
  const unsteady: string[] = []
  const unlisted: string[] = []
  const walk = (suite: JourneySuite, file: string, titles: readonly string[]): void => {
    for (const { title, tests } of suite.specs ?? []) {
      const name = [...titles, title].join(' › ')
      const isListed = listed.some((one) => one.file === join(journeyFolder, file) && one.test === name)
      for (const { projectName, status } of tests)
        if (status === 'flaky') (isListed ? unsteady : unlisted).push(`${projectName} › ${file} › ${name}`)
    }
    suite.suites?.forEach((inner) => walk(inner, file, [...titles, inner.title]))
  }
  report.suites.forEach((suite) => walk(suite, suite.title, []))
  const { expected, unexpected, flaky } = report.stats
  // A flaky journey that the suites do not show is not known to be listed either.
  const failed = unexpected + report.errors.length + flaky - unsteady.length
  return { passed: expected + unsteady.length, failed, unsteady, unlisted }
}

/** A run that ended badly without a failed test (an error between tests, say) has failed once. */
export const endedUnexpectedly = <C extends Counted>(code: number, result: C): C =>
  code === 0 || result.failed > 0 ? result : { ...result, failed: 1 }
