/** Implements OpenID Connect. The endpoints come from the issuer's discovery document, and the person from the signed ID token. */
import * as oidc from 'openid-client'
import { answerWithinSeconds, codeFlowUrl, exchangeCode, isPlainHttp, orFailure } from './code-flow.ts'
import { SignInFailure, type ProvenIdentity, type SignInProvider } from './port.ts'

export interface OidcOptions {
  issuer: string
  clientId: string
  clientSecret: string
  now?: () => number
}

/** Keys and addresses of an issuer change rarely and are announced long before. */
const discoveryLifeMs = 24 * 3_600_000

export function createGoogleSignIn({
  issuer,
  clientId,
  clientSecret,
  now = Date.now,
}: OidcOptions): SignInProvider {
  let known: { configuration: Promise<oidc.Configuration>; at: number } | undefined

  function discover(): Promise<oidc.Configuration> {
    if (known && now() - known.at < discoveryLifeMs) return known.configuration
    const configuration = oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      oidc.ClientSecretPost(clientSecret),
      {
        timeout: answerWithinSeconds,
        // The token's signature is verified although it comes directly from the issuer.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(isPlainHttp(issuer) ? [oidc.allowInsecureRequests] : []),
        ],
      },
    )
    const found = { configuration, at: now() }
    known = found
    // A failed discovery is not cached.
    configuration.catch(() => {
      if (known === found) known = undefined
    })
    return configuration
  }

  return {
    authorizationUrl: (attempt) =>
      orFailure(async () =>
        codeFlowUrl(await discover(), attempt, {
          scope: 'openid email profile',
          nonce: attempt.nonce,
          prompt: 'select_account',
        }),
      ),
    identify: (attempt, answer) =>
      orFailure(async () => {
        const tokens = await exchangeCode(await discover(), attempt, answer, {
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new SignInFailure('refused', 'there is no ID token')
        return identityIn(claims)
      }),
  }
}

function identityIn({ sub, email, email_verified, name }: oidc.IDToken): ProvenIdentity {
  return {
    subject: sub,
    verifiedEmail: typeof email === 'string' && email_verified === true ? email : null,
    name: typeof name === 'string' ? name : null,
  }
}
