/**
 * Compares one operation at a time, the product with a bare node:http server and with shops of other makers: CPU time of the server's
 * process and of PostgreSQL, and operations a second. What is comparable and what is not: lab/bench/peers/README.md.
 */
import pino from 'pino'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import { buildBenchApp } from '../harness/bench-app.ts'
import type { SizeOf } from './measurements.ts'
import { learnersFor, prepareLearners, recordOperations, startApogee, type Apogee } from './peers/apogee.ts'
import { closeConnections } from './peers/client.ts'
import { operations, type OperationName, type PeerServer } from './peers/operations.ts'
import { compareServers, type Figures } from './peers/rounds.ts'
import { furnishSchool } from './peers/school.ts'
import { medusa, NotAvailable, vendure, type PeerPackages } from './peers/installed.ts'
import type { Product, ShopDatabase } from './peers/shop.ts'
import { startMedusa } from './peers/medusa.ts'
import { startVendure } from './peers/vendure.ts'
import { withDatabase, withEmptyDatabase, type BenchDatabase } from './support/bench-database.ts'
import { stopForkedServers } from './support/forked-server.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { instantProvider } from './support/instant-provider.ts'

type Size = SizeOf<'peers'>

/** Each server has this many connections to its database. */
const poolSize = 10

async function openApogee(bench: BenchDatabase, { products, clients, ...size }: Size): Promise<Apogee> {
  const { connectionString } = bench
  const learners = learnersFor(Math.max(clients, size.warmUp + size.rounds * size.writes))
  const log = pino({ level: 'warn' })
  const database = connect({ connectionString, poolSize, applicationName: 'bench peers', log })
  const built = await buildBenchApp(database, instantProvider())
  try {
    const school = await furnishSchool(bench, built.services, {
      courses: products,
      learners,
      sellers: clients,
    })
    await prepareLearners(built, school, learners)
    const certificateOf = async (learner: number) => {
      const { rows } = await database.pool.query<{ id: string }>(
        'SELECT public_id AS id FROM certificates WHERE user_id = $1',
        [school.firstLearner + learner],
      )
      return rows[0]?.id ?? ''
    }
    const { recorded, certificateId } = await recordOperations(built, school, certificateOf)
    return await startApogee({ connectionString, poolSize, school, recorded, certificateId })
  } finally {
    await built.app.close()
    await database.close()
  }
}

/** The shops of other makers sell the public courses under the same names, texts and prices. */
async function productsOf({ database }: BenchDatabase): Promise<Product[]> {
  const { rows } = await database.pool.query<Product & { id: string }>(
    `SELECT id, title AS name, description, price_cents AS "priceCents" FROM courses
      WHERE NOT is_private ORDER BY id`,
  )
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

type Shops = { started: PeerServer[]; missing: string[] }

/** Runs `work` with the shops that could be started; the others are named with the reason. */
async function withShops(
  products: Product[],
  isTiny: boolean,
  work: (shops: Shops) => Promise<void>,
): Promise<void> {
  const shops: Shops = { started: [], missing: [] }
  const add = (
    { name, version }: PeerPackages,
    start: (shop: ShopDatabase, mayInstall: boolean) => Promise<PeerServer>,
    next: () => Promise<void>,
  ) =>
    withEmptyDatabase(name.toLowerCase(), async (connectionString) => {
      try {
        shops.started.push(await start({ connectionString, poolSize, products }, !isTiny))
      } catch (error) {
        if (!(error instanceof NotAvailable)) throw error
        shops.missing.push(`${name} ${version} is not available: ${error.message}`)
        console.log(shops.missing.at(-1))
      }
      await next()
    })
  await add(vendure, startVendure, () => add(medusa, startMedusa, () => work(shops)))
}

function rowsOf(operation: OperationName, figures: readonly Figures[]) {
  const [ours] = figures
  const whole = (one: Figures) => one.serverCpu + one.databaseCpu
  return figures.map((one) => ({
    operation: one === ours ? operations[operation].title : '',
    server: one.server,
    requests: one.requests,
    'a second': Math.round(one.perSecond),
    'server, µs': Math.round(one.serverCpu),
    'PostgreSQL, µs': Math.round(one.databaseCpu),
    'both, relative to Apogee': ours ? (whole(one) / whole(ours)).toFixed(2) : '',
  }))
}

async function measure(
  bench: Bench<Size>,
  ours: readonly PeerServer[],
  shops: Shops,
  { database }: BenchDatabase,
) {
  const { clients, rounds, reads, writes, warmUp } = bench.size
  const rows = []
  for (const operation of Object.keys(operations) as OperationName[]) {
    const times = operations[operation].isRead ? reads : writes
    const load = { clients, rounds, times, warmUp }
    const figures = await compareServers(operation, [...ours, ...shops.started], database.pool, load)
    rows.push(...rowsOf(operation, figures))
  }
  bench.table(rows)
}

await runMeasurement('peers', (bench) =>
  withDatabase('peers', async (database) => {
    try {
      const { product, bare } = await openApogee(database, bench.size)
      const products = await productsOf(database)
      await withShops(products, bench.isTiny, (shops) => measure(bench, [product, bare], shops, database))
    } finally {
      closeConnections()
      await stopForkedServers()
    }
  }),
)
