/** Compression of answers: small ones in one synchronous call, larger ones and streams by the plugin's stream. */
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { encodingFor, type Encoding } from '#server/platform/precompressed-response.ts'

/** Less fits into the same packets uncompressed. */
const leastBytes = 2_048
/** About 0.1 ms of the only thread; a stream of the same bytes costs 0.3 ms. */
const mostSyncBytes = 64 * 1024
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook<string | Buffer>('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string'
    if (!isText || request.method === 'HEAD' || reply.hasHeader('content-encoding')) return payload
    const bytes = Buffer.byteLength(payload)
    if (bytes < leastBytes || bytes > mostSyncBytes) return payload
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === null || !isCompressible(reply.getHeader('content-type'))) return payload
    reply.removeHeader('content-length')
    reply.header('content-encoding', encoding).header('vary', varyOf(reply.getHeader('vary')))
    return compressed(payload, encoding)
  })
  await app.register(compress, {
    global: true,
    threshold: leastBytes,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

const isCompressible = (type: unknown): boolean =>
  typeof type === 'string' && /^(?:application\/json|text\/)/.test(type)

const varyOf = (before: unknown): string =>
  typeof before === 'string' && before !== '' ? `${before}, accept-encoding` : 'accept-encoding'

const compressed = (text: string, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(text, quick) : gzipSync(text, { level: 1 })
