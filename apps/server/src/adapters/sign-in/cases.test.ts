/** Runs one suite for both providers against a local provider, then the cases of single providers. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '#server/platform/secrets/tokens.ts'
import { createGitHubSignIn } from './github.ts'
import { createGoogleSignIn } from './google.ts'
import { localClient, startLocalProvider, type LocalProvider } from './local-provider.testing.ts'
import type { SignInAttempt, SignInProvider, SignInProviderName } from './port.ts'

let local: LocalProvider
beforeAll(async () => {
  local = await startLocalProvider()
})
afterEach(() => {
  local.setFaults({})
  local.isPerson({
    name: 'Nurul Huda',
    addresses: [{ email: 'nurul@apogee.test', primary: true, verified: true }],
  })
})
afterAll(() => local.stop())

const makers: Record<SignInProviderName, (client?: object, origin?: string) => SignInProvider> = {
  google: (client, origin = local.origin) =>
    createGoogleSignIn({ issuer: origin, ...localClient, ...client }),
  github: (client, origin = local.origin) => createGitHubSignIn({ url: origin, ...localClient, ...client }),
}

const attemptFor = (provider: SignInProviderName): SignInAttempt => ({
  state: newToken(),
  nonce: newToken(),
  codeVerifier: newToken(),
  redirectUri: `http://127.0.0.1:3000/api/auth/${provider}/callback`,
})

/** Follows the redirects to the provider and back, and returns the query of the redirect back. */
async function walk(provider: SignInProvider, attempt: SignInAttempt): Promise<URLSearchParams> {
  return (await local.visit(await provider.authorizationUrl(attempt))).searchParams
}

describe.each(['google', 'github'] as const)('%s', (name) => {
  test("sign-in starts on the provider's page with a state, a challenge and the registered address", async () => {
    const attempt = attemptFor(name)
    const page = await makers[name]().authorizationUrl(attempt)
    expect(page.origin).toBe(local.origin)
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: localClient.clientId,
      redirect_uri: attempt.redirectUri,
      state: attempt.state,
      code_challenge_method: 'S256',
      // The person must choose the account, so that no other site can sign them in by linking here.
      prompt: 'select_account',
    })
    expect(page.href).not.toContain(attempt.codeVerifier)
    expect(page.href).not.toContain(localClient.clientSecret)
  })

  test('sign-in returns subject, verified address and name', async () => {
    const attempt = attemptFor(name)
    const provider = makers[name]()
    expect(await provider.identify(attempt, await walk(provider, attempt))).toEqual({
      subject: '4711',
      verifiedEmail: 'nurul@apogee.test',
      name: 'Nurul Huda',
    })
  })

  test('sign-in returns no address that the provider has not verified or does not send', async () => {
    const provider = makers[name]()
    for (const addresses of [[{ email: 'nurul@apogee.test', primary: true, verified: false }], []]) {
      local.isPerson({ name: null, addresses })
      const attempt = attemptFor(name)
      expect(await provider.identify(attempt, await walk(provider, attempt))).toEqual({
        subject: '4711',
        verifiedEmail: null,
        name: null,
      })
    }
  })

  test('sign-in is cancelled when the person declines', async () => {
    local.setFaults({ declines: true })
    const attempt = attemptFor(name)
    const provider = makers[name]()
    await expect(provider.identify(attempt, await walk(provider, attempt))).rejects.toMatchObject({
      reason: 'cancelled',
    })
  })

  test('sign-in refuses another state, another verifier, and a code used twice', async () => {
    const provider = makers[name]()
    const attempt = attemptFor(name)
    const answer = await walk(provider, attempt)
    await expect(provider.identify({ ...attempt, state: newToken() }, answer)).rejects.toMatchObject({
      reason: 'refused',
    })
    const stolen = { ...attempt, codeVerifier: newToken() }
    await expect(provider.identify(stolen, await walk(provider, attempt))).rejects.toMatchObject({
      reason: 'refused',
    })
    await provider.identify(attempt, answer)
    await expect(provider.identify(attempt, answer)).rejects.toMatchObject({ reason: 'refused' })
  })

  test('a wrong secret is refused, and no message contains a secret, a code or a token', async () => {
    const provider = makers[name]({ clientSecret: 'another secret' })
    const attempt = attemptFor(name)
    const answer = await walk(provider, attempt)
    const failure = await provider.identify(attempt, answer).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'SignInFailure', reason: 'refused' })
    for (const secret of ['another secret', answer.get('code') ?? '', attempt.codeVerifier]) {
      expect(String(failure)).not.toContain(secret)
    }
    expect((failure as Error).cause).toBeUndefined()
  })

  test('sign-in reports an unreachable provider, and works again when it is back', async () => {
    const provider = makers[name]()
    const attempt = attemptFor(name)
    local.setFaults({ isDown: true })
    const away =
      name === 'google'
        ? provider.authorizationUrl(attempt)
        : provider.identify(attempt, new URLSearchParams({ code: 'x', state: attempt.state }))
    await expect(away).rejects.toMatchObject({ reason: 'unreachable' })
    local.setFaults({})
    expect((await provider.identify(attempt, await walk(provider, attempt))).subject).toBe('4711')
  })

  test('sign-in reports a provider that does not listen at all', async () => {
    const nobody = 'http://127.0.0.1:9'
    const provider = makers[name]({}, nobody)
    const attempt = attemptFor(name)
    const asked =
      name === 'google'
        ? provider.authorizationUrl(attempt)
        : provider.identify(attempt, new URLSearchParams({ code: 'x', state: attempt.state }))
    await expect(asked).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

describe('an ID token', () => {
  test.each([
    ['of another attempt', { claims: { nonce: 'another nonce' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'somebody-else' } }],
    ['of another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['that has expired', { claims: { exp: 1 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed with another key', { signsWithAnotherKey: true }],
  ])('an ID token is refused when %s', async (_, lie) => {
    const provider = makers.google()
    const attempt = attemptFor('google')
    const answer = await walk(provider, attempt)
    local.setFaults(lie)
    await expect(provider.identify(attempt, answer)).rejects.toMatchObject({ reason: 'refused' })
  })

  test('an ID token with email_verified as text gives no verified address', async () => {
    const provider = makers.google()
    const attempt = attemptFor('google')
    const answer = await walk(provider, attempt)
    local.setFaults({ claims: { email_verified: 'true' } })
    expect((await provider.identify(attempt, answer)).verifiedEmail).toBeNull()
  })
})

test('GitHub sign-in uses only the primary address, and only when it is verified', async () => {
  const provider = makers.github()
  const spare = { email: 'spare@apogee.test', primary: false, verified: true }
  local.isPerson({ addresses: [spare, { email: 'main@apogee.test', primary: true, verified: true }] })
  const attempt = attemptFor('github')
  expect((await provider.identify(attempt, await walk(provider, attempt))).verifiedEmail).toBe(
    'main@apogee.test',
  )
  local.isPerson({ addresses: [spare, { email: 'main@apogee.test', primary: true, verified: false }] })
  const second = attemptFor('github')
  expect((await provider.identify(second, await walk(provider, second))).verifiedEmail).toBeNull()
})
