import { apiTokenLimits } from '@apogee/contracts/limits.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { scopes, type Scope } from '@apogee/contracts/scopes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { apiTokenRate } from './api-tokens.rules.ts'

const dayMs = 24 * 3_600_000

let server: TestApp
let admin: TestPerson
let teacher: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  teacher = await server.person('instructor', { businessId: admin.businessId })
})
afterAll(() => server.stop())

const make = async (as: TestPerson, given: Partial<{ scopes: Scope[]; expiresInDays: number }> = {}) => {
  await server.call('confirmIdentity', { body: { password: testPassword }, as })
  const body = { name: 'Payroll', scopes: [...scopes], ...given }
  const { status, body: answer } = await server.call('createApiToken', { body, as })
  expect(status).toBe(201)
  return answer.data
}
const list = async (as: TestPerson) => (await server.call('listApiTokens', { query: {}, as })).body.data
const people = (course: number, as: { token: string }) =>
  server.call('coursePeople', { params: { id: course }, as })
const courseOf = async (owner: TestPerson) => (await makeCourse(server.database, { owner })).id

test('an API token is shown once, is stored as a digest, and works within the rights of its owner', async () => {
  const made = await make(teacher)
  expect(made.token).toMatch(/^apg_[A-Za-z0-9_-]{49}$/)
  expect(made.endsWith).toBe(made.token.slice(-4))
  expect(new Date(made.expiresAt).getTime() - new Date(made.createdAt).getTime()).toBe(
    apiTokenLimits.usualDays * dayMs,
  )
  expect(JSON.stringify(await list(teacher))).not.toContain(made.token)
  const stored = await sql<{ text: string }>`SELECT t::text AS text FROM api_tokens t`.execute(
    server.database.kysely,
  )
  expect(JSON.stringify(stored.rows)).not.toContain(made.token)

  const own = await courseOf(teacher)
  expect((await people(own, made)).status).toBe(200)
  const stranger = await server.person('admin')
  expect((await people(await courseOf(stranger), made)).status).toBe(404)
})

test('a token without the scope of a call is refused, and a token with it is accepted', async () => {
  const course = await courseOf(teacher)
  const reader = await make(teacher, { scopes: ['courses:read'] })
  expect(await people(course, reader)).toMatchObject({
    status: 403,
    body: { errorCode: 'SCOPE_REQUIRED' },
  })
  const rename = { params: { id: course }, body: { title: 'Renamed' } }
  expect((await server.call('updateCourse', { ...rename, as: reader })).status).toBe(403)
  expect((await server.call('readCourse', { params: { courseId: course }, as: reader })).status).toBe(200)
  const writer = await make(teacher, { scopes: ['courses:write'] })
  expect((await server.call('updateCourse', { ...rename, as: writer })).status).toBe(200)
})

describe('calls that are closed to tokens', () => {
  const closed = (Object.keys(routes) as RouteName[]).filter(
    (name) => (endpoints[name] as AnyEndpoint).scope === undefined && name !== 'verifySession',
  )

  test('each call without a scope refuses a token that has all scopes', async () => {
    const token = await make(admin)
    const refused: unknown[] = []
    for (const name of closed) {
      const [method, path] = routes[name].split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
      const answer = await server.app.inject({
        method,
        url: `/api${path.replace(/:\w+/g, '1')}`,
        headers: { authorization: `Bearer ${token.token}` },
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
      })
      refused.push([name, answer.statusCode, answer.json<{ errorCode: string }>().errorCode])
    }
    expect(refused).toEqual(closed.map((name) => [name, 403, 'SCOPE_REQUIRED']))
    expect(closed.length).toBeGreaterThan(100)
  })

  test('each call with a scope refuses a token with all other scopes, and no token with this one for its scope', async () => {
    const answers: unknown[] = []
    const expected: unknown[] = []
    for (const scope of scopes) {
      const [without, only] = [
        await make(admin, { scopes: scopes.filter((other) => other !== scope) }),
        await make(admin, { scopes: [scope] }),
      ]
      for (const name of Object.keys(routes) as RouteName[]) {
        if ((endpoints[name] as AnyEndpoint).scope !== scope) continue
        const [method, path] = routes[name].split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
        for (const { token } of [without, only]) {
          const answer = await server.app.inject({
            method,
            url: `/api${path.replace(/:\w+/g, '999999999')}`,
            headers: { authorization: `Bearer ${token}` },
            ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
          })
          const { errorCode } = answer.json<{ errorCode?: string }>()
          answers.push([name, errorCode === 'SCOPE_REQUIRED', answer.statusCode >= 500])
        }
        expected.push([name, true, false], [name, false, false])
      }
    }
    expect(answers).toEqual(expected)
    expect(answers.length).toBeGreaterThan(100)
  })

  test('money, credentials, roles, erasure and tokens themselves have no scope', () => {
    const never: RouteName[] = [
      ...([
        'updateUser',
        'deleteUser',
        'createInvitation',
        'updateChipCredentials',
        'savePayoutBank',
      ] as const),
      ...(['refundOrder', 'answerRefundRequest', 'recordTransfer', 'payForCourse', 'payForCart'] as const),
      ...([
        'createApiToken',
        'listApiTokens',
        'revokeApiToken',
        'changePassword',
        'confirmIdentity',
      ] as const),
    ]
    for (const name of never) expect(closed).toContain(name)
    const fresh = Object.entries(endpoints as Record<string, AnyEndpoint>).filter(
      ([, { access }]) => access.kind === 'role' && access.fresh,
    )
    for (const [name] of fresh) expect(closed).toContain(name)
  })

  test('a token is no session: it cannot be verified as one', async () => {
    const { token } = await make(admin)
    expect((await server.call('verifySession', { body: {}, as: { token } })).status).toBe(401)
    expect((await server.call('verifySession', { body: { token }, as: null })).status).toBe(401)
  })
})

