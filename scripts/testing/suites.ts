import { mkdir, readFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { FileTime } from './figures.ts'
import type { Ended } from './processor-time.ts'
import { readFileTimes } from './recorded-times.ts'
import {
  endedUnexpectedly,
  journeysOf,
  secondsOfJourneys,
  secondsOfTests,
  testsOf,
  type Counted,
  type JourneyReport,
  type TestReport,
} from './reports.ts'
import { command, root, type Suite } from './run.ts'

const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T

/** Runs a suite. If it fails before it can report, it counts as one failure. */
async function suiteOf(
  ended: Ended,
  read: () => Promise<{ counted: Counted; files: readonly FileTime[] }>,
): Promise<Suite> {
  try {
    const { counted, files } = await read()
    return { ...endedUnexpectedly(ended.code, counted), files, ended: [ended] }
  } catch (error) {
    console.error(`no report: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1, unsteady: [], failures: [], files: [], ended: [ended] }
  }
}

const fromRoot = (path: string): string => (isAbsolute(path) ? relative(root, path) : path)

/**
 * @param folder an existing folder for its reports.
 * @param parameters files and options of `vitest run`.
 */
export async function vitestSuite(
  folder: string,
  parameters: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Suite> {
  const report = join(folder, 'vitest.json')
  const unhandledErrors = join(folder, 'unhandled-errors.json')
  const reporters = [
    'default',
    'json',
    `./${relative(root, join(import.meta.dirname, 'unhandled-errors-reporter.ts'))}`,
  ]
  const line = [
    'vitest run',
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${report}`,
    ...parameters,
  ].join(' ')
  const ended = await command(line, {
    ...environment,
    UNHANDLED_ERRORS_REPORT: unhandledErrors,
    APOGEE_FILE_TIMES: folder,
  })
  return suiteOf(ended, async () => {
    const tests = await readJson<TestReport>(report)
    const processorTimes = readFileTimes(folder)
    const files = [...secondsOfTests(tests)].map(([path, seconds]) => ({
      file: fromRoot(path),
      seconds,
      processorSeconds: processorTimes.get(path) ?? null,
    }))
    return { counted: testsOf(tests, await readJson<string[]>(unhandledErrors)), files }
  })
}

/** @param parameters files and options of `playwright test`. */
export async function journeySuite(folder: string, parameters: readonly string[]): Promise<Suite> {
  const data = join(folder, 'journeys')
  await mkdir(data, { recursive: true })
  const report = join(folder, 'playwright.json')
  const ended = await command(['playwright test', ...parameters].join(' '), {
    PLAYWRIGHT_REPORT: report,
    JOURNEY_DATA_DIR: data,
  })
  return suiteOf(ended, async () => {
    const journeys = await readJson<JourneyReport>(report)
    const files = [...secondsOfJourneys(journeys)].map(([file, seconds]) => ({
      file,
      seconds,
      processorSeconds: null,
    }))
    return { counted: journeysOf(journeys), files }
  })
}
