/** Signing in through somebody who knows the person: OpenID Connect or OAuth 2, always the authorization code with PKCE. */

export const signInProviderNames = ['google', 'github'] as const
export type SignInProviderName = (typeof signInProviderNames)[number]

/** One walk to the provider and back. All three secrets are 256 random bits in base64url, made for this walk alone. */
export interface SignInAttempt {
  state: string
  nonce: string
  codeVerifier: string
  /** Where the provider sends the browser back: the very address that is registered there. */
  redirectUri: string
}

/** Whom the provider knows. */
export interface ProvenIdentity {
  /** Never changes at this provider, unlike an address. */
  subject: string
  /** Only an address that the provider itself has verified; null when it vouches for none. */
  verifiedEmail: string | null
  name: string | null
}

/**
 * Why nobody was proven: `cancelled` by the person, `refused` because an answer was not what it must be, `unreachable`
 * because the provider gave none. The message holds no code, token or secret.
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
  /** The provider's page that this attempt begins on. @throws SignInFailure */
  authorizationUrl(attempt: SignInAttempt): Promise<URL>
  /** Who came back, from the query the provider sent the browser back with. @throws SignInFailure */
  identify(attempt: SignInAttempt, answer: URLSearchParams): Promise<ProvenIdentity>
}

/** Null: not set up on this site. */
export type SignInProviders = Readonly<Record<SignInProviderName, SignInProvider | null>>

export const noSignInProviders: SignInProviders = { google: null, github: null }
