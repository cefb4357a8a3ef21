/** Collects the metrics of `GET /metrics`. The module is loaded only when the operator has set a token for it. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { PaymentProvider } from '#server/adapters/payments/port.ts'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import { ScannerUnavailable, type VirusScanner } from '#server/adapters/virus-scan/port.ts'
import type { MoneyState } from '#server/features/operations/reconciliation/payment-monitoring.rules.ts'
import type { PaymentMonitoring } from '#server/features/operations/reconciliation/payment-monitoring.service.ts'
import type { SecurityLogChain } from '#server/features/security-log/chain.ts'
import { clockSkewMs } from '#server/platform/database/clock-skew.ts'
import type { Backups } from '#server/platform/backup/backups.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import { release } from '#server/platform/database/schema/release.ts'
import type { DiskSpace } from '#server/platform/resources/disk-space.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { QueueState } from '#server/platform/jobs/queue-state.ts'
import { countWorkingProcesses } from '#server/platform/jobs/worker-heartbeat.ts'
import { Figures } from './figures.ts'
import { instance } from '../config/instance.ts'

export interface MetricsDependencies {
  jobs: Pick<Jobs, 'health'>
  dependencies: {
    database: Pick<Database, 'pool' | 'answers' | 'replicas'>
    payments: Pick<PaymentProvider, 'record'>
    storage: Pick<FileStorage, 'space'>
    backups: Pick<Backups, 'ages'> | null
    virusScanner: Pick<VirusScanner, 'state' | 'outcomes'> | null
    log: Log
  }
  paymentMonitoring: Pick<PaymentMonitoring, 'state'>
  securityLogChain: Pick<SecurityLogChain, 'figures'>
  callbacksRefused: () => number
  /** Returns the free space of `DATA_DIR`. */
  dataDisk: () => Promise<DiskSpace>
}

export function createMetrics(app: FastifyInstance, needs: MetricsDependencies): Registry {
  const { dependencies } = needs
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  timeRequests(app, registry)
  const figures = new Figures(registry, dependencies.log)
  figures.gauge(
    {
      name: 'apogee_process',
      help: 'Always 1: which release this process runs, and its name in the logs',
      labels: ['release', 'instance'],
    },
    () => [[{ release: String(release), instance }, 1]],
  )
  // The metrics of connections are read first, because the statements of other metrics occupy or wait for connections.
  showConnections(figures, dependencies)
  showJobs(figures, needs)
  showDatabase(figures, dependencies)
  showStandbys(figures, dependencies)
  showDisks(figures, needs)
  showBackups(figures, dependencies)
  showPaymentProvider(figures, dependencies)
  showMoney(figures, needs)
  showSecurityLog(figures, needs)
  showVirusScanner(figures, dependencies)
  return registry
}

function timeRequests(app: FastifyInstance, registry: Registry): void {
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
}

function showJobs(figures: Figures, { jobs, dependencies: { database } }: MetricsDependencies): void {
  const health = figures.source(() => jobs.health())
  const byClass = async (valueOf: (state: QueueState) => number) =>
    [...(await health()).classes].map(([name, state]) => [{ class: name }, valueOf(state)] as const)
  figures.gauge(
    { name: 'jobs', help: 'Background jobs by class of work and state', labels: ['class', 'state'] },
    async () =>
      [...(await health()).classes].flatMap(([name, { due, scheduled, retrying, failed }]) =>
        Object.entries({ due, scheduled, retrying, failed }).map(
          ([state, number]) => [{ class: name, state }, number] as const,
        ),
      ),
  )
  figures.gauge(
    {
      name: 'jobs_oldest_due_seconds',
      help: 'How long the oldest job that could run has waited, by class of work',
      labels: ['class'],
    },
    () => byClass(({ oldestDueSeconds }) => oldestDueSeconds),
  )
  const working = figures.source(() => countWorkingProcesses(database.pool))
  figures.gauge({ name: 'job_processes', help: 'Processes that run jobs of this database' }, working)
  const mail = async () => (await health()).classes.get('mail')
  figures.gauge(
    { name: 'mail_unsent', help: 'Mails that are not sent and not given up' },
    async () => (await mail())?.open ?? null,
  )
  figures.gauge(
    { name: 'mail_oldest_unsent_seconds', help: 'Since the oldest of them was written' },
    async () => (await mail())?.oldestOpenSeconds ?? null,
  )
  figures.gauge(
    { name: 'mail_failed', help: 'Mails that were given up after all attempts' },
    async () => (await mail())?.failed ?? null,
  )
}

