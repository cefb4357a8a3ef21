/**
 * `npm run drill -- rolling-restart [--short]`: two servers behind a balancer that does not retry are stopped and started in
 * turn under steady requests. No request may fail, and each stop ends within its limit with exit code 0. The short form also runs
 * on busy machines: it ends each drain by a second signal once the balancer has noticed, instead of by the clock.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import { freePort, startProgram, type Running } from '../harness/processes.ts'
import { Balancer } from './support/balancer.ts'
import { Traffic, type Tally } from './support/traffic.ts'
import { visitsTo } from './support/visits.ts'

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = values.short
  ? { rounds: 1, perSecond: 20, mostAtOnce: 10, drainSeconds: 60, probeMs: 200, isUrged: true }
  : { rounds: 5, perSecond: 100, mostAtOnce: Infinity, drainSeconds: 5, probeMs: 1_000, isUrged: false }
/**
 * The limit in seconds exceeds the grace period (docs/operations.md#rolling-restarts) and covers late requests, running requests
 * and jobs, and the end of the engine.
 */
const longestStopSeconds = 35

const undo: (() => Promise<unknown>)[] = []
const wrong: string[] = []

interface Stop {
  server: number
  seconds: number
}

async function drill(): Promise<{ traffic: Traffic; stops: Stop[] }> {
  const start = await prepareServers()
  const servers = [await start(0), await start(1)]
  undo.push(() => Promise.all(servers.map((server) => server.stop())))
  const balancer = new Balancer(
    servers.map(({ origin }) => origin),
    { probeMs: plan.probeMs },
  )
  const origin = await balancer.open()
  undo.push(() => balancer.close())
  const visits = await visitsTo(origin)
  const traffic = new Traffic(origin, visits, plan)
  const stops: Stop[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [nth, server] of [...servers].entries()) {
      const began = performance.now()
      if (plan.isUrged) await stopUrged(server, balancer)
      else await server.stop()
      stops.push({ server: nth, seconds: (performance.now() - began) / 1000 })
      if ((await server.ended)[0] !== 0) wrong.push(`server ${nth} did not end with exit code 0`)
      servers[nth] = await start(nth)
      await balancer.untilReady()
    }
  }
  await traffic.stop()
  return { traffic, stops }
}

async function stopUrged(server: Running, balancer: Balancer): Promise<void> {
  const stopped = server.stop()
  await balancer.untilGone(server.origin)
  // The signal is repeated after more than a second, because signals within a second count as one.
  const urging = setInterval(() => void server.stop(), 1_100)
  await stopped.finally(() => clearInterval(urging))
}

/**
 * Returns a function that starts one of two servers, always on its own port. Both servers use one database, and the second runs no
 * jobs.
 */
async function prepareServers(): Promise<(nth: number) => Promise<Running>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-drill-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const engine = await startEngine({ dataDir, log: pino({ level: 'fatal' }) })
  undo.push(() => engine.stop())
  const ports = [await freePort(), await freePort()]
  return (nth) =>
    startProgram('server-process.ts', {
      environment: {
        PORT: String(ports[nth]),
        DATA_DIR: dataDir,
        DATABASE_URL: engine.connectionString,
        DEMO_DATA: 'false',
        RATE_LIMITS: 'off',
        APOGEE_ROLE: nth === 0 ? 'all' : 'web',
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: String(plan.drainSeconds),
      },
    })
}

function report({ kept, fresh }: Traffic, stops: readonly Stop[]): void {
  const rows: [string, Tally][] = [
    ['connections kept alive', kept],
    ['a new connection each', fresh],
  ]
  console.log('requests over            | requests | failed | slowest')
  for (const [name, tally] of rows) {
    const failed = [...tally.failures.values()].reduce((sum, times) => sum + times, 0)
    const figures = [String(tally.requests).padStart(8), String(failed).padStart(6)]
    console.log(`${name.padEnd(24)} | ${figures.join(' | ')} | ${tally.slowestMs.toFixed(0)} ms`)
    for (const [reason, times] of tally.failures) wrong.push(`${times} times, ${name}: ${reason}`)
    if (tally.requests === 0) wrong.push(`no request over ${name}`)
  }
  const longest = Math.max(...stops.map(({ seconds }) => seconds))
  console.log(
    `stops: ${stops.length}, the longest ${longest.toFixed(1)} s, of it ${plan.drainSeconds} s drain`,
  )
  if (longest > plan.drainSeconds + longestStopSeconds) wrong.push(`a stop took ${longest.toFixed(1)} s`)
}

try {
  const { traffic, stops } = await drill()
  report(traffic, stops)
} catch (error) {
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
for (const step of undo.toReversed()) {
  await step().catch((error: unknown) => wrong.push(`could not be tidied up: ${String(error)}`))
}
for (const each of wrong) console.log(`WRONG  ${each}`)
process.exit(wrong.length === 0 ? 0 : 1)
