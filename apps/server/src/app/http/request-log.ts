/** Gives each request an id and logs it. */
import { requestIdHeader } from '@apogee/contracts/request-id.ts'
import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
  type RawRequestDefaultExpression,
} from 'fastify'

/**
 * Each line of `request.log` names its request as `requestId`. Fastify's own lines about requests are off, because the functions
 * below write them.
 */
export const requestLogging = new LogController({
  disableRequestLogging: true,
  requestIdLogLabel: 'requestId',
})

const slowRequestMs = 1_000
/** These transfers are not logged as slow, because the client's connection determines how long they take. */
const transfers = new Set(['/api/upload', '/media/:publicId'])

/** An id from a proxy or a client must be short and plain, because it is logged and shown. */
const idForm = /^[\w.:-]{8,128}$/

/**
 * Returns the id with which the request arrived, so that a proxy's logs and ours use the same id. If there is no valid one, returns
 * a new id.
 */
export function requestIdOf({ headers }: RawRequestDefaultExpression<RawServerDefault>): string {
  const given = headers[requestIdHeader]
  return typeof given === 'string' && idForm.test(given) ? given : crypto.randomUUID()
}

/** Adds the request's id to every answer, and logs slow and failed requests. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isSlow = reply.elapsedTime >= slowRequestMs && !transfers.has(request.routeOptions.url ?? '')
    if (reply.statusCode >= 500) request.log.warn(factsOf(request, reply), 'request failed')
    else if (isSlow) request.log.warn(factsOf(request, reply), 'slow request')
    done()
  })
}

/** Writes one line for each request. IP addresses are left to the proxy's log. */
export function logEveryRequest(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const bytes = Number(reply.getHeader('content-length') ?? Number.NaN)
    const path = withoutSecrets(request.url)
    request.log.info({ ...factsOf(request, reply), path, ...(bytes >= 0 && { bytes }) }, 'request')
    done()
  })
}

/** Returns the path without the query, and without tokens and codes of gifts. */
export const withoutSecrets = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/^\/gift\/.+/, '/gift/…').replace(/[\w-]{20,}/g, '…')

const factsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: request.routeOptions.url,
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
})
