/** The identity of a request, and what is logged about requests. */
import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
  type RawRequestDefaultExpression,
} from 'fastify'

/** Each line of `request.log` names its request as `requestId`. The lines about requests are written below. */
export const requestLogging = new LogController({
  disableRequestLogging: true,
  requestIdLogLabel: 'requestId',
})

const slowRequestMs = 1_000
/** The client's connection determines their duration, so they are not logged as slow. */
const transfers = new Set(['/api/upload', '/media/:publicId'])

const idHeader = 'x-request-id'
/** An id that a proxy or a client gives must be short and plain, because it is logged and shown. */
const idForm = /^[\w.:-]{8,128}$/

/** The id that came with the request, so that the logs of a proxy and ours name it alike; otherwise a new one. */
export function requestIdOf({ headers }: RawRequestDefaultExpression<RawServerDefault>): string {
  const given = headers[idHeader]
  return typeof given === 'string' && idForm.test(given) ? given : crypto.randomUUID()
}

/** Every answer names its request; slow and failed requests are logged. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(idHeader, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const isSlow = reply.elapsedTime >= slowRequestMs && !transfers.has(request.routeOptions.url ?? '')
    if (reply.statusCode >= 500) request.log.warn(factsOf(request, reply), 'request failed')
    else if (isSlow) request.log.warn(factsOf(request, reply), 'slow request')
    done()
  })
}

/** One line for each request; addresses of people are left to the proxy's log. */
export function logEveryRequest(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const bytes = Number(reply.getHeader('content-length') ?? Number.NaN)
    const path = withoutSecrets(request.url)
    request.log.info({ ...factsOf(request, reply), path, ...(bytes >= 0 && { bytes }) }, 'request')
    done()
  })
}

/** The path; tokens in it and the query are left out. */
export const withoutSecrets = (url: string): string => (url.split('?')[0] ?? '').replace(/[\w-]{20,}/g, '…')

const factsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: request.routeOptions.url,
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
})