function showConnections(
  figures: Figures,
  { database: { pool } }: MetricsDependencies['dependencies'],
): void {
  figures.gauge(
    { name: 'database_connections', help: 'Connections of this process by state', labels: ['state'] },
    () => [
      [{ state: 'open' }, pool.totalCount],
      [{ state: 'idle' }, pool.idleCount],
      [{ state: 'in_use' }, pool.totalCount - pool.idleCount],
      [{ state: 'waiting' }, pool.waitingCount],
    ],
  )
  figures.gauge(
    { name: 'database_connections_max', help: 'Connections that this process may open' },
    () => pool.options.max,
  )
}

function showDatabase(figures: Figures, { database, log }: MetricsDependencies['dependencies']): void {
  figures.gauge(
    {
      name: 'database_silent_seconds',
      help: 'For how long this process has asked the database without any answer',
    },
    () => database.answers.silentForMs / 1000,
  )
  const skewMs = figures.source(() => clockSkewMs(database.pool, log))
  figures.gauge(
    {
      name: 'database_clock_skew_seconds',
      help: 'By how much the clock of the database is ahead of that of this machine',
    },
    async () => (await skewMs()) / 1000,
  )
}

/** If no standby is configured, these metrics are absent. */
function showStandbys(figures: Figures, { database }: MetricsDependencies['dependencies']): void {
  const standbys = () => database.replicas?.record().standbys ?? []
  figures.gauge(
    {
      name: 'database_standby_used',
      help: '1 while public reads of this process go to the standby, else 0',
      labels: ['standby'],
    },
    () => standbys().map(({ address, isUsed }) => [{ standby: address }, Number(isUsed)]),
  )
  figures.gauge(
    {
      name: 'database_standby_behind_seconds',
      help: 'Since the standby was last seen with everything of the primary; 0 while it is used',
      labels: ['standby'],
    },
    () => standbys().map(({ address, behindSeconds }) => [{ standby: address }, behindSeconds]),
  )
  figures.counter(
    {
      name: 'public_reads_total',
      help: 'Reads that a standby may answer, by the server that did',
      labels: ['server'],
    },
    () =>
      Object.entries(database.replicas?.record().reads ?? {}).map(([name, reads]) => [
        { server: name },
        reads,
      ]),
  )
}

function showDisks(figures: Figures, { dependencies, dataDisk }: MetricsDependencies): void {
  const data = figures.source(dataDisk)
  const uploads = figures.source(() => dependencies.storage.space())
  const bytes = (name: string, help: string, of: (space: DiskSpace) => number) =>
    figures.gauge(
      { name, help, labels: ['folder'] },
      async () => [[{ folder: 'data' }, of(await data())]],
      async () => {
        const space = await uploads()
        return space && [[{ folder: 'uploads' }, of(space)]]
      },
    )
  bytes('disk_free_bytes', 'Free bytes of the disk of a folder', ({ freeBytes }) => freeBytes)
  bytes('disk_size_bytes', 'Size of the disk of a folder', ({ totalBytes }) => totalBytes)
}

/** If no backups are configured, these metrics are absent. The age of a kind of backup is absent until there is one. */
function showBackups(
  figures: Figures,
  { backups }: Pick<MetricsDependencies['dependencies'], 'backups'>,
): void {
  const ages = figures.source(async () => backups?.ages() ?? null)
  const gauges = [
    ['apogee_backup_age_seconds', 'Since the newest base backup began', 'baseSeconds'],
    ['apogee_backup_wal_age_seconds', 'Since the newest file of the database log was archived', 'walSeconds'],
    [
      'apogee_backup_log_missing_files',
      'Files of the database log that are missing since the newest base backup',
      'missingFiles',
    ],
    [
      'apogee_backup_bucket_age_seconds',
      'Since the newest base backup in the bucket began',
      'bucketBaseSeconds',
    ],
    [
      'apogee_backup_bucket_wal_age_seconds',
      'Since the newest file of the database log in the bucket was archived',
      'bucketWalSeconds',
    ],
  ] as const
  for (const [name, help, age] of gauges) {
    figures.gauge({ name, help }, async () => (await ages())?.[age] ?? null)
  }
}

