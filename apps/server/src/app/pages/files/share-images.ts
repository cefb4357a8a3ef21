/**
 * Draws the images that other sites show with a link. The image of a public course has its cover, title and seller. The image of a
 * certificate has its course, seller and modules, but no name of a person, because other sites store such images
 * (docs/decisions/achievements.md). With `named`, it is the picture that the learner's device shares.
 */
import { createHash } from 'node:crypto'
import { languageOf, languageParameter, type Language } from '@apogee/domain/languages.ts'
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { isolated } from '@apogee/domain/text/isolated-text.ts'
import type { CertificatePicture, Pictures, SharePicture } from '#server/adapters/pictures/port.ts'
import { lengthOf, modulesOf } from '#server/features/achievements/certificate-pdf.ts'
import { dayInWords } from '#server/platform/pdf/paper-text.ts'
import { matchesEtag } from '#server/platform/resources/precompressed-response.ts'
import { serverTexts } from '#server/texts/index.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Renderer } from '../renderer.ts'

type CoverSvg = Renderer['coverSvg']

/** The image shows nothing but these facts, so no other data change it. */
interface ShareImageFacts {
  id: number
  title: string
  category: string | null
  /** This is '' if no cover was uploaded. */
  image: string
  sellerName: string
}

interface Picture {
  etag: string
  png: Buffer
}

const mostPictures = 60
/** At most this many images wait, which takes about ten seconds to draw. Further requests get 503. */
const usualQueue = 40
/** Other caches may keep an image for this time in seconds. */
const keptSeconds = 3600
/** The titles of modules fill one line of a certificate's image. */
const mostLetters = 90

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
  /** Contains the images in the order of their last request, the newest last. */
  const pictures = new Map<string, Promise<Picture>>()
  /** Images are drawn one at a time, so that many requests use one core and do not block the server. */
  let lastDrawn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  /** Returns the image of these facts, drawn if it is not cached. `facts` must contain everything that the image shows. */
  function pictureOf(
    facts: object,
    shareOf: () => Promise<SharePicture | CertificatePicture>,
  ): Promise<Picture> {
    const key = JSON.stringify(facts)
    const known = pictures.get(key)
    if (known) {
      pictures.delete(key)
      pictures.set(key, known)
      return known
    }
    if (waiting >= mostWaiting) refuse('UNAVAILABLE', { retryAfter: 10 })
    waiting += 1
    const drawn = lastDrawn.then(async () => {
      const png = await drawing.drawShare(await shareOf())
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
    const { title, sellerName } = shown
    const picture = await pictureOf(shown, async () => ({
      title,
      sellerName,
      cover: await coverOf(app, shown, await coverSvg()),
    }))
    return sendPicture(request, reply, picture)
  })

  app.get<{ Params: { id: string } }>('/share/certificate-:id.png', async (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://localhost')
    const language = languageOf(searchParams.get(languageParameter))
    const { id } = request.params
    const shown = /^[\w-]{1,100}$/.test(id) ? await validCertificate(app, id) : null
    if (!shown) return reply.callNotFound()
    const picture = certificatePicture(shown, language, searchParams.has('named'))
    const facts = { ...picture, logo: shown.logo }
    const shareOf = async () => {
      const bytes = shown.logo === undefined ? null : await uploadedPicture(app, shown.logo)
      return { ...picture, ...(bytes && { logo: { bytes } }) }
    }
    // Caches ask each time, because the certificate may be private or invalid by then.
    return sendPicture(request, reply, await pictureOf(facts, shareOf), 'no-cache')
  })
}

function certificatePicture(
  certificate: PublicCertificate,
  language: Language,
  isNamed: boolean,
): CertificatePicture {
  const { id, learnerName, courseTitle, sellerName, issuedAt, path, colour } = certificate
  const say = serverTexts(language).achievements.certificate
  const modules = modulesOf(certificate, language).join(' · ')
  return {
    heading: say.heading,
    ...(isNamed && { name: learnerName ?? say.unnamed }),
    afterName: say.afterName,
    course: courseTitle,
    offeredBy: say.offeredBy(isolated(sellerName)),
    ...(colour !== undefined && { colour }),
    modules: modules.length > mostLetters ? `${cutText(modules, mostLetters)}…` : modules,
    stations: path?.modules.length ?? 0,
    facts: [dayInWords(new Date(issuedAt), language), ...lengthOf(certificate, language), `${say.id} ${id}`],
  }
}

function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, png }: Picture,
  caching = `public, max-age=${keptSeconds}`,
): FastifyReply {
  reply.headers({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': caching,
    // Other sites show these images in their pages.
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(png)
}

/** Returns the course as an anonymous visitor sees it. Returns null if the course is private, archived or missing. */
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

/** Returns null if the certificate is private, revoked or missing. */
async function validCertificate(app: FastifyInstance, id: string): Promise<PublicCertificate | null> {
  const answer = await app.inject({ method: 'GET', url: `/api/certificates/${id}` })
  if (answer.statusCode === 404 || answer.statusCode === 410) return null
  if (answer.statusCode === 503) refuse('UNAVAILABLE')
  if (answer.statusCode !== 200) throw new Error(`the certificate's data answered ${answer.statusCode}`)
  return answer.json<{ data: PublicCertificate }>().data
}

/** Returns the uploaded cover if the file can be opened, and otherwise the generated cover. */
async function coverOf(
  app: FastifyInstance,
  shown: ShareImageFacts,
  coverSvg: CoverSvg,
): Promise<SharePicture['cover']> {
  const bytes = await uploadedPicture(app, shown.image)
  return bytes ? { bytes } : { svg: coverSvg(shown) }
}

/** Returns null if the address is none of an upload, or if the file cannot be opened. */
async function uploadedPicture(app: FastifyInstance, address: string): Promise<Buffer | null> {
  if (!address.startsWith('/media/')) return null
  const file = await app.inject({ method: 'GET', url: address })
  return file.statusCode === 200 ? file.rawPayload : null
}

const tagOf = (png: Buffer) => `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`
