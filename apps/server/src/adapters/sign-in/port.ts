/** Defines sign-in through an identity provider with OpenID Connect or OAuth 2. Both use the authorization code flow with PKCE. */

export const signInProviderNames = ['google', 'github'] as const
export type SignInProviderName = (typeof signInProviderNames)[number]

/** All three secrets of an attempt are 256 random bits in base64url and are created for this attempt. */
export interface SignInAttempt {
  state: string
  nonce: string
  codeVerifier: string
  /** The address must be registered at the provider. */
  redirectUri: string
}

export interface ProvenIdentity {
  /** The subject never changes at this provider, unlike an email address. */
  subject: string
  /** The provider has verified the address. Null means that it has verified none. */
  verifiedEmail: string | null
  name: string | null
}

/**
 * `cancelled` means by the person, `refused` that an answer was invalid, `unreachable` that the provider did not answer. The
 * message contains no code, token or secret.
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
  /** Returns the provider's page where this attempt starts. @throws SignInFailure */
  authorizationUrl(attempt: SignInAttempt): Promise<URL>
  /** Identifies the person from the query of the provider's redirect. @throws SignInFailure */
  identify(attempt: SignInAttempt, answer: URLSearchParams): Promise<ProvenIdentity>
}

/** Null means that the provider is not configured on this site. */
export type SignInProviders = Readonly<Record<SignInProviderName, SignInProvider | null>>

export const noSignInProviders: SignInProviders = { google: null, github: null }
