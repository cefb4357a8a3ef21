/** Lets shared caches, such as a CDN's edge, keep what is the same for everybody (docs/decisions/caches.md). */
import type { FastifyInstance } from 'fastify'
import { answersForEverybody } from '#server/platform/precompressed-response.ts'

/** Tags by which a CDN finds what it keeps: `Cache-Tag` for Cloudflare and others, `Surrogate-Key` for Fastly. */
export const everyAnswer = 'apogee'
/** Documents and lists that several courses may stand in. */
export const lists = 'lists'
export const tagOfCourse = (id: string): string => `course-${id}`

const salesPage = /^\/sp\/(?<id>[1-9]\d*)(?:[/?]|$)/

function tagsOf(url: string): string[] {
  const id = salesPage.exec(url)?.groups?.['id']
  return [everyAnswer, id === undefined ? lists : tagOfCourse(id)]
}

/** Add it before the routes. Browsers still ask each time; `seconds` is for shared caches. */
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
