import type { FastifyRequest } from 'fastify'

/** Where a request comes from, for limits and the list of sessions. */
export interface Visitor {
  address: string
  userAgent: string
  /** The language this browser was set to; undefined when it never was. */
  language?: 'en' | 'ms' | undefined
}

/** The address is a proxy's word only when that proxy is trusted (Fastify's trustProxy). */
export function visitorOf(request: FastifyRequest): Visitor {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: chosenLanguage(request.headers.cookie),
  }
}

function chosenLanguage(cookie: string | undefined): 'en' | 'ms' | undefined {
  const chosen = cookie?.match(/(?:^|;)\s*lang=(en|ms)(?:;|$)/)?.[1]
  return chosen === 'ms' || chosen === 'en' ? chosen : undefined
}
