/** What the reports of Vitest and Playwright say, in numbers of tests. */
import { isAbsolute, relative } from 'node:path'

export interface Counted {
  passed: number
  failed: number
  /** Tests that failed once and passed at the second try. */
  unsteady: string[]
}

/** More unsteady tests than this are a failure of their own. */
export const unsteadyLimit = 3

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
  suites: JourneySuite[]
}

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

/** Files with a failure, as paths that Vitest takes on its command line. */
export const failedFiles = (report: TestReport, root = process.cwd()): string[] =>
  report.testResults
    .filter((file) => file.status === 'failed')
    .map((file) => (isAbsolute(file.name) ? relative(root, file.name) : file.name))

/** A journey that passed at its second try counts as passed, and is named. */
export function journeysOf(report: JourneyReport): Counted {
  const unsteady: string[] = []
  const walk = (suite: JourneySuite, titles: readonly string[]): void => {
    const here = [...titles, suite.title]
    for (const { title, tests } of suite.specs ?? []) {
      for (const test of tests)
        if (test.status === 'flaky') unsteady.push([test.projectName, ...here, title].join(' › '))
    }
    suite.suites?.forEach((inner) => walk(inner, here))
  }
  report.suites.forEach((suite) => walk(suite, []))
  const { expected, unexpected, flaky } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length, unsteady }
}

/** A run that ended badly without a failed test (an error between tests, say) has failed once. */
export const endedUnexpectedly = (code: number, result: Counted): Counted =>
  code === 0 || result.failed > 0 ? result : { ...result, failed: 1 }
