import { expect } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { localClient, startLocalProvider } from '#server/adapters/sign-in/local-provider.testing.ts'
import { createSignInProviders } from '#server/adapters/sign-in/sign-in.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { codeAt } from './authenticator-codes.ts'

const minute = 60_000

export interface Protected {
  person: TestPerson
  secret: string
  recoveryCodes: string[]
}

/** Creates a browser with its own cookies and network address. */
function browserOf(server: TestApp, address: string) {
  const jar = new Map<string, string>()
  const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url: `/api/auth/${path}`,
      remoteAddress: address,
      ...(payload && { payload }),
      headers: {
        host: 'localhost:3000',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    return answer
  }
  const post = async (path: string, payload: object) => {
    const answer = await send('POST', path, payload)
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    jar,
    open: (path: string) => send('GET', path),
    post,
    signIn: ({ email }: Pick<TestPerson, 'email'>, password = testPassword) =>
      post('login', { email, password }),
    enter: (code: string, rememberDevice = false) => post('sign-in/second-factor', { code, rememberDevice }),
  }
}

export type ProtectedSchool = Awaited<ReturnType<typeof startProtectedSchool>>

/** @param options `requireSecondFactor: true` makes the school a live installation */
export async function startProtectedSchool(options: { requireSecondFactor?: boolean } = {}) {
  const local = await startLocalProvider()
  const server = await startTestApp({
    ...options,
    payments: unusedPayments,
    signInProviders: createSignInProviders({
      google: { issuer: local.origin, ...localClient },
      github: { url: local.origin, ...localClient },
    }),
  })

  const browser = (address = '198.51.100.1') => browserOf(server, address)

  async function protectedPerson(
    role: 'student' | 'admin' = 'student',
    { isProven = true } = {},
  ): Promise<Protected> {
    const person = await server.person(role, { isProven })
    const begun = await server.call('beginSecondFactor', { as: person })
    const { secret } = begun.body.data
    const confirmed = await server.call('confirmSecondFactor', {
      as: person,
      body: { code: codeAt(secret, server.clock.now()) },
    })
    expect(confirmed.status).toBe(200)
    server.clock.advance(minute)
    return { person, secret, recoveryCodes: confirmed.body.data.recoveryCodes }
  }

  const codeOf = ({ secret }: Protected) => codeAt(secret, server.clock.now())
  const wrongCodeOf = (of: Protected) => {
    const near = [-1, 0, 1].map((steps) =>
      codeAt(of.secret, new Date(server.clock.now().getTime() + steps * 30_000)),
    )
    return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
  }
  const isSignedIn = async (token: string) =>
    (await server.call('listSessions', { as: { token } })).status === 200
  const kindsOf = async (as: TestPerson) =>
    (await server.call('listSecurityLog', { query: {}, as })).body.data.map(({ kind }) => kind)

  let googleIds = 71_000
  async function signInWithGoogle(phone: ReturnType<typeof browser>, { email }: Pick<TestPerson, 'email'>) {
    local.setFaults({})
    googleIds += 1
    local.isPerson({
      id: googleIds,
      name: 'Nurul Huda',
      addresses: [{ email, primary: true, verified: true }],
    })
    const begun = await phone.open('google')
    const returned = await fetch(String(begun.headers.location), { redirect: 'manual' })
    const { pathname, search } = new URL(returned.headers.get('location') ?? '')
    const ended = await phone.open(`${pathname.replace('/api/auth/', '')}${search}`)
    const code = new URLSearchParams(String(ended.headers.location).split('#')[1]).get('code') ?? ''
    return phone.post('sign-in/complete', { code })
  }

  /** Sets the password 'Another-Pass-77' through the mailed link. */
  async function resetByMail({ email }: Pick<TestPerson, 'email'>): Promise<void> {
    await browser().post('password/forgot', { email })
    server.mails.length = 0
    for (let turn = 0; turn < 3; turn += 1) await server.jobs.runDueOnce()
    const mail = server.mails.find(({ to, subject }) => to === email && subject === 'Reset your password')
    const token = /reset-password\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    expect((await browser().post('password/reset', { token, password: 'Another-Pass-77' })).status).toBe(200)
  }

  return {
    server,
    browser,
    protectedPerson,
    codeOf,
    wrongCodeOf,
    isSignedIn,
    kindsOf,
    signInWithGoogle,
    resetByMail,
    async stop() {
      await server.stop()
      await local.stop()
    },
  }
}
