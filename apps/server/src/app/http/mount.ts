/** Mounts the contract's endpoints as routes: validate, authorise, handle, serialize the answer. */
import multipart from '@fastify/multipart'
import { decisionOf } from '@apogee/contracts/call-limits.ts'
import { endpoints, type ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { multipartLimits } from '#server/features/media/media.routes.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { recordObservedCall } from '#server/features/security-log/observed-calls.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { StoredReaders } from '#server/feature.ts'
import { admit, authorise, refuseWithoutProof, type Received } from '#server/policy/access.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import { authoriseEarly, type EarlyAdmission } from '#server/policy/early-access.ts'
import { CachedAnswer, type Answer, type Call, type Handler, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { refuse } from '#server/policy/refusal.ts'
import { refuseSuspended } from '#server/policy/suspended-sellers.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { LargeKind } from './caching/large-answers.ts'
import { sendCachedAnswer } from './caching/send-cached-answer.ts'
import { refuseChanges, refuseUnknownFields } from './unknown-fields.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If true, the handler authenticates the caller itself, and `caller` stays null. */
    readsOwnCaller?: boolean
    /** If true, the call changes no row that a cached list shows. */
    changesNoList?: boolean
    /** If true, the hosts of packages answer the route, too. */
    isOfPackages?: boolean
  }
  interface FastifyRequest {
    caller: MaybeCaller
    /** Contains the fields of a stored object that the client sent back unchanged. Null means that it sent none. */
    sentBack: Readonly<Record<string, unknown>> | null
    /** Null means that access is not decided yet, and will be decided after validation. */
    admission: EarlyAdmission | null
  }
}

const rawLimitBytes = 262_144
const formType = 'multipart/form-data'

/**
 * These frequent calls other than GET write no table with a trigger that announces a change, so they are answered without waiting
 * for the announcement. `cached-lists.test.ts` makes each of them (docs/decisions/caches.md).
 */
export const callsWithoutListChanges: ReadonlySet<RouteName> = new Set([
  'verifySession',
  'saveResourceProgress',
  'saveLessonProgress',
  'countVisit',
])

type MountDependencies = OriginRule & {
  database: Database
  securityLog: SecurityLog
  accounts: Pick<Accounts, 'consumeCall'>
}

const routeNames = Object.keys(endpoints) as RouteName[]

export function mountEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  stored: StoredReaders,
  deps: MountDependencies,
): void {
  app.decorateRequest('sentBack', null)
  app.decorateRequest('admission', null)
  // A form body counts as absent, except on routes whose calls read one. Those have a scope and a parser of their own.
  app.addContentTypeParser(formType, (_request, _body, done) => done(null))
  for (const name of routeNames) {
    const entry: AnyEndpoint = endpoints[name]
    const [method, path] = entry.call.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const handler = handlers[name]
    if (!handler) throw new Error(`${entry.call} is answered by no feature`)
    if (entry.sentBack && !stored[name]) throw new Error(`${entry.call} reads no stored object`)
    const route: RouteOptions = {
      method,
      url: path,
      schema: schemaOf(entry),
      config: {
        readsOwnCaller: name === 'verifySession',
        changesNoList: callsWithoutListChanges.has(name),
        ...largeAnswerOf(entry),
      },
      preValidation: async (request) => {
        request.caller = admit(entry, request.caller)
        // A call with a body may be made without it if all fields are optional.
        if (entry.body && (request.body === undefined || request.body === null)) request.body = {}
        // The caller is authorised before unknown fields and the schemas are checked, so that the body of an unauthorised caller
        // costs no validation.
        request.admission = await authoriseEarly(entry, request.caller, request, deps.database)
        request.sentBack = refuseUnknownFields(entry, request)
      },
      handler: routeHandler(name, entry, handler as Handler<RouteName>, stored, deps),
    }
    if (entry.accepts === 'raw') mountRaw(app, route)
    else if (entry.accepts === 'multipart') mountMultipart(app, route)
    else app.route(route)
  }
}

function largeAnswerOf({ gives, isLarge }: AnyEndpoint): { large?: LargeKind } {
  if (gives === 'csv') return { large: 'table' }
  if (gives === 'pdf') return { large: 'paper' }
  return isLarge ? { large: 'text' } : {}
}

