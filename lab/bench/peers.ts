/**
 * Compares one operation at a time, the product with a bare node:http server and with shops of other makers: CPU time of the server's
 * process and of PostgreSQL, and operations a second. What is comparable and what is not: lab/bench/peers/README.md.
 */
import pino from 'pino'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import { buildBenchApp } from '../harness/bench-app.ts'
import type { SizeOf } from './measurements.ts'
import { startApogee } from './peers/apogee.ts'
import { prepareLearners, recordOperations } from './peers/recording.ts'
import { learnersFor } from './peers/scripts.ts'
import { closeConnections } from './peers/client.ts'
import { operations, type OperationName, type PeerServer } from './peers/operations.ts'
import { compareServers, type Figures } from './peers/rounds.ts'
import { furnishSchool } from './peers/school.ts'
import { checkSameEffects } from './peers/effects.ts'
import { medusa, NotAvailable, vendure, type PeerPackages } from './peers/installed.ts'
import type { Product, ShopDatabase } from './peers/shop.ts'
import { startMedusa } from './peers/medusa.ts'
import { startVendure } from './peers/vendure.ts'
import {
  onConnection,
  withDatabase,
  withEmptyDatabase,
  type BenchDatabase,
} from './support/bench-database.ts'
import { ServerEnded, stopForkedServers } from './support/forked-server.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { instantProvider } from './support/instant-provider.ts'

type Size = SizeOf<'peers'>

/** Each server has this many connections to its database. */
const poolSize = 10

async function openApogee(bench: BenchDatabase, { products, clients, ...size }: Size) {
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
    const recorded = await recordOperations(built, school)
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT public_id AS id FROM certificates ORDER BY id LIMIT 1',
    )
    const certificateId = rows[0]?.id ?? ''
    const servers = await startApogee({ connectionString, poolSize, school, recorded, certificateId })
    return { school, ...servers }
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

/** Runs `work` with the shops that could be started. For each other shop, the reason is printed. */
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
        // The product's database also has up-to-date statistics for its full tables, so the comparison is fair.
        await onConnection(connectionString, (client) => client.query('VACUUM ANALYZE'))
      } catch (error) {
        if (!(error instanceof NotAvailable || error instanceof ServerEnded)) throw error
        shops.missing.push(`${name} ${version} is not available: ${error.message}`)
        console.log(shops.missing.at(-1))
      }
      await next()
    })
  await add(vendure, startVendure, () => add(medusa, startMedusa, () => work(shops)))
}

const inMs = (us: number) => (us / 1000).toFixed(2)

/** Formats one cell: the CPU time of both processes, the operations a second, and the ratio of this CPU time to the product's. */
function cellOf(one: Figures, ours: Figures): string {
  const whole = ({ serverCpu, databaseCpu }: Figures) => serverCpu + databaseCpu
  const ratio = one === ours ? '' : `; ×${(whole(one) / whole(ours)).toFixed(2)}`
  return `${inMs(one.serverCpu)}+${inMs(one.databaseCpu)}; ${one.perSecond.toFixed(0)}/s${ratio}`
}

async function measure(
  bench: Bench<Size>,
  ours: readonly PeerServer[],
  { started, missing }: Shops,
  { database }: BenchDatabase,
) {
  const { products, clients, rounds, reads, writes, warmUp } = bench.size
  const servers = [...ours, ...started]
  const rows = []
  for (const operation of Object.keys(operations) as OperationName[]) {
    const { title, isRead } = operations[operation]
    const load = { clients, rounds, times: isRead ? reads : writes, warmUp }
    const figures = await compareServers(operation, servers, database.pool, load)
    const [first] = figures
    if (!first) throw new Error(`no server offers ${operation}`)
    const cells = servers.map(({ name }) => {
      const one = figures.find(({ server }) => server === name)
      return [name, one ? cellOf(one, first) : '']
    })
    console.log(`${title}: ${cells.map(([name, cell]) => `${name} ${cell}`).join(' | ')}`)
    rows.push({ operation: title, ...(Object.fromEntries(cells) as Record<string, string>) })
  }
  const { rows: versions } = await database.pool.query<{ postgres: string }>(
    `SELECT current_setting('server_version') AS postgres`,
  )
  const heading = [
    `Node ${process.version}, PostgreSQL ${versions[0]?.postgres}, ${products} products`,
    `${clients} clients, medians of ${rounds} rounds in turns`,
    ...missing,
    `CPU time in ms of server + PostgreSQL; operations a second; CPU time relative to Apogee`,
  ]
  bench.table(rows, heading.join('; '))
}

await runMeasurement('peers', (bench) =>
  withDatabase('peers', async (database) => {
    try {
      const { school, product, bare } = await openApogee(database, bench.size)
      const products = await productsOf(database)
      await withShops(products, bench.isTiny, async (shops) => {
        await measure(bench, [product, bare], shops, database)
        await checkSameEffects(database.database.pool, school)
      })
    } finally {
      closeConnections()
      await stopForkedServers()
    }
  }),
)
