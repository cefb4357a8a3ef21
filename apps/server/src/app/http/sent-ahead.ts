/**
 * While a browser starts its service worker, it sends the request of a navigation ahead and marks it with this header
 * (https://www.w3.org/TR/service-workers/#navigation-preload-manager). Our worker leaves the calls to the browser, which then repeats
 * the request. An answer to the first request would use up an address that works once, and the repeated request would be refused.
 */
import type { FastifyInstance } from 'fastify'

export function answerNothingAhead(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    if (headers['service-worker-navigation-preload'] === undefined || !url.startsWith('/api/')) return
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
