import type { AnswerOf, ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { matchesEtag, type PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'
import type { Caller, MaybeCaller } from './caller.ts'
import type { CourseStanding } from './standing.ts'

/** A handler receives a call after its input was validated and its caller was authorised. */
export type Call<N extends RouteName> = ReceivedOf<N> & {
  caller: MaybeCaller
  /** This is true if the request has an Authorization header, whether valid or not. */
  hasCredentials: boolean
  /** Returns the signed-in caller. Reading this property refuses an anonymous caller. */
  user: Caller
  /**
   * Returns the caller's standing in the course that the access rule names. Reading this property throws if the rule names no
   * course.
   */
  standing: CourseStanding
  /** Links and returns from payment pages start with this origin (`originOf`). */
  origin: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Omits `success: true`, because the server adds it to every answer. */
export type Answer<N extends RouteName> = AnswerOf<N> extends infer A ? Omit<A, 'success'> : never

/** A handler whose answer is `success: true` alone returns nothing. */
type Returned<N extends RouteName> = object extends Answer<N> ? void : Answer<N>

/** Wraps the bytes of a whole cached answer that is the same for everyone. */
export class CachedAnswer {
  readonly bytes: PrecompressedResponse

  constructor(bytes: PrecompressedResponse) {
    this.bytes = bytes
  }
}

export type Handler<N extends RouteName> = (
  call: Call<N>,
) => Promise<Returned<N> | FastifyReply | CachedAnswer>
export type Handlers = { [N in RouteName]?: Handler<N> }

export const withData = async <T>(payload: Promise<T>): Promise<{ data: T }> => ({ data: await payload })

/**
 * Sets an ETag on the answer. Returns 304 instead of the answer to a client that sends this tag with `If-None-Match`. It serves
 * calls that a page repeats. Access has been checked before, so that a 304 reveals nothing to others.
 */
export async function unlessKnown<A extends object>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  read: Promise<A>,
): Promise<A | FastifyReply> {
  const answer = await read
  const hash = createHash('sha256').update(JSON.stringify(answer)).digest('base64url')
  const etag = `W/"${hash.slice(0, 22)}"`
  reply.header('etag', etag)
  return matchesEtag(request.headers['if-none-match'], etag) ? reply.code(304).send() : answer
}

export function sendFile(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: Buffer | Readable },
): FastifyReply {
  return reply
    .headers({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
    .send(content)
}
