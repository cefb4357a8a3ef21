/**
 * `npm run drill -- scale [--courses=N] [--places=N] [--data=DIR] [--only=TEXT] [--times=N] [--short]`: makes every reading call of
 * the contract, by each kind of person, one at a time, on 1,000 courses with 10,000 enrolments and on many, in alternation. Prints
 * the 95th percentile of each call on both, their ratio, and the rows that PostgreSQL read. `--data` keeps the generated databases
 * in a folder and uses them again; `--only` selects calls whose name contains the text, such as `instructor · GET /analytics`;
 * `--times` is the number of repetitions, 20 by default. Ends with 1 when a bound is missed.
 * `--short` makes every call once on 2,000 courses and ends with 1 only when a call fails: it shows that the generated rows fit the
 * schema.
 */
import { parseArgs } from 'node:util'
import { percentile, printTable } from '../harness/measure.ts'
import { people, type Attempt, type Person } from './support/scale-calls.ts'
import type { ScaleSize } from './support/scale-data.ts'
import { dataFolder, prepare, say, startScaleEngine, untilStopped } from './support/scale-database.ts'
import { Subject, type Work } from './support/scale-subject.ts'

const { values: options } = parseArgs({
  options: {
    courses: { type: 'string', default: '300000' },
    places: { type: 'string', default: '3000000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '20' },
    short: { type: 'boolean', default: false },
  },
})
const small: ScaleSize = { courses: 1_000, places: 10_000 }
const large: ScaleSize = options.short
  ? { courses: 2_000, places: 20_000 }
  : { courses: Number(options.courses), places: Number(options.places) }

const mostMs = 300
/** Calls of visitors may take this many times as long on the large database as on the small one. */
const mostRatio = 1.5
/** Below this many ms, a ratio of times means nothing. */
const leastMs = 20
const times = options.short ? 1 : Number(options.times)
const warmUps = options.short ? 0 : 3
/** A call whose answer takes longer than this, in ms, is repeated only three times. */
const slowMs = 1_000

interface Measured {
  key: string
  few: number
  many: number
  /** `status` is the status on the large database. It is 200 unless the call fails only there. */
  status: number
  /** `work` is the work of PostgreSQL on the small and on the large database. */
  work: readonly [Work, Work]
}

const keyOf = (person: Person, { call, label }: Attempt) => `${person} · ${call}${label ? ` · ${label}` : ''}`

/** Measures a call. Returns null when the call is refused on the small database too. */
async function measure(
  person: Person,
  [few, many]: readonly [Subject, Subject],
  [ofFew, ofMany]: readonly [Attempt, Attempt],
): Promise<Measured | null> {
  const first = [await few.ask(person, ofFew), await many.ask(person, ofMany)] as const
  if (first[0].status !== 200) return null
  const key = keyOf(person, ofMany)
  const { status, ms } = first[1]
  const work = [await few.work(person, ofFew), await many.work(person, ofMany)] as const
  if (status !== 200) return { key, few: first[0].ms, many: ms, status, work }
  const taken: [few: number, many: number][] = []
  for (let time = -warmUps; time < (ms < slowMs ? times : 3); time += 1) {
    const pair = [(await few.ask(person, ofFew)).ms, (await many.ask(person, ofMany)).ms] as const
    if (time >= 0) taken.push([...pair])
  }
  return {
    key,
    few: percentile(
      taken.map(([one]) => one),
      0.95,
    ),
    many: percentile(
      taken.map(([, other]) => other),
      0.95,
    ),
    status,
    work,
  }
}

function isMissed({ key, few, many, status }: Measured): boolean {
  if (status !== 200 || options.short) return status !== 200
  return many > mostMs || (key.startsWith('visitor') && many > leastMs && many / few > mostRatio)
}

async function measureAll(few: Subject, many: Subject, signal: AbortSignal): Promise<Measured[]> {
  const measured: Measured[] = []
  const refused = new Set<string>()
  for (const person of people) {
    const attempts = many.attempts(person)
    for (const [nth, ofFew] of few.attempts(person).entries()) {
      const ofMany = attempts[nth]
      signal.throwIfAborted()
      if (!ofMany || !keyOf(person, ofMany).includes(options.only)) continue
      const found = await measure(person, [few, many], [ofFew, ofMany])
      if (found && isMissed(found)) say(`missed: ${found.key}, ${found.many.toFixed(0)} ms`)
      if (found) measured.push(found)
      else refused.add(ofMany.call)
    }
    say(`${person} measured`)
  }
  for (const { key } of measured) refused.delete(key.split(' · ')[1] ?? '')
  console.log(`\nrefused to everybody: ${[...refused].join(', ') || 'none'}\n`)
  return measured
}

function report(measured: readonly Measured[]): void {
  printTable(
    measured
      .toSorted((a, b) => b.many - a.many)
      .map((each) => ({
        call: each.key,
        'p95 few, ms': each.few.toFixed(1),
        'p95 many, ms': each.many.toFixed(1),
        ratio: (each.many / each.few).toFixed(1),
        statements: each.work[1].statements,
        rows: each.work.map(({ rows }) => rows).join(' → '),
        buffers: each.work.map(({ buffers }) => buffers).join(' → '),
        'slowest, ms': each.work[1].slowest?.ms.toFixed(1) ?? '',
        missed: each.status === 200 ? (isMissed(each) ? 'missed' : '') : `answered with ${each.status}`,
      })),
  )
  const missed = measured.filter(isMissed)
  for (const { key, work } of missed) {
    const { slowest } = work[1]
    if (slowest) console.log(`\n${key}:\n${slowest.text.replace(/^\s*\n/gm, '')}`)
  }
  console.log(`\n${measured.length} measured, ${missed.length} missed`)
  if (missed.length > 0) process.exitCode = 1
}

const signal = untilStopped()
const folder = await dataFolder(options.data)
const engine = await startScaleEngine(folder.path)
const subjects: Subject[] = []
try {
  for (const size of [small, large]) {
    const subject = await Subject.open(await prepare(engine, size, signal))
    const { foldMs, recountMs } = await subject.runJobs()
    say(
      `${size.courses} courses: sums in ${(foldMs / 1000).toFixed(1)} s, sorting in ${(recountMs / 1000).toFixed(1)} s`,
    )
    subjects.push(subject)
  }
  const [few, many] = subjects
  if (few && many) report(await measureAll(few, many, signal))
} finally {
  for (const subject of subjects) await subject.close()
  await engine.stop()
  await folder.remove()
}
