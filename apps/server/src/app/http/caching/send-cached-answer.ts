import type { FastifyReply, FastifyRequest } from 'fastify'
import { answersForEverybody, encodingFor } from '#server/platform/resources/precompressed-response.ts'
import type { CachedAnswer } from '#server/policy/handler.ts'

/** Sends cached bytes. Every cache may store them, but must revalidate them before each use. */
export async function sendCachedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes }: CachedAnswer,
): Promise<FastifyReply> {
  answersForEverybody.add(reply)
  reply.headers({
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'authorization, accept-encoding',
    etag: bytes.etag,
  })
  if (request.headers['if-none-match'] === bytes.etag) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(bytes.plain)
  return reply.header('content-encoding', encoding).send(await bytes.encoded(encoding))
}
