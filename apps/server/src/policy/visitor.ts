import type { FastifyRequest } from 'fastify'

/** Where a request comes from, for limits and the list of sessions. */
export interface Visitor {
  address: string
  userAgent: string
}

/** The address is a proxy's word only when that proxy is trusted (Fastify's trustProxy). */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
