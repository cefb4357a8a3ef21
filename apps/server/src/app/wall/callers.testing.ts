/** Creates the callers of the permission wall through the product's own calls where possible. */
import { randomBytes } from 'node:crypto'
import { scopes, type Scope } from '@apogee/contracts/scopes.ts'
import { sql } from 'kysely'
import { codeAt } from '#server/features/accounts/second-factor/authenticator-codes.ts'
import type { TestApp, TestPerson } from '../testing.ts'
import { testPassword } from '../testing.ts'

export interface Caller {
  /** The id is 0 if the caller is anonymous. */
  id: number
  email: string
  token: string | null
}
export type MakeCaller = () => Promise<Caller>

export interface Staff {
  admin: TestPerson
  otherAdmin: TestPerson
  superadmin: TestPerson
}

/**
 * Maps each letter of cells.ts to a function that creates another caller of that kind. `tokensOf` creates `T` and `t`, which depend
 * on the call.
 */
export const callerMakers = (server: TestApp, staff: Staff): Readonly<Record<string, MakeCaller>> => ({
  ...withoutSession(server, staff),
  ...withSession(server, staff),
})

function withoutSession(server: TestApp, staff: Staff): Record<string, MakeCaller> {
  const { call, person, database } = server
  const inBusiness = { businessId: staff.admin.businessId, isProven: true }
  const demote = ({ id }: TestPerson) =>
    expectDone(call('updateUser', { params: { id }, body: { role: 'instructor' }, as: staff.superadmin }))
  return {
    n: async () => ({ id: 0, email: '', token: null }),
    async x() {
      const somebody = await person('superadmin')
      await sql`UPDATE sessions SET expires_at = now() - interval '1 hour' WHERE user_id = ${somebody.id}`.execute(
        database.kysely,
      )
      return somebody
    },
    f: async () => ({ id: 0, email: '', token: randomBytes(32).toString('base64url') }),
    async o() {
      const somebody = await person('admin', inBusiness)
      await expectDone(call('logout', { as: somebody }))
      return somebody
    },
    async e() {
      const somebody = await person('admin', inBusiness)
      await expectDone(call('deleteUser', { params: { id: somebody.id }, as: staff.superadmin }))
      return somebody
    },
    async d() {
      const somebody = await person('admin', inBusiness)
      await demote(somebody)
      return somebody
    },
    h: () => halfSignedIn(server),
    async z() {
      const somebody = await person('admin', inBusiness)
      const token = await newToken(server, somebody, scopes)
      await demote(somebody)
      return { ...somebody, token }
    },
  }
}

function withSession(server: TestApp, staff: Staff): Record<string, MakeCaller> {
  const { call, person, database } = server
  const inBusiness = { businessId: staff.admin.businessId, isProven: true }
  const inOther = { businessId: staff.otherAdmin.businessId, isProven: true }
  const asStudent = async (somebody: TestPerson) => {
    await sql`UPDATE users SET role = 'student' WHERE id = ${somebody.id}`.execute(database.kysely)
    return somebody
  }
  const withOldProof = async ({ id, email }: TestPerson): Promise<Caller> => {
    const { body } = await call('login', { body: { email, password: testPassword } })
    await sql`
      UPDATE sessions SET proven_at = proven_at - interval '1 hour'
       WHERE id = (SELECT max(id) FROM sessions WHERE user_id = ${id})`.execute(database.kysely)
    return { id, email, token: body.data.token }
  }
  return {
    s: () => person(),
    l: () => person(),
    m: () => person(),
    u: () => person(),
    r: () => person(),
    w: () => person(),
    i: () => person('instructor', inBusiness),
    j: () => person('instructor', inBusiness),
    k: () => person('instructor', inOther),
    p: async () => asStudent(await person('instructor', inBusiness)),
    a: () => person('admin', inBusiness),
    b: () => person('admin', inOther),
    q: async () => asStudent(await person('admin', inBusiness)),
    S: () => person('superadmin', { isProven: true }),
    Q: async () => asStudent(await person('superadmin')),
    async y() {
      const somebody = await person('admin', inOther)
      return { ...somebody, token: await newToken(server, somebody, scopes) }
    },
    O: async () => withOldProof(await person('admin', inBusiness)),
    P: async () => withOldProof(await person('superadmin', { isProven: true })),
  }
}

async function expectDone<T extends { status: number; raw: { body: string } }>(made: Promise<T>): Promise<T> {
  const answer = await made
  if (answer.status >= 300) throw new Error(answer.raw.body)
  return answer
}

async function newToken(server: TestApp, as: TestPerson, of: readonly Scope[]): Promise<string> {
  const { body } = await expectDone(
    server.call('createApiToken', { as, body: { name: 'The wall', scopes: [...of] } }),
  )
  return body.data.token
}

/** Returns a caller who has only the cookie of a sign-in that awaits its second factor. This cookie is no session token. */
async function halfSignedIn(server: TestApp): Promise<Caller> {
  const somebody = await server.person('superadmin', { isProven: true })
  const begun = await server.call('beginSecondFactor', { as: somebody })
  const code = codeAt(begun.body.data.secret, server.clock.now())
  await expectDone(server.call('confirmSecondFactor', { as: somebody, body: { code } }))
  const half = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: somebody.email, password: testPassword },
  })
  const [cookie] = half.cookies
  if (!cookie?.value) throw new Error(`no second factor: ${half.body}`)
  return { ...somebody, token: cookie.value }
}

/** Creates an API token of the admin with all scopes, and for each scope a token with all other scopes. */
export async function tokensOf(server: TestApp, admin: TestPerson) {
  const every = { ...admin, token: await newToken(server, admin, scopes) }
  const without = new Map<Scope, Caller>()
  for (const scope of scopes) {
    const others = scopes.filter((one) => one !== scope)
    without.set(scope, { ...admin, token: await newToken(server, admin, others) })
  }
  return { T: every, t: (scope: Scope | undefined) => (scope && without.get(scope)) ?? every }
}
