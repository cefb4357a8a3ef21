import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, type PrecompressedResponse } from '#server/platform/precompressed-response.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Catalogue } from './catalogue.service.ts'

export function catalogueRoutes(catalogue: Catalogue): Handlers {
  return {
    listCourses: async ({ caller, query, request, reply }) =>
      request.headers.authorization === undefined
        ? sendReady(request, reply, await catalogue.publicList(query))
        : catalogue.listCourses(caller, query),
    countCourses: async ({ request, reply }) => sendReady(request, reply, await catalogue.countCourses()),
    featuredInstructors: async ({ request, reply }) =>
      sendReady(request, reply, await catalogue.featuredInstructors()),
    listEnrolledCourses: async (call) => catalogue.listEnrolled(call.user, call.query),
    courseSales: (call) => withData(catalogue.courseSales(call.caller, call.standing)),
    readCourse: (call) => withData(catalogue.readCourse(call.caller, call.standing)),
  }
}

/** Sends cached bytes: any cache may store them and must revalidate. */
async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PrecompressedResponse,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'authorization, accept-encoding',
    etag: answer.etag,
  })
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(answer.plain)
  return reply.header('content-encoding', encoding).send(await answer.encoded(encoding))
}
