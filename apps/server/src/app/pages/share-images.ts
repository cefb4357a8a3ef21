/** The preview image of links to each public course: its cover, title and seller. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pictures, SharePicture } from '#server/adapters/pictures/port.ts'
import { matchesEtag } from '#server/platform/precompressed-response.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Renderer } from './renderer.ts'

type CoverSvg = Renderer['coverSvg']

/** Everything the image shows; nothing else changes it. */
interface ShareImageFacts {
  id: number
  title: string
  category: string | null
  /** '' when there is no uploaded cover. */
  image: string
  sellerName: string
}

interface Picture {
  etag: string
  png: Buffer
}

const mostPictures = 60
/** Longest queue of images to draw, about ten seconds of work; further requests get 503. */
const usualQueue = 40
/** Cache lifetime in other caches, in seconds. */
const keptSeconds = 3600

export function serveShareImages(
  app: FastifyInstance,
  {
    coverSvg,
    pictures: drawing,
    mostWaiting = usualQueue,
  }: {
    coverSvg: () => Promise<CoverSvg>
    pictures: Pick<Pictures, 'drawShare'>
    mostWaiting?: number
  },
): void {
  /** In the order of the last request, the newest last. */
  const pictures = new Map<string, Promise<Picture>>()
  /** Images are drawn one at a time, so that many requests keep one core busy, not the server. */
  let lastDrawn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function pictureOf(shown: ShareImageFacts): Promise<Picture> {
    const key = JSON.stringify(shown)
    const known = pictures.get(key)
    if (known) {
      pictures.delete(key)
      pictures.set(key, known)
      return known
    }
    if (waiting >= mostWaiting) refuse('UNAVAILABLE', { retryAfter: 10 })
    waiting += 1
    const drawn = lastDrawn.then(async () => {
      const cover = await coverOf(app, shown, await coverSvg())
      const png = await drawing.drawShare({ title: shown.title, sellerName: shown.sellerName, cover })
      return { png, etag: tagOf(png) }
    })
    lastDrawn = drawn.catch(() => undefined).finally(() => (waiting -= 1))
    pictures.set(key, drawn)
    drawn.catch(() => pictures.get(key) === drawn && pictures.delete(key))
    const [oldest] = pictures.keys()
    if (pictures.size > mostPictures && oldest !== undefined) pictures.delete(oldest)
    return drawn
  }

  app.get<{ Params: { id: string } }>('/share/course-:id.png', async (request, reply) => {
    const { id } = request.params
    const shown = /^\d{1,15}$/.test(id) ? await publicCourse(app, Number(id)) : null
    if (!shown) return reply.callNotFound()
    const { etag, png } = await pictureOf(shown)
    reply.headers({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': `public, max-age=${keptSeconds}`,
      // Previews are shown on other sites.
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.send(png)
  })
}

/** The course as an anonymous visitor sees it: null for a private, archived or missing one. */
async function publicCourse(app: FastifyInstance, id: number): Promise<ShareImageFacts | null> {
  const answer = await app.inject({ method: 'GET', url: `/api/courses/sales/${id}` })
  if (answer.statusCode === 404) return null
  if (answer.statusCode === 503) refuse('UNAVAILABLE')
  if (answer.statusCode !== 200) throw new Error(`the sales page's data answered ${answer.statusCode}`)
  const { data } = answer.json<{
    data: { course: Omit<ShareImageFacts, 'sellerName'>; sellerName: string }
  }>()
  const { title, category, image } = data.course
  return { id, title, category, image, sellerName: data.sellerName }
}

/** The uploaded cover if it can be opened, otherwise the generated one. */
async function coverOf(
  app: FastifyInstance,
  shown: ShareImageFacts,
  coverSvg: CoverSvg,
): Promise<SharePicture['cover']> {
  if (shown.image.startsWith('/media/')) {
    const file = await app.inject({ method: 'GET', url: shown.image })
    if (file.statusCode === 200) return { bytes: file.rawPayload }
  }
  return { svg: coverSvg(shown) }
}

const tagOf = (png: Buffer) => `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`