describe('the end of a token', () => {
  test('a revoked, an expired and a mistyped token are refused, also where visitors are welcome', async () => {
    const course = await courseOf(teacher)
    const { id, token } = await make(teacher)
    const typed = { token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }
    expect((await people(course, typed)).status).toBe(401)
    await server.call('revokeApiToken', { params: { id }, as: teacher })
    expect((await people(course, { token })).status).toBe(401)
    expect((await server.call('listCourses', { query: {}, as: { token } })).status).toBe(401)

    const short = await make(teacher, { expiresInDays: 1 })
    expect((await people(course, short)).status).toBe(200)
    server.clock.advance(dayMs)
    expect((await people(course, short)).status).toBe(401)
    server.clock.advance(-dayMs)
  })

  test('a changed password ends the tokens of its owner', async () => {
    const person = await server.person('admin')
    const made = await make(person)
    const course = await courseOf(person)
    expect((await people(course, made)).status).toBe(200)
    const changed = await server.call('changePassword', {
      body: { currentPassword: testPassword, password: `${testPassword}-new` },
      as: person,
    })
    expect(changed.status).toBe(200)
    expect((await people(course, made)).status).toBe(401)
    expect(await list(person)).toEqual([])
  })

  test('a token stops with the role or the business for which it was made', async () => {
    const person = await server.person('instructor', { businessId: admin.businessId })
    const made = await make(person)
    const course = await courseOf(person)
    const change = (field: 'role' | 'business') =>
      field === 'role'
        ? sql`UPDATE users SET role = 'student' WHERE id = ${person.id}`.execute(server.database.kysely)
        : sql`UPDATE users SET role = 'instructor', business_id = NULL WHERE id = ${person.id}`.execute(
            server.database.kysely,
          )
    expect((await people(course, made)).status).toBe(200)
    await change('role')
    expect((await people(course, made)).status).toBe(401)
    await change('business')
    expect((await people(course, made)).status).toBe(401)
  })

  test('a role that an admin changes deletes the tokens of the person', async () => {
    const person = await server.person('instructor', { businessId: admin.businessId })
    await make(person)
    await server.call('confirmIdentity', { body: { password: testPassword }, as: admin })
    const body = { role: 'student' } as const
    const changed = await server.call('updateUser', { params: { id: person.id }, body, as: admin })
    expect(changed.status).toBe(200)
    const left = await sql`SELECT 1 FROM api_tokens WHERE user_id = ${person.id}`.execute(
      server.database.kysely,
    )
    expect(left.rows).toEqual([])
  })

  test('leaving deletes the tokens of the person', async () => {
    const person = await server.person('instructor')
    const made = await make(person)
    const left = await server.call('leave', { body: { password: testPassword }, as: person })
    expect(left.status).toBe(200)
    expect((await server.call('listCourses', { query: {}, as: made })).status).toBe(401)
  })

  test('tokens that expired a month ago are deleted', async () => {
    const person = await server.person('instructor')
    await make(person, { expiresInDays: 1 })
    server.clock.advance(32 * dayMs)
    await server.sweep()
    server.clock.advance(-32 * dayMs)
    expect(await list(person)).toEqual([])
  })
})

