/** Lets shared caches, such as a CDN's edge, store answers that are the same for everybody (docs/decisions/caches.md). */
import type { FastifyInstance } from 'fastify'
import { answersForEverybody } from '#server/platform/resources/precompressed-response.ts'

/**
 * A CDN finds the answers that it has cached by these tags. They are sent as `Cache-Tag`, which Cloudflare and others read, and as
 * `Surrogate-Key`, which Fastly reads.
 */
export const everyAnswer = 'apogee'
/** This tag marks documents and lists that may contain several courses. */
export const lists = 'lists'
export const tagOfCourse = (id: string): string => `course-${id}`

const salesPage = /^\/sp\/(?<id>[1-9]\d*)(?:[/?]|$)/

function tagsOf(url: string): string[] {
  const id = salesPage.exec(url)?.groups?.['id']
  return [everyAnswer, id === undefined ? lists : tagOfCourse(id)]
}

/** Call it before routes are added. `seconds` applies to shared caches. Browsers still revalidate each time. */
export function allowSharedCaching(app: FastifyInstance, seconds: number): void {
  const forOne = 'private, no-store'
  const forEverybody = `public, max-age=0, s-maxage=${seconds}`
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', forOne)
    else if (answersForEverybody.has(reply)) {
      const isForEverybody = request.headers.authorization === undefined
      reply.header('cache-control', isForEverybody ? forEverybody : forOne)
      const tags = tagsOf(request.url)
      if (isForEverybody) reply.headers({ 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') })
    }
    return payload
  })
}
