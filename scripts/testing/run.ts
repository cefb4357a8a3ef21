/** Runs the steps of `npm test` and `npm run test:deep` and prints their counts, times and summary. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notRunCode } from '../../lab/harness/drill.ts'
import {
  grownParts,
  readBaseline,
  saveBaseline,
  slowestFiles,
  type FileTime,
  type PartTime,
} from './figures.ts'
import { runMeasured, type Ended } from './processor-time.ts'
import type { Counted } from './reports.ts'

export const root = join(import.meta.dirname, '../..')

export type Check = readonly [name: string, line: string]

interface Result extends Counted, PartTime {
  files: readonly FileTime[]
}

/** Describes a suite of tests. `ended` has one entry for each command that the suite ran. */
export interface Suite extends Counted {
  ended: readonly Ended[]
  files: readonly FileTime[]
}

/** Counts one check by its exit code. A check that this machine cannot run is neither passed nor failed. */
const oneCheck = (code: number): Counted => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 || code === notRunCode ? 0 : 1,
  unsteady: [],
  failures: [],
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Runs the command line. Its words contain no spaces. */
export function command(line: string, environment: Record<string, string> = {}, isCaptured = false) {
  const [program = '', ...parameters] = line.split(' ')
  return runMeasured(program, parameters, { folder: root, environment, isCaptured })
}

export class TestRun {
  readonly #results: Result[] = []
  readonly #began = performance.now()
  /** The folder for reports is removed at the end. */
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async start(): Promise<TestRun> {
    return new TestRun(await mkdtemp(join(tmpdir(), 'apogee-reports-')))
  }

  get isEmpty(): boolean {
    return this.#results.length === 0
  }

  /** Runs a suite of tests and passes its output on meanwhile. */
  async suite(name: string, work: () => Promise<Suite>): Promise<void> {
    console.log(`\n== ${name}`)
    const began = performance.now()
    const { ended, ...counted } = await work()
    const seconds = (performance.now() - began) / 1000
    const processorSeconds = sum(ended.map((one) => one.processorSeconds))
    this.#results.push({ part: name, ...counted, seconds, processorSeconds })
  }

  /** Runs a command that counts as one check: passed when it ends with 0. */
  async check(name: string, line: string): Promise<void> {
    console.log(`\n== ${name}`)
    this.#add(name, await command(line))
  }

  /**
   * Finds or installs the run's requirements before any slow step.
   * @returns false when a requirement is missing; the failure is printed and counts as one failure.
   */
  async prepare(lines: readonly string[]): Promise<boolean> {
    for (const line of lines) {
      const { code } = await command(line)
      if (code === 0) continue
      this.fail(`stopped: ${line} did not find what the run needs, and says above what to install`)
      return false
    }
    return true
  }

  fail(name: string): void {
    this.#results.push({ part: name, ...oneCheck(1), seconds: 0, processorSeconds: 0, files: [] })
  }

  /** Runs checks concurrently, starting them in order. The output of each is printed in one piece. */
  async checks(checks: readonly Check[], atOnce: number): Promise<void> {
    const waiting = checks.values()
    const work = async () => {
      for (const [name, line] of waiting) {
        const ended = await command(line, {}, true)
        console.log(`\n== ${name}\n${ended.output}`)
        this.#add(name, ended)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  #add(part: string, { code, seconds, processorSeconds, output }: Ended): void {
    const counted = /^(\d+) passed, (\d+) failed$/m.exec(output)
    const isCounted = counted !== null && (code === 0) === (counted[2] === '0')
    const counts = isCounted ? { passed: Number(counted[1]), failed: Number(counted[2]) } : {}
    this.#results.push({ part, ...oneCheck(code), ...counts, seconds, processorSeconds, files: [] })
  }

  /** Prints the failures, the time of each part and of the slowest files, and the counts. @returns the exit code. */
  async end(options: { report: boolean; saveBaseline: boolean; isWhole: boolean }): Promise<number> {
    await rm(this.folder, { recursive: true, force: true })
    const results = this.#results
    const files = results.flatMap((result) => result.files)
    if (options.isWhole || options.report) {
      console.log(`\nThe slowest files of tests, with their share of the time of all files:`)
      for (const line of slowestFiles(files, options.report ? files.length : undefined)) console.log(line)
    }
    console.log('')
    for (const failure of results.flatMap((result) => result.failures)) console.log(`FAILED ${failure}`)
    for (const result of results) console.log(lineOf(result))
    if (options.saveBaseline) saveBaseline(results)
    if (options.isWhole) for (const line of grownParts(results, readBaseline())) console.log(line)
    for (const name of results.flatMap((result) => result.unsteady))
      console.log(`UNSTEADY, passed only at the second try: ${name}`)
    const seconds = (performance.now() - this.#began) / 1000
    const processor = sum(results.map(({ processorSeconds }) => processorSeconds))
    console.log(`${seconds.toFixed(0)} s, ${processor.toFixed(0)} s of processor time`)
    const failed = sum(results.map((result) => result.failed))
    console.log(`${sum(results.map(({ passed }) => passed))} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  }
}

function lineOf({ part, passed, failed, seconds, processorSeconds }: Result): string {
  const outcome = failed > 0 ? 'FAILED' : passed > 0 ? 'ok    ' : 'NOTRUN'
  const time = `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor time`
  return `${outcome} ${part}: ${passed} passed, ${failed} failed, ${time}`
}
