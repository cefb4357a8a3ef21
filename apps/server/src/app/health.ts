/** Liveness, readiness, and metrics for holders of the token. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { pendingMigrations } from '#server/platform/database/migrate.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { hasLateMoneyJobs } from './money-alarms.ts'
import { tokenDigest } from '#server/platform/tokens.ts'
import type { MoneyWatch } from '#server/features/operations/reconciliation/money-watch.service.ts'
import type { Dependencies } from '#server/dependencies.ts'

export interface HealthDependencies {
  dependencies: Dependencies
  jobs: Jobs
  moneyWatch: Pick<MoneyWatch, 'state'>
  callbacksRefused: () => number
  migrationsDirectory: string
  metricsToken: string | null
}

export function registerHealth(
  app: FastifyInstance,
  { dependencies, jobs, moneyWatch, callbacksRefused, migrationsDirectory, metricsToken }: HealthDependencies,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness(dependencies, jobs, migrationsDirectory)
    const isReady = Object.values(checks).every((state) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', checks })
  })

  let registry: Registry | undefined
  if (metricsToken) {
    const measure = async () => {
      const { createMetrics } = await import('./metrics.ts')
      registry = createMetrics(app, { jobs, dependencies, moneyWatch, callbacksRefused })
    }
    // Loaded before the app is ready: a missing library stops the start.
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

export type CheckState = 'ok' | 'failing'

export async function readiness(
  dependencies: Dependencies,
  jobs: Jobs,
  migrationsDirectory: string,
): Promise<Record<'database' | 'migrations' | 'storage' | 'jobs' | 'money', CheckState>> {
  const check = async (name: string, probe: () => Promise<boolean>): Promise<CheckState> => {
    try {
      return (await probe()) ? 'ok' : 'failing'
    } catch (error) {
      dependencies.log.warn({ err: error, check: name }, 'readiness check failed')
      return 'failing'
    }
  }
  return {
    database: await check(
      'database',
      async () => (await dependencies.database.pool.query('SELECT 1')).rowCount === 1,
    ),
    migrations: await check(
      'migrations',
      async () => (await pendingMigrations(dependencies.database.pool, migrationsDirectory)).length === 0,
    ),
    storage: await check('storage', () => dependencies.storage.isWritable()),
    jobs: await check('jobs', async () => (await jobs.health()).running),
    money: await check('money', async () => !hasLateMoneyJobs(await jobs.health())),
  }
}
