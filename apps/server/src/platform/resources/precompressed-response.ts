/** Caches responses as bytes, with their compressed forms and their ETag. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

export interface PrecompressedResponse {
  /** The ETag is weak, because it is the same for every encoding. */
  etag: string
  plain: Buffer
  /** Returns the response in this encoding. It is compressed on first use. */
  encoded(encoding: Encoding): Promise<Buffer>
  /** Replaces the brotli form by a smaller one. This takes a thread about 100 ms. */
  compressFurther(): Promise<void>
  /** Returns how many bytes are in memory: the plain form, and those compressed forms that exist. */
  size(): number
  /** Calls `grown` with the number of bytes after each change of the size. One listener is supported. */
  watchSize(grown: (bytes: number) => void): void
}

/**
 * Contains answers (Fastify's replies) that are the same for every client. A shared cache may store them where the operator allows
 * it (docs/decisions/caches.md).
 */
export const answersForEverybody = new WeakSet<object>()

const brotli = promisify(brotliCompress)
/** This quality is used when a request waits for the compressed form. */
const quickQuality = 5
/** With this quality the output is an eighth smaller. Quality 11 would save another 2 % in twice the time. */
const thoroughQuality = 10
/** Most compressed documents fit in one chunk of this size. Each chunk costs a wake-up of the thread that compresses. */
const chunkSize = 64 * 1024
/**
 * Copies an output into memory of its own, because it may be a view of a larger chunk. A plain copy could share a pool of 64 KiB.
 */
function withoutRest(output: Buffer): Buffer {
  if (output.buffer.byteLength === output.length) return output
  const exact = Buffer.allocUnsafeSlow(output.length)
  output.copy(exact)
  return exact
}

const brotliOf = async (plain: Buffer, quality: number): Promise<Buffer> => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return withoutRest(await brotli(plain, { chunkSize, params }))
}
const zip = promisify(gzip)
const gzipOf = async (plain: Buffer): Promise<Buffer> =>
  withoutRest(await zip(plain, { chunkSize, level: 6 }))

export function precompress(content: string | Buffer): PrecompressedResponse {
  const plain = typeof content === 'string' ? Buffer.from(content) : content
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {}
  let size = plain.length
  let onGrowth: ((bytes: number) => void) | undefined
  const grow = (bytes: number): void => {
    size += bytes
    onGrowth?.(bytes)
  }
  const compress = async (encoding: Encoding): Promise<Buffer> => {
    const compressed = await (encoding === 'br' ? brotliOf(plain, quickQuality) : gzipOf(plain))
    grow(compressed.length)
    return compressed
  }
  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    encoded: (encoding) => (made[encoding] ??= compress(encoding)),
    async compressFurther() {
      const before = (await made.br)?.length ?? 0
      const smaller = await brotliOf(plain, thoroughQuality)
      grow(smaller.length - before)
      made.br = Promise.resolve(smaller)
    },
    size: () => size,
    watchSize(grown) {
      onGrowth = grown
    },
  }
}

/** Returns the better of `br` and `gzip` that the client's Accept-Encoding allows, or null. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const takes = (encoding: string) =>
    new RegExp(
      `(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0{0,3})?\\s*(?:,|$))[\\d.]{1,5}\\s*)?(?:,|$)`,
      'i',
    ).test(accepted ?? '')
  if (!accepted || accepted.length > 200) return null
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** Returns whether If-None-Match contains this ETag. The comparison is weak (RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((given) => bare(given) === bare(tag))
}
