import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'
import { Accounts } from './accounts.service.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const aisyah = { name: 'Aisyah Rahman', email: 'aisyah@apogee.test', password: testPassword }

describe('registering', () => {
  test('registering signs the new student in with a valid token', async () => {
    const { status, body } = await server.call('register', { body: aisyah })
    expect(status).toBe(201)
    expect(body.data.user).toMatchObject({ name: 'Aisyah Rahman', role: 'student', businessId: null })
    const verified = await server.call('verifySession', { body: {}, as: body.data })
    expect(verified.body.data.decoded).toEqual(body.data.user)
    const inBody = await server.call('verifySession', { body: { token: body.data.token } })
    expect(inBody.body.data.decoded.email).toBe('aisyah@apogee.test')
  })

  test('registering refuses a taken address in any case', async () => {
    const { status, body } = await server.call('register', {
      body: { ...aisyah, email: 'AISYAH@apogee.test' },
    })
    expect(status).toBe(409)
    expect(body.errorCode).toBe('EMAIL_EXISTS')
  })

  test('registering ignores role, business and id in the body', async () => {
    const injected = { ...aisyah, email: 'sly@apogee.test', role: 'superadmin', businessId: 1, id: 1 }
    const { body } = await server.call('register', { body: injected })
    expect(body.data.user).toMatchObject({ role: 'student', businessId: null })
  })

  test("registering reports every invalid field with the specification's sentence", async () => {
    const { status, body } = await server.call('register', {
      body: { name: ' a ', email: 'x', password: 'short' },
    })
    expect(status).toBe(400)
    expect(body.error).toBe(
      'name: Name must be at least 2 characters, email: Please enter a valid email address, password: Password must be at least 8 characters',
    )
    const weak = await server.call('register', { body: { ...aisyah, password: 'alllowercase' } })
    expect(weak.body.error).toBe('password: Password is too weak')
  })

  test('two concurrent registrations of one address create one account', async () => {
    const twin = { ...aisyah, email: 'twin@apogee.test' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.call('register', { body: twin })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409,
    ])
  })
})

describe('a business', () => {
  test('a business registers with its first admin, who sees nobody else', async () => {
    const admin = await server.person('admin')
    const { body } = await server.call('listInstructors', { query: {}, as: admin })
    expect(body.data.map(({ id }) => id)).toEqual([admin.id])
  })

  test('a business is not registered when a field is missing', async () => {
    const { status, body } = await server.call('registerBusiness', {
      body: {
        ...aisyah,
        email: 'b@apogee.test',
        businessName: '',
        businessEmail: 'x',
        businessPhone: '',
        businessAddress: ' ',
      },
    })
    expect(status).toBe(400)
    expect(body.error).toBe(
      'businessName: Business name is required, businessEmail: Please enter a valid business email, businessPhone: Business phone is required, businessAddress: Business address is required',
    )
  })
})

describe('signing in', () => {
  test('an unknown address and a wrong password get the same answer', async () => {
    const unknown = await server.call('login', { body: { email: 'nobody@apogee.test', password: 'x' } })
    const wrong = await server.call('login', { body: { email: aisyah.email, password: 'x' } })
    expect(unknown.status).toBe(401)
    expect(wrong.raw.body).toBe(unknown.raw.body)
  })

  test('after ten failures an account must wait, and the answer says how long', async () => {
    const victim = await server.person()
    for (let failure = 0; failure < 10; failure += 1) {
      await server.call('login', { body: { email: victim.email, password: 'wrong' } })
    }
    const blocked = await server.call('login', { body: { email: victim.email, password: testPassword } })
    expect(blocked.status).toBe(429)
    expect(Number(blocked.raw.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(blocked.raw.headers['retry-after'])).toBeLessThanOrEqual(900)
    server.clock.advance(15 * 60_000 + 1000)
    const later = await server.call('login', { body: { email: victim.email, password: testPassword } })
    expect(later.status).toBe(200)
  })
})

test('a right password among concurrent guesses is refused when the wrong ones have used up the limit', async () => {
  const victim = await server.person()
  const waiting: (() => void)[] = []
  const slowToHash = new Accounts({
    ...server.dependencies,
    securityLog: server.services.securityLog,
    passwords: {
      ...server.dependencies.passwords,
      async matches(stored, password) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return server.dependencies.passwords.matches(stored, password)
      },
    },
  })
  const guess = (password: string) =>
    slowToHash.signIn(
      { email: victim.email, password },
      { address: '127.0.0.9', isOutside: false, userAgent: '' },
    )
  const wrong = Array.from({ length: 10 }, (_, place) => guess(`wrong ${place}`).catch(String))
  await vi.waitFor(() => expect(waiting).toHaveLength(10), { timeout: 15_000 })
  const right = guess(testPassword)
  await vi.waitFor(() => expect(waiting).toHaveLength(11), { timeout: 15_000 })
  // All requests have passed the first check of the limit at this point.
  const last = waiting.pop()
  for (const go of waiting) go()
  await Promise.all(wrong)
  last?.()
  await expect(right).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
})

test('many concurrent sign-ins with the right password are allowed', async () => {
  const person = await server.person()
  const body = { email: person.email, password: testPassword }
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.call('login', { body })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

describe('a session', () => {
  test('a session is invalid after logout', async () => {
    const person = await server.person()
    await server.call('logout', { as: person })
    const after = await server.call('verifySession', { body: {}, as: person })
    expect(after.status).toBe(401)
  })

  test('a session can be ended from another session of its owner only', async () => {
    const owner = await server.person()
    const stranger = await server.person()
    const second = await server.call('login', { body: { email: owner.email, password: testPassword } })
    const { body } = await server.call('listSessions', { as: owner })
    const other = body.data.find((session) => !session.isCurrent)
    const refused = await server.call('endSession', { params: { id: other?.id ?? 0 }, as: stranger })
    expect(refused.status).toBe(404)
    await server.call('endSession', { params: { id: other?.id ?? 0 }, as: owner })
    const dead = await server.call('verifySession', { body: {}, as: second.body.data })
    expect(dead.status).toBe(401)
  })

  test('a session ends after a month without use', async () => {
    const person = await server.person()
    server.clock.advance(31 * 24 * 3_600_000)
    const after = await server.call('verifySession', { body: {}, as: person })
    expect(after.status).toBe(401)
  })

  test('a session ends after 90 days, however much it is used', async () => {
    const person = await server.person()
    const statusIn = async (days: number) => {
      server.clock.advance(days * 24 * 3_600_000)
      return (await server.call('verifySession', { body: {}, as: person })).status
    }
    expect([await statusIn(29), await statusIn(29), await statusIn(29)]).toEqual([200, 200, 200])
    expect(await statusIn(4)).toBe(401)
  })

  test('no answer contains a password hash or a token digest', async () => {
    const person = await server.person()
    const answer = await server.call('verifySession', { body: {}, as: person })
    expect(answer.raw.body).not.toMatch(/argon2|sha256|password/i)
  })
})
