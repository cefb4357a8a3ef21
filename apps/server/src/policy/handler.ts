import type { AnswerOf, ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { matchesEtag, type PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'
import type { Caller, MaybeCaller } from './caller.ts'
import type { CourseStanding } from './standing.ts'

/** A handler receives validated, authorised input. */
export type Call<N extends RouteName> = ReceivedOf<N> & {
  caller: MaybeCaller
  /** The value tells whether the request has an Authorization header, valid or not. */
  hasCredentials: boolean
  /** The value is the caller of a call that requires sign-in; reading it refuses an anonymous caller. */
  user: Caller
  /** The value is the caller's standing in the course of the access rule; reading it throws for a rule without a course. */
  standing: CourseStanding
  /** The value is the origin of links and payment returns: `originOf` the request. */
  origin: string
  request: FastifyRequest
  reply: FastifyReply
}

/** The type excludes `success: true`, which is added to every answer. */
export type Answer<N extends RouteName> = AnswerOf<N> extends infer A ? Omit<A, 'success'> : never

/** A handler returns nothing when the answer is `success: true` alone. */
type Returned<N extends RouteName> = object extends Answer<N> ? void : Answer<N>

/** Holds a whole answer as cached bytes, the same for everyone. */
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
 * Returns the answer with its tag, or 304 for a client that sends this tag with `If-None-Match`, for calls that a page repeats.
 * Access is checked before, so that a 304 reveals nothing to unauthorised callers.
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
