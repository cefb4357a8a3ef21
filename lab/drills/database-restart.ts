/**
 * `npm run drill -- database-restart`: under 20 visits a second PostgreSQL restarts immediately, and then stays away for 20 s.
 * Visits succeed 2 s after it accepts connections; until then each is answered with 503 and Retry-After, and nothing is lost or
 * sold twice.
 * `--short`: 5 visits a second, and away until visits have been answered with 503; each time until visits are served again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { killDatabase } from '../harness/processes.ts'
import { runDrill, type Drill } from '../harness/drill.ts'
import { byLength, fewVisits } from './support/length.ts'
import {
  compareBooks,
  connectTo,
  openMarket,
  startDatabase,
  startProvider,
  startServer,
  type OwnDatabase,
} from './support/market.ts'
import { Probes } from './support/probes.ts'
import { reasonsOf, Visitors, type Visit } from './support/visitors.ts'

const perSecond = byLength({ long: 20, short: 5 })
const warmMs = 5_000
const awayMs = 20_000
/** The drill continues to watch for this long, in ms, after PostgreSQL is back. */
const watchedMs = 20_000
const mostBackSeconds = byLength({ long: 2, short: Infinity })
/** A visit makes at most three requests, of which one may wait 10 s for a connection. */
const mostWaitSeconds = byLength({ long: 12, short: Infinity })
const patienceMs = byLength({ long: 60_000, short: 180_000 })
/** These last visits run when everything must work as before. */
const lastVisits = 8

/** Resolves with the times when PostgreSQL stopped and when it began to accept connections. */
async function watchGap(url: string): Promise<{ lostMs: number; backMs: number }> {
  const giveUpAt = performance.now() + patienceMs
  let lostMs: number | null = null
  while (performance.now() < giveUpAt) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    const now = performance.now()
    if (!isOpen) lostMs ??= now
    await client.end()
    if (isOpen && lostMs !== null) return { lostMs, backMs: now }
    await pause(10)
  }
  throw new Error('the database did not restart')
}

interface Parts {
  url: string
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
  short: (drill: Drill, visitors: Visitors, backMs: number) =>
    drill.until('visits to the restarted database', () => visitors.servedSince(backMs) >= fewVisits),
})

const untilMissed = byLength({
  long: () => pause(awayMs),
  async short(drill: Drill, { visitors, probes }: Parts) {
    const goneMs = performance.now()
    const unserved = () => visitors.between(goneMs).filter(({ outcome }) => outcome !== 'served')
    await drill.until('visits without a database', () => unserved().length >= fewVisits)
    await probes.until('/readyz', 503, goneMs, patienceMs)
  },
})

async function observe(
  drill: Drill,
  name: string,
  { url, visitors, probes }: Parts,
  work: () => Promise<unknown>,
): Promise<number> {
  const beganMs = performance.now()
  drill.say(name)
  const [{ lostMs, backMs }] = await Promise.all([watchGap(url), work()])
  await watch(drill, visitors, backMs)
  const seen = visitors.visits.filter(({ endedMs }) => endedMs >= beganMs)
  const unserved = seen.filter(({ outcome }) => outcome !== 'served')
  const after = unserved.filter(({ beganMs: pressedMs }) => pressedMs > backMs)
  const longestOf = (visits: readonly Visit[]) =>
    Math.max(0, ...visits.map((visit) => visit.endedMs - visit.beganMs)) / 1000
  drill.note(`${name}: visits, of them 503 with Retry-After`, `${seen.length}, ${unserved.length}`)
  drill.atMost(
    `${name}: after it accepts connections, visits fail for`,
    Math.max(0, ...after.map(({ beganMs: pressedMs }) => pressedMs - backMs)) / 1000,
    mostBackSeconds,
    's',
  )
  drill.atMost(`${name}: the longest visit`, longestOf(seen), mostWaitSeconds, 's')
  drill.note(`${name}: the longest visit without success`, `${longestOf(unserved).toFixed(2)} s`)
  const readyMs = await probes.until('/readyz', 200, backMs, patienceMs)
  const failing = probes.of('/readyz', backMs, readyMs).flatMap((probe) => probe.failing)
  drill.note(`${name}: checks that failed until then`, [...new Set(failing)].join(', ') || 'none')
  drill.note(`${name}: /readyz answers 200 after`, `${((readyMs - backMs) / 1000).toFixed(2)} s`)
  return (backMs - lostMs) / 1000
}

async function stayAway(drill: Drill, database: OwnDatabase, parts: Parts): Promise<void> {
  await database.stop()
  await untilMissed(drill, parts)
  await database.start()
}

await runDrill(async (drill) => {
  const own = await startDatabase(drill)
  const { dataDir, url } = own
  const provider = await startProvider(drill)
  const server = await startServer(drill, { dataDir, provider, databaseUrl: url })
  const database = connectTo(drill, url)
  const market = await openMarket(database.pool, server.origin)
  const visitors = new Visitors(server.origin, market, provider)
  const parts = { url, visitors, probes: new Probes(drill, server.origin) }
  visitors.start(perSecond)
  await warmUp(drill, visitors)

  const gap = await observe(drill, 'restarted at once', parts, () => killDatabase(dataDir, 'SIGINT'))
  drill.note('restarted at once: without a database for', `${gap.toFixed(2)} s`)
  await observe(drill, 'away', parts, () => stayAway(drill, own, parts))

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