test('students and superadmins have no tokens, and making one needs a fresh proof', async () => {
  const body = { name: 'x', scopes: ['courses:read'] as Scope[] }
  for (const role of ['student', 'superadmin'] as const) {
    const answer = await server.call('createApiToken', { body, as: await server.person(role) })
    expect(answer.status).toBe(403)
  }
  const person = await server.person('instructor')
  server.clock.advance(11 * 60_000)
  const late = await server.call('createApiToken', { body, as: person })
  expect(late.body.errorCode).toBe('FRESH_PROOF_REQUIRED')
})

test('an admin sees and revokes the tokens of the business, and nobody those of another', async () => {
  const made = await make(teacher)
  expect((await list(admin)).map(({ id }) => id)).toContain(made.id)
  const stranger = await server.person('admin')
  const other = await server.person('instructor', { businessId: admin.businessId })
  const revoke = (as: TestPerson) => server.call('revokeApiToken', { params: { id: made.id }, as })
  expect((await list(stranger)).map(({ id }) => id)).not.toContain(made.id)
  expect((await revoke(stranger)).status).toBe(404)
  expect((await revoke(other)).status).toBe(404)
  expect((await revoke(admin)).status).toBe(200)
  const { body } = await server.call('listSecurityLog', { query: {}, as: admin })
  expect(body.data.slice(0, 2).map(({ kind }) => kind)).toEqual(['apiToken.revoked', 'apiToken.created'])
  expect(body.data[0]).toMatchObject({ subject: { id: teacher.id }, details: { name: 'Payroll' } })
})

test('a token of a person who joined a business later can be revoked by its owner', async () => {
  const person = await server.person('instructor')
  const { id } = await make(person)
  await sql`UPDATE users SET role = 'admin', business_id = ${admin.businessId} WHERE id = ${person.id}`.execute(
    server.database.kysely,
  )
  expect((await server.call('revokeApiToken', { params: { id }, as: person })).status).toBe(200)
})

test('a person has at most twenty tokens that work', async () => {
  const person = await server.person('instructor')
  for (let made = 0; made < apiTokenLimits.perPerson; made++) await make(person)
  const body = { name: 'One more', scopes: ['courses:read'] as Scope[] }
  const answer = await server.call('createApiToken', { body, as: person })
  expect(answer).toMatchObject({ status: 409, body: { errorCode: 'TOO_MANY_API_TOKENS' } })
})

test('the last use is shown to the hour', async () => {
  const person = await server.person('instructor')
  const made = await make(person)
  const use = () => server.call('listCourses', { query: {}, as: made })
  expect((await list(person))[0]?.lastUsedAt).toBeNull()
  const first = server.clock.now().toISOString()
  await use()
  server.clock.advance(30 * 60_000)
  await use()
  expect((await list(person))[0]?.lastUsedAt).toBe(first)
  server.clock.advance(31 * 60_000)
  await use()
  expect((await list(person))[0]?.lastUsedAt).toBe(server.clock.now().toISOString())
})

test('one token makes a bounded number of requests in a minute, and others go on', async () => {
  const [one, other] = [await make(teacher), await make(teacher)]
  const use = (as: { token: string }) => server.call('countCourses', { as })
  for (let request = 0; request < apiTokenRate.most; request++) await use(one)
  const refused = await use(one)
  expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY_REQUESTS' } })
  expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
  expect((await use(other)).status).toBe(200)
  server.clock.advance(apiTokenRate.withinMs)
  expect((await use(one)).status).toBe(200)
})

test.each([
  { scopes: [] },
  { scopes: ['money:move'] },
  { scopes: ['courses:read', 'courses:read'] },
  { expiresInDays: 366 },
  { name: ' ' },
])('a token with %j is refused as invalid', async (wrong) => {
  const person = await server.person('instructor')
  const body = { name: 'x', scopes: ['courses:read'], ...wrong } as never
  expect((await server.call('createApiToken', { body, as: person })).status).toBe(400)
})
