/**
 * `npm run drill -- silence`: under 20 visits a second every connection of the product to PostgreSQL falls silent, first while new
 * ones work, then for 30 s while none works. Visits succeed again within 40 s, the health checks report it in time, and nothing is
 * sold twice (docs/decisions/database-connections.md).
 * `--short`: 5 visits a second, only the first case, and until every visit that met a silent connection has been answered.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  breakingProxy,
  type BreakingProxy,
} from '../../apps/server/src/platform/database/testing/breaking-proxy.testing.ts'
import { runDrill, type Drill } from '../harness/drill.ts'
import { byLength, fewVisits, isShort } from './support/length.ts'
import {
  compareBooks,
  connectTo,
  openMarket,
  startDatabase,
  startProvider,
  startServer,
} from './support/market.ts'
import { Probes } from './support/probes.ts'
import { reasonsOf, Visitors } from './support/visitors.ts'

const perSecond = byLength({ long: 20, short: 5 })
const warmMs = 5_000
/** The drill watches for this long, in ms, which is longer than the time limits of statements and connections. */
const watchedMs = 50_000
const outageMs = 30_000
const mostBackSeconds = byLength({ long: 40, short: Infinity })
/**
 * The checks of `/readyz` run in parallel and have 2 s each; `/healthz` waits for nothing. The rest of the bound is for busy
 * machines.
 */
const mostReadySeconds = byLength({ long: 3, short: Infinity })
const mostAliveSeconds = byLength({ long: 1, short: Infinity })
/** These last visits run when everything must work as before. */
const lastVisits = 8

interface Parts {
  visitors: Visitors
  probes: Probes
}

const warmUp = byLength({
  long: () => pause(warmMs),
  short: (drill: Drill, visitors: Visitors) =>
    drill.until('visits', () => visitors.servedSince(0) >= fewVisits),
})

const watch = byLength({
  long: () => pause(watchedMs),
  async short(drill: Drill, visitors: Visitors, fromMs: number) {
    await drill.until('visits over new connections', () => visitors.servedSince(fromMs) >= fewVisits)
    await visitors.stop()
  },
})

async function observe(drill: Drill, name: string, { visitors, probes }: Parts, fellSilentMs: number) {
  await watch(drill, visitors, fellSilentMs)
  const seconds = (ms: number) => (ms - fellSilentMs) / 1000
  const since = visitors.between(fellSilentMs)
  const unserved = visitors.visits.filter(
    ({ outcome, endedMs }) => outcome !== 'served' && endedMs > fellSilentMs,
  )
  drill.note(`${name}: visits, of them 503 with Retry-After`, `${since.length}, ${unserved.length}`)
  drill.atMost(
    `${name}: the last failure was answered after`,
    unserved.length === 0 ? 0 : seconds(Math.max(...unserved.map(({ endedMs }) => endedMs))),
    mostBackSeconds,
    's',
  )
  const slowest = (path: '/readyz' | '/healthz') =>
    Math.max(
      ...probes.of(path, fellSilentMs).map(({ tookMs, status }) => (status === null ? Infinity : tookMs)),
    ) / 1000
  drill.atMost(`${name}: /readyz answers within`, slowest('/readyz'), mostReadySeconds, 's')
  drill.atMost(`${name}: /healthz answers within`, slowest('/healthz'), mostAliveSeconds, 's')
  const notReady = probes.of('/readyz', fellSilentMs).filter(({ status }) => status === 503)
  drill.note(`${name}: /readyz was 503`, `${notReady.length} × 1 s`)
  // A restart would not help, because the silence lasts less than a minute.
  drill.none(
    `${name}: /healthz asks for a restart`,
    probes
      .of('/healthz', fellSilentMs)
      .filter(({ status }) => status !== null && status !== 200)
      .map(({ status }) => String(status)),
  )
  return notReady.length
}

async function silenceAll(drill: Drill, parts: Parts, proxy: BreakingProxy): Promise<void> {
  drill.say(`nothing passes for ${outageMs / 1000} s`)
  const fellSilentMs = performance.now()
  proxy.silence('all')
  const healed = pause(outageMs).then(() => proxy.recover())
  const notReady = await observe(drill, 'all silent for 30 s', parts, fellSilentMs)
  await healed
  if (notReady === 0) drill.wrong('/readyz never told that the database is silent')
}

await runDrill(async (drill) => {
  const { dataDir, url } = await startDatabase(drill)
  const proxy = await breakingProxy(url)
  drill.atEnd(() => proxy.close())
  const provider = await startProvider(drill)
  const server = await startServer(drill, { dataDir, provider, databaseUrl: proxy.connectionString })
  const database = connectTo(drill, url)
  const market = await openMarket(database.pool, server.origin)
  const visitors = new Visitors(server.origin, market, provider)
  const parts = { visitors, probes: new Probes(drill, server.origin) }
  visitors.start(perSecond)
  await warmUp(drill, visitors)

  drill.say('every open connection falls silent')
  const fellSilentMs = performance.now()
  proxy.silence()
  await observe(drill, 'open connections silent', parts, fellSilentMs)

  if (!isShort) await silenceAll(drill, parts, proxy)

  await visitors.stop()
  const lastMs = performance.now()
  await visitors.visit({ visits: lastVisits, atOnce: 2 })
  drill.none(
    'last visits that fail',
    reasonsOf(visitors.between(lastMs).filter(({ outcome }) => outcome !== 'served')),
  )
  drill.none(
    'visits without an answer in our form',
    reasonsOf(visitors.visits.filter(({ outcome }) => outcome === 'failed')),
  )
  drill.note('visits, purchases paid', `${visitors.visits.length}, ${visitors.paid}`)
  await compareBooks(drill, database, provider, visitors)
})
