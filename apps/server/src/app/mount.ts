/** Turns the contract's endpoints into routes: validate, authorise, handle, shape the answer. */
import { endpoints, type ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { StoredReaders } from '#server/feature.ts'
import { authorise, refuseEarly, refuseWithoutProof } from '#server/policy/access.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import { CachedAnswer, type Answer, type Call, type Handler, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sendCachedAnswer } from './send-cached-answer.ts'
import { refuseChanges, refuseUnknownFields } from './unknown-fields.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads who is asking itself: `caller` stays null. */
    readsOwnCaller?: boolean
    /** The call changes no row that a cached list shows. */
    changesNoList?: boolean
  }
  interface FastifyRequest {
    caller: MaybeCaller
    /** Fields of the stored object that the client sent back; null: none. */
    sentBack: Readonly<Record<string, unknown>> | null
  }
}

const rawLimitBytes = 262_144

/**
 * Frequent calls other than GET that write no table with a trigger that announces a change: they are answered without
 * waiting for the announcement. `cached-lists.test.ts` makes each of them (docs/decisions/cache-invalidation.md).
 */
export const callsWithoutListChanges: ReadonlySet<RouteName> = new Set([
  'verifySession',
  'saveResourceProgress',
  'saveLessonProgress',
])

type MountDependencies = OriginRule & { database: Database }

const routeNames = Object.keys(endpoints) as RouteName[]

export function mountEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  stored: StoredReaders,
  deps: MountDependencies,
): void {
  app.decorateRequest('sentBack', null)
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
      config: { readsOwnCaller: name === 'verifySession', changesNoList: callsWithoutListChanges.has(name) },
      preValidation: async (request) => {
        refuseEarly(entry.access, request.caller)
        // An optional body may be absent.
        if (entry.body && (request.body === undefined || request.body === null)) request.body = {}
        request.sentBack = refuseUnknownFields(entry, request)
      },
      handler: routeHandler(name, entry, handler as Handler<RouteName>, stored, deps),
    }
    if (entry.accepts === 'raw') mountRaw(app, route)
    else app.route(route)
  }
}

/** The body of such a call arrives as raw bytes, whatever its content type. */
function mountRaw(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: rawLimitBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({ ...route, bodyLimit: rawLimitBytes })
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
    const standing = await authorise(entry.access, request.caller, received, deps.database)
    refuseWithoutProof(entry.access, request.caller, received)
    const call = callOf(received, standing, request, reply, deps)
    if (request.sentBack && readStored) refuseChanges(request.sentBack, await readStored(call))
    const answer = await handler(call)
    if (answer instanceof CachedAnswer) return sendCachedAnswer(request, reply, answer)
    if (reply.sent || isReply(answer)) return reply
    const fields: object = answer ?? {}
    return reply.code(entry.status ?? 200).send({ success: true, ...fields })
  }
}

function callOf(
  received: ReceivedOf<RouteName>,
  standing: CourseStanding | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDependencies,
): Call<RouteName> {
  const { caller } = request
  return {
    ...{ ...received, caller, request, reply },
    hasCredentials: request.headers.authorization !== undefined,
    get user() {
      return caller ?? refuse('UNAUTHENTICATED')
    },
    get standing() {
      return standing ?? refuseWithoutCourse()
    },
    get origin() {
      return originOf(request, deps)
    },
  } as Call<RouteName>
}

function refuseWithoutCourse(): never {
  throw new Error('this route has no course rule')
}

function isReply(answer: Answer<RouteName> | FastifyReply | void): answer is FastifyReply {
  return answer !== undefined && 'raw' in answer && 'hijack' in answer
}

/** A body may repeat the id in the path but not contradict it. */
function refuseContradiction({ params, body }: { params?: unknown; body?: unknown }): void {
  const sent = new Map(Object.entries(body ?? {}))
  const issues = Object.entries(params ?? {})
    .filter(([name, value]) => sent.has(name) && sent.get(name) !== undefined && sent.get(name) !== value)
    .map(([name]) => ({ path: name, message: 'must be the one in the address' }))
  if (issues.length > 0) refuse('VALIDATION', { issues })
}
