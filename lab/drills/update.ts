/**
 * `npm run drill -- update [--from=FILE] [--to=FILE]`: one release replaces another under steady requests, as
 * docs/operations.md#update describes. FILE is an artefact of `npm run release`; the default for both is this repository. On one
 * machine behind nginx with the configuration of ops/nginx (Debian: nginx-light), first by a restart, then with a second process
 * that takes over: requests may fail for two seconds at most. On two machines, one after the other behind a balancer: no request
 * fails.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import { host } from '../../ops/testing-certificate.ts'
import { startNginx } from '../../ops/testing-nginx.ts'
import { freePort, startProgram, type Running } from '../harness/processes.ts'
import { Balancer } from './support/balancer.ts'
import { Traffic, type Tally, type TrafficOptions, type Visit } from './support/traffic.ts'
import { visitsTo } from './support/visits.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
const perSecond = 60
const probeMs = 1_000
/** A stopping process keeps answering for this many seconds, which is longer than the balancer needs to notice. */
const drainSeconds = 5
const mostRefusedMs = 2_000

const undo: (() => Promise<unknown>)[] = []
const wrong: string[] = []

/** Returns the program of the unpacked release, or this repository's program without an artefact. */
async function programOf(artefact: string | undefined): Promise<string> {
  if (artefact === undefined) return 'server-process.ts'
  const folder = await mkdtemp(join(tmpdir(), 'apogee-update-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const { status, stderr } = spawnSync(
    'tar',
    ['-xzf', resolve(artefact), '-C', folder, '--strip-components=1'],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${artefact} could not be unpacked: ${stderr}`)
  return join(folder, 'scripts/start.mjs')
}

interface Plan {
  from: string
  to: string
  dataDir: string
  databaseUrl: string
}

async function prepare(): Promise<Plan> {
  const [from, to] = [await programOf(values.from), await programOf(values.to)]
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-drill-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const engine = await startEngine({ dataDir, log: pino({ level: 'fatal' }) })
  undo.push(() => engine.stop())
  return { from, to, dataDir, databaseUrl: engine.connectionString }
}

async function start(plan: Plan, program: string, port: number, role: 'all' | 'web'): Promise<Running> {
  const server = await startProgram(program, {
    environment: {
      PORT: String(port),
      DATA_DIR: plan.dataDir,
      DATABASE_URL: plan.databaseUrl,
      DEMO_DATA: 'false',
      RATE_LIMITS: 'off',
      APOGEE_ROLE: role,
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: String(drainSeconds),
    },
  })
  undo.push(() => server.stop())
  return server
}

interface Outcome {
  name: string
  requests: number
  failed: number
  /** `refusedMs` is the time from the start of the first failed request to the end of the last one. */
  refusedMs: number
  reasons: string[]
}

function outcomeOf(name: string, tallies: readonly Tally[]): Outcome {
  const spans = tallies.flatMap(({ failedMs }) => failedMs ?? [])
  const reasons = tallies.flatMap(({ failures }) =>
    [...failures].map(([reason, times]) => `${times} × ${reason}`),
  )
  return {
    name,
    requests: tallies.reduce((sum, { requests }) => sum + requests, 0),
    failed: tallies.reduce(
      (sum, { failures }) => sum + [...failures.values()].reduce((all, n) => all + n, 0),
      0,
    ),
    refusedMs:
      spans.length === 0
        ? 0
        : Math.max(...spans.map(({ last }) => last)) - Math.min(...spans.map(({ first }) => first)),
    reasons,
  }
}

async function under(
  name: string,
  origin: string,
  visits: readonly Visit[],
  tls: TrafficOptions['tls'],
  work: () => Promise<void>,
): Promise<Outcome> {
  const traffic = new Traffic(origin, visits, { perSecond, ...(tls && { tls }) })
  await work().finally(() => traffic.stop())
  return outcomeOf(name, [traffic.kept, traffic.fresh])
}

async function onOneMachine(plan: Plan): Promise<Outcome[]> {
  const ports: [number, number] = [await freePort(), await freePort()]
  let server = await start(plan, plan.from, ports[0], 'all')
  const visits = await visitsTo(server.origin)
  const nginx = await startNginx({ servers: ports, files: join(plan.dataDir, 'uploads/files') })
  undo.push(() => nginx.stop())
  const origin = `https://127.0.0.1:${nginx.port}`
  const tls = { ca: nginx.ca, servername: host }
  const restarted = await under('one machine, restarted', origin, visits, tls, async () => {
    await server.stop()
    server = await start(plan, plan.from, ports[0], 'all')
  })
  const replaced = await under('one machine, a second process takes over', origin, visits, tls, async () => {
    const second = await start(plan, plan.to, ports[1], 'web')
    await server.stop()
    server = await start(plan, plan.to, ports[0], 'all')
    await second.stop()
  })
  await server.stop()
  return [restarted, replaced]
}

async function onTwoMachines(plan: Plan, visits: readonly Visit[]): Promise<Outcome> {
  const ports = [await freePort(), await freePort()]
  const servers = await Promise.all(ports.map((port) => start(plan, plan.from, port, 'all')))
  const balancer = new Balancer(
    servers.map(({ origin }) => origin),
    { probeMs },
  )
  const origin = await balancer.open()
  undo.push(() => balancer.close())
  return under('two machines, one after the other', origin, visits, undefined, async () => {
    for (const [nth, port] of ports.entries()) {
      await servers[nth]?.stop()
      servers[nth] = await start(plan, plan.to, port, 'all')
      await balancer.untilReady()
    }
  })
}

function report(outcomes: readonly Outcome[]): void {
  console.log(`${'update'.padEnd(42)} | requests | failed | refused for`)
  for (const { name, requests, failed, refusedMs } of outcomes) {
    const figures = [
      String(requests).padStart(8),
      String(failed).padStart(6),
      `${(refusedMs / 1000).toFixed(1)} s`,
    ]
    console.log(`${name.padEnd(42)} | ${figures.join(' | ')}`)
    if (requests === 0) wrong.push(`no request: ${name}`)
  }
}

try {
  const plan = await prepare()
  const [restarted, replaced] = await onOneMachine(plan)
  if (!restarted || !replaced) throw new Error('no outcome')
  const pages: Visit[] = ['/', '/marketplace', '/login', '/api/courses?limit=10'].map((path) => ({
    method: 'GET',
    path,
    status: 200,
  }))
  const two = await onTwoMachines(plan, pages)
  report([restarted, replaced, two])
  if (replaced.refusedMs > mostRefusedMs)
    wrong.push(`requests failed for ${replaced.refusedMs.toFixed(0)} ms: ${replaced.reasons.join('; ')}`)
  if (two.failed > 0) wrong.push(`requests failed on two machines: ${two.reasons.join('; ')}`)
} catch (error) {
  wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
for (const step of undo.toReversed()) {
  await step().catch((error: unknown) => wrong.push(`could not be tidied up: ${String(error)}`))
}
for (const each of wrong) console.log(`WRONG  ${each}`)
process.exit(wrong.length === 0 ? 0 : 1)
