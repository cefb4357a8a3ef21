/** Tests sign-in through Google and GitHub over HTTP with a local provider (docs/product-choices.md#accounts). */
import { newestDocuments } from '@apogee/contracts/accounts/legal-documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import {
  localClient,
  startLocalProvider,
  type LocalProvider,
} from '#server/adapters/sign-in/local-provider.testing.ts'
import { createSignInProviders } from '#server/adapters/sign-in/sign-in.ts'
import type { SignInProviderName } from '#server/adapters/sign-in/port.ts'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'

let local: LocalProvider
let server: TestApp
beforeAll(async () => {
  local = await startLocalProvider()
  server = await startTestApp({
    payments: unusedPayments,
    signInProviders: createSignInProviders({
      google: { issuer: local.origin, ...localClient },
      github: { url: local.origin, ...localClient },
    }),
  })
})
afterAll(async () => {
  await server.stop()
  await local.stop()
})

let people = 0
/** Each test uses a new person at the provider. */
let email = ''
beforeEach(() => {
  people += 1
  email = `nurul${people}@apogee.test`
  local.setFaults({})
  isPerson({})
})
const isPerson = ({ id = 5000 + people, address = email, verified = true }) =>
  local.isPerson({
    id,
    name: 'Nurul Huda',
    addresses: [{ email: address, primary: true, verified }],
  })

/** Creates a browser that stores cookies and follows no redirect by itself. */
function browser() {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    async open(url: string | URL, headers: Record<string, string> = {}) {
      const { pathname, search } = new URL(url, 'http://localhost')
      const answer = await server.app.inject({
        url: pathname + search,
        headers: { host: 'localhost:3000', cookie: cookies(), ...headers },
      })
      for (const { name, value, maxAge } of answer.cookies as {
        name: string
        value: string
        maxAge?: number
      }[]) {
        if (maxAge === 0) jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    },
    complete: (code: string, headers: Record<string, string> = {}) =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/complete',
        payload: { code },
        headers: { host: 'localhost:3000', cookie: cookies(), ...headers },
      }),
  }
}
type Browser = ReturnType<typeof browser>

const locationOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['location'])
const codeIn = (location: string) => location.match(/#code=([\w-]+)$/)?.[1] ?? ''

/** Runs the sign-in up to the provider's redirect, without opening the redirect. */
async function toCallback(by: Browser, provider: SignInProviderName, redirect = ''): Promise<URL> {
  const begun = await by.open(
    `/api/auth/${provider}${redirect && `?redirect=${encodeURIComponent(redirect)}`}`,
  )
  expect(begun.statusCode).toBe(302)
  return local.visit(locationOf(begun))
}

async function walk(by: Browser, provider: SignInProviderName, redirect = ''): Promise<string> {
  return locationOf(await by.open(await toCallback(by, provider, redirect)))
}

async function signInThrough(provider: SignInProviderName, by = browser()) {
  const answer = await by.complete(codeIn(await walk(by, provider)))
  return answer.json<{ data: { token: string; user: Record<string, unknown> } }>().data
}

const isSignedIn = async (token: string) =>
  (await server.call('verifySession', { body: {}, as: { token } })).status === 200

describe.each(['google', 'github'] as const)('signing in through %s', (provider) => {
  test('the first link is an entry of the security log, a later sign-in none', async () => {
    const { user } = await signInThrough(provider)
    await signInThrough(provider)
    const { rows } = await sql<{ details: unknown }>`
      SELECT details FROM security_log WHERE kind = 'identity.linked' AND subject_id = ${Number(user['id'])}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ details: { provider } }])
  })

  test('signing in through %s creates a student account with a verified address for a new person', async () => {
    const { token, user } = await signInThrough(provider)
    expect(user).toMatchObject({
      name: 'Nurul Huda',
      email,
      role: 'student',
      businessId: null,
      emailVerified: true,
    })
    expect(await isSignedIn(token)).toBe(true)
  })

  test('signing in through %s opens the same account later, also after the address has changed at the provider', async () => {
    const first = await signInThrough(provider)
    isPerson({ address: `moved-${email}` })
    expect((await signInThrough(provider)).user).toEqual(first.user)
  })

  test('signing in through %s opens the account with this verified address: its password stays, other sessions end, its owner is mailed', async () => {
    const body = { email, password: testPassword }
    const own = (await server.call('register', { body: { ...body, name: 'Nurul' } })).body.data
    await sql`UPDATE users SET email_verified_at = now(), language = 'ms' WHERE id = ${own.user.id}`.execute(
      server.database.kysely,
    )
    const opened = await signInThrough(provider)
    expect(opened.user['id']).toBe(own.user.id)
    expect(await isSignedIn(opened.token)).toBe(true)
    expect(await isSignedIn(own.token)).toBe(false)
    const again = await server.call('login', { body })
    expect(again.status).toBe(200)
    const name = provider === 'google' ? 'Google' : 'GitHub'
    const received = async () => {
      await server.jobs.runDueOnce()
      return server.mails.filter(({ to, subject }) => to === email && subject.startsWith(name))
    }
    expect(await received()).toMatchObject([
      {
        subject: `${name} telah ditambah pada akaun Apogee anda`,
        body: expect.stringContaining('Kata laluan anda kekal'),
      },
    ])

    await signInThrough(provider)
    expect(await isSignedIn(again.body.data.token)).toBe(true)
    expect(await received()).toHaveLength(1)
  })

  test('signing in through %s ends password and sessions of an account that never verified the address', async () => {
    const body = { email: email.toUpperCase(), password: testPassword }
    const waiting = (await server.call('register', { body: { ...body, name: 'Not Nurul' } })).body.data
    await server.call('forgotPassword', { body: { email } })
    await server.jobs.runDueOnce()
    const { token, user } = await signInThrough(provider)
    expect(user).toMatchObject({ id: waiting.user.id, emailVerified: true })
    expect(await isSignedIn(token)).toBe(true)
    expect(await isSignedIn(waiting.token)).toBe(false)
    expect((await server.call('login', { body })).status).toBe(401)
    await server.jobs.runDueOnce()
    const received = server.mails.filter(({ subject }) =>
      subject.endsWith('was added to your Apogee account'),
    )
    expect(received.findLast(({ to }) => to.toLowerCase() === email)?.body).toContain('has no password now')
    const reset = server.mails.find(
      ({ to, body: text }) => to.toLowerCase() === email && text.includes('/reset-password/'),
    )
    const link = reset?.body.match(/reset-password\/(\S+)/)?.[1] ?? ''
    expect(
      (await server.call('resetPassword', { body: { token: link, password: 'Brand-New-2' } })).status,
    ).toBe(410)
  })

  test('signing in through %s links accounts by verified e-mail only', async () => {
    const { id } = await server.person()
    isPerson({ verified: false })
    expect(await walk(browser(), provider)).toBe(`/login#problem=${provider}.unverified`)
    const { rows } =
      await sql`SELECT 1 FROM identities WHERE user_id = ${id} OR subject = ${String(5000 + people)}`.execute(
        server.database.kysely,
      )
    expect(rows).toEqual([])
  })

  test('signing in through %s reports a declined consent and an unreachable provider', async () => {
    local.setFaults({ declines: true })
    expect(await walk(browser(), provider)).toBe(`/login#problem=${provider}.cancelled`)
    local.setFaults({})
    const by = browser()
    const back = await toCallback(by, provider)
    local.setFaults({ isDown: true })
    expect(locationOf(await by.open(back))).toBe(`/login#problem=${provider}.failed`)
  })
})

describe('the state', () => {
  test('the sign-in state works once, also for concurrent requests', async () => {
    const by = browser()
    const back = await toCallback(by, 'google')
    const kept = by.jar.get('apogee_sign_in') ?? ''
    const ends = await Promise.all([1, 2, 3].map(() => by.open(back, { cookie: `apogee_sign_in=${kept}` })))
    const leads = ends.map(locationOf).toSorted()
    expect(leads.filter((lead) => lead.startsWith('/login#code='))).toHaveLength(1)
    expect(leads.filter((lead) => lead === '/login#problem=google.expired')).toHaveLength(2)
  })

  test('the sign-in state is bound to the browser by a cookie that scripts cannot read', async () => {
    const victim = browser()
    const begun = await victim.open('/api/auth/google')
    expect(begun.headers['set-cookie']).toMatch(
      /^apogee_sign_in=[\w-]+; Path=\/api\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    const attacker = browser()
    const back = await toCallback(attacker, 'google')
    expect(locationOf(await victim.open(back))).toBe('/login#problem=google.expired')
    expect(locationOf(await browser().open(back))).toBe('/login#problem=google.expired')
  })

  test('the request that a browser sends ahead of its service worker does not use the sign-in state up', async () => {
    const by = browser()
    const callback = await toCallback(by, 'google')
    const ahead = await by.open(callback, { 'service-worker-navigation-preload': 'true' })
    expect(ahead.statusCode).toBe(204)
    expect(codeIn(locationOf(await by.open(callback)))).not.toBe('')
  })

  test("the sign-in state of one provider is refused by the other's callback", async () => {
    const by = browser()
    const back = await toCallback(by, 'google')
    back.pathname = '/api/auth/github/callback'
    expect(locationOf(await by.open(back))).toBe('/login#problem=github.expired')
  })

  test('the sign-in state expires after ten minutes', async () => {
    const by = browser()
    const back = await toCallback(by, 'google')
    server.clock.advance(10 * 60_000 + 1000)
    expect(locationOf(await by.open(back))).toBe('/login#problem=google.expired')
  })

  test('the sign-in state cannot be forged', async () => {
    for (const forged of ['x', 'e30', 'A'.repeat(300), 'A'.repeat(9000)]) {
      const answer = await browser().open('/api/auth/google/callback?code=x&state=y', {
        cookie: `apogee_sign_in=${forged}`,
      })
      expect(locationOf(answer)).toBe('/login#problem=google.expired')
    }
  })
})

describe('the code', () => {
  test('the sign-in code is in the fragment and works once, in the same browser, for two minutes', async () => {
    const by = browser()
    const location = await walk(by, 'google')
    expect(location).toMatch(/^\/login#code=[\w-]{43}$/)
    const code = codeIn(location)
    expect((await browser().complete(code)).json()).toMatchObject({ errorCode: 'LINK_EXPIRED' })
    const done = await by.complete(code)
    expect(done.statusCode).toBe(200)
    expect(done.headers['cache-control']).toBe('no-store')
    expect((await by.complete(code)).statusCode).toBe(410)

    const late = browser()
    const lateCode = codeIn(await walk(late, 'google'))
    server.clock.advance(2 * 60_000 + 1000)
    expect((await late.complete(lateCode)).statusCode).toBe(410)
  })

  test('no redirect and no cookie contains the session token, and caches store none', async () => {
    const by = browser()
    const back = await toCallback(by, 'google')
    const answer = await by.open(back)
    const { token } = (await by.complete(codeIn(locationOf(answer)))).json<{ data: { token: string } }>().data
    expect(JSON.stringify(answer.headers)).not.toContain(token)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /apogee_sign_in_secret=[\w-]{43}; Path=\/api\/auth; Max-Age=120; HttpOnly; SameSite=Strict/,
    )
  })
})

describe('the way back', () => {
  test('sign-in returns to the requested page', async () => {
    expect(await walk(browser(), 'google', '/checkout')).toMatch(/^\/login\?redirect=%2Fcheckout#code=/)
    local.setFaults({ declines: true })
    expect(await walk(browser(), 'google', '/sp/3/?invite=x')).toBe(
      '/login?redirect=%2Fsp%2F3%2F%3Finvite%3Dx#problem=google.cancelled',
    )
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f/evil.example',
    'javascript:alert(1)',
    '/\tevil.example',
    'evil.example',
    '/%zz',
  ])('sign-in never redirects to another site: %j is dropped', async (redirect) => {
    expect(await walk(browser(), 'google', redirect)).toMatch(/^\/login#code=/)
  })

  test('sign-in redirects use the loopback origin of the request, and never a foreign Host', async () => {
    const by = browser()
    const begun = await by.open('/api/auth/google', { host: 'evil.example' })
    expect(new URL(locationOf(begun)).searchParams.get('redirect_uri')).toBe(
      'http://127.0.0.1:3000/api/auth/google/callback',
    )
  })
})

test('GET /auth/providers lists where each sign-in starts', async () => {
  const { body } = await server.call('listSignInProviders', {})
  expect(body.data).toEqual({ google: '/api/auth/google', github: '/api/auth/github' })
})

test('without configured providers the call says so, and their addresses redirect to the login with the reason', async () => {
  const plain = await startTestApp({ payments: unusedPayments })
  try {
    const { body } = await plain.call('listSignInProviders', {})
    expect(body.data).toEqual({ google: null, github: null })
    for (const path of ['github', 'github/callback?code=x&state=y']) {
      const answer = await plain.app.inject(`/api/auth/${path}`)
      expect(answer.statusCode).toBe(302)
      expect(locationOf(answer)).toBe('/login#problem=github.unset')
    }
  } finally {
    await plain.stop()
  }
})

test('an address with repeated failures must wait', async () => {
  for (let failure = 0; failure < 100; failure += 1) {
    await sql`INSERT INTO failed_attempts (kind, subject, at) VALUES ('sign-in.address', '127.0.0.1', ${server.clock.now()})`.execute(
      server.database.kysely,
    )
  }
  expect(await walk(browser(), 'google')).toBe('/login#problem=google.busy')
  await sql`DELETE FROM failed_attempts`.execute(server.database.kysely)
})

test('a first sign-in through a provider records the newest documents, a later one nothing', async () => {
  const { token } = await signInThrough('google')
  const recorded = async () => (await server.call('listConsents', { as: { token } })).body.data
  const first = await recorded()
  expect(first.map(({ way }) => way)).toEqual(newestDocuments.map(() => 'provider'))
  await signInThrough('google')
  expect(await recorded()).toEqual(first)
})

test('a provider identity is erased with the person, and the same identity becomes a new user', async () => {
  const gone = (await signInThrough('google')).user['id'] as number
  const as = await server.person('superadmin')
  expect((await server.call('deleteUser', { params: { id: gone }, as })).status).toBe(200)
  await server.jobs.runDueOnce()
  const { rows } = await sql`SELECT 1 FROM identities WHERE user_id = ${gone}`.execute(server.database.kysely)
  expect(rows).toEqual([])
  expect((await signInThrough('google')).user['id']).not.toBe(gone)
})

test('used states and old links are deleted', async () => {
  await signInThrough('google')
  server.clock.advance(3_600_000)
  await server.sweep()
  const { rows } = await sql`SELECT 1 FROM spent_sign_in_states`.execute(server.database.kysely)
  expect(rows).toEqual([])
})