/** Mounts a route whose handler gets the body as raw bytes, whatever the content type. */
function mountRaw(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: rawLimitBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({ ...route, bodyLimit: rawLimitBytes })
  })
}

/** The plugin adds hooks to each route that it sees, so it is registered in a separate scope. */
function mountMultipart(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser(formType)
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    scope.route(route)
  })
}

function schemaOf(entry: AnyEndpoint): FastifySchema {
  return {
    ...(entry.params && { params: entry.params }),
    ...(entry.query && { querystring: entry.query }),
    ...(entry.body && { body: entry.body }),
    response: { [entry.status ?? 200]: entry.answer },
  }
}

function routeHandler(
  name: RouteName,
  entry: AnyEndpoint,
  handler: Handler<RouteName>,
  stored: StoredReaders,
  deps: MountDependencies,
) {
  const readStored = stored[name] as ((call: Call<RouteName>) => Promise<Record<string, unknown>>) | undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const received = {
      params: request.params,
      query: request.query,
      body: request.body,
    } as ReceivedOf<RouteName>
    refuseContradiction(received)
    const { standing } = request.admission ?? {
      standing: await authorise(entry.access, request.caller, received, deps.database),
    }
    await refuseSuspended(entry, request.caller, standing, deps.database.kysely)
    refuseWithoutProof(entry.access, request.caller, received)
    await refuseBeyondLimit(name, request, standing, deps)
    const call = new RouteCall(received, standing, { request, reply }, deps) as unknown as Call<RouteName>
    if (request.sentBack && readStored) refuseChanges(request.sentBack, await readStored(call))
    const answer = await handler(call)
    await recordObservedCall(deps.securityLog, deps.database, { name, received, caller: request.caller })
    if (answer instanceof CachedAnswer) return sendCachedAnswer(request, reply, answer)
    // If the reader leaves, a handler that sends a file returns nothing, and the reply does not count as sent.
    if (reply.sent || reply.raw.destroyed || isReply(answer)) return reply
    const fields: object = answer ?? {}
    return reply.code(entry.status ?? 200).send({ success: true, ...fields })
  }
}

/** Applies the rate limits of the contract. Other mechanisms limit the calls without one. */
async function refuseBeyondLimit(
  name: RouteName,
  { caller, ip }: FastifyRequest,
  standing: CourseStanding | undefined,
  { accounts }: MountDependencies,
): Promise<void> {
  const { bound }: AnyEndpoint = endpoints[name]
  const decision = bound && decisionOf(bound)
  if (!decision || !('perDay' in decision) || caller?.role === 'superadmin') return
  const subjects = { course: standing?.courseId, person: caller?.userId, address: ip }
  const subject = subjects[decision.of]
  if (subject !== undefined) await accounts.consumeCall(name, String(subject), decision.perDay)
}

/** Implements `Call` as a class, because an object with getters for each request takes several times as long. */
class RouteCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: MaybeCaller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly #standing: CourseStanding | undefined
  readonly #deps: MountDependencies

  constructor(
    { params, query, body }: Received,
    standing: CourseStanding | undefined,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    deps: MountDependencies,
  ) {
    this.params = params
    this.query = query
    this.body = body
    this.caller = request.caller
    this.request = request
    this.reply = reply
    this.#standing = standing
    this.#deps = deps
  }

  get hasCredentials() {
    return this.request.headers.authorization !== undefined
  }

  get user() {
    return this.caller ?? refuse('UNAUTHENTICATED')
  }

  get standing() {
    return this.#standing ?? refuseWithoutCourse()
  }

  get origin() {
    return originOf(this.request, this.#deps)
  }
}

function refuseWithoutCourse(): never {
  throw new Error('this route has no course rule')
}

function isReply(answer: Answer<RouteName> | FastifyReply | void): answer is FastifyReply {
  return answer !== undefined && 'raw' in answer && 'hijack' in answer
}

/** Refuses a body that contradicts the id in the path. The body may repeat the same id. */
function refuseContradiction({ params, body }: { params?: unknown; body?: unknown }): void {
  if (!isFields(params) || !isFields(body)) return
  const issues = Object.entries(params)
    .filter(([name, value]) => Object.hasOwn(body, name) && body[name] !== undefined && body[name] !== value)
    .map(([name]) => ({ path: name, message: 'must be the one in the address' }))
  if (issues.length > 0) refuse('VALIDATION', { issues })
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
