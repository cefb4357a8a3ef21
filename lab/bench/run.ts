/**
 * Runs every measurement of this folder, or the named ones: `npm run bench -- course-list`. Each has its own process and a time
 * limit. With `--tiny`, runs their tiny forms, two at a time, which prove that they work and write nothing. The last line is `N
 * passed, N failed`.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measurementNames, measurements, type MeasurementName } from './measurements.ts'
import { isProgram, missingProgram } from './support/programs.ts'
import { Preparation } from './support/preparation.ts'
import { runOne, stopAll } from './support/run-one.ts'

interface Result {
  name: MeasurementName
  end: 'ok' | 'failed' | 'not run'
  seconds: number
  why: string
}

const { values, positionals } = parseArgs({
  options: { tiny: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !measurementNames.some((known) => known === name))
if (unknown.length > 0) {
  console.error(`No measurement is called ${unknown.join(', ')}. There are: ${measurementNames.join(', ')}`)
  process.exit(1)
}
const isTiny = values.tiny
const wanted = measurementNames.filter((name) => positionals.length === 0 || positionals.includes(name))

let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isInterrupted = true
    stopAll()
  })

/**
 * A measurement is ended after this many times its stated duration. By then it hangs, or its stated duration is wrong, even on a
 * busy machine.
 */
const patience = 4
const leastLimitSeconds = 120
const tinyLimitSeconds = 300

async function measure(name: MeasurementName, preparation: Preparation): Promise<Result> {
  const { needs } = measurements[name]
  const missing = needs
    .filter(isProgram)
    .map(missingProgram)
    .find((sentence) => sentence !== null)
  if (missing !== undefined) return { name, end: 'not run', seconds: 0, why: missing }
  try {
    return await runPrepared(name, await preparation.of(needs))
  } catch (error) {
    return { name, end: 'failed', seconds: 0, why: error instanceof Error ? error.message : String(error) }
  }
}

async function runPrepared(name: MeasurementName, environment: Record<string, string>): Promise<Result> {
  const stated = measurements[name].seconds
  const limitSeconds = isTiny ? tinyLimitSeconds : Math.max(leastLimitSeconds, patience * stated)
  if (!isTiny) console.log(`\n== ${name}: takes about ${stated} s, is stopped after ${limitSeconds} s`)
  const { seconds, isOk, isStopped, output } = await runOne(
    [join(import.meta.dirname, `${name}.ts`), ...(isTiny ? ['--tiny'] : [])],
    // Two tiny measurements run at the same time, so each one's output is printed in one piece.
    { limitSeconds, environment, isCollected: isTiny },
  )
  if (isTiny) console.log(`\n== ${name}, tiny\n${output.trimEnd()}`)
  const failure = isStopped ? `stopped after ${limitSeconds} s` : 'the reason is above'
  const why = isOk ? (isTiny ? '' : `about ${stated} s were stated`) : failure
  return { name, end: isOk ? 'ok' : 'failed', seconds, why }
}

async function measureAll(): Promise<Result[]> {
  const results: Result[] = []
  const preparation = new Preparation()
  const waiting = wanted.values()
  const work = async () => {
    for (const name of waiting) if (!isInterrupted) results.push(await measure(name, preparation))
  }
  try {
    await Promise.all(Array.from({ length: isTiny ? Math.min(2, availableParallelism()) : 1 }, work))
  } finally {
    await preparation.end()
  }
  return results
}

const results = await measureAll()
console.log()
for (const { name, end, seconds, why } of results)
  console.log(`${name.padEnd(18)} ${end.padEnd(8)} ${seconds.toFixed(1).padStart(7)} s  ${why}`.trimEnd())
const count = (end: Result['end']) => results.filter((result) => result.end === end).length
console.log(`${count('ok')} passed, ${count('failed')} failed`)
process.exitCode = count('failed') > 0 || isInterrupted ? 1 : 0
