/** The cookies of `/api/auth`. None of them authenticates: only the bearer token does. */
import type { FastifyReply } from 'fastify'
import { deviceCookie } from '#server/policy/client-info.ts'
import { deviceLife } from './accounts.rules.ts'
import type { SignedIn } from './accounts.service.ts'

export function setCookie(
  reply: FastifyReply,
  origin: string,
  cookie: { name: string; value: string; seconds: number; site: 'Lax' | 'Strict' },
): void {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookie.name}=${cookie.value}; Path=/api/auth; Max-Age=${cookie.seconds}; HttpOnly; SameSite=${cookie.site}${secure}`,
  )
}

/** Sets the device cookie and returns the other fields, which scripts may read. */
export function rememberBrowser(
  reply: FastifyReply,
  origin: string,
  { device, ...forScripts }: SignedIn,
): Omit<SignedIn, 'device'> {
  setDeviceCookie(reply, origin, device)
  return forScripts
}

export function setDeviceCookie(reply: FastifyReply, origin: string, device: string): void {
  const seconds = deviceLife.unusedMs / 1000
  setCookie(reply, origin, { name: deviceCookie, value: device, seconds, site: 'Strict' })
}
