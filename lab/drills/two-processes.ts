/**
 * `npm run drill -- two-processes`: compares the processor time of one request in one web process and in two behind a balancer, for
 * the same mix of lists, courses, progress and purchases. Two that spend at most 1/0.9 of it serve 1.8 times as much if each has a
 * core and the database keeps up. Linux only.
 */
import { readFileSync } from 'node:fs'
import type { Running } from '../harness/processes.ts'
import { Balancer } from './support/balancer.ts'
import { runDrill } from '../harness/drill.ts'
import {
  compareBooks,
  connectTo,
  openMarket,
  startDatabase,
  startProvider,
  startServer,
} from './support/market.ts'
import { reasonsOf, Visitors } from './support/visitors.ts'

const atOnce = 6
const visitsOfRound = 120
const warmVisits = 1_200
const turns = 6
/** Each of the two processes serves alone equally often, because a process that has already served more requests is faster. */
const order = ['first', 'both', 'second', 'both'] as const
type Which = (typeof order)[number]
/**
 * If a request in two processes costs at most this many times as much as in one, two processes serve 1.8 times as many requests.
 */
const mostCost = 1 / 0.9
const probeMs = 5_000
const ticksPerSecond = 100

/** Returns the processor time of all threads, in seconds. */
function cpuOf({ pid }: Running): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((one, other) => one - other)
  return ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2
}

await runDrill(async (drill) => {
  const { dataDir, url } = await startDatabase(drill)
  const provider = await startProvider(drill)
  const worker = await startServer(drill, {
    dataDir,
    provider,
    databaseUrl: url,
    environment: { APOGEE_ROLE: 'all' },
  })
  const startWeb = () =>
    startServer(drill, {
      dataDir,
      provider,
      databaseUrl: url,
      // The worker runs the jobs and receives the provider's callbacks, so that the measured processes do neither.
      callbackOrigin: worker.origin,
      environment: { APOGEE_ROLE: 'web' },
    })
  const webs = [await startWeb(), await startWeb()]
  const database = connectTo(drill, url)
  const market = await openMarket(database.pool, worker.origin)
  const balancerOf = async (servers: readonly Running[]) => {
    const balancer = new Balancer(
      servers.map(({ origin }) => origin),
      { probeMs },
    )
    drill.atEnd(() => balancer.close())
    return balancer.open()
  }
  const origins = {
    first: await balancerOf(webs.slice(0, 1)),
    second: await balancerOf(webs.slice(1)),
    both: await balancerOf(webs),
  }
  const visitors = new Visitors(origins.both, market, provider)
  const visit = async (which: Which, visits: number) => {
    visitors.origin = origins[which]
    await visitors.visit({ visits, atOnce })
  }
  await visit('both', warmVisits)
  await visit('first', warmVisits / 4)
  await visit('second', warmVisits / 4)

  const costs = { one: [] as number[], two: [] as number[] }
  for (const which of Array.from({ length: turns }, () => order).flat()) {
    const before = webs.map(cpuOf)
    await visit(which, visitsOfRound)
    const used = webs.reduce((sum, web, place) => sum + cpuOf(web) - (before[place] ?? 0), 0)
    const cost = (used / visitsOfRound) * 1000
    costs[which === 'both' ? 'two' : 'one'].push(cost)
    drill.say(`${which}: ${cost.toFixed(2)} ms for one visit`)
  }
  const [one, two] = [median(costs.one), median(costs.two)]
  drill.note('one process: processor time of a visit', `${one.toFixed(2)} ms`)
  drill.note('two processes: processor time of a visit', `${two.toFixed(2)} ms`)
  drill.note('two with a core each serve', `${((2 * one) / two).toFixed(2)} × one`)
  drill.atMost('the ratio of the processor times', two / one, mostCost)
  drill.none('failed visits', reasonsOf(visitors.visits.filter(({ outcome }) => outcome !== 'served')))
  await compareBooks(drill, database, provider, visitors)
})
