/** Turns the contract's endpoints into routes: validate, authorise, handle, shape the answer. */
import { endpoints, type ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { EndpointSchemas } from '@apogee/contracts/endpoint.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { StoredReaders } from '#server/feature.ts'
import { accessRules, type AccessRule } from '#server/policy/access.ts'
import { authoriseByRole, authoriseOnCourse } from '#server/policy/authorise.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { Answer, Call, Handler, Handlers } from '#server/policy/handler.ts'
import { coursePermissions } from '#server/policy/permissions.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuseChanges, refuseUnknownFields } from './unknown-fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: MaybeCaller
    /** Fields of the stored object that the client sent back; null: none. */
    sentBack: Readonly<Record<string, unknown>> | null
  }
}

const rawLimitBytes = 262_144

const routeNames = Object.keys(routes) as RouteName[]

export function mountEndpoints(
  app: FastifyInstance,
  handlers: Handlers,
  stored: StoredReaders,
  database: Database,
): void {
  app.decorateRequest('sentBack', null)
  for (const name of routeNames) {
    const [method, path] = routes[name].split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const schemas: EndpointSchemas = endpoints[name]
    if (!accessRules[name]) throw new Error(`${routes[name]} has no access rule`)
    const handler = handlers[name]
    if (!handler) throw new Error(`${routes[name]} is answered by no feature`)
    if (schemas.sentBack && !stored[name]) throw new Error(`${routes[name]} reads no stored object`)
    const route: RouteOptions = {
      method,
      url: path,
      schema: schemaOf(schemas),
      preValidation: async (request) => {
        refuseEarly(accessRules[name] as AccessRule, request.caller)
        // A body that is optional to the caller may also be absent altogether.
        if (schemas.body && (request.body === undefined || request.body === null)) request.body = {}
        request.sentBack = refuseUnknownFields(schemas, request)
      },
      handler: routeHandler(name, schemas, handler as Handler<RouteName>, stored, database),
    }
    if (schemas.accepts === 'raw') mountRaw(app, route)
    else app.route(route)
  }
}

/** Whatever its content type, the body of such a call arrives as the bytes that were sent. */
function mountRaw(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: rawLimitBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({ ...route, bodyLimit: rawLimitBytes })
  })
}

function schemaOf(schemas: EndpointSchemas): FastifySchema {
  return {
    ...(schemas.params && { params: schemas.params }),
    ...(schemas.query && { querystring: schemas.query }),
    ...(schemas.body && { body: schemas.body }),
    response: { [schemas.status ?? 200]: schemas.answer },
  }
}

function routeHandler(
  name: RouteName,
  schemas: EndpointSchemas,
  handler: Handler<RouteName>,
  stored: StoredReaders,
  database: Database,
) {
  const readStored = stored[name] as ((call: Call<RouteName>) => Promise<Record<string, unknown>>) | undefined
  const rule = accessRules[name] as AccessRule
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const received = {
      params: request.params,
      query: request.query,
      body: request.body,
    } as ReceivedOf<RouteName>
    refuseContradiction(received)
    const standing = await authorise(rule, request.caller, received, database)
    refuseWithoutProof(rule, request.caller, received)
    const call = { ...received, caller: request.caller, standing, request, reply } as Call<RouteName>
    if (request.sentBack && readStored) refuseChanges(request.sentBack, await readStored(call))
    const answer = await handler(call)
    if (reply.sent || isReply(answer)) return reply
    return reply.code(schemas.status ?? 200).send({ success: true, ...answer })
  }
}

function isReply(answer: Answer<RouteName> | FastifyReply): answer is FastifyReply {
  return 'raw' in answer && 'hijack' in answer
}

/** A body may repeat what the address names; it may not name another. */
function refuseContradiction({ params, body }: { params?: unknown; body?: unknown }): void {
  const said = new Map(Object.entries(body ?? {}))
  const issues = Object.entries(params ?? {})
    .filter(([name, value]) => said.has(name) && said.get(name) !== undefined && said.get(name) !== value)
    .map(([name]) => ({ path: name, message: 'must be the one in the address' }))
  if (issues.length > 0) refuse('VALIDATION', { issues })
}

/** Who may never make this call hears so before their input is looked at. */
function refuseEarly(rule: AccessRule, caller: MaybeCaller): void {
  if (rule.kind === 'role') {
    authoriseByRole(caller, rule.capability)
    if (rule.sellersOnly && !sellsOnTheirOwn(caller)) refuse('LONE_SELLERS_ONLY')
  }
  if (rule.kind !== 'course' || caller) return
  const capability = typeof rule.capability === 'function' ? null : rule.capability
  const isClosed = capability === null || coursePermissions[capability].public.AN === 'signIn'
  if (isClosed || rule.otherwise) refuse('UNAUTHENTICATED')
}

/** Runs after validation, so that nobody types a password for a call that would be refused anyway. */
function refuseWithoutProof(rule: AccessRule, caller: MaybeCaller, received: ReceivedOf<RouteName>): void {
  if (rule.kind !== 'role' || !rule.fresh || !caller || caller.hasFreshProof) return
  if (rule.fresh === 'by the service') return
  if (rule.fresh === true || rule.fresh(received, caller)) refuse('FRESH_PROOF_REQUIRED')
}

const sellsOnTheirOwn = (caller: MaybeCaller): boolean =>
  caller?.role !== 'instructor' || caller.businessId === null

async function authorise(
  rule: AccessRule,
  caller: MaybeCaller,
  received: ReceivedOf<RouteName>,
  database: Database,
): Promise<CourseStanding | undefined> {
  if (rule.kind === 'open') return undefined
  const named = rule.self?.(received)
  const isSomebodyElse = caller !== null && named !== undefined && named !== null && named !== caller.userId
  if (rule.kind === 'role') {
    authoriseByRole(caller, rule.capability)
    if (isSomebodyElse) refuse('NOT_YOURS')
    return undefined
  }
  const capability = typeof rule.capability === 'function' ? rule.capability(received) : rule.capability
  const reference = rule.course(received)
  if (!isSomebodyElse) return authoriseOnCourse(database.kysely, caller, capability, reference)
  const standing = await authoriseOnCourse(database.kysely, caller, capability, reference, 'NOT_YOURS')
  if (!rule.otherwise) refuse('NOT_YOURS')
  await authoriseOnCourse(database.kysely, caller, rule.otherwise, reference, 'NOT_YOURS')
  return standing
}
