/**
 * Measures purchases per second: `placeOrder` and `settlePayment` with all their writes, on PostgreSQL with the
 * product's own settings; and the same statements through pgbench. Target: ≥ 500 a second on two cores.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import type { SizeOf } from './measurements.ts'
import { databaseCpu } from './support/database-cpu.ts'
import { switchFigureTriggers } from './support/figure-triggers.ts'
import { withDatabase } from './support/bench-database.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { median } from '../harness/measure.ts'
import { pgbench } from './support/pgbench.ts'
import { pgbenchScript, publicIdsIn, record, uuidsIn } from '../harness/recorded-statements.ts'
import { furnish, startCheckoutBench } from './support/checkout-bench.ts'

const target = 500

type Size = SizeOf<'checkout'>
type Till = Awaited<ReturnType<typeof startCheckoutBench>>
type Ids = Awaited<ReturnType<typeof furnish>>

interface Measured {
  perSecond: number
  /** `cpu` is the CPU time of one purchase in this process, and `databaseCpu` that in the database, both in µs. */
  cpu: number
  databaseCpu: number
}

/** pgbench buys other courses than the product, for the same buyers. */
const coursesOf = ({ firstCourse }: Ids, { tills }: Size) => ({
  ours: firstCourse,
  theirs: firstCourse + tills,
  spare: firstCourse + 2 * tills,
})

/**
 * Gives each client its own seller, or one seller to all clients, because the receipts of one seller are numbered one after the
 * other. A single client shows the cost without waiting, which varies least on a busy machine.
 */
function buyersAt(till: Till, pool: pg.Pool, ids: Ids, size: Size) {
  const { tills, seconds, buyers } = size
  const next = Array.from({ length: tills }, () => 0)
  const courses = coursesOf(ids, size)
  return async (sellers: 'several' | 'one' = 'several', clients = tills): Promise<Measured> => {
    const databaseBefore = await databaseCpu(pool)
    const began = performance.now()
    const cpu = process.cpuUsage()
    let bought = 0
    const work = async (place: number) => {
      while (performance.now() - began < seconds * 1000) {
        const nth = (next[place] ?? 0) + 1
        next[place] = nth
        // Each client buys for different people, because the purchases of one person are serialised.
        const buyer = ids.firstBuyer + nth * tills + place
        if (sellers === 'several') await till.buy(buyer, courses.ours + place)
        else await till.buy(buyer + buyers / 2, courses.ours)
        bought += 1
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, place) => work(place)))
    const took = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    return {
      perSecond: (bought / took) * 1000,
      cpu: (user + system) / bought,
      databaseCpu: ((await databaseCpu(pool)) - databaseBefore) / bought,
    }
  }
}

/** Writes the statements of one purchase as a pgbench script; returns their number. */
async function recordPurchase(till: Till, ids: Ids, size: Size, script: string): Promise<number> {
  const { firstBuyer } = ids
  const { theirs, spare } = coursesOf(ids, size)
  // A process's first purchases send additional statements (types, keys), so a later one is recorded.
  await till.buy(firstBuyer + 1, spare)
  await till.buy(firstBuyer + 2, spare)
  let bought = { publicId: '', providerId: '' }
  const statements = await record(async () => {
    bought = await till.buy(firstBuyer + 3, spare)
  })
  const text = pgbenchScript(statements, {
    head: [
      `\\set i :i + 1`,
      `\\set buyer ${firstBuyer} + :i * ${size.tills} + :client_id`,
      `\\set course ${theirs} + :client_id`,
      `\\set order_name (:buyer - ${firstBuyer}) * 10000000000 + :course`,
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
  })
  await writeFile(script, text)
  if (process.env['SHOW_STATEMENTS'])
    for (const statement of statements) console.log(statement.text.replaceAll(/\s+/g, ' '))
  return statements.length
}

type Buy = ReturnType<typeof buyersAt>

/** Returns the database's CPU time of a purchase with the triggers of the figures, and the triggers' share, in µs. */
async function costOfFigures(buy: Buy, pool: pg.Pool, rounds: number) {
  const figures: { whole: number; added: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await switchFigureTriggers(pool, 'DISABLE')
    const off = await buy('several', 1)
    await switchFigureTriggers(pool, 'ENABLE')
    const on = await buy('several', 1)
    figures.push({ whole: on.databaseCpu, added: on.databaseCpu - off.databaseCpu })
  }
  return {
    whole: median(figures.map(({ whole }) => whole)),
    added: median(figures.map(({ added }) => added)),
  }
}

async function measure(bench: Bench<Size>, pool: pg.Pool, connectionString: string, ids: Ids, till: Till) {
  const { size } = bench
  const folder = await mkdtemp(join(tmpdir(), 'apogee-bench-checkout-'))
  try {
    const script = join(folder, 'purchase.sql')
    const statements = await recordPurchase(till, ids, size, script)
    const buy = buyersAt(till, pool, ids, size)
    await buy()
    // Autovacuum would do this within a minute. Until then, plans are based on empty tables (docs/performance.md).
    await pool.query('ANALYZE')
    const pairs: { ours: Measured; theirs: number }[] = []
    for (let round = 0; round < size.rounds; round += 1) {
      const ours = await buy()
      // Each round uses another range of buyers.
      const variables = { i: round * 2_000 }
      const { tills: clients, seconds } = size
      pairs.push({ ours, theirs: pgbench(script, { connectionString, clients, seconds, variables }) })
    }
    const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
    const perSecond = middle(({ ours }) => ours.perSecond)
    const cpu = { ours: middle(({ ours }) => ours.cpu), database: middle(({ ours }) => ours.databaseCpu) }
    const oneSeller = await buy('one')
    const alone = await buy('several', 1)
    const figures = await costOfFigures(buy, pool, size.rounds)
    const possible = 2e6 / (cpu.ours + cpu.database)
    const row = (what: string, figure: string | number, limit = '', met = '') => ({
      what,
      figure,
      target: limit,
      met,
    })
    const judged = (what: string, figure: number) =>
      row(what, Math.round(figure), `≥ ${target}`, bench.met(what, figure >= target))
    bench.table([
      judged('purchases a second (placeOrder and settlePayment)', perSecond),
      row(
        `the same ${statements} statements through pgbench, a second`,
        Math.round(middle(({ theirs }) => theirs)),
      ),
      row('ratio', middle(({ ours, theirs }) => ours.perSecond / theirs).toFixed(2)),
      row('purchases a second, all from one seller', Math.round(oneSeller.perSecond)),
      row('processor time of our process for one purchase, µs', Math.round(cpu.ours)),
      row('processor time of the database for one purchase, µs', Math.round(cpu.database)),
      row(
        'the same of one client, ours and the database, µs',
        `${Math.round(alone.cpu)} + ${Math.round(alone.databaseCpu)}`,
      ),
      row(
        'of that of the database, for the triggers of the figures, µs',
        `${Math.round(figures.added)} of ${Math.round(figures.whole)}`,
      ),
      judged('purchases a second for which two idle cores have the time', possible),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await runMeasurement('checkout', (bench) =>
  withDatabase('checkout', async (checkout) => {
    const { connectionString } = checkout
    const { tills, buyers } = bench.size
    const ids = await furnish(checkout, { tills: 2 * tills + 1, buyers })
    const log = pino({ level: 'warn' })
    const database = connect({ connectionString, poolSize: tills, applicationName: 'bench checkout', log })
    try {
      const till = await startCheckoutBench(database)
      await measure(bench, checkout.database.pool, connectionString, ids, till)
    } finally {
      await database.close()
    }
  }),
)
