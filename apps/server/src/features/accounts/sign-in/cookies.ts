/** Sets the cookies of sign-ins. No cookie authenticates a request; requests carry a bearer token. */
import type { FastifyReply } from 'fastify'
import { deviceCookie, hostCookieName, isSecureOrigin } from '#server/policy/client-info.ts'
import { refuse } from '#server/policy/refusal.ts'
import { deviceLife, secondFactorLife } from '../accounts.rules.ts'
import type { SignedIn } from '../present-user.ts'
import type { FirstStep } from '../second-factor/second-factor.ts'

/** Binds the first step of a sign-in to this browser. */
export const challengeCookie = 'apogee_second_factor'

export function setCookie(
  reply: FastifyReply,
  origin: string,
  cookie: { name: string; value: string; seconds: number; site: 'Lax' | 'Strict' },
): void {
  const isSecure = isSecureOrigin(origin)
  // The cookie's name begins with `__Host-` on a secure origin, and browsers accept that prefix only with the path `/`.
  const scope = isSecure ? 'Path=/; Secure' : 'Path=/api/auth'
  const name = hostCookieName(cookie.name, isSecure)
  reply.header(
    'set-cookie',
    `${name}=${cookie.value}; ${scope}; Max-Age=${cookie.seconds}; HttpOnly; SameSite=${cookie.site}`,
  )
}

/** Answers a completed sign-in. When the second factor must still follow, sets the challenge's cookie and refuses. */
export function answerSignIn(
  reply: FastifyReply,
  origin: string,
  end: SignedIn | FirstStep,
): Omit<SignedIn, 'device'> {
  if (!('challenge' in end)) return rememberBrowser(reply, origin, end)
  const seconds = secondFactorLife.challengeMs / 1000
  setCookie(reply, origin, { name: challengeCookie, value: end.challenge, seconds, site: 'Strict' })
  return refuse('SECOND_FACTOR_REQUIRED')
}

/** Sets the device cookie. Returns all fields but the device, which scripts must not read. */
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
