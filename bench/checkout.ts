/**
 * Measures purchases per second: `placeOrder` and `settlePayment` with all their writes, on PostgreSQL with the
 * product's own settings; and the same statements through pgbench. Target: ≥ 500 a second on two cores.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { connect } from '../apps/server/src/platform/database/database.ts'
import { databaseCpu } from './support/database-cpu.ts'
import { switchFigureTriggers } from './support/figure-triggers.ts'
import { startBenchEngine } from './support/bench-database.ts'
import { median, printTable } from './support/measure.ts'
import { pgbenchScript, publicIdsIn, record, uuidsIn } from './support/recorded-statements.ts'
import { furnish, startCheckoutBench } from './support/checkout-bench.ts'

const target = 500
const tills = 12
const seconds = 4
const rounds = 3
const buyers = 100_000

interface Measured {
  perSecond: number
  /** CPU time of one purchase in µs, of our process and of the database. */
  cpu: number
  databaseCpu: number
}

const engine = await startBenchEngine()
const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-checkout-'))
try {
  const { database: plain, connectionString } = await engine.create('checkout')
  const { firstBuyer, firstCourse } = await furnish(plain.pool, { tills: 2 * tills + 1, buyers })
  /** pgbench uses other courses and the same buyers. */
  const courses = { ours: firstCourse, theirs: firstCourse + tills }
  const database = connect({
    connectionString,
    poolSize: tills,
    applicationName: 'bench checkout',
    log: pino({ level: 'warn' }),
  })
  try {
    const till = await startCheckoutBench(database)
    const next = Array.from({ length: tills }, () => 0)

    /**
     * Each client buys from its own seller, or all from one: receipts of one seller are numbered serially. A single client shows
     * the cost without waiting, which varies least on a busy machine.
     */
    async function ours(sellers: 'several' | 'one' = 'several', clients = tills): Promise<Measured> {
      const began = performance.now()
      const cpu = process.cpuUsage()
      const databaseBefore = await databaseCpu(plain.pool)
      let bought = 0
      const work = async (place: number) => {
        while (performance.now() - began < seconds * 1000) {
          const nth = (next[place] ?? 0) + 1
          next[place] = nth
          // Each client buys for other people: a person's purchases wait for each other.
          const buyer = firstBuyer + nth * tills + place
          if (sellers === 'several') await till.buy(buyer, courses.ours + place)
          else await till.buy(buyer + buyers / 2, courses.ours)
          bought += 1
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, place) => work(place)))
      const took = performance.now() - began
      const { user, system } = process.cpuUsage(cpu)
      const databaseAfter = await databaseCpu(plain.pool)
      return {
        perSecond: (bought / took) * 1000,
        cpu: (user + system) / bought,
        databaseCpu: ((databaseAfter ?? Number.NaN) - (databaseBefore ?? Number.NaN)) / bought,
      }
    }

    const script = join(folder, 'purchase.sql')
    const spare = courses.theirs + tills
    // The first purchases of a process send additional statements (types, keys), so they are not recorded.
    await till.buy(firstBuyer + 1, spare)
    await till.buy(firstBuyer + 2, spare)
    let bought = { publicId: '', providerId: '' }
    const statements = await record(async () => {
      bought = await till.buy(firstBuyer + 3, spare)
    })
    await writeFile(
      script,
      pgbenchScript(statements, {
        head: [
          `\\set i :i + 1`,
          `\\set buyer ${firstBuyer} + :i * ${tills} + :client_id`,
          `\\set course ${courses.theirs} + :client_id`,
          `\\set order_name :buyer * 100000000 + :course`,
          `\\set purchase_name 1000000 + :order_name`,
        ],
        given: {
          ...Object.fromEntries(uuidsIn(statements).map((id) => [id, 'gen_random_uuid()'])),
          ...Object.fromEntries(
            publicIdsIn(statements).map((id, nth) => [id, `(:order_name::text || '-${nth}')`]),
          ),
          [String(firstBuyer + 3)]: ':buyer',
          [String(spare)]: ':course',
          [bought.publicId]: ':order_name',
          [bought.providerId]: ':purchase_name',
        },
      }),
    )

    let begunAt = 0
    function theirs(): number | null {
      const run = spawnSync(
        'pgbench',
        [
          ...['-n', '-M', 'prepared', '-f', script, '-c', String(tills), '-j', '1', '-T', String(seconds)],
          ...['-D', `i=${begunAt}`, connectionString],
        ],
        { encoding: 'utf8' },
      )
      begunAt += 2_000
      if (run.error && 'code' in run.error && run.error.code === 'ENOENT') return null
      const perSecond = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1])
      if (run.status !== 0 || !(perSecond > 0)) throw new Error(`pgbench: ${run.stderr.slice(-2_000)}`)
      return perSecond
    }

    await ours()
    // As autovacuum does within a minute: before it, plans are based on empty tables (docs/performance.md).
    await plain.pool.query('ANALYZE')
    const pairs = []
    for (let round = 0; round < rounds; round += 1) pairs.push({ ours: await ours(), theirs: theirs() })
    const perSecond = median(pairs.map((pair) => pair.ours.perSecond))
    const peer = pairs.every((pair) => pair.theirs !== null)
      ? median(pairs.map((pair) => pair.theirs ?? 0))
      : null
    const ourCpu = median(pairs.map((pair) => pair.ours.cpu))
    const theirCpu = median(pairs.map((pair) => pair.ours.databaseCpu))
    const oneSeller = await ours('one')
    const alone = await ours('several', 1)
    const figures: { kept: number; off: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      await switchFigureTriggers(plain.pool, 'DISABLE')
      const { databaseCpu: off } = await ours('several', 1)
      await switchFigureTriggers(plain.pool, 'ENABLE')
      const { databaseCpu: kept } = await ours('several', 1)
      figures.push({ kept, off })
    }
    printTable([
      {
        what: 'purchases a second (placeOrder and settlePayment)',
        figure: Math.round(perSecond),
        target: `≥ ${target}`,
      },
      {
        what: `the same ${statements.length} statements through pgbench`,
        figure: peer === null ? 'pgbench is not installed' : Math.round(peer),
        target: '',
      },
      {
        what: 'ratio',
        figure:
          peer === null
            ? ''
            : median(pairs.map((pair) => pair.ours.perSecond / (pair.theirs ?? 0))).toFixed(2),
        target: '',
      },
      {
        what: 'purchases a second, all from one seller',
        figure: Math.round(oneSeller.perSecond),
        target: '',
      },
      {
        what: 'processor time of our process for one purchase, µs',
        figure: Math.round(ourCpu),
        target: '',
      },
      {
        what: 'processor time of the database for one purchase, µs',
        figure: Math.round(theirCpu),
        target: '',
      },
      {
        what: 'the same of one client, ours and the database, µs',
        figure: `${Math.round(alone.cpu)} + ${Math.round(alone.databaseCpu)}`,
        target: '',
      },
      {
        what: 'of that of the database, for the triggers of the figures, µs',
        figure: `${Math.round(median(figures.map(({ kept, off }) => kept - off)))} of ${Math.round(median(figures.map(({ kept }) => kept)))}`,
        target: '',
      },
      {
        what: 'purchases a second for which two idle cores have the time',
        figure: Math.round(2e6 / (ourCpu + theirCpu)),
        target: `≥ ${target}`,
      },
    ])
    if (process.env['SHOW_STATEMENTS'])
      for (const { text } of statements) console.log(text.replaceAll(/\s+/g, ' '))
    if (perSecond < target) process.exitCode = 1
  } finally {
    await database.close()
  }
} finally {
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
}
