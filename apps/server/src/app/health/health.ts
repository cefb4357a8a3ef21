/** Answers liveness and readiness checks, and sends metrics to holders of the token. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { BackupAges } from '#server/platform/backup/backups.ts'
import { pendingMigrations } from '#server/platform/database/schema/migrate.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { instance } from '../config/instance.ts'
import { release } from '#server/platform/database/schema/release.ts'
import { hasLateMoneyJobs } from './money-alarms.ts'
import { runsJobs, type ProcessRole } from '../config/process-role.ts'
import type { StopState } from '../stop-server.ts'
import { isFull, type DiskSpace } from '#server/platform/resources/disk-space.ts'
import { withTimeLimit } from '#server/platform/time-limit.ts'
import { tokenDigest } from '#server/platform/secrets/tokens.ts'
import type { SecurityLogChain } from '#server/features/security-log/chain.ts'
import type { PaymentMonitoring } from '#server/features/operations/reconciliation/payment-monitoring.service.ts'
import type { Dependencies } from '#server/dependencies.ts'

/** Each readiness check must end within this time. */
const checkMs = 2_000
const stuckAfterMs = 60_000
const askAfterMs = 10_000

export interface HealthDependencies {
  dependencies: Dependencies
  jobs: Jobs
  paymentMonitoring: Pick<PaymentMonitoring, 'state'>
  securityLogChain: Pick<SecurityLogChain, 'figures'>
  callbacksRefused: () => number
  /** Returns the free space of `DATA_DIR`. */
  dataDisk: () => Promise<DiskSpace>
  migrationsDirectory: string
  metricsToken: string | null
  stopState: StopState
  role: ProcessRole
}

