/**
 * A provider of our own for tests, on this machine: OpenID Connect with signed ID tokens, and OAuth 2 with GitHub's API.
 * It holds its clients to what the standards ask (registered address, PKCE, a code once), and lies when told to.
 */
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

export interface LocalPerson {
  id: number
  name: string | null
  addresses: { email: string; primary: boolean; verified: boolean }[]
}

/** What the provider does wrong from now on. */
export interface ProviderFaults {
  isDown?: boolean
  declines?: boolean
  claims?: Record<string, unknown>
  signsWithAnotherKey?: boolean
}

export const localClient = { clientId: 'apogee', clientSecret: 'a secret between two local servers' }

export type LocalProvider = Awaited<ReturnType<typeof startLocalProvider>>

interface Consent {
  challenge: string
  redirectUri: string
  nonce: string | undefined
  person: LocalPerson
}

/** `host`: another name of this machine makes it another site to a browser. */
export async function startLocalProvider({ host = '127.0.0.1' } = {}) {
  const app = Fastify()
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const consents = new Map<string, Consent>()
  const tokens = new Map<string, LocalPerson>()
  let lies: ProviderFaults = {}
  let person: LocalPerson = {
    id: 4711,
    name: 'Nurul Huda',
    addresses: [{ email: 'nurul@apogee.test', primary: true, verified: true }],
  }

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (_request, reply) => {
    if (lies.isDown) await reply.code(503).send({ error: 'temporarily_unavailable' })
  })

  const origin = () => {
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('the provider does not listen')
    return `http://${host}:${address.port}`
  }
  authorizeAt(
    app,
    ['/authorize', '/login/oauth/authorize'],
    ({ challenge, redirectUri, nonce }): Record<string, string> => {
      if (lies.declines) return { error: 'access_denied' }
      const code = randomUUID()
      consents.set(code, { challenge, redirectUri, nonce, person })
      return { code }
    },
  )

  app.get('/.well-known/openid-configuration', async () => ({
    issuer: origin(),
    authorization_endpoint: `${origin()}/authorize`,
    token_endpoint: `${origin()}/token`,
    jwks_uri: `${origin()}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }))
  app.get('/jwks', async () => ({
    keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
  }))

  const redeem = (body: Record<string, string>): Consent | null => {
    const consent = consents.get(body['code'] ?? '')
    consents.delete(body['code'] ?? '')
    const isClient =
      body['client_id'] === localClient.clientId && body['client_secret'] === localClient.clientSecret
    const isSame =
      consent?.redirectUri === body['redirect_uri'] &&
      consent?.challenge === challengeOf(body['code_verifier'])
    return consent && isClient && isSame && body['grant_type'] === 'authorization_code' ? consent : null
  }
  const bearerFor = (known: LocalPerson) => {
    const token = randomUUID()
    tokens.set(token, known)
    return token
  }

  app.post<{ Body: Record<string, string> }>('/token', async ({ body }, reply) => {
    const consent = redeem(body)
    if (!consent) return reply.code(400).send({ error: 'invalid_grant' })
    const primary = consent.person.addresses.find((address) => address.primary)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: origin(),
      aud: localClient.clientId,
      sub: String(consent.person.id),
      iat: now,
      exp: now + 300,
      nonce: consent.nonce,
      ...(primary && { email: primary.email, email_verified: primary.verified }),
      ...(consent.person.name !== null && { name: consent.person.name }),
      ...lies.claims,
    }
    const idToken = signed(claims, lies.signsWithAnotherKey ? foreign.privateKey : own.privateKey)
    return {
      access_token: bearerFor(consent.person),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken,
    }
  })

  // GitHub says what went wrong with status 200.
  app.post<{ Body: Record<string, string> }>('/login/oauth/access_token', async ({ body }) => {
    const consent = redeem(body)
    if (!consent)
      return { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' }
    return { access_token: bearerFor(consent.person), token_type: 'bearer', scope: 'read:user,user:email' }
  })
  const holderOf = (authorization: string | undefined, reply: FastifyReply): LocalPerson | undefined => {
    const holder = tokens.get(authorization?.replace(/^bearer /i, '') ?? '')
    if (!holder) void reply.code(401)
    return holder
  }
  app.get('/api/v3/user', async ({ headers }, reply) => {
    const holder = holderOf(headers.authorization, reply)
    return holder ? { id: holder.id, login: 'nurul', name: holder.name } : { message: 'Bad credentials' }
  })
  app.get('/api/v3/user/emails', async ({ headers }, reply) => {
    const holder = holderOf(headers.authorization, reply)
    return holder ? holder.addresses : { message: 'Bad credentials' }
  })

  await app.listen({ port: 0, host })
  return {
    origin: origin(),
    isPerson(given: Partial<LocalPerson>) {
      person = { ...person, ...given }
    },
    lie(told: ProviderFaults) {
      lies = told
    },
    /** What a browser does with the address: opens it, agrees, and is sent back; answers where to. */
    async visit(location: string | URL): Promise<URL> {
      const answer = await fetch(location, { redirect: 'manual' })
      const back = answer.headers.get('location')
      if (!back) throw new Error(`the provider did not send the browser back: ${answer.status}`)
      return new URL(back)
    },
    stop: () => app.close(),
  }
}

function authorizeAt(
  app: FastifyInstance,
  paths: readonly string[],
  consent: (asked: {
    challenge: string
    redirectUri: string
    nonce: string | undefined
  }) => Record<string, string>,
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
