/** Frames a measurement with its sizes, tables, targets, and its section in docs/performance.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { measurements, type MeasurementName, type SizeOf } from '../measurements.ts'
import { printTable } from '../../harness/measure.ts'
import { markdownOf, replacePlace, type PlacedTable } from './places.ts'

const performancePage = join(import.meta.dirname, '../../../docs/performance.md')

export class Bench<Size extends object> {
  readonly size: Size
  readonly isTiny: boolean
  readonly tables: PlacedTable[] = []
  readonly missedTargets: string[] = []

  constructor(forms: { whole: Size; tiny: Size }, isTiny: boolean) {
    this.isTiny = isTiny
    this.size = isTiny ? forms.tiny : forms.whole
  }

  /** Prints rows, which are also written into docs/performance.md. @throws for a figure that is not a number. */
  table(rows: PlacedTable['rows'], heading = ''): void {
    if (heading) console.log(`\n${heading}:`)
    printTable(rows)
    const broken = rows.filter((row) =>
      Object.values(row).some((cell) => /\b(?:NaN|Infinity|undefined|null)\b/.test(String(cell))),
    )
    if (rows.length === 0 || broken.length > 0)
      throw new Error(`A table has no figures, or broken ones: ${JSON.stringify(broken)}`)
    this.tables.push({ heading, rows })
  }

  /** Returns whether a target is met, as a cell of a table. The tiny form has too few figures to judge. */
  met(what: string, isMet: boolean): string {
    if (this.isTiny) return 'not judged'
    if (!isMet) this.missedTargets.push(what)
    return isMet ? 'yes' : 'no'
  }
}

/**
 * Runs a measurement. The whole form writes its tables into docs/performance.md, even if a target is missed; a missed target then
 * fails the run.
 */
export async function runMeasurement<Name extends MeasurementName>(
  name: Name,
  work: (bench: Bench<SizeOf<Name>>) => Promise<void>,
): Promise<void> {
  const isTiny = process.argv.includes('--tiny')
  const bench = new Bench<SizeOf<Name>>(measurements[name], isTiny)
  const began = performance.now()
  const [load = 0] = loadavg()
  await work(bench)
  if (isTiny) return
  const changed = measurements[name].variables.filter((variable) => process.env[variable] !== undefined)
  if (changed.length > 0) {
    console.log(`Not written into docs/performance.md, because ${changed.join(' and ')} is set.`)
  } else {
    const seconds = Math.round((performance.now() - began) / 1000)
    const page = await readFile(performancePage, 'utf8')
    const text = [sentenceOf(name, { seconds, load }), ...bench.tables.map(markdownOf)].join('\n\n')
    await writeFile(performancePage, replacePlace(page, name, text))
  }
  if (bench.missedTargets.length === 0) return
  console.log(`Targets were missed: ${bench.missedTargets.join('; ')}`)
  process.exitCode = 1
}

function sentenceOf(name: MeasurementName, { seconds, load }: { seconds: number; load: number }): string {
  const date = new Date().toISOString().slice(0, 10)
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `\`npm run bench -- ${name}\`, ${date}, ${cpus().length} cores (${model}), load ${load.toFixed(1)} at the beginning, ${seconds} s:`
}
