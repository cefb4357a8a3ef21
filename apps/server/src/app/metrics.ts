/** What `GET /metrics` shows. Loaded only when the operator has set a token for it. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Dependencies } from '#server/dependencies.ts'
import type { MoneyState } from '#server/features/operations/reconciliation/money-watch.rules.ts'
import type { MoneyWatch } from '#server/features/operations/reconciliation/money-watch.service.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

interface MetricsDependencies {
  jobs: Jobs
  dependencies: Pick<Dependencies, 'database'>
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
  const queue = new Gauge({
    name: 'jobs',
    help: 'Background jobs by class of work and state',
    labelNames: ['class', 'state'],
    registers: [],
    async collect() {
      for (const [name, { due, scheduled, retrying, failed }] of (await jobs.health()).classes) {
        for (const [state, number] of Object.entries({ due, scheduled, retrying, failed }))
          this.set({ class: name, state }, number)
      }
    },
  })
  registry.registerMetric(queue)
  const lateness = new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'How long the oldest job that could run has waited, by class of work',
    labelNames: ['class'],
    registers: [],
    async collect() {
      for (const [name, { oldestDueSeconds }] of (await jobs.health()).classes)
        this.set({ class: name }, oldestDueSeconds)
    },
  })
  registry.registerMetric(lateness)
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
  measureMoney(registry, moneyWatch, callbacksRefused)
  return registry
}

/**
 * The figures of the money watch (operations/reconciliation/money-watch): all except the queue's length should be 0.
 */
function measureMoney(
  registry: Registry,
  moneyWatch: Pick<MoneyWatch, 'state'>,
  callbacksRefused: () => number,
): void {
  const gauge = (name: string, help: string, read: () => Promise<number> | number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read())
        },
      }),
    )
  const figure = (name: string, help: string, of: (state: MoneyState) => number) =>
    gauge(name, help, async () => of(await moneyWatch.state()))
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
