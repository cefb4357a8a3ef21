import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp } from '#server/app/testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await sql`DELETE FROM failed_attempts`.execute(server.database.kysely)
})

const minute = 60_000

interface From {
  address?: string
  device?: string | undefined
}

async function post(path: string, payload: object, { address = '198.51.100.1', device }: From = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    remoteAddress: address,
    headers: device === undefined ? {} : { cookie: `lang=en; apogee_device=${device}` },
  })
  const cookie = answer.cookies.find(({ name }) => name === 'apogee_device')
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), cookie }
}

const signIn = (email: string, password: string, from?: From) => post('login', { email, password }, from)

async function fail(email: string, times: number, from?: From) {
  for (let failure = 0; failure < times; failure += 1)
    expect((await signIn(email, 'wrong', from)).status).toBe(401)
}

/** Uses up the shared allowance of unknown devices from many addresses. */
async function attack(email: string) {
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) await fail(email, 10, { address })
}

async function personWithDevice() {
  const email = `known${Math.random().toString(36).slice(2)}@apogee.test`
  const registered = await post('register', { name: 'Known', email, password: testPassword })
  expect(registered.status).toBe(201)
  return { email, device: registered.cookie?.value, id: registered.body.data.user.id as number }
}

describe('failed sign-ins', () => {
  test('the limit of ten failures holds for concurrent guesses, and a right guess above it looks like a wrong one', async () => {
    const { email } = await server.person()
    await fail(email, 9, { address: '203.0.113.1' })
    const guesses = Array.from({ length: 12 }, () => signIn(email, 'wrong', { address: '203.0.113.1' }))
    const answers = await Promise.all(guesses)
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      401,
      ...Array<number>(11).fill(429),
    ])
    const right = await signIn(email, testPassword, { address: '203.0.113.1' })
    const limited = answers.find(({ status }) => status === 429)
    expect([right.status, right.body]).toEqual([429, limited?.body])
  })

  test('a right guess waits for the failures that are being counted, and is refused above the limit', async () => {
    const { email } = await server.person()
    const address = '203.0.113.1'
    await fail(email, 9, { address })
    const counting = await server.database.pool.connect()
    try {
      await counting.query('BEGIN')
      const pair = await counting.query<{ subject: string }>(
        "SELECT subject FROM failed_attempts WHERE kind = 'sign-in.pair' LIMIT 1",
      )
      const subject = pair.rows[0]?.subject
      await counting.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `sign-in.pair|${subject}`,
      ])
      await counting.query('INSERT INTO failed_attempts (kind, subject, at) VALUES ($1, $2, $3)', [
        'sign-in.pair',
        subject,
        server.clock.now(),
      ])
      const right = signIn(email, testPassword, { address })
      await expect
        .poll(
          async () => {
            const waiting = await counting.query<{ waiting: number }>(
              'SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))',
            )
            return waiting.rows[0]?.waiting
          },
          { timeout: 10_000 },
        )
        .toBeGreaterThan(0)
      await counting.query('COMMIT')
      expect((await right).status).toBe(429)
    } finally {
      await counting.query('ROLLBACK')
      counting.release()
    }
  })

  test('ten failures from one address block that address for this account only', async () => {
    const { email } = await server.person()
    const { email: neighbour } = await server.person()
    await fail(email, 10, { address: '203.0.113.1' })
    const refused = await signIn(email, testPassword, { address: '203.0.113.1' })
    expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await signIn(email, testPassword, { address: '203.0.113.2' })).status).toBe(200)
    expect((await signIn(neighbour, testPassword, { address: '203.0.113.1' })).status).toBe(200)
  })

  test('an address that a client claims counts for nothing, unless a trusted proxy says it', async () => {
    const { email } = await server.person()
    const behindProxy = await server.startAgain({ trustedProxies: ['192.0.2.7'] })
    const statusFrom = async (app: TestApp['app'], peer: string, claimed: string) => {
      const payload = { email, password: 'wrong' }
      const headers = { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` }
      const asked = { method: 'POST', url: '/api/auth/login', remoteAddress: peer, payload, headers } as const
      return (await app.inject(asked)).statusCode
    }
    for (let nth = 1; nth <= 10; nth += 1)
      expect(await statusFrom(server.app, '198.51.100.9', `203.0.113.${nth}`)).toBe(401)
    expect(await statusFrom(server.app, '198.51.100.9', '203.0.113.99')).toBe(429)
    // The trusted proxy appends the sender's address to X-Forwarded-For. Earlier entries come from the client and do not count, and
    // neither do headers from machines other than the proxy.
    expect(await statusFrom(behindProxy.app, '192.0.2.7', '203.0.113.99, 198.51.100.9')).toBe(429)
    expect(await statusFrom(behindProxy.app, '198.51.100.9', '203.0.113.99')).toBe(429)
    expect(await statusFrom(behindProxy.app, '192.0.2.7', '198.51.100.9, 203.0.113.99')).toBe(401)
    await behindProxy.app.close()
  })

  test('thirty failures from many addresses block unknown devices, for at most 15 minutes', async () => {
    const { email } = await server.person()
    await attack(email)
    const refused = await signIn(email, testPassword, { address: '192.0.2.1' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  test('unknown devices wait only while the failures are recent', async () => {
    const { email } = await server.person()
    await fail(email, 10, { address: '203.0.113.1' })
    server.clock.advance(14 * minute)
    await fail(email, 10, { address: '203.0.113.2' })
    await fail(email, 10, { address: '203.0.113.3' })
    const refused = await signIn(email, testPassword, { address: '192.0.2.1' })
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    server.clock.advance(minute + 1000)
    expect((await signIn(email, testPassword, { address: '192.0.2.1' })).status).toBe(200)
  })

  test('a known device signs in at once, however many strangers fail', async () => {
    const { email, device } = await personWithDevice()
    await attack(email)
    expect((await signIn(email, testPassword, { address: '192.0.2.1', device })).status).toBe(200)
  })

  test('a known device signs in from an address whose allowance strangers have used up', async () => {
    const { email, device } = await personWithDevice()
    const address = '203.0.113.9'
    for (let failure = 0; failure < 100; failure += 1)
      await sql`INSERT INTO failed_attempts (kind, subject, at)
                VALUES ('sign-in.address', ${address}, ${server.clock.now()})`.execute(server.database.kysely)
    expect((await signIn(email, testPassword, { address })).status).toBe(429)
    expect((await signIn(email, testPassword, { address, device })).status).toBe(200)
  })

  test("a known device has ten failures of its own and uses up nobody else's allowance", async () => {
    const { email, device } = await personWithDevice()
    await fail(email, 10, { device })
    expect((await signIn(email, testPassword, { device })).status).toBe(429)
    expect((await signIn(email, testPassword, { address: '192.0.2.1' })).status).toBe(200)
  })

  test('signing in on a known device deletes its failures', async () => {
    const { email, device } = await personWithDevice()
    await fail(email, 9, { device })
    expect((await signIn(email, testPassword, { device })).status).toBe(200)
    await fail(email, 9, { device })
    expect((await signIn(email, testPassword, { device })).status).toBe(200)
  })

  test('a device known to one account is unknown to all others', async () => {
    const attacker = await personWithDevice()
    const { email } = await server.person()
    await attack(email)
    expect(
      (await signIn(email, testPassword, { address: '192.0.2.1', device: attacker.device })).status,
    ).toBe(429)
  })

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}=`, 'A'.repeat(5000)])(
    'a device cookie that was never issued counts as unknown: %#',
    async (device) => {
      const { email } = await personWithDevice()
      await attack(email)
      expect((await signIn(email, testPassword, { address: '192.0.2.1', device })).status).toBe(429)
    },
  )

  test('a right password does not reset the allowance of a distributed attack', async () => {
    const { email, device } = await personWithDevice()
    await attack(email)
    expect((await signIn(email, testPassword, { device })).status).toBe(200)
    expect((await signIn(email, 'wrong', { address: '192.0.2.7' })).status).toBe(429)
  })

  test('failures on unknown addresses count alike, so that the limits do not reveal accounts', async () => {
    const email = 'no-account@apogee.test'
    await attack(email)
    expect((await signIn(email, 'wrong', { address: '192.0.2.1' })).status).toBe(429)
  })
})

