/** Starts the whole server on a database of its own for tests. Only the clock, the payer and the network are replaced. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnswerOf, RequestOf } from '@apogee/contracts/endpoints.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import type { Mail, Mailer } from '#server/adapters/mail/port.ts'
import type { Pictures } from '#server/adapters/pictures/port.ts'
import { ChildPictures } from '#server/adapters/pictures/child-pictures.ts'
import type { PaymentProvider } from '#server/adapters/payments/port.ts'
import { noSignInProviders, type SignInProviders } from '#server/adapters/sign-in/port.ts'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { VideoTools } from '#server/adapters/video/port.ts'
import type { VirusScanner } from '#server/adapters/virus-scan/port.ts'
import { createLocalStorage } from '#server/adapters/storage/local.ts'
import type { Database } from '#server/platform/database/database.ts'
import { testDatabase } from '#server/platform/database/testing.ts'
import { refuseNestedConnections } from '#server/platform/database/testing/nested-connections.testing.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createKeys, type Keys } from '#server/platform/secrets/keys.ts'
import { createPasswords, leastCost } from '#server/platform/secrets/passwords.ts'
import { buildApp, type BuildOptions } from './build-app.ts'
import { applyRetention, jobClasses, retentionRules } from './jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { JobsById } from '#server/feature.ts'

export interface TestPerson {
  id: number
  email: string
  token: string
  role: Role
  businessId: number | null
}

type OptionalParts<R> = { [K in keyof R]: object extends R[K] ? K : never }[keyof R]
/** Objects whose fields are all optional may be left out. */
type Needed<R> = Omit<R, OptionalParts<R>> & Partial<Pick<R, OptionalParts<R>>>

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

export const testPassword = 'Apogee-Test-1'

export function createTestClock(start = new Date()) {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms
    },
  }
}

export interface TestAppOptions {
  payments: PaymentProvider
  /** If true, `database` connects as a role that owns nothing. */
  twoRoles?: boolean
  /**
   * `database` has this many connections. The default is low, because each connection plans the statements anew. Tests of races or
   * of running jobs need more.
   */
  poolSize?: number
  limitsOn?: boolean
  signInProviders?: SignInProviders
  acceptTestPayments?: boolean
  sellersNeedApproval?: boolean
  strictPasswords?: boolean
  breachedPasswords?: Dependencies['breachedPasswords']
  requireSecondFactor?: boolean
  payoutApprovals?: Dependencies['payoutApprovals']
  webhookReach?: Dependencies['webhookReach']
  webhookHosts?: Dependencies['webhookHosts']
  /** This mailer is used in place of the adapter that records mails in `mails`. */
  mailer?: Mailer
  pictures?: Pictures
  virusScanner?: VirusScanner
  /** Without this function, the server has no video tools. */
  createVideoTools?: (directory: string) => VideoTools
  /** This storage is used in place of the one in a local folder. `directory` is a folder for temporary files. */
  createStorage?: (directory: string) => FileStorage
  keys?: Keys
  addFirstHooks?: BuildOptions['addFirstHooks']
}

