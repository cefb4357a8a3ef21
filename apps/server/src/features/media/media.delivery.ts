/** `GET` and `HEAD /media/{publicId}` serve stored files and check access on each request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { matchesEtag } from '#server/platform/resources/precompressed-response.ts'
import { refuse } from '#server/policy/refusal.ts'
import { formatFor, widthNamed } from './media.copies.ts'
import { dispositionFor, rangeOf, uploadPartBytes } from './media.rules.ts'
import type { Media } from './media.service.ts'
import type { OpenableMedia } from './openable-media.ts'
import { partPath } from './uploads/parted-uploads.ts'
import { partNamed, playlistType } from './streams/streams.rules.ts'
import { limit } from '@apogee/contracts/texts.ts'

/** Shared caches may retain a public file for a week, although the file may become private meanwhile. */
const publicCacheSeconds = 7 * 24 * 3600
/** The longest validity of a storage address. */
const browserAddressSeconds = 3600

const unstored = 'private, no-store'

/** A player reads a playlist once. The short time limits how long a person who loses access can use a cached playlist. */
const playlistSeconds = 60

const queryText = z.optional(z.string().check(limit(200)))
const query = z.object({ u: queryText, e: queryText, s: queryText })

/** The file may be framed by pages of this origin only. The file itself may load, run and send nothing. */
const contentPolicy = "sandbox; default-src 'none'; frame-ancestors 'self'"
/**
 * Safari and WebKitGTK draw nothing of a PDF with `sandbox`. Without it the file still runs nothing: its bytes were recognised as a PDF
 * at upload, `nosniff` keeps that type, no script, frame or request is allowed, and viewers run a PDF's own scripts outside of the
 * origin. The viewers need inline styles for the height of the page.
 */
const pdfPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
/**
 * Scripts stay forbidden. The browser's own player page loads a directly opened video from its own address, which needs
 * `allow-same-origin`.
 */
const videoPolicy =
  "sandbox allow-same-origin; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

export function registerMediaRoutes(app: FastifyInstance, media: Media): void {
  app.route<{ Params: { publicId: string }; Querystring: z.infer<typeof query> }>({
    method: ['GET', 'HEAD'],
    url: '/media/:publicId',
    schema: { querystring: query },
    // Ranges and ETags refer to the stored bytes, which compression would change.
    compress: false,
    config: { large: 'stored' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const file = await media.openable(request.params.publicId, request.query)
      return deliver(media, request, reply, file)
    },
  })
  app.route<{ Params: { publicId: string; copy: string }; Querystring: z.infer<typeof query> }>({
    method: ['GET', 'HEAD'],
    url: '/media/:publicId/:copy',
    schema: { querystring: query },
    compress: false,
    config: { large: 'stored' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const width = widthNamed(request.params.copy) ?? refuse('NOT_FOUND')
      const file = await media.openable(request.params.publicId, request.query)
      const copy = await media.pictureCopies.copyOf(file, width, formatFor(request.headers.accept))
      reply.header('vary', 'accept')
      return deliver(media, request, reply, copy)
    },
  })
  registerStreamRoutes(app, media)
}

/**
 * `PUT /media/parts` receives parts of uploads at addresses that `POST /uploads/parts` returns
 * (docs/decisions/files.md).
 */
export function registerPartRoute(app: FastifyInstance, media: Media): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Passes the body on as a stream that the storage reads, so that no part is held in memory.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.route<{ Querystring: { part?: string | undefined }; Body: Readable }>({
      method: 'PUT',
      url: partPath,
      schema: { querystring: z.object({ part: z.optional(z.string().check(limit(1000))) }) },
      bodyLimit: uploadPartBytes,
      handler: async (request, reply) => {
        await media.partedUploads.receivePart(request.query.part ?? '', request.body ?? Readable.from([]))
        return reply.send({ success: true })
      },
    })
  })
}

/** Serves playlists, and the files of a stream. A segment is a range of such a file (docs/decisions/lesson-media.md). */
function registerStreamRoutes(app: FastifyInstance, media: Media): void {
  app.route<{ Params: { publicId: string; part: string }; Querystring: z.infer<typeof query> }>({
    method: ['GET', 'HEAD'],
    url: '/media/:publicId/stream/:part',
    schema: { querystring: query },
    compress: false,
    config: { large: 'stored' },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { publicId } = request.params
      const part = partNamed(request.params.part) ?? refuse('NOT_FOUND')
      if (part.kind === 'file')
        return deliver(media, request, reply, {
          ...(await media.streams.file(publicId, request.query, part.name)),
          isOfStream: true,
        })
      const name = part.kind === 'main' ? null : part.name
      const { text, video } = await media.streams.playlist(publicId, request.query, name)
      const secondsLeft = video.expiry === null ? 0 : media.secondsLeft(video.expiry)
      return reply
        .type(playlistType)
        .headers({
          'x-content-type-options': 'nosniff',
          'content-security-policy': contentPolicy,
          'referrer-policy': 'no-referrer',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': `private, max-age=${Math.min(secondsLeft, playlistSeconds)}`,
        })
        .send(text)
    },
  })
}