function showPaymentProvider(
  figures: Figures,
  { payments }: Pick<MetricsDependencies['dependencies'], 'payments'>,
): void {
  const secondsSince = (time: Date) => (Date.now() - time.getTime()) / 1000
  figures.counter(
    {
      name: 'payment_provider_requests_total',
      help: 'Requests to the payment provider: answered, failed, or withheld because it did not answer of late',
      labels: ['outcome'],
    },
    () => Object.entries(payments.record().requests).map(([outcome, number]) => [{ outcome }, number]),
  )
  figures.gauge(
    {
      name: 'payment_provider_answer_age_seconds',
      help: 'Since the newest answer of the payment provider to this process; absent before the first',
    },
    () => {
      const { answeredAt } = payments.record()
      return answeredAt && secondsSince(answeredAt)
    },
  )
  figures.gauge(
    {
      name: 'payment_provider_failing_seconds',
      help: 'For how long requests to the payment provider have failed without an answer between',
    },
    () => {
      const { failingSince } = payments.record()
      return failingSince ? secondsSince(failingSince) : 0
    },
  )
  figures.gauge(
    {
      name: 'payment_provider_breaker_open',
      help: '1 while requests to the payment provider are withheld, else 0',
    },
    () => Number(payments.record().isWithholding),
  )
}

/** Shows the metrics of operations/reconciliation/payment-monitoring. Each of them should be 0, except the length of the queue. */
function showMoney(figures: Figures, { paymentMonitoring, callbacksRefused }: MetricsDependencies): void {
  const moneyState = figures.source(() => paymentMonitoring.state())
  const figure = (name: string, help: string, of: (state: MoneyState) => number) =>
    figures.gauge({ name, help }, async () => of(await moneyState()))
  figures.gauge(
    { name: 'payment_callbacks_refused', help: 'Callbacks without a genuine signature, since the start' },
    callbacksRefused,
  )
  figure(
    'payment_callbacks_late',
    'Callbacks received and not dealt with within 5 minutes',
    (of) => of.lateCallbacks,
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
  figure('seller_signals_open', 'Unusual patterns of sellers that nobody has closed', (of) => of.openSignals)
  figure(
    'seller_signals_oldest_seconds',
    'How long the oldest of them has been open',
    (of) => of.oldestSignalSeconds,
  )
  figure('reconciliation_differences', 'Found by the newest comparison', (of) => of.differences)
  figure('reconciliation_age_seconds', 'Since the newest comparison ended; -1 before the first', (of) =>
    of.reconciledAt === null ? -1 : (Date.now() - of.reconciledAt.getTime()) / 1000,
  )
}

function showSecurityLog(figures: Figures, { securityLogChain }: MetricsDependencies): void {
  const read = figures.source(() => securityLogChain.figures())
  figures.gauge(
    {
      name: 'security_log_breaks',
      help: 'Places where the newest check found that the security log is not as it was sealed',
    },
    async () => (await read()).breaks,
  )
  figures.gauge(
    {
      name: 'security_log_check_age_seconds',
      help: 'Since the newest check of the security log ended; -1 before the first',
    },
    async () => (await read()).checkedSeconds,
  )
  figures.gauge(
    { name: 'security_log_unsealed_seconds', help: 'How long the oldest entry waits to be sealed' },
    async () => (await read()).unsealedSeconds,
  )
  figures.gauge(
    {
      name: 'security_log_head_block',
      help: 'The number of the newest sealed block: it never falls but by a restore',
    },
    async () => (await read()).headBlock,
  )
}

/** If no scanner is configured, these metrics are absent. */
function showVirusScanner(
  figures: Figures,
  { virusScanner }: Pick<MetricsDependencies['dependencies'], 'virusScanner'>,
): void {
  const state = figures.source(async () => virusScanner?.state() ?? null)
  figures.counter(
    {
      name: 'virus_scans_total',
      help: 'Uploads that this process has had scanned for malware, by what the scanner said; failed: it gave no verdict',
      labels: ['outcome'],
    },
    () => Object.entries(virusScanner?.outcomes ?? {}).map(([outcome, number]) => [{ outcome }, number]),
  )
  figures.gauge(
    { name: 'virus_scanner_up', help: '1 while the malware scanner answers, else 0' },
    async () => {
      try {
        return (await state()) && 1
      } catch (error) {
        if (error instanceof ScannerUnavailable) return 0
        throw error
      }
    },
  )
  figures.gauge(
    { name: 'virus_signatures_age_seconds', help: 'Since the signatures of the malware scanner were made' },
    async () => {
      const made = (await state())?.signaturesFrom
      return made ? (Date.now() - made.getTime()) / 1000 : null
    },
  )
}
