/**
 * Implements a local provider for tests: OpenID Connect with signed ID tokens, and OAuth 2 with GitHub's API. It enforces the
 * standards on its clients (registered address, PKCE, single-use code) and misbehaves on request.
 */
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

export interface LocalPerson {
  id: number
  name: string | null
  addresses: { email: string; primary: boolean; verified: boolean }[]
}

export interface ProviderFaults {
  isDown?: boolean
  declines?: boolean
  claims?: Record<string, unknown>
  signsWithAnotherKey?: boolean
}

export const localClient = { clientId: 'apogee', clientSecret: 'a secret between two local servers' }

interface Consent {
  challenge: string
  redirectUri: string
  nonce: string | undefined
  person: LocalPerson
}

/** `host` may be another name of this machine, so that the browser treats the provider as another site. */
export async function startLocalProvider({ host = '127.0.0.1' } = {}): Promise<LocalProvider> {
  const provider = new LocalProvider(host)
  await provider.listen()
  return provider
}

export class LocalProvider {
  readonly #app = Fastify()
  readonly #own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #consents = new Map<string, Consent>()
  readonly #tokens = new Map<string, LocalPerson>()
  readonly #host: string
  #faults: ProviderFaults = {}
  #person: LocalPerson = {
    id: 4711,
    name: 'Nurul Huda',
    addresses: [{ email: 'nurul@apogee.test', primary: true, verified: true }],
  }

  constructor(host: string) {
    this.#host = host
    this.#app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    this.#app.addHook('onRequest', async (_request, reply) => {
      if (this.#faults.isDown) await reply.code(503).send({ error: 'temporarily_unavailable' })
    })
    authorizeAt(this.#app, ['/authorize', '/login/oauth/authorize'], (asked) => this.#consent(asked))
    this.#serveOpenIdConnect()
    this.#serveGitHub()
  }

  async listen(): Promise<void> {
    await this.#app.listen({ port: 0, host: this.#host })
  }

  get origin(): string {
    const address = this.#app.server.address()
    if (address === null || typeof address === 'string') throw new Error('the provider does not listen')
    return `http://${this.#host}:${address.port}`
  }

  isPerson(given: Partial<LocalPerson>): void {
    this.#person = { ...this.#person, ...given }
  }

  setFaults(told: ProviderFaults): void {
    this.#faults = told
  }

  /** Opens the address, consents and follows the redirect as a browser does. Returns the final address. */
  async visit(location: string | URL): Promise<URL> {
    const answer = await fetch(location, { redirect: 'manual' })
    const back = answer.headers.get('location')
    if (!back) throw new Error(`the provider did not send the browser back: ${answer.status}`)
    return new URL(back)
  }

  stop(): Promise<void> {
    return this.#app.close()
  }

  #consent({ challenge, redirectUri, nonce }: Omit<Consent, 'person'>): Record<string, string> {
    if (this.#faults.declines) return { error: 'access_denied' }
    const code = randomUUID()
    this.#consents.set(code, { challenge, redirectUri, nonce, person: this.#person })
    return { code }
  }

  #redeem(body: Record<string, string>): Consent | null {
    const consent = this.#consents.get(body['code'] ?? '')
    this.#consents.delete(body['code'] ?? '')
    const isClient =
      body['client_id'] === localClient.clientId && body['client_secret'] === localClient.clientSecret
    const isSame =
      consent?.redirectUri === body['redirect_uri'] &&
      consent?.challenge === challengeOf(body['code_verifier'])
    return consent && isClient && isSame && body['grant_type'] === 'authorization_code' ? consent : null
  }

  #bearerFor(known: LocalPerson): string {
    const token = randomUUID()
    this.#tokens.set(token, known)
    return token
  }

  #serveOpenIdConnect(): void {
    this.#app.get('/.well-known/openid-configuration', async () => ({
      issuer: this.origin,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      jwks_uri: `${this.origin}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }))
    this.#app.get('/jwks', async () => ({
      keys: [{ ...this.#own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
    }))
    this.#app.post<{ Body: Record<string, string> }>('/token', async ({ body }, reply) => {
      const consent = this.#redeem(body)
      if (!consent) return reply.code(400).send({ error: 'invalid_grant' })
      return {
        access_token: this.#bearerFor(consent.person),
        token_type: 'Bearer',
        expires_in: 300,
        id_token: this.#idToken(consent),
      }
    })
  }

  #idToken({ person, nonce }: Consent): string {
    const primary = person.addresses.find((address) => address.primary)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: this.origin,
      aud: localClient.clientId,
      sub: String(person.id),
      iat: now,
      exp: now + 300,
      nonce,
      ...(primary && { email: primary.email, email_verified: primary.verified }),
      ...(person.name !== null && { name: person.name }),
      ...this.#faults.claims,
    }
    return signed(claims, this.#faults.signsWithAnotherKey ? this.#foreign.privateKey : this.#own.privateKey)
  }

  #serveGitHub(): void {
    // GitHub answers an error of this call with status 200.
    this.#app.post<{ Body: Record<string, string> }>('/login/oauth/access_token', async ({ body }) => {
      const consent = this.#redeem(body)
      if (!consent)
        return { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' }
      return {
        access_token: this.#bearerFor(consent.person),
        token_type: 'bearer',
        scope: 'read:user,user:email',
      }
    })
    this.#app.get('/api/v3/user', async ({ headers }, reply) => {
      const holder = this.#holderOf(headers.authorization, reply)
      return holder ? { id: holder.id, login: 'nurul', name: holder.name } : { message: 'Bad credentials' }
    })
    this.#app.get('/api/v3/user/emails', async ({ headers }, reply) => {
      const holder = this.#holderOf(headers.authorization, reply)
      return holder ? holder.addresses : { message: 'Bad credentials' }
    })
  }

  #holderOf(authorization: string | undefined, reply: FastifyReply): LocalPerson | undefined {
    const holder = this.#tokens.get(authorization?.replace(/^bearer /i, '') ?? '')
    if (!holder) void reply.code(401)
    return holder
  }
}

function authorizeAt(
  app: FastifyInstance,
  paths: readonly string[],
  consent: (asked: Omit<Consent, 'person'>) => Record<string, string>,
): void {
  for (const path of paths) {
    app.get<{ Querystring: Record<string, string> }>(path, async ({ query }, reply) => {
      const { client_id, redirect_uri = '', state = '', code_challenge = '', nonce } = query
      const isSound =
        client_id === localClient.clientId &&
        new URL(redirect_uri).pathname.startsWith('/api/auth/') &&
        query['response_type'] === 'code' &&
        query['code_challenge_method'] === 'S256'
      if (!isSound) return reply.code(400).send('not a request of a registered client')
      const back = new URL(redirect_uri)
      const told = consent({ challenge: code_challenge, redirectUri: redirect_uri, nonce })
      for (const [key, value] of Object.entries({ ...told, state })) back.searchParams.set(key, value)
      return reply.redirect(back.href)
    })
  }
}

const challengeOf = (verifier: string | undefined) =>
  createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')

function signed(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ alg: 'RS256', typ: 'JWT', kid: 'own' })}.${part(claims)}`
  return `${input}.${sign('RSA-SHA256', Buffer.from(input), key).toString('base64url')}`
}