/** `isOfStream` marks files of a stream. They never change, and scripts of the page read them. */
type DeliveredFile = OpenableMedia & { isOfStream?: true }

async function deliver(
  media: Media,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  file: DeliveredFile,
): Promise<FastifyReply> {
  const describe = () =>
    describeFile(reply, file, file.expiry === null ? null : media.secondsLeft(file.expiry))
  const tag = tagOf(file)
  if (matchesEtag(headers['if-none-match'], tag)) {
    describe()
    return reply.code(304).send()
  }
  // The range counts only if If-Range names the present version of the file.
  const ifRange = headers['if-range']
  const isWhole = method === 'HEAD' || (ifRange !== undefined && ifRange !== tag)
  const range = isWhole ? 'whole' : rangeOf(headers.range, file.sizeBytes)
  if (range === 'outside') {
    reply.header('content-range', `bytes */${file.sizeBytes}`)
    refuse('RANGE_NOT_SATISFIABLE')
  }
  if (method === 'HEAD') {
    describe()
    return reply.header('content-length', file.sizeBytes).send()
  }
  const proxyAddress = media.proxyAddress(file.storageKey)
  if (proxyAddress !== null) {
    // The proxy sends the whole file or the requested range (docs/operations.md#media-through-nginx).
    describe()
    // nginx adds `accept-ranges` to a whole file itself, but forwards the application's header with a part of a file.
    if (range === 'whole') reply.removeHeader('accept-ranges')
    return reply.header('x-accel-redirect', proxyAddress).send()
  }
  const address = await browserAddressOf(media, file)
  if (address !== null) {
    // The browser must ask for each new address, because access is checked then. So no cache may store this response.
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(address, 307)
  }
  const isPart = range !== 'whole'
  const content = await media.openFile(file.storageKey, isPart ? range : undefined)
  describe()
  if (isPart) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  return reply.header('content-length', isPart ? range.end - range.start + 1 : file.sizeBytes).send(content)
}

/**
 * Returns the storage address of a video. Null means that this process sends the file, as for every other kind: framed documents
 * need the policy of this origin, captions must be of this origin, and pictures are small and cached for long
 * (docs/decisions/files.md).
 */
async function browserAddressOf(media: Media, file: DeliveredFile): Promise<string | null> {
  if (!file.contentType.startsWith('video/')) return null
  // Scripts can read from the storage only if the pages' policy and the bucket's CORS rule allow it, which they do where browsers
  // upload to the storage.
  if (file.isOfStream && !media.isStorageOpenToScripts) return null
  return media.browserAddress(file.storageKey, {
    contentType: file.contentType,
    contentDisposition: dispositionOf(file),
    // A constant `max-age` keeps the address the same; the remaining seconds would change it every second.
    cacheControl: file.isConfidential ? unstored : `private, max-age=${browserAddressSeconds}`,
  })
}

function describeFile(reply: FastifyReply, file: DeliveredFile, secondsLeft: number | null): void {
  reply
    .type(file.contentType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policyFor(file.contentType))
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-resource-policy', secondsLeft === null ? 'cross-origin' : 'same-origin')
    .header('content-disposition', dispositionOf(file))
    .header('accept-ranges', 'bytes')
    .header('etag', tagOf(file))
    .header('cache-control', cachingOf(file, secondsLeft))
}

function policyFor(contentType: string): string {
  if (contentType === 'application/pdf') return pdfPolicy
  return contentType.startsWith('video/') ? videoPolicy : contentPolicy
}

function cachingOf(file: DeliveredFile, secondsLeft: number | null): string {
  if (secondsLeft === null) return `public, max-age=${publicCacheSeconds}, immutable`
  if (file.isConfidential) return unstored
  return `private, max-age=${secondsLeft}${file.isOfStream ? ', immutable' : ''}`
}

const dispositionOf = ({ originalName, contentType, isDownload }: OpenableMedia) =>
  dispositionFor(isDownload ? 'attachment' : 'inline', {
    name: originalName,
    fallback: fallbackName(contentType),
  })

const tagOf = ({ sha256 }: OpenableMedia) => `"${sha256.toString('base64url')}"`

const fallbackName = (contentType: string) => `file.${contentType.split('/')[1] ?? 'bin'}`
