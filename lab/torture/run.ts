/**
 * `npm run torture [-- --orders N --seed S --kills K --database-kills D]` runs real servers, a real PostgreSQL and a provider
 * process. Simulated buyers shop while the connection to the provider fails, callbacks are lost, repeated and forged, and servers
 * and database are killed. At the end all books must agree to the sen.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { connect, type Database } from '../../apps/server/src/platform/database/database.ts'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import { buildWeb } from '../../scripts/build/build-web.ts'
import { Shopping, type Ledger } from './buyers.ts'
import { startCallbackRelay } from './callback-relay.ts'
import { compareBooks } from '../harness/compare-books.ts'
import { startFaultInjection } from './fault-injection.ts'
import { freePort, startServer, startSimulator } from '../harness/processes.ts'
import { startProviderProxy } from './provider-proxy.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { openSchool, type Buyer, type School } from '../harness/school.ts'
import { advanceDatabaseTime } from '../harness/wait-until-idle.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string' },
    'database-kills': { type: 'string' },
    log: { type: 'string', default: 'silent' },
  },
})
const orders = Number(values.orders)
const plan = {
  orders,
  serverKills: Number(values.kills ?? Math.max(3, Math.ceil(orders / 95))),
  databaseKills: Number(values['database-kills'] ?? Math.max(1, Math.ceil(orders / 900))),
  outages: Math.max(1, Math.ceil(orders / 500)),
  mostMinutes: Math.ceil(6 + orders / 100),
}
const badWeather = 0.12
const atOnce = 16
const platformSecret = 'torture-platform'

const { seed } = values
const random = createRandom(seed)
console.log(
  `Seed ${seed}: ${orders} visits, ${plan.serverKills} kills of servers, ${plan.databaseKills} of the database`,
)
await buildWeb()

const began = performance.now()
const undo: (() => Promise<unknown>)[] = []
let latest = 'the start'
const say = (what: string) => {
  latest = what
  console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}`)
}
const listed = (counts: Map<string, number>) =>
  [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `${what} ${times}`)
    .join(', ')

async function torture(): Promise<string[]> {
  const { dataDir, database } = await openTestDatabase()
  const truthFile = join(dataDir, 'truth.jsonl')
  const { simulator, line, relay, servers, origins } = await startProcesses(dataDir, truthFile)
  const [first = ''] = origins
  const school = await openSchool(database.pool, first, random.named('school'), {
    buyers: Math.ceil(orders / 3),
    platformSecret,
  })
  say(`${school.courses.length} courses, ${school.buyers.length} buyers, ${servers.length} servers`)

  const ledger: Ledger = { promised: new Set(), seenPaid: new Set(), surprises: [], counts: new Map() }
  const shopping = new Shopping({ servers: origins, school, line, ledger })
  const faults = startFaultInjection(plan, {
    servers,
    dataDir,
    line,
    random: random.named('fault injection'),
  })
  line.forecast(badWeather)
  await visitAll(
    school,
    (begun) => faults.progress(begun),
    (buyer, chance) => shopping.shop(buyer, simulator.origin, chance),
  )
  await faults.over()
  line.forecast(0)
  relay.calm()
  await relay.idle()
  say(`the storm is over: ${faults.serverKills} kills of servers, ${faults.databaseKills} of the database`)
  await advanceDatabaseTime(database.pool)
  await relay.idle()
  say('everything has come to rest')

  console.log(`Servers that ended by themselves: ${servers.reduce((sum, { ownEnds }) => sum + ownEnds, 0)}`)
  console.log(`People: ${listed(ledger.counts)}`)
  console.log(`Line: ${listed(line.counts)}`)
  console.log(`Callbacks: ${listed(relay.counts)}`)
  return [
    ...ledger.surprises,
    ...relay.believed.map((forgery) => `a forgery was believed: ${forgery}`),
    ...(await compareAccounts(database, truthFile, ledger.promised)),
  ]
}

async function openTestDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-torture-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const log = pino({ level: 'fatal' })
  const engine = await startEngine({ dataDir, log })
  undo.push(() => engine.stop())
  const database = connect({
    connectionString: engine.connectionString,
    poolSize: 4,
    applicationName: 'torture',
    log,
  })
  undo.push(() => database.close())
  return { dataDir, database }
}

/** Starts the provider, the proxy in front of it, the relay of its callbacks, and two servers of the product. */
async function startProcesses(dataDir: string, truthFile: string) {
  const simulator = await startSimulator(truthFile)
  undo.push(() => simulator.kill())
  const line = await startProviderProxy({ provider: simulator.origin, random: random.named('line') })
  undo.push(() => line.close())
  const ports = [await freePort(), await freePort()]
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const relay = await startCallbackRelay({
    servers: origins,
    random: random.named('callback relay'),
    mustArrive: line.onlyByCallback,
  })
  undo.push(() => relay.close())
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO_DATA: 'false',
    RATE_LIMITS: 'off',
    LOG_LEVEL: values.log,
    CHIP_API_URL: line.origin,
    CHIP_SECRET: platformSecret,
    CHIP_BRAND_ID: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04',
    CHIP_CALLBACK_URL: relay.origin,
  }
  const servers = await Promise.all(ports.map((port) => startServer(port, environment)))
  for (const server of servers) undo.push(() => server.stop())
  return { simulator, line, relay, servers, origins }
}

/** Runs visits, `atOnce` of them concurrently, until all have started. */
async function visitAll(
  school: School,
  onBegin: (begun: number) => void,
  shop: (buyer: Buyer, chance: Random) => Promise<void>,
): Promise<void> {
  let begun = 0
  const visit = async () => {
    while (begun < orders) {
      const nth = begun
      begun += 1
      onBegin(begun)
      if (begun % 500 === 0) say(`${begun} visits`)
      const buyer = school.buyers[nth % school.buyers.length]
      if (buyer) await shop(buyer, random.named(`visit ${nth}`))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visit))
}

/** Compares the provider's records, the database and the answers to buyers. Returns the differences. */
async function compareAccounts(
  database: Database,
  truthFile: string,
  promised: ReadonlySet<string>,
): Promise<string[]> {
  const { differences, figures } = await compareBooks(database, truthFile)
  console.log(`Found: ${figures}`)
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM unnest($1::text[]) AS promised (id) WHERE id NOT IN (SELECT public_id FROM orders)',
    [[...promised]],
  )
  return [...differences, ...rows.map(({ id }) => `order ${id} was promised to its buyer and is gone`)]
}

async function tooLong(): Promise<never> {
  await pause(plan.mostMinutes * 60_000, undefined, { ref: false })
  throw new Error(`no end after ${plan.mostMinutes} minutes; the last that was heard: ${latest}`)
}

let wrong: string[]
try {
  wrong = await Promise.race([torture(), tooLong()])
} catch (error) {
  wrong = [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}
for (const step of undo.toReversed()) {
  await step().catch((error: unknown) => console.error('could not be tidied up:', error))
}
for (const each of wrong) console.log(`WRONG  ${each}`)
say(
  wrong.length === 0
    ? `all accounts agree (seed ${seed})`
    : `${wrong.length} things are wrong (seed ${seed})`,
)
process.exit(wrong.length === 0 ? 0 : 1)