export function registerHealth(
  app: FastifyInstance,
  {
    dependencies,
    jobs,
    paymentMonitoring,
    securityLogChain,
    callbacksRefused,
    dataDisk,
    migrationsDirectory,
    metricsToken,
    stopState,
    role,
  }: HealthDependencies,
): void {
  app.get('/healthz', async (_request, reply) => {
    const stuck = isStuck(dependencies)
    return reply
      .code(stuck ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: stuck ? 'stuck' : 'alive', instance, release })
  })

  const readiness = readinessOf({ dependencies, jobs, dataDisk, migrationsDirectory, role })
  const backupDetails = backupDetailsOf(dependencies)
  const scannerDetails = scannerDetailsOf(dependencies)
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (stopState.isStopping) return reply.code(503).send({ status: 'stopping', checks: {} })
    const [checks, backup, virusScanner] = await Promise.all([readiness(), backupDetails(), scannerDetails()])
    const isReady = Object.values(checks).every((state) => state === 'ok')
    const details = {
      ...(backup && { backup }),
      ...standbyDetailsOf(dependencies),
      ...(virusScanner && { virusScanner }),
    }
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      checks,
      ...(Object.keys(details).length > 0 && { details }),
    })
  })

  let registry: Registry | undefined
  if (metricsToken) {
    const measure = async () => {
      const { createMetrics } = await import('./metrics.ts')
      registry = createMetrics(app, {
        jobs,
        dependencies,
        paymentMonitoring,
        securityLogChain,
        callbacksRefused,
        dataDisk,
      })
    }
    // The library is loaded before the app is ready, so that a missing library stops the start.
    void app.register(Object.assign(measure, { [Symbol.for('skip-override')]: true }))
  }
  const expected = tokenDigest(`Bearer ${metricsToken}`)
  app.get('/metrics', async (request, reply) => {
    if (!registry || !timingSafeEqual(tokenDigest(request.headers.authorization ?? ''), expected))
      return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

type CheckState = 'ok' | 'failing'
type Check = 'database' | 'migrations' | 'disk' | 'storage' | 'jobs' | 'money'
type Readiness = Partial<Record<Check, CheckState>>

/**
 * Runs the checks in parallel. A check that takes too long counts as failed. A process reports its own state only: a process
 * without jobs is ready even if no worker is, because otherwise all pages would fail with the workers. Alarms and `/metrics` report
 * the workers.
 */
function readinessOf({
  dependencies: { database, storage, log },
  jobs,
  dataDisk,
  migrationsDirectory,
  role,
}: Pick<
  HealthDependencies,
  'dependencies' | 'jobs' | 'dataDisk' | 'migrationsDirectory' | 'role'
>): () => Promise<Readiness> {
  const jobsHealth = withTimeLimit(checkMs, () => jobs.health())
  const check = (name: string, probe: () => Promise<boolean>) => {
    const limited = withTimeLimit(checkMs, probe)
    return async (): Promise<CheckState> => {
      try {
        return (await limited()) ? 'ok' : 'failing'
      } catch (error) {
        log.warn({ err: error, check: name }, 'readiness check failed')
        return 'failing'
      }
    }
  }
  const checks: Readonly<Partial<Record<Check, () => Promise<CheckState>>>> = {
    database: check('database', async () => {
      await database.probe()
      return true
    }),
    migrations: check(
      'migrations',
      async () => (await pendingMigrations(database.pool, migrationsDirectory)).length === 0,
    ),
    disk: check('disk', async () => !isFull(await dataDisk())),
    storage: check('storage', () => storage.isWritable()),
    ...(runsJobs(role) && {
      jobs: check('jobs', async () => (await jobsHealth()).running),
      money: check('money', async () => !hasLateMoneyJobs(await jobsHealth())),
    }),
  }
  return async () => {
    const states = Object.entries(checks).map(async ([name, ask]) => [name, await ask()] as const)
    return Object.fromEntries(await Promise.all(states))
  }
}

type NullableAges = { [Age in keyof BackupAges]: BackupAges[Age] | null }

/**
 * Reports the age of the backups. Old backups do not make a process unready, because stopping it would not make them newer. Returns
 * null if no backups are configured. An age is null before the first backup, and while the folder does not answer.
 */
function backupDetailsOf({ backups, log }: Dependencies): () => Promise<NullableAges | null> {
  if (!backups) return async () => null
  const ages = withTimeLimit(checkMs, () => backups.ages())
  return () =>
    ages().catch((err: unknown) => {
      log.warn({ err }, 'ages of the backups not read')
      return { baseSeconds: null, walSeconds: null, missingFiles: null }
    })
}

/**
 * Reports the scanner. A failed scanner does not make a process unready, because everything except uploads works without it.
 * Returns null if none is configured.
 */
function scannerDetailsOf({ virusScanner, log }: Dependencies): () => Promise<CheckState | null> {
  if (!virusScanner) return async () => null
  const state = withTimeLimit(checkMs, () => virusScanner.state())
  return async () => {
    try {
      await state()
      return 'ok'
    } catch (err) {
      log.warn({ err }, 'malware scanner does not answer')
      return 'failing'
    }
  }
}

/**
 * Reports the standbys. A failed standby does not make a process unready, because the primary answers in its place. The result is
 * empty if there are no standbys.
 */
function standbyDetailsOf({ database: { replicas } }: Dependencies) {
  if (!replicas) return {}
  const { standbys } = replicas.record()
  return {
    standbys: { configured: standbys.length, used: standbys.filter(({ isUsed }) => isUsed).length },
  }
}

/**
 * Returns whether a restart may help: the database was asked, and has given no answer at all for a minute. A refusal counts as an
 * answer, because a restart would not change it.
 */
function isStuck({ database, log }: Dependencies): boolean {
  const { answers } = database
  // An idle process sends no queries and so gets no answers. It sends one here.
  if (answers.quietForMs > askAfterMs)
    database.probe().catch((err: unknown) => log.debug({ err }, 'database did not answer the liveness check'))
  return answers.silentForMs > stuckAfterMs
}
