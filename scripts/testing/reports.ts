/** Converts the reports of Vitest and Playwright to numbers of tests. */
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { isWithoutSecondTry } from './second-try.ts'

export interface Counted {
  passed: number
  failed: number
  /** Lists the journeys that failed once and passed on an allowed retry. They count as passed. */
  unsteady: string[]
  /** Each failure is one line. The list is empty for a command that reports no tests. */
  failures: string[]
}

export interface TestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    /** The unit is milliseconds since 1970. */
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
    /** Says why the file failed outside of its tests. */
    message?: string
  }[]
}

interface JourneySuite {
  title: string
  suites?: JourneySuite[]
  specs?: {
    title: string
    tests: { projectName: string; status: string; results: { duration: number }[] }[]
  }[]
}
export interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
  /** Lists one suite for each file. Its title is the path of the file below `e2e`. */
  suites: JourneySuite[]
}

const journeyFolder = 'e2e'

/**
 * Counts the tests. A file that failed outside of its tests, such as on import or in a hook, counts as one failure, and so does
 * each error that belongs to no test.
 */
export function testsOf(report: TestReport, unhandledErrors: readonly string[] = []): Counted {
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
    failures: [
      ...failedTests.map(({ file, name, reason }) => failureLine(`${file} › ${name}`, reason)),
      ...broken.map((file) => failureLine(file.name, file.message)),
      ...unhandledErrors.map((error) => failureLine(error)),
    ],
  }
}

/** The line contains the name and the first line of the reason, so that the end of a log shows the failures. */
const failureLine = (name: string, reason = '') =>
  [name, reason]
    .map((part) => stripVTControlCharacters(part).trim().split('\n', 1)[0])
    .filter(Boolean)
    .join(': ')
    .slice(0, 500)

/** At most this number of journeys of a run may pass on a retry. */
const toleratedJourneys = 3

/**
 * Counts the journeys. A journey that passed on a retry counts as passed when it is not about money, access or accounts and the run
 * has at most {@link toleratedJourneys} of them. Otherwise it counts as failed.
 */
export function journeysOf(report: JourneyReport): Counted {
  const inSuites = (status: string) =>
    report.suites.flatMap((suite) => withStatus(status, suite, suite.title, []))
  const flaky = inSuites('flaky')
  const mayPass = flaky.filter(({ file }) => !isWithoutSecondTry(join(journeyFolder, file)))
  const unsteady = mayPass.length <= toleratedJourneys ? mayPass : []
  const refused = flaky.filter((one) => !unsteady.includes(one))
  const { expected, unexpected, flaky: flakyCount } = report.stats
  // A retried journey that the report does not list counts as failed.
  const failed = unexpected + report.errors.length + flakyCount - unsteady.length
  return {
    passed: expected + unsteady.length,
    failed,
    unsteady: unsteady.map(titleOf),
    failures: [
      ...inSuites('unexpected').map(titleOf),
      ...refused.map((one) => `${titleOf(one)}: passed only at a second try that it may not have`),
    ],
  }
}

interface Journey {
  projectName: string
  /** The path is relative to `e2e`. */
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

/** Returns seconds of each test file, by its path as the report names it. */
export const secondsOfTests = ({ testResults }: TestReport): Map<string, number> =>
  new Map(testResults.map(({ name, startTime, endTime }) => [name, (endTime - startTime) / 1000]))

/** Returns seconds of each journey file, all projects and attempts together, by its path from the root. */
export const secondsOfJourneys = ({ suites }: JourneyReport): Map<string, number> =>
  new Map(suites.map((suite) => [join(journeyFolder, suite.title), durationMs(suite) / 1000]))

const durationMs = ({ suites = [], specs = [] }: JourneySuite): number =>
  sum(suites.map(durationMs)) +
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** A run that ended with an error but named no failure counts as one failure. */
export const endedUnexpectedly = <C extends Counted>(code: number, result: C): C =>
  code === 0 || result.failed > 0 ? result : { ...result, failed: 1 }
