/** Builds the Fastify application from its dependencies. Reads no environment and opens no port. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { JobsById } from '#server/feature.ts'
import { CachedAnswer, type Handlers } from '#server/policy/handler.ts'
import { bearerOf } from '#server/policy/caller.ts'
import { Refusal } from '#server/policy/refusal.ts'
import { RefusalCounter } from '#server/features/security-log/refusal-counter.ts'
import { recordRefusal } from '#server/features/security-log/observed-calls.ts'
import { dataPolicy, transportSecurity } from '#server/policy/origin.ts'
import { networkOf } from '#server/policy/client-info.ts'
import { answerSerializer } from './http/caching/answer-serializer.ts'
import { compressAnswers } from './http/caching/compress-answers.ts'
import { allowSharedCaching } from './http/caching/edge-caching.ts'
import { answerFailure, answerUnreadable, handleErrors } from './http/errors.ts'
import { createFeatures, type Features, type Services } from './features.ts'
import { allJobs } from './jobs.ts'
import { readJson } from './http/read-json.ts'
import { mountEndpoints } from './http/mount.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { boundLargeAnswers } from './http/caching/large-answers.ts'
import { answerNothingAhead } from './http/sent-ahead.ts'
import { separatePackageHost } from './http/package-host.ts'
import { endStalledAnswers } from './http/connections/stalled-answers.ts'
import { watchBodies } from './http/connections/body-timeout.ts'
import { servesPages, type ProcessRole } from './config/process-role.ts'
import { identifyRequests, requestIdOf, requestLogging } from './http/request-log.ts'
import { closingOptions } from './stop-server.ts'
import { sendCachedAnswer } from './http/caching/send-cached-answer.ts'
import { setValidationMessages } from './http/validation-messages.ts'

const jsonLimitBytes = 1_048_576

export interface BuiltApp {
  app: FastifyInstance
  features: Features
  services: Services
  handlers: Handlers
  jobs: JobsById
}

export interface BuildOptions {
  /** The application of a worker answers no calls. */
  role?: ProcessRole
  /** Adds hooks that run before all other hooks. */
  addFirstHooks?: ((app: FastifyInstance) => void) | undefined
}

/** Returns the hooks that the operator's configuration requires for every request. */
export function firstHooksOf(
  { edgeSeconds }: { edgeSeconds: number | null },
  traces: { traceRequests(app: FastifyInstance): void } | undefined,
): (app: FastifyInstance) => void {
  return (app) => {
    traces?.traceRequests(app)
    if (edgeSeconds !== null) allowSharedCaching(app, edgeSeconds)
  }
}

/**
 * Protects every answer, including files and failures, against framing and content-type sniffing unless its route decides
 * otherwise. HSTS makes a browser that has visited an https installation use only TLS.
 */
function protectAnswers(app: FastifyInstance, publicUrl: string | null): void {
  const isHttps = publicUrl?.startsWith('https:') === true
  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "frame-ancestors 'none'")
    if (isHttps) reply.header('strict-transport-security', transportSecurity)
  })
}

export async function buildApp(
  dependencies: Dependencies,
  { role = 'all', addFirstHooks }: BuildOptions = {},
): Promise<BuiltApp> {
  const log: FastifyBaseLogger = dependencies.log
  const app = Fastify({
    loggerInstance: log,
    logController: requestLogging,
    bodyLimit: jsonLimitBytes,
    trustProxy: dependencies.trustedProxies.length > 0 ? dependencies.trustedProxies : false,
    genReqId: requestIdOf,
    exposeHeadRoutes: true,
    requestTimeout: 0,
    ...closingOptions,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answerFailure,
    clientErrorHandler: answerUnreadable,
  })
  setValidationMessages()
  readJson(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(answerSerializer)
  handleErrors(app)
  addFirstHooks?.(app)
  identifyRequests(app)
  protectAnswers(app, dependencies.publicUrl)
  separatePackageHost(app, dependencies.packageOrigin)
  answerNothingAhead(app)
  boundLargeAnswers(app)
  await compressAnswers(app)

  const features = createFeatures(dependencies)
  const { services } = features
  const handlers = features.calls()
  app.decorateRequest('caller', null)

  if (servesPages(role)) {
    await serveCalls(app, features, handlers, dependencies)
    features.addAddresses(app)
  }
  const bodies = watchBodies(app.server, {
    isTransfer: (url) => ['/api/upload', '/media/parts'].includes(url.split('?')[0] ?? ''),
    now: () => dependencies.clock.now().getTime(),
  })
  endStalledAnswers(app.server)
  app.addHook('onClose', () => {
    bodies.close()
    return features.close()
  })
  return { app, features, services, handlers, jobs: allJobs(features, dependencies) }
}

async function serveCalls(
  app: FastifyInstance,
  features: Features,
  handlers: Handlers,
  dependencies: Dependencies,
): Promise<void> {
  const { securityLog } = features.services
  const recorded = {
    ...dependencies,
    securityLog,
    refusalCounters: { notFound: new RefusalCounter(), misused: new RefusalCounter() },
  }
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('content-security-policy', dataPolicy)
        const token = bearerOf(request.headers.authorization)
        if (token && !request.routeOptions.config.readsOwnCaller)
          request.caller = await features.services.accounts.senderOf(token, networkOf(request.ip))
        // An answer to a signed-in caller is private. A route may set another header for anonymous callers.
        reply.header('cache-control', 'no-store').header('vary', 'authorization')
      })
      // The caller's next request must show the change, so the answer waits for the caches. A refused call has changed nothing.
      api.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
        const mayChangeLists = !['GET', 'HEAD'].includes(method) && !routeOptions.config.changesNoList
        if (mayChangeLists && statusCode < 400) await features.caughtUp()
        return payload
      })
      api.addHook('onError', async (request, _reply, error) => {
        if (!(error instanceof Refusal)) return
        const { caller } = request
        const address = networkOf(request.ip)
        await recordRefusal(recorded, { refusal: error, caller, address }).catch((err: unknown) =>
          request.log.error({ err }, 'refusal not recorded'),
        )
      })
      mountEndpoints(api, handlers, features.storedObjects(), {
        ...dependencies,
        securityLog,
        accounts: features.services.accounts,
      })
      api.get('/openapi.json', async (request, reply) => {
        const { openApiBytes } = await import('./http/openapi.ts')
        return sendCachedAnswer(request, reply, new CachedAnswer(openApiBytes()))
      })
    },
    { prefix: '/api' },
  )
}