describe('the device cookie', () => {
  test("the device cookie is unreadable for scripts, sent to this site's sign-in only, and lasts 400 days", async () => {
    const { email } = await server.person()
    const { headers, body } = await signIn(email, testPassword)
    expect(headers['set-cookie']).toMatch(
      /^apogee_device=[\w-]{43}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    expect(Object.keys(body.data).toSorted()).toEqual(['token', 'user'])
  })

  test('the device cookie does not sign anybody in', async () => {
    const { device } = await personWithDevice()
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/auth/verify',
      payload: {},
      headers: { cookie: `apogee_device=${device}` },
    })
    expect(answer.statusCode).toBe(401)
  })

  test('the device cookie stays the same for several people in one browser, and their rows do not show it', async () => {
    const { email, device } = await personWithDevice()
    const other = await server.person()
    expect((await signIn(other.email, testPassword, { device })).cookie?.value).toBe(device)
    expect((await signIn(email, testPassword, { device })).cookie?.value).toBe(device)
    const { rows } = await sql<{ digests: number }>`
      SELECT count(DISTINCT device_sha256)::int AS digests FROM known_devices
       WHERE user_id IN (${other.id}, (SELECT id FROM users WHERE email = ${email}))`.execute(
      server.database.kysely,
    )
    // The other person's registration stored one digest. This browser stored two, because digests of one browser differ between
    // accounts.
    expect(rows[0]?.digests).toBe(3)
  })

  test('registering a business sets a device cookie too', async () => {
    const answer = await post('admin/register', {
      name: 'Farid Hassan',
      email: 'farid@apogee.test',
      password: testPassword,
      businessName: 'Farid Training',
      businessEmail: 'office@apogee.test',
      businessPhone: '03-1234 5678',
      businessAddress: '1 Jalan Ujian, Kuala Lumpur',
    })
    expect([answer.status, answer.cookie?.value?.length]).toEqual([201, 43])
  })

  test('an account remembers its 20 newest devices, each for 400 days', async () => {
    const { email, device, id } = await personWithDevice()
    for (let browser = 0; browser < 20; browser += 1) {
      server.clock.advance(1000)
      await signIn(email, testPassword)
    }
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM known_devices WHERE user_id = ${id}`.execute(
        server.database.kysely,
      )
      return rows[0]?.count
    }
    expect(await count()).toBe(20)
    await attack(email)
    expect((await signIn(email, testPassword, { device })).status).toBe(429)
    server.clock.advance(401 * 24 * 60 * minute)
    await server.sweep()
    expect(await count()).toBe(0)
  })
})

describe('a password reset', () => {
  async function resetToken(email: string): Promise<string> {
    expect((await post('password/forgot', { email })).status).toBe(200)
    await server.jobs.runDueOnce()
    const mail = server.mails.findLast(({ to, body }) => to === email && body.includes('/reset-password/'))
    return mail?.body.match(/reset-password\/(\S+)/)?.[1] ?? ''
  }

  test('a password reset lets the owner sign in while strangers keep failing, and leaves one known device', async () => {
    const { email, device } = await personWithDevice()
    const token = await resetToken(email)
    await attack(email)
    const here = { address: '192.0.2.1' }
    const reset = await post('password/reset', { token, password: 'Brand-New-2' }, here)
    await attack(email)
    const own = { ...here, device: reset.cookie?.value }
    expect((await signIn(email, 'Brand-New-2', own)).status).toBe(200)
    expect((await signIn(email, 'Brand-New-2', { ...here, device })).status).toBe(429)
  })

  test('above five password resets an hour no mail is sent, and the answer stays the same', async () => {
    const { email } = await server.person()
    const answers = []
    for (let request = 0; request < 8; request += 1) answers.push(await post('password/forgot', { email }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    await server.jobs.runDueOnce()
    const sent = server.mails.filter(({ to, body }) => to === email && body.includes('/reset-password/'))
    expect(sent).toHaveLength(5)
  })
})

describe('registrations', () => {
  const register = (name: string, from: From) =>
    post('register', { name: 'Someone', email: `${name}@apogee.test`, password: testPassword }, from)
  const registered = (kind: string, times: number, address: string) =>
    sql`INSERT INTO failed_attempts (kind, subject, at)
        SELECT ${kind}, ${address}, ${server.clock.now()}::timestamptz FROM generate_series(1, ${times}::int)`.execute(
      server.database.kysely,
    )

  test('successful registrations of people from one address count, 300 an hour', async () => {
    const address = '203.0.113.50'
    await registered('registration.person', 298, address)
    expect((await register('one-more', { address })).status).toBe(201)
    expect((await register('last', { address })).status).toBe(201)
    const refused = await register('too-many', { address })
    expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await register('elsewhere', { address: '203.0.113.51' })).status).toBe(201)
    server.clock.advance(61 * minute)
    expect((await register('later', { address })).status).toBe(201)
  })

  test('successful registrations of businesses from one address count, 100 an hour', async () => {
    const address = '203.0.113.60'
    await registered('registration.business', 99, address)
    const open = (name: string) =>
      post(
        'admin/register',
        {
          name,
          email: `${name}@apogee.test`,
          password: testPassword,
          businessName: name,
          businessEmail: `${name}@apogee.test`,
          businessPhone: '03-1234 5678',
          businessAddress: '1 Jalan Ujian, Kuala Lumpur',
        },
        { address },
      )
    expect((await open('hundredth')).status).toBe(201)
    expect((await open('hundred-first')).status).toBe(429)
  })

  test('registrations are unlimited when limits are off', async () => {
    const open = await startTestApp({ payments: unusedPayments, limitsOn: false })
    try {
      await sql`INSERT INTO failed_attempts (kind, subject, at)
                SELECT 'registration.person', '127.0.0.1', ${open.clock.now()}::timestamptz FROM generate_series(1, 400)`.execute(
        open.database.kysely,
      )
      await expect(open.person()).resolves.toMatchObject({ role: 'student' })
    } finally {
      await open.stop()
    }
  })
})
