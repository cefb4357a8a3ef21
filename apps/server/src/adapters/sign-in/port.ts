/** Defines sign-in through an identity provider with OpenID Connect or OAuth 2. Both use the authorization code flow with PKCE. */

export const signInProviderNames = ['google', 'github'] as const
export type SignInProviderName = (typeof signInProviderNames)[number]

/** The three secrets of an attempt are each 256 random bits in base64url. Every attempt has new ones. */
export interface SignInAttempt {
  state: string
  nonce: string
  codeVerifier: string
  /** The address must be registered at the provider. */
  redirectUri: string
}

export interface ProvenIdentity {
  /** The subject identifies the person at this provider and never changes, unlike an email address. */
  subject: string
  /** The provider has verified this address. It is null if the provider has verified none. */
  verifiedEmail: string | null
  name: string | null
}

/**
 * `cancelled` means that the person cancelled, `refused` that an answer was invalid, and `unreachable` that the provider did not
 * answer. The message contains no code, token or secret.
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
  /**
   * Returns the address of the provider's page at which this attempt starts.
   * @throws SignInFailure
   */
  authorizationUrl(attempt: SignInAttempt): Promise<URL>
  /**
   * Identifies the person by the query with which the provider redirects back.
   * @throws SignInFailure
   */
  identify(attempt: SignInAttempt, answer: URLSearchParams): Promise<ProvenIdentity>
}

/** A provider is null if it is not configured on this site. */
export type SignInProviders = Readonly<Record<SignInProviderName, SignInProvider | null>>

export const noSignInProviders: SignInProviders = { google: null, github: null }
