/** Sign-in through an identity provider: OpenID Connect or OAuth 2, always the authorization code with PKCE. */

export const signInProviderNames = ['google', 'github'] as const
export type SignInProviderName = (typeof signInProviderNames)[number]

/**
 * One sign-in attempt at the provider. All three secrets are 256 random bits in base64url, created for this attempt.
 */
export interface SignInAttempt {
  state: string
  nonce: string
  codeVerifier: string
  /** The redirect address that is registered at the provider. */
  redirectUri: string
}

/** The person as the provider identifies them. */
export interface ProvenIdentity {
  /** Never changes at this provider, unlike an address. */
  subject: string
  /** Only an address that the provider has verified; null otherwise. */
  verifiedEmail: string | null
  name: string | null
}

/**
 * Why sign-in failed: `cancelled` by the person, `refused` because an answer was invalid, `unreachable`
 * because the provider did not answer. The message contains no code, token or secret.
 */
export class SignInFailure extends Error {
  readonly reason: 'cancelled' | 'refused' | 'unreachable'

  constructor(reason: SignInFailure['reason'], message: string) {
    super(message)
    this.name = 'SignInFailure'
    this.reason = reason
  }
}

export interface SignInProvider {
  /** The provider's page where this attempt starts. @throws SignInFailure */
  authorizationUrl(attempt: SignInAttempt): Promise<URL>
  /** Identifies the person from the query of the provider's redirect. @throws SignInFailure */
  identify(attempt: SignInAttempt, answer: URLSearchParams): Promise<ProvenIdentity>
}

/** Null: not configured on this site. */
export type SignInProviders = Readonly<Record<SignInProviderName, SignInProvider | null>>

export const noSignInProviders: SignInProviders = { google: null, github: null }
