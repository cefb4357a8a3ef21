/** Implements the authorization code flow with PKCE for both providers, and reports failures without secrets. */
import * as oidc from 'openid-client'
import { SignInFailure, type SignInAttempt } from './port.ts'

/** A request to the provider fails after this time. */
export const answerWithinSeconds = 5

/** A provider on this machine may have no certificate. `APOGEE_ENV=live` refuses such an address. */
export const isPlainHttp = (url: string): boolean => new URL(url).protocol === 'http:'

export async function codeFlowUrl(
  configuration: oidc.Configuration,
  attempt: SignInAttempt,
  parameters: Record<string, string>,
): Promise<URL> {
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
}

export function exchangeCode(
  configuration: oidc.Configuration,
  attempt: SignInAttempt,
  answer: URLSearchParams,
  checks: oidc.AuthorizationCodeGrantChecks = {},
) {
  // The provider compares addresses exactly. Behind a proxy, the request's own address may differ from the redirect address that
  // was sent to the provider.
  const returned = new URL(attempt.redirectUri)
  returned.search = answer.toString()
  return oidc.authorizationCodeGrant(configuration, returned, {
    expectedState: attempt.state,
    pkceCodeVerifier: attempt.codeVerifier,
    ...checks,
  })
}

const timeoutCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/** The library's errors contain whole answers as their causes, so only names and codes are copied. */
export async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureFor(error)
  }
}

function failureFor(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error
  if (error instanceof oidc.AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'cancelled' : 'refused'
    return new SignInFailure(reason, `the provider answered ${error.error.slice(0, 60)}`)
  }
  if (error instanceof oidc.ResponseBodyError) {
    const reason = error.status >= 500 ? 'unreachable' : 'refused'
    return new SignInFailure(reason, `the provider answered ${error.status} ${error.error.slice(0, 60)}`)
  }
  if (error instanceof oidc.ClientError) {
    const code = error.code ?? 'of no name'
    const status = error.cause instanceof Response ? ` (${error.cause.status})` : ''
    const isSilent = timeoutCodes.has(code) || (error.cause instanceof Response && error.cause.status >= 500)
    return new SignInFailure(isSilent ? 'unreachable' : 'refused', `${error.message}, ${code}${status}`)
  }
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) {
    return new SignInFailure('unreachable', error.message)
  }
  return new SignInFailure('refused', error instanceof Error ? error.name : 'an unknown failure')
}
