import type { AnswerOf, ReceivedOf } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, MaybeCaller } from './caller.ts'
import { refuse } from './refusal.ts'
import type { CourseStanding } from './standing.ts'

/** What a route's handler receives: validated, authorised input. */
export type Call<N extends RouteName> = ReceivedOf<N> & {
  caller: MaybeCaller
  /** The caller's standing in the course of the access rule; undefined for calls without a course. */
  standing: CourseStanding | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer without `success: true`, which is added to every answer. */
export type Answer<N extends RouteName> = AnswerOf<N> extends infer A ? Omit<A, 'success'> : never

export type Handler<N extends RouteName> = (call: Call<N>) => Promise<Answer<N> | FastifyReply>
export type Handlers = { [N in RouteName]?: Handler<N> }

/** The caller of a route that requires sign-in. */
export function signedIn(call: { caller: MaybeCaller }): Caller {
  return call.caller ?? refuse('UNAUTHENTICATED')
}

/** The standing of a route whose rule names a course. */
export function standingOf(call: { standing: CourseStanding | undefined }): CourseStanding {
  if (!call.standing) throw new Error('this route has no course rule')
  return call.standing
}
