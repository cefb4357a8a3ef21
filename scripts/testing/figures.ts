/** Prints a run's times by part and by file, and compares them with the committed baseline. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PartTime {
  part: string
  /** The time is wall time. */
  seconds: number
  processorSeconds: number
}

export interface FileTime {
  file: string
  /** The time is wall time, while another worker may run as well. */
  seconds: number
  /** The time is null for a journey, because its browser and server work for several files at once. */
  processorSeconds: number | null
}

/** Maps each part to its processor seconds. */
export type Baseline = Record<string, number>

const baselineFile = join(import.meta.dirname, 'baseline.json')
const shownFiles = 10
/** Growth above this factor is reported. The processor time of equal work differs by a few percent between runs. */
const reportedGrowth = 1.1
/** A part that takes less than this number of seconds varies too much to be compared. */
const comparedSeconds = 5

export const readBaseline = (): Baseline => JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline

/** Replaces the figures of the parts that ran and preserves the others. */
export function saveBaseline(parts: readonly PartTime[], before: Baseline = readBaseline()): void {
  const after = parts.map(({ part, processorSeconds }) => [part, Math.round(processorSeconds)] as const)
  writeFileSync(baselineFile, `${JSON.stringify({ ...before, ...Object.fromEntries(after) }, null, 2)}\n`)
}

/** Returns one line for each of the slowest files, with its share of all files. */
export function slowestFiles(files: readonly FileTime[], shown = shownFiles): string[] {
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0)
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
    .map(({ file, seconds, processorSeconds }) => {
      const share = `${((seconds / total) * 100).toFixed(1)} %`
      const processor =
        processorSeconds === null ? '' : `, ${processorSeconds.toFixed(1)} s of processor time`
      return `${seconds.toFixed(1).padStart(7)} s ${share.padStart(7)}  ${file}${processor}`
    })
}

/**
 * Returns one line for each part that took more processor time than in the baseline. Machines differ, so each part is compared with
 * the median of all parts.
 */
export function grownParts(parts: readonly PartTime[], baseline: Baseline): string[] {
  const compared = parts.flatMap(({ part, processorSeconds }) => {
    const before = baseline[part]
    return before !== undefined && before >= comparedSeconds
      ? [{ part, before, now: processorSeconds, growth: processorSeconds / before }]
      : []
  })
  const machine = compared.map(({ growth }) => growth).toSorted((one, other) => one - other)[
    Math.floor(compared.length / 2)
  ]
  if (machine === undefined) return []
  return compared
    .filter(({ growth }) => growth > reportedGrowth * machine)
    .map(
      ({ part, before, now, growth }) =>
        `GREW ${part}: ${now.toFixed(0)} s of processor time, ${before} s in the baseline (${percent(growth)}; all parts ${percent(machine)})`,
    )
}

const percent = (growth: number): string => `${growth < 1 ? '' : '+'}${((growth - 1) * 100).toFixed(0)} %`