export async function startTestApp(options: TestAppOptions) {
  const { twoRoles = false, poolSize = 4 } = options
  const { database, connectionString, ownerConnectionString, drop } = await testDatabase({
    poolSize,
    twoRoles,
  })
  const directory = await mkdtemp(join(tmpdir(), 'apogee-test-'))
  const clock = createTestClock()
  const mails: Mail[] = []
  const dependencies = testDependencies(options, { database, directory, clock, mails })
  const {
    app,
    features,
    services,
    handlers,
    jobs: jobTable,
  } = await buildApp(dependencies, {
    addFirstHooks: options.addFirstHooks,
  })
  await app.ready()
  const call = callerOf(app)

  /** Starts another process of the product on the same database. */
  async function startAgain(
    change: Partial<
      Pick<
        Dependencies,
        | 'keys'
        | 'publicUrl'
        | 'packageOrigin'
        | 'trustedProxies'
        | 'payoutApprovals'
        | 'acceptTestPayments'
        | 'webhookHosts'
      >
    > = {},
  ) {
    const changed = { ...dependencies, ...change }
    const again = await buildApp(changed)
    await again.app.ready()
    return { ...again, call: callerOf(again.app), jobs: runnerOf(again.jobs, changed) }
  }

  return {
    app,
    features,
    services,
    handlers,
    jobTable,
    uploadsDirectory: directory,
    dependencies,
    database,
    connectionString,
    ownerConnectionString,
    clock,
    mails,
    jobs: runnerOf(jobTable, dependencies),
    sweep: () => applyRetention(retentionRules(features, dependencies), dependencies),
    call,
    person: registrationOf(call, database),
    startAgain,
    async stop() {
      await app.close()
      await dependencies.pictures.stop()
      await drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function testDependencies(
  options: TestAppOptions,
  given: { database: Database; directory: string; clock: ReturnType<typeof createTestClock>; mails: Mail[] },
): Dependencies {
  const { database, directory, clock, mails } = given
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  return {
    database: refuseNestedConnections(database),
    payments: options.payments,
    storage: (options.createStorage ?? createLocalStorage)(directory),
    temporaryFolder: join(directory, 'temporary'),
    pictures: options.pictures ?? new ChildPictures({ log }),
    virusScanner: options.virusScanner ?? null,
    videos: options.createVideoTools?.(join(directory, 'videos')) ?? null,
    mailer: options.mailer ?? {
      async send(mail) {
        mails.push(mail)
      },
    },
    signInProviders: options.signInProviders ?? noSignInProviders,
    clock,
    keys: options.keys ?? createKeys('a secret for tests only, of no worth'),
    passwords: createPasswords({ cost: leastCost }),
    log,
    limitsOn: options.limitsOn ?? true,
    publicUrl: null,
    packageOrigin: null,
    ownOrigin: () => 'http://127.0.0.1:3000',
    callbackOrigin: () => 'http://127.0.0.1:3000',
    acceptTestPayments: options.acceptTestPayments ?? true,
    sellersNeedApproval: options.sellersNeedApproval ?? false,
    strictPasswords: options.strictPasswords ?? false,
    breachedPasswords: options.breachedPasswords ?? null,
    requireSecondFactor: options.requireSecondFactor ?? false,
    payoutApprovals: options.payoutApprovals ?? 'one',
    webhookReach: options.webhookReach ?? 'loopback',
    webhookHosts: options.webhookHosts ?? null,
    trustedProxies: [],
    backups: null,
  }
}

function runnerOf(table: JobsById, { database, log, clock }: Dependencies): Jobs {
  return new Jobs({ database, classes: jobClasses(table), log, clock })
}

type Call = ReturnType<typeof callerOf>

/** These calls answer with a new session token. The person uses it from then on, as in the web client. */
const proofs: readonly RouteName[] = ['confirmIdentity', 'confirmByPasskey']

function callerOf(app: FastifyInstance) {
  /** Makes one call of the contract over HTTP. `raw` is the whole answer with any status. */
  return async function call<N extends RouteName>(
    name: N,
    request: Needed<RequestOf<N>> & { as?: { token: string } | null },
  ): Promise<{
    status: number
    body: AnswerOf<N> & { error?: string; errorCode?: string }
    raw: LightMyRequestResponse
  }> {
    const { params, query, body, as } = request as {
      params?: Record<string, string | number>
      query?: Record<string, unknown>
      body?: object
      as?: { token: string } | null
    }
    const [method, template] = routes[name].split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params?.[key])))
    const raw = await app.inject({
      method,
      url: `/api${path}`,
      ...(query && {
        query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      }),
      ...(body && { payload: body }),
      headers: as ? { authorization: `Bearer ${as.token}` } : {},
    })
    if (as && raw.statusCode === 200 && proofs.includes(name)) as.token = raw.json().data.token
    return { status: raw.statusCode, body: raw.json(), raw }
  }
}

/** Registers people through the product's own calls where possible. */
function registrationOf(call: Call, database: Database) {
  let people = 0

  async function newPerson(role: Role, businessId: number | null): Promise<TestPerson> {
    people += 1
    const email = `person${people}-${randomBytes(3).toString('hex')}@apogee.test`
    if (role === 'admin' && businessId === null) {
      const registered = await call('registerBusiness', {
        body: {
          name: `Admin ${people}`,
          email,
          password: testPassword,
          businessName: `Business ${people}`,
          businessEmail: email,
          businessPhone: '03-1234 5678',
          businessAddress: '1 Jalan Ujian, Kuala Lumpur',
        },
      })
      const { user, token } = registered.body.data
      return { id: user.id, email, token, role: 'admin', businessId: user.businessId }
    }
    const registered = await call('register', {
      body: { name: `Person ${people}`, email, password: testPassword },
    })
    const { user, token } = registered.body.data
    if (role !== 'student' || businessId !== null) {
      await sql`UPDATE users SET role = ${role}, business_id = ${businessId} WHERE id = ${user.id}`.execute(
        database.kysely,
      )
    }
    return { id: user.id, email, token, role, businessId }
  }

  return async function person(
    role: Role = 'student',
    given: { businessId?: number | null; isProven?: boolean } = {},
  ): Promise<TestPerson> {
    const somebody = await newPerson(role, given.businessId ?? null)
    // Staff get long sessions, because tests move the clock by days.
    if (role !== 'student')
      await sql`
        UPDATE sessions SET created_at = created_at + interval '60 days', last_seen_at = last_seen_at + interval '60 days',
                            expires_at = created_at + interval '90 days'
         WHERE user_id = ${somebody.id}`.execute(database.kysely)
    if (given.isProven)
      await sql`UPDATE users SET email_verified_at = now() WHERE id = ${somebody.id}`.execute(database.kysely)
    return somebody
  }
}
