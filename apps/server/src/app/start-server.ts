/** Starts and stops all parts of the product on one machine: engine, tables, demo school, pages, jobs. */
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import pino, { type Logger } from 'pino'
import { simulatorAccount, simulatorPrefix, type SimulatorParts } from '#server/adapters/payments/payments.ts'
import { systemClock } from '#server/platform/clock.ts'
import { clockSkewMs } from '#server/platform/database/clock-skew.ts'
import { connect, type Database } from '#server/platform/database/database.ts'
import { startEngine, type Engine } from '@apogee/local-postgres/engine.ts'
import { release } from '#server/platform/database/schema/release.ts'
import { diskSpaceOf } from '#server/platform/resources/disk-space.ts'
import { enqueue, Jobs } from '#server/platform/jobs/jobs.ts'
import { countWorkingProcesses } from '#server/platform/jobs/worker-heartbeat.ts'
import { createKeys } from '#server/platform/secrets/keys.ts'
import { useTracer } from '#server/platform/tracing.ts'
import { originOf } from '#server/policy/origin.ts'
import { buildApp, firstHooksOf, type BuildOptions } from './build-app.ts'
import type { Services } from './features.ts'
import type { Backups } from '#server/platform/backup/backups.ts'
import type { startBackups } from './backup/backups.ts'
import { configWarnings, ownOrigin, type Config } from './config/config.ts'
import { prepareDataFolder } from './config/data-folder.ts'
import { prepareTables } from './database-roles.ts'
import { setDemoPassword } from './demo/demo-password.ts'
import { firstDemoFiles, holdsDemoSchool, seedDemoSchool } from './demo/seed/seed-demo.ts'
import { registerHealth } from './health/health.ts'
import { backupTask, jobClasses, periodicTasks, resealTask } from './jobs.ts'
import { instance } from './config/instance.ts'
import { OpenConnections } from './http/connections/open-connections.ts'
import { productionDependencies } from './production-dependencies.ts'
import { poolSizes, runsJobs, servesPages } from './config/process-role.ts'
import { createInProcessCall } from './http/in-process-calls.ts'
import { startMoneyAlarms } from './health/money-alarms.ts'
import {
  checkDatabase,
  checkSessions,
  databaseStartError,
  listenStartError,
  replicaStartError,
} from './config/startup-checks.ts'
import type { OtlpTraces } from './health/otlp-traces.ts'
import { gapIsOpen, readRestoreMark } from './backup/restored.ts'
import { logEveryRequest } from './http/request-log.ts'
import { demoNotice } from './pages/document.ts'
import { registerPages } from './pages/register-pages.ts'
import { StatusWatch } from './health/service-status.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { launchHostsFor } from '#server/policy/package-hosts.ts'
import { comesFromOutside } from '#server/policy/outside-requests.ts'
import { isPublicUrl, publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { Refusal } from '#server/policy/refusal.ts'
import { applicationSecret, isSecretOfDatabase } from './config/secrets/secret.ts'
import { bindUploads } from './http/upload-owner.ts'
import { closeServer, drain, type StopState } from './stop-server.ts'

export const migrationsDirectory = join(import.meta.dirname, '../../migrations')
const webDist = join(import.meta.dirname, '../../../web/dist')

/** One connection is used in addition to those of the pools. */
const listeners = 1
/** Running requests and jobs have this time to finish after a stop was requested. */
const drainMs = 20_000

const demoSchoolIsLive =
  'APOGEE_ENV=live refuses this database: it holds the demo school, whose accounts have a published password. Give it an empty one: another DATA_DIR or DATABASE_URL'

const noWorker =
  'no process runs jobs: mails are not sent and payments settle late until one starts with APOGEE_ROLE=worker or all'

const drillRuns =
  'this database was restored for a drill: no jobs run, no mail is sent, no payment provider is asked'

const reachedFromOutside =
  'this demo is open to others: a page was asked for from outside of the private network. The published password is refused there; DEMO_PASSWORD is the way to show it'

const otherSecret =
  'APP_SECRET is not the one this database was used with: payment accounts kept before cannot be opened and must be entered again'

export interface RunningServer {
  /** An operator on this machine reaches the server at this address. */
  address: string
  /** Links in pages and mails begin with this origin. */
  publicOrigin: string
  demoLoaded: boolean
  /** Continues to serve for `DRAIN_SECONDS`, or until `urged` aborts, and then ends every part. */
  stop(options: { urged: AbortSignal }): Promise<void>
}

interface Lifetime {
  /** Each function stops a part that was started. The functions are in the order of the starts. */
  undo: (() => Promise<unknown>)[]
  stop: () => Promise<void>
  ending: AbortSignal
}

export function createLog(level: Config['logLevel']): Logger {
  return pino(
    {
      level,
      base: { instance, release },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['*.password', '*.authorization', '*.secret', '*.token', '*.chipSecret'],
        censor: '[hidden]',
      },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

/** @throws the reason why the product cannot start, or the reason of `ending`. All started parts are stopped before. */
export async function startServer(
  config: Config,
  log: Logger,
  mode: 'built' | 'dev',
  ending: AbortSignal,
): Promise<RunningServer> {
  const undo: Lifetime['undo'] = []
  // If a part does not stop, the others must still be stopped, above all the database engine.
  const stop = async () => {
    const failures: unknown[] = []
    for (const step of undo.splice(0).toReversed()) await step().catch((error) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'not every part could be stopped')
  }
  try {
    return await start(config, log, mode, { undo, stop, ending })
  } catch (error) {
    await stop().catch((err: unknown) => log.error({ err }, 'started parts could not all be stopped'))
    throw error
  }
}

async function start(
  config: Config,
  log: Logger,
  mode: 'built' | 'dev',
  { undo, stop, ending }: Lifetime,
): Promise<RunningServer> {
  for (const doubt of configWarnings(config)) log.warn(doubt)
  const traces = await tracesOf(config, log, undo)
  await prepareDataFolder(config.dataDir)
  let demoFiles = await firstDemoFiles(config)
  undo.push(async () => demoFiles?.remove())
  const { database, engine, version } = await openDatabase(config, log, undo, ending)
  // A demo is not warned, because it takes no real payments.
  if (config.chip.apiUrl !== 'demo') await warnOfAge(version, engine, log)
  if (config.isLive && (await holdsDemoSchool(database.kysely))) throw new Error(demoSchoolIsLive)
  const isDrill = await isForDrill(database)
  if (servesPages(config.role)) await useReplicas(config, database, log, undo)
  const drill = isDrill ? await import('./drill.ts') : null
  const backups =
    config.backup && !isDrill ? await startConfiguredBackups(config, database, engine, log) : null
  if (backups) undo.push(() => backups.stop())
  ending.throwIfAborted()
  const keys = await keysOf(config)
  if (!(await isSecretOfDatabase(database.kysely, keys))) log.error(otherSecret)
  let origin = config.publicUrl ?? ownOrigin(config.host, config.port)
  const production = await productionDependencies({
    config: drill?.withLocalFiles(config) ?? config,
    log,
    database,
    backups,
    keys,
    origin: () => origin,
  })
  const { simulator } = production
  const dependencies =
    drill?.withoutOutside(production.dependencies, join(config.dataDir, 'mail')) ?? production.dependencies
  undo.push(() => dependencies.pictures.stop())
  await bindUploads(database.kysely, dependencies.storage)
  const { app, services, jobs, connections, stopState } = await openApp({
    config,
    mode,
    dependencies,
    simulator,
    undo,
    addFirstHooks: firstHooksOf(config, traces),
  })

  ending.throwIfAborted()
  if (!isDrill) await connectPlatformAccount(config, services)
  await ensureSuperadmin(config, services, log)
  if (config.demoData && !isDrill) await seedDemoSchool(services, dependencies, demoFiles)
  demoFiles = null
  if (!isDrill) await keepDemoPassword(config, services, dependencies)

  ending.throwIfAborted()
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenStartError(error, config)
  })
  const address = ownOrigin(config.host, portOf(app.server.address()))
  if (!config.publicUrl) origin = address

  if (isDrill) log.warn(drillRuns)
  else if (runsJobs(config.role)) await startJobs(jobs, dependencies)
  else if ((await countWorkingProcesses(database.pool)) === 0) log.warn(noWorker)
  if (config.edgePurge && purgesEdge(config) && !isDrill)
    await startPurging(config.edgePurge, dependencies, undo)
  // Every process runs the alarms. If only workers ran them, they would be silent when no worker runs.
  const alarms = startMoneyAlarms({ jobs, paymentMonitoring: services.paymentMonitoring, log })
  undo.push(async () => alarms.stop())
  if (runsJobs(config.role) && !isDrill) simulator?.deliveries.start({ intervalMs: 500 })
  return {
    address,
    publicOrigin: origin,
    demoLoaded: config.demoData,
    async stop({ urged }) {
      await drain(stopState, connections, { graceMs: config.drainSeconds * 1000, urged })
      await stop()
    },
  }
}

/** Changes nothing if the process has no demo data or no `DEMO_PASSWORD`. */
async function keepDemoPassword(
  { demoData, demoPassword }: Config,
  services: Services,
  dependencies: Dependencies,
): Promise<void> {
  if (!demoData && demoPassword === null) return
  if (await holdsDemoSchool(dependencies.database.kysely))
    await setDemoPassword(services, dependencies, demoPassword ?? publishedPassword)
  else dependencies.log.warn('DEMO_PASSWORD changes nothing: this database does not hold the demo school')
}

/** Runs a command with the services of an installation, without serving it: no jobs and no pages. */
export async function withServices<T>(
  config: Config,
  log: Logger,
  work: (parts: { services: Services; database: Database }) => Promise<T>,
): Promise<T> {
  const undo: Lifetime['undo'] = []
  try {
    await prepareDataFolder(config.dataDir)
    const { database } = await openDatabase(config, log, undo, new AbortController().signal)
    const keys = await keysOf(config)
    if (!(await isSecretOfDatabase(database.kysely, keys))) throw new Error(otherSecret)
    const origin = config.publicUrl ?? ownOrigin(config.host, config.port)
    const { dependencies } = await productionDependencies({
      config,
      log,
      database,
      backups: null,
      keys,
      origin: () => origin,
    })
    undo.push(() => dependencies.pictures.stop())
    const { app, services } = await buildApp(dependencies, { role: 'worker' })
    undo.push(() => app.close())
    return await work({ services, database })
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

/** Normally these jobs run at a scheduled hour. The first base backup, and work after a change of the secret, start immediately. */
async function startJobs(jobs: Jobs, { database, backups, keys }: Dependencies): Promise<void> {
  await jobs.start()
  const tasks = [...(backups ? [backupTask] : []), ...(keys.acceptsOther ? [resealTask] : [])]
  for (const task of tasks)
    await database.transaction((tx) =>
      enqueue(tx, task, {}, { jobKey: `start:${task}`, queueName: `every:${task}` }),
    )
}

const keysOf = async ({ appSecret, otherAppSecret, dataDir }: Config) =>
  createKeys(await applicationSecret(appSecret, dataDir), otherAppSecret)

/** Every process that runs jobs sends purge requests to the CDN. */
const purgesEdge = ({ edgePurge, role }: Config): boolean => edgePurge !== null && runsJobs(role)

async function startPurging(
  wanted: NonNullable<Config['edgePurge']>,
  { database, log }: Dependencies,
  undo: Lifetime['undo'],
): Promise<void> {
  const { EdgePurge } = await import('./http/caching/edge-purge.ts')
  const purge = new EdgePurge({ ...wanted, log })
  undo.push(() => purge.stop())
  purge.start(database)
}

/** Loads the module only if the operator has configured traces. */
async function tracesOf(
  { traces: wanted }: Config,
  log: Logger,
  undo: Lifetime['undo'],
): Promise<OtlpTraces | undefined> {
  if (!wanted) return undefined
  const { OtlpTraces } = await import('./health/otlp-traces.ts')
  const traces = new OtlpTraces({ ...wanted, log })
  useTracer(traces)
  undo.push(() => {
    useTracer(undefined)
    return traces.stop()
  })
  return traces
}

interface AppParts {
  config: Config
  mode: 'built' | 'dev'
  dependencies: Dependencies
  simulator: SimulatorParts | null
  undo: Lifetime['undo']
  addFirstHooks: BuildOptions['addFirstHooks']
}

/** Builds the whole application with its jobs. It does not listen yet. */
async function openApp({ config, mode, dependencies, simulator, undo, addFirstHooks }: AppParts) {
  const { database, log, pictures, storage } = dependencies
  const {
    app,
    services,
    handlers,
    jobs: jobTable,
  } = await buildApp(dependencies, {
    role: config.role,
    addFirstHooks,
  })
  const connections = new OpenConnections(app.server)
  if (config.accessLog) logEveryRequest(app)
  const stopState: StopState = { isStopping: false }
  const jobs = new Jobs({
    database,
    classes: jobClasses(jobTable),
    every: periodicTasks(jobTable),
    log,
  })
  // The server and the jobs stop accepting new work at the same time, and share the time to finish.
  undo.push(() =>
    Promise.all([
      closeServer(app, connections, { withinMs: drainMs, log }),
      jobs.stop({ withinMs: drainMs }),
      simulator?.deliveries.stop(),
    ]),
  )
  registerHealth(app, {
    dependencies,
    jobs,
    paymentMonitoring: services.paymentMonitoring,
    securityLogChain: services.securityLogChain,
    callbacksRefused: () => services.sales.callbacks.callbacksRefused(),
    dataDisk: () => diskSpaceOf(config.dataDir),
    migrationsDirectory,
    metricsToken: config.metricsToken,
    stopState,
    role: config.role,
  })
  if (!servesPages(config.role)) return { app, services, jobs, connections, stopState }
  if (simulator) await app.register(simulator.plugin, { prefix: simulatorPrefix })
  const status = new StatusWatch({
    dependencies,
    jobs,
    countWorkers: () => countWorkingProcesses(database.pool),
  })
  status.start()
  undo.push(async () => status.stop())
  await registerPages(app, {
    webDist,
    mode,
    publicOrigin: (request) => originOf(request, dependencies),
    launchHosts: (request) => launchHostsFor(request, dependencies)?.pattern ?? null,
    publicUrl: config.publicUrl,
    noticeFor: demoNoticeOf(config, log),
    courses: services.catalogue,
    schools: services.schools,
    pictures,
    otherOrigins: {
      mediaOrigin: storage.browserOrigin,
      uploadOrigin: storage.browserUploads?.origin ?? null,
      packageOrigin: dependencies.packageOrigin,
    },
    readStatus: () => status.read(),
    recordBlocked: (report) => services.blockedContents.record(report),
    securityContact: config.securityContact,
    inProcessCall: createInProcessCall(handlers, dependencies),
  })
  return { app, services, jobs, connections, stopState }
}

/**
 * Returns the notice for a demo that others can reach. Behind shared caches, which store pages for everybody, only PUBLIC_URL
 * decides.
 */
function demoNoticeOf(
  { isLive, publicUrl, edgeSeconds }: Config,
  log: Logger,
): (request: FastifyRequest) => string {
  if (isLive) return () => ''
  if (isPublicUrl(publicUrl)) return () => demoNotice
  if (edgeSeconds !== null) return () => ''
  let isLogged = false
  return (request) => {
    if (!comesFromOutside(request)) return ''
    if (!isLogged) log.warn(reachedFromOutside)
    isLogged = true
    return demoNotice
  }
}

async function openDatabase(
  config: Config,
  log: Logger,
  undo: Lifetime['undo'],
  ending: AbortSignal,
): Promise<{ database: Database; engine: Engine | undefined; version: string }> {
  let engine: Engine | undefined
  if (!config.databaseUrl) {
    engine = await startEngine({ dataDir: config.dataDir, log, isArchived: config.backup !== null })
    const started = engine
    undo.push(() => started.stop())
  }
  ending.throwIfAborted()
  const connectionString = config.databaseUrl ?? engine?.connectionString ?? ''
  const database = connect({
    connectionString,
    directConnectionString: config.databaseDirectUrl,
    poolSize: poolSizes[config.role],
    applicationName: 'apogee',
    log,
  })
  undo.push(() => database.close())
  let version: string
  try {
    version = await checkDatabase(database.sessions)
    await checkSessions(database, database.sessions.options.max + listeners + (purgesEdge(config) ? 1 : 0))
    await prepareTables(database, migrationsDirectory, config, log)
    await clockSkewMs(database.sessions, log)
  } catch (error) {
    if (engine) throw error
    throw databaseStartError(error, config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  }
  return { database, engine, version }
}

/** Loads the module only if standbys are configured. Only pages and public calls read from standbys. */
async function useReplicas(
  { databaseReplicaUrls, role }: Config,
  database: Database,
  log: Logger,
  undo: Lifetime['undo'],
): Promise<void> {
  if (databaseReplicaUrls.length === 0) return
  const { openReplicas } = await import('#server/platform/database/replicas.ts')
  try {
    const replicas = await openReplicas(database, {
      connectionStrings: databaseReplicaUrls,
      poolSize: poolSizes[role],
      log,
    })
    undo.push(() => replicas.close())
  } catch (error) {
    throw replicaStartError(error)
  }
}

async function warnOfAge(version: string, engine: Engine | undefined, log: Logger): Promise<void> {
  const { outdatedPostgres } = await import('./config/postgres-age.ts')
  const doubt = outdatedPostgres({ version, isOwn: engine !== undefined }, systemClock.now())
  if (doubt) log.warn(doubt)
}

/**
 * Returns whether the database was restored for a drill.
 * @throws if the database was restored otherwise and its gap is still open.
 */
async function isForDrill(database: Database): Promise<boolean> {
  const restored = await readRestoreMark(database.kysely)
  if (restored && !restored.isDrill) throw new Error(gapIsOpen(restored))
  return restored !== undefined
}

/** Loads the module only if backups are configured. */
async function startConfiguredBackups(...started: Parameters<typeof startBackups>): Promise<Backups | null> {
  const { startBackups } = await import('./backup/backups.ts')
  return startBackups(...started)
}

function portOf(
  address: ReturnType<Awaited<ReturnType<typeof buildApp>>['app']['server']['address']>,
): number {
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}

async function ensureSuperadmin(
  { superadmin }: Config,
  { accounts }: Awaited<ReturnType<typeof buildApp>>['services'],
  log: Logger,
): Promise<void> {
  if (!superadmin) return
  const outcome = await accounts
    .ensureSuperadmin(superadmin.email, superadmin.password)
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new Error(`SUPERADMIN_PASSWORD: ${error.message}`, { cause: error })
    })
  if (outcome === 'address taken')
    log.warn('SUPERADMIN_EMAIL belongs to an account that is not a superadmin: none was created')
}

async function connectPlatformAccount(
  config: Config,
  services: Awaited<ReturnType<typeof buildApp>>['services'],
): Promise<void> {
  const { apiUrl, secret, brandId } = config.chip
  if (secret && brandId) {
    await services.businesses.connectPlatformAccount({ chipSecret: secret, chipBrandId: brandId })
  } else if (apiUrl === 'demo') {
    await services.businesses.connectPlatformAccount({
      chipSecret: simulatorAccount.secret,
      chipBrandId: simulatorAccount.brandId,
    })
  }
}
