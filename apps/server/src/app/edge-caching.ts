/** Lets shared caches, such as a CDN's edge, keep what is the same for everybody (docs/decisions/edge.md). */
import type { FastifyInstance } from 'fastify'
import { answersForEverybody } from '#server/platform/precompressed-response.ts'

/** Add it before the routes. Browsers still ask each time; `seconds` is for shared caches. */
export function allowSharedCaching(app: FastifyInstance, seconds: number): void {
  const forOne = 'private, no-store'
  const forEverybody = `public, max-age=0, s-maxage=${seconds}`
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', forOne)
    else if (answersForEverybody.has(reply))
      reply.header('cache-control', request.headers.authorization === undefined ? forEverybody : forOne)
    return payload
  })
}
