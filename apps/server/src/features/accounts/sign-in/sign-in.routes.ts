/**
 * Serves the browser's part of a sign-in through a provider: two redirects, which are not calls of the contract, and the exchange,
 * which is one.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signInProviderNames, type SignInProviderName } from '#server/adapters/sign-in/port.ts'
import type { Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { clientInfoOf, hostCookieOf } from '#server/policy/client-info.ts'
import type { SignInProblem } from '@apogee/contracts/accounts/sign-in.ts'
import { answerSignIn, setCookie } from './cookies.ts'
import { signInLife } from './sign-in.rules.ts'
import type { SignIn } from './sign-in.service.ts'

/** The cookie is Lax, because the browser returns from another site. */
const attemptCookie = 'apogee_sign_in'
/** Contains the second half of the sign-in code. Our own page sends it, other sites cannot. */
const secretCookie = 'apogee_sign_in_secret'

export function signInRoutes(signIn: SignIn): Handlers {
  return {
    listSignInProviders: async () => ({ data: signIn.providers() }),
    completeSignIn: async ({ body, request, reply, origin }) => {
      const browserSecret = hostCookieOf(request, secretCookie, origin)
      const end = await signIn.complete({ code: body.code, browserSecret }, clientInfoOf(request))
      setCookie(reply, origin, { name: secretCookie, value: '', seconds: 0, site: 'Strict' })
      return { data: answerSignIn(reply, origin, end) }
    },
  }
}

/** Registers `GET /api/auth/{provider}?redirect=/path` and `GET /api/auth/{provider}/callback`. */
export function registerSignInRedirects(app: FastifyInstance, signIn: SignIn, origins: OriginRule): void {
  for (const provider of signInProviderNames) {
    // A HEAD request would consume the state that the GET request needs.
    const common = { method: 'GET', exposeHeadRoute: false } as const
    app.route({
      ...common,
      url: `/api/auth/${provider}`,
      handler: async (request, reply) => {
        const origin = originOf(request, origins)
        const begun = await signIn.begin(provider, {
          redirect: queryOf(request).get('redirect') ?? undefined,
          redirectUri: `${origin}/api/auth/${provider}/callback`,
        })
        if ('problem' in begun) return lead(reply, toLogin(provider, begun.problem, null))
        setCookie(reply, origin, {
          name: attemptCookie,
          value: begun.kept,
          seconds: signInLife.attemptMs / 1000,
          site: 'Lax',
        })
        return lead(reply, begun.location)
      },
    })
    app.route({
      ...common,
      url: `/api/auth/${provider}/callback`,
      handler: async (request, reply) => {
        const origin = originOf(request, origins)
        const end = await signIn.finish(provider, {
          kept: hostCookieOf(request, attemptCookie, origin),
          answer: queryOf(request),
          visitor: clientInfoOf(request),
        })
        setCookie(reply, origin, { name: attemptCookie, value: '', seconds: 0, site: 'Lax' })
        if (end.outcome === 'not proven') return lead(reply, toLogin(provider, end.problem, end.redirect))
        setCookie(reply, origin, {
          name: secretCookie,
          value: end.browserSecret,
          seconds: signInLife.codeMs / 1000,
          site: 'Strict',
        })
        // The code is in the fragment, which browsers do not send, so that no log contains it.
        return lead(reply, `${loginAt(end.redirect)}#code=${end.code}`)
      },
    })
  }
}

const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '')

const loginAt = (redirect: string | null) =>
  redirect === null ? '/login' : `/login?redirect=${encodeURIComponent(redirect)}`

const toLogin = (provider: SignInProviderName, problem: SignInProblem, redirect: string | null) =>
  `${loginAt(redirect)}#problem=${provider}.${problem}`

function lead(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .redirect(location, 302)
}
