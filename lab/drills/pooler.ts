/**
 * `npm run drill -- pooler [--pgbouncer=FILE]`: runs the product behind PgBouncer in transaction mode, with DATABASE_DIRECT_URL,
 * for a minute of visits without max_prepared_statements and a minute with it. No visit fails (docs/decisions/database-connections.md).
 * FILE
 * replaces Debian's program, which is too old for max_prepared_statements in Debian 12. `--short`: forty visits, with the setting
 * if PgBouncer supports it, otherwise without it.
 */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { breakingProxy } from '../../apps/server/src/platform/database/testing/breaking-proxy.testing.ts'
import { canInstallDebianPackages, installDebianPackages } from '../../scripts/programs/debian-packages.mjs'
import { CannotRun, runDrill, type Drill } from '../harness/drill.ts'
import { byLength, isShort } from './support/length.ts'
import {
  compareBooks,
  connectTo,
  openMarket,
  startDatabase,
  startProvider,
  startServer,
} from './support/market.ts'
import { startPgBouncer, versionOf } from './support/pgbouncer.ts'
import { Traffic, type TrafficOptions } from './support/traffic.ts'
import { reasonsOf, Visitors } from './support/visitors.ts'
import { visitsTo } from './support/visits.ts'

const { values } = parseArgs({
  options: { pgbouncer: { type: 'string', default: '/usr/sbin/pgbouncer' } },
  strict: false,
})
const program = String(values.pgbouncer)
const runMs = 60_000
const visitsPerSecond = 10
/** The short form makes this many visits. */
const visits = 40
const fewPages = 10
const pageRate = byLength<TrafficOptions>({ long: { perSecond: 4 }, short: { perSecond: 10, mostAtOnce: 4 } })
const mostSlowSeconds = byLength({ long: 10, short: Infinity })

const visit = byLength({
  async long(visitors: Visitors) {
    visitors.start(visitsPerSecond)
    await pause(runMs)
  },
  async short(visitors: Visitors, drill: Drill, pages: Traffic) {
    await visitors.visit({ visits, atOnce: 4 })
    await drill.until('pages over new connections', () => pages.fresh.requests >= fewPages)
  },
})

async function serveBehind(drill: Drill, name: string, maxPreparedStatements: number | null): Promise<void> {
  const { dataDir, url } = await startDatabase(drill)
  // PgBouncer runs as another user, who may not enter the folder of the engine's socket, so it connects over TCP.
  const overTcp = await breakingProxy(url)
  drill.atEnd(() => overTcp.close())
  const pooled = new URL(overTcp.connectionString)
  pooled.port = String(
    await startPgBouncer(drill, { program, databasePort: Number(pooled.port), maxPreparedStatements }),
  )
  const provider = await startProvider(drill)
  const server = await startServer(drill, {
    dataDir,
    provider,
    databaseUrl: pooled.href,
    environment: { DATABASE_DIRECT_URL: url },
  })
  const database = connectTo(drill, url)
  const market = await openMarket(database.pool, server.origin)
  const visitors = new Visitors(server.origin, market, provider)
  const pages = new Traffic(server.origin, await visitsTo(server.origin), pageRate)
  drill.say(`${name}: visits begin`)
  await visit(visitors, drill, pages)
  await Promise.all([visitors.stop(), pages.stop()])

  const requests = pages.kept.requests + pages.fresh.requests
  drill.note(
    `${name}: visits, pages, purchases paid`,
    `${visitors.visits.length}, ${requests}, ${visitors.paid}`,
  )
  drill.none(`${name}: failed`, [
    ...reasonsOf(visitors.visits.filter(({ outcome }) => outcome !== 'served')),
    ...[...pages.kept.failures, ...pages.fresh.failures].map(([reason, times]) => `${times} × ${reason}`),
  ])
  const slowest = Math.max(...visitors.visits.map(({ beganMs, endedMs }) => endedMs - beganMs)) / 1000
  drill.atMost(`${name}: the slowest visit`, slowest, mostSlowSeconds, 's')
  await compareBooks(drill, database, provider, visitors)
  await server.stop()
}

/**
 * Checks that the product refuses to start behind a pooler in session mode with too few connections: it ends with a sentence about
 * the reason and never reports that it is ready.
 */
async function startBehindFew(drill: Drill): Promise<void> {
  const { dataDir, url } = await startDatabase(drill)
  const overTcp = await breakingProxy(url)
  drill.atEnd(() => overTcp.close())
  const pooled = new URL(overTcp.connectionString)
  pooled.port = String(
    await startPgBouncer(drill, { program, databasePort: Number(pooled.port), mode: 'session', poolSize: 4 }),
  )
  const provider = await startProvider(drill)
  const reason = await startServer(drill, { dataDir, provider, databaseUrl: pooled.href }).then(
    () => 'the server started',
    (error: unknown) => String(error),
  )
  const refused = reason.includes('ended with 1 before it was ready')
  drill.none('starts with four connections in session mode', refused ? [] : [reason])
}

function installPgBouncer(): void {
  if (!canInstallDebianPackages())
    throw new CannotRun(
      'This drill needs PgBouncer. Run: sudo apt-get install --no-install-recommends pgbouncer, or name the program: npm run drill -- pooler --pgbouncer=FILE',
    )
  installDebianPackages({
    packages: ['pgbouncer'],
    purpose: 'the drill behind a pooler',
    otherwise: 'Name the program: --pgbouncer=FILE',
  })
}

await runDrill(async (drill) => {
  if (!existsSync(program)) installPgBouncer()
  await startBehindFew(drill)
  const [major, minor] = versionOf(program)
  const isOld = major === 1 && minor < 21
  if (!isShort || isOld) await serveBehind(drill, 'without max_prepared_statements', null)
  if (isOld)
    drill.note('with max_prepared_statements', `not tried: PgBouncer ${major}.${minor} is older than 1.21`)
  else await serveBehind(drill, 'with max_prepared_statements', 200)
})
