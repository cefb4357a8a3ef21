/** What `GET /metrics` shows. Loaded only when the operator has set a token for it. */
import type { FastifyInstance } from 'fastify'
import { instance } from './instance.ts'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Dependencies } from '#server/dependencies.ts'
import type { MoneyState } from '#server/features/operations/reconciliation/money-watch.rules.ts'
import type { MoneyWatch } from '#server/features/operations/reconciliation/money-watch.service.ts'
import { clockSkewMs } from '#server/platform/database/clock-skew.ts'
import { release } from '#server/platform/database/release.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { countWorkingProcesses } from '#server/platform/jobs/worker-heartbeat.ts'
import { withTimeLimit } from '#server/platform/time-limit.ts'

/** For each figure. */
const figureMs = 2_000

interface MetricsDependencies {
  jobs: Jobs
  dependencies: Pick<Dependencies, 'database' | 'log'>
  moneyWatch: Pick<MoneyWatch, 'state'>
  callbacksRefused: () => number
}

export function createMetrics(
  app: FastifyInstance,
  { jobs, dependencies, moneyWatch, callbacksRefused }: MetricsDependencies,
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
  const running = new Gauge({
    name: 'apogee_process',
    help: 'Always 1: which release this process runs, and its name in the logs',
    labelNames: ['release', 'instance'],
    registers: [registry],
  })
  running.set({ release: String(release), instance }, 1)
  measureJobs(registry, { jobs, dependencies })
  const pool = new Gauge({
    name: 'database_connections',
    help: 'Connections of this process by state',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'open' }, dependencies.database.pool.totalCount)
      this.set({ state: 'idle' }, dependencies.database.pool.idleCount)
      this.set({ state: 'waiting' }, dependencies.database.pool.waitingCount)
    },
  })
  registry.registerMetric(pool)
  const silence = new Gauge({
    name: 'database_silent_seconds',
    help: 'For how long this process has asked the database without any answer',
    registers: [],
    collect() {
      this.set(dependencies.database.answers.silentForMs / 1000)
    },
  })
  registry.registerMetric(silence)
  measureClock(registry, dependencies)
  measureMoney(registry, { moneyWatch, callbacksRefused, log: dependencies.log })
  return registry
}

function measureClock(registry: Registry, { database, log }: MetricsDependencies['dependencies']): void {
  const skewMs = withTimeLimit(figureMs, () => clockSkewMs(database.pool, log))
  const skew: Gauge = new Gauge({
    name: 'database_clock_skew_seconds',
    help: 'By how much the clock of the database is ahead of that of this machine',
    registers: [],
    collect: () =>
      measure(skew, { name: 'database_clock_skew_seconds', log, isPlain: true }, async () =>
        skew.set((await skewMs()) / 1000),
      ),
  })
  registry.registerMetric(skew)
}

function measureJobs(
  registry: Registry,
  { jobs, dependencies: { database, log } }: Pick<MetricsDependencies, 'jobs' | 'dependencies'>,
): void {
  const jobsHealth = withTimeLimit(figureMs, () => jobs.health())
  const working = withTimeLimit(figureMs, () => countWorkingProcesses(database.pool))
  const queue: Gauge<'class' | 'state'> = new Gauge({
    name: 'jobs',
    help: 'Background jobs by class of work and state',
    labelNames: ['class', 'state'],
    registers: [],
    collect: () =>
      measure(queue, { name: 'jobs', log }, async () => {
        for (const [name, { due, scheduled, retrying, failed }] of (await jobsHealth()).classes) {
          for (const [state, number] of Object.entries({ due, scheduled, retrying, failed }))
            queue.set({ class: name, state }, number)
        }
      }),
  })
  registry.registerMetric(queue)
  const lateness: Gauge<'class'> = new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'How long the oldest job that could run has waited, by class of work',
    labelNames: ['class'],
    registers: [],
    collect: () =>
      measure(lateness, { name: 'jobs_oldest_due_seconds', log }, async () => {
        for (const [name, { oldestDueSeconds }] of (await jobsHealth()).classes)
          lateness.set({ class: name }, oldestDueSeconds)
      }),
  })
  registry.registerMetric(lateness)
  const processes: Gauge = new Gauge({
    name: 'job_processes',
    help: 'Processes that run jobs of this database',
    registers: [],
    collect: () =>
      measure(processes, { name: 'job_processes', log, isPlain: true }, async () =>
        processes.set(await working()),
      ),
  })
  registry.registerMetric(processes)
}

/** A figure that cannot be read in time is left out; the others are shown. */
async function measure<Label extends string>(
  gauge: Gauge<Label>,
  { name, log, isPlain = false }: { name: string; log: Dependencies['log']; isPlain?: boolean },
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read()
  } catch (err) {
    // Nothing is better than a former value, or than the zero that resetting a figure without labels leaves.
    gauge.reset()
    if (isPlain) gauge.remove()
    log.warn({ err, metric: name }, 'metric could not be read')
  }
}

/**
 * The figures of the money watch (operations/reconciliation/money-watch): all except the queue's length should be 0.
 */
function measureMoney(
  registry: Registry,
  {
    moneyWatch,
    callbacksRefused,
    log,
  }: { moneyWatch: Pick<MoneyWatch, 'state'>; callbacksRefused: () => number; log: Dependencies['log'] },
): void {
  const gauge = (name: string, help: string, read: () => Promise<number> | number) => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers: [],
      collect: () => measure(made, { name, log, isPlain: true }, async () => made.set(await read())),
    })
    registry.registerMetric(made)
  }
  const moneyState = withTimeLimit(figureMs, () => moneyWatch.state())
  const figure = (name: string, help: string, of: (state: MoneyState) => number) =>
    gauge(name, help, async () => of(await moneyState()))
  figure(
    'payment_callbacks_late',
    'Callbacks received and not dealt with within 5 minutes',
    (of) => of.lateCallbacks,
  )
  gauge(
    'payment_callbacks_refused',
    'Callbacks without a genuine signature, since the start',
    callbacksRefused,
  )
  figure(
    'payment_settlements_stuck',
    'Payments that should have been read 15 minutes ago',
    (of) => of.stuckSettlements,
  )
  figure(
    'refunds_stuck',
    'Refunds not asked for within 30 minutes or pending for 3 days',
    (of) => of.stuckRefunds,
  )
  figure('sales_unbooked', 'Settled sales that are not in the ledger', (of) => of.unbookedSales)
  figure('ledger_imbalance_sen', 'By how much the ledger misses zero', (of) => of.ledgerCents)
  figure('review_queue', 'Money that waits for a decision', (of) => of.reviewItems)
  figure(
    'review_queue_oldest_seconds',
    'How long the oldest of it has waited',
    (of) => of.oldestReviewSeconds,
  )
  figure('refund_requests_open', 'Refund requests without an answer', (of) => of.refundRequests)
  figure('reconciliation_differences', 'Found by the newest comparison', (of) => of.differences)
  figure('reconciliation_age_seconds', 'Since the newest comparison ended; -1 before the first', (of) =>
    of.reconciledAt === null ? -1 : (Date.now() - of.reconciledAt.getTime()) / 1000,
  )
}
