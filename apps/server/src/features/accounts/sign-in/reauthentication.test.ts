import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints, type RequestOf } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { codeAt } from '../second-factor/authenticator-codes.ts'

const minute = 60_000
const unknownId = 'no-such-id-of-any-sort'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => 'accepted' } })
})
afterAll(() => server.stop())

const chip = { chipSecret: 'a-secret-key-1234', chipBrandId: 'brand-1' }
const sellerOf = async ({ businessId }: TestPerson): Promise<number> => {
  await sql`INSERT INTO sellers (business_id) VALUES (${businessId}) ON CONFLICT DO NOTHING`.execute(
    server.database.kysely,
  )
  const found = await sql<{ id: number }>`SELECT id FROM sellers WHERE business_id = ${businessId}`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.id ?? 0
}
const confirm = (as: TestPerson, password = testPassword) =>
  server.call('confirmIdentity', { body: { password }, as })
const entriesFor = async (as: TestPerson) =>
  (await server.call('listSecurityLog', { query: {}, as })).body.data

async function setUpApp(as: TestPerson): Promise<void> {
  const { secret } = (await server.call('beginSecondFactor', { as })).body.data
  const code = codeAt(secret, server.clock.now())
  expect((await server.call('confirmSecondFactor', { as, body: { code } })).status).toBe(200)
}

type Asked = { [N in RouteName]?: RequestOf<N> }
const ofOneself = {
  endSession: { params: { id: 999_999 } },
  endOtherSessions: {},
  beginPasskey: {},
  finishEmailChange: {},
  beginSecondFactor: {},
  replaceRecoveryCodes: {},
  turnOffSecondFactor: {},
  addPasskey: {
    body: {
      name: 'Phone',
      credential: {
        id: 'AA',
        rawId: 'AA',
        type: 'public-key',
        response: { clientDataJSON: 'AA', attestationObject: 'oA' },
      },
    },
  },
} satisfies Asked
async function marked(): Promise<{ asked: Asked; admin: TestPerson; superadmin: TestPerson }> {
  const admin = await server.person('admin')
  const superadmin = await server.person('superadmin')
  const member = await server.person('instructor', { businessId: admin.businessId })
  const sellerId = await sellerOf(admin)
  await setUpApp(admin)
  const transfer = {
    kind: 'payout',
    amount: 1,
    expectedBalance: 0,
    reference: 'x',
    paidOn: '2026-01-01',
  } as const
  return {
    admin,
    superadmin,
    asked: {
      ...ofOneself,
      updateUser: { params: { id: member.id }, body: { role: 'student' } },
      removeIdentity: { params: { provider: 'google' } },
      askEmailChange: { body: { email: 'moved@apogee.test' } },
      changePassword: { body: { currentPassword: testPassword, password: 'Apogee-Other-1' } },
      removePasskey: { params: { id: 1 } },
      signOutUser: { params: { id: member.id } },
      askFactorRemoval: { body: { email: 'lost@apogee.test', reason: 'Lost', identityCheck: 'Met' } },
      confirmFactorRemoval: { params: { id: 1 } },
      exportOwnData: { body: {} },
      createApiToken: { body: { name: 'Payroll', scopes: ['courses:read'], expiresInDays: 90 } },
      createWebhook: { body: { url: 'https://example.com/', events: ['order.paid'] } },
      replaceWebhookSecret: { params: { id: 1 } },
      createInvitation: { body: { email: 'new@apogee.test', role: 'instructor' } },
      updateChipCredentials: { body: chip },
      savePayoutBank: {
        body: { bank: 'Maybank', otherBankName: '', accountNumber: '514012345678', accountHolder: 'A' },
      },
      readSellerPayoutBank: { params: { id: sellerId } },
      saveSellerRegistration: {
        body: { kind: 'company', legalName: 'Orbit Sdn Bhd', registrationNumber: '202001012345' },
      },
      saveSellerContact: { body: { email: 'office@apogee.test', phone: '03-1234 5678' } },
      readSellerNumber: { params: { id: sellerId } },
      openSellerDocument: { params: { id: sellerId, document: 1 } },
      decideSellerCheck: {
        params: { id: sellerId, kind: 'bank' },
        body: { outcome: 'verified', note: 'Seen', revision: 0 },
      },
      approveSeller: { params: { id: sellerId } },
      changeSellerState: {
        params: { id: sellerId },
        body: {
          state: 'suspended',
          reason: 'Reported by buyers',
          expectedState: 'approved',
          expectedChangeId: null,
        },
      },
      clearBrand: { params: { id: sellerId }, body: { reason: 'It imitates a bank.' } },
      updateFeeRate: { params: { id: sellerId }, body: { feeBasisPoints: 500 } },
      saveInvoiceBank: { body: { bankName: 'Maybank', accountName: 'A', accountNumber: '514012345678' } },
      preparePayout: { body: { sellerId, amount: 1, expectedBalance: 1, key: 'a-key-of-16-chars' } },
      approvePayout: { params: { id: 1 } },
      declinePayout: { params: { id: 1 }, body: { reason: 'Wrong' } },
      recordTransfer: { body: { ...transfer, sellerId, key: 'a-key-of-16-chars' } },
      deleteUser: { params: { id: member.id }, query: {} },
      refundOrder: { params: { id: unknownId }, body: { courseIds: [1], reason: 'x' } },
      answerRefundRequest: { params: { id: unknownId }, body: { decision: 'refund', reason: 'x' } },
      decidePaymentException: { params: { id: unknownId }, body: { choice: 'approve_refund', reason: 'x' } },
      reverseTransfer: { params: { id: 1 }, body: { reason: 'Wrong' } },
    },
  }
}

describe('a change that needs a fresh proof of identity', () => {
  test('every call marked for a fresh proof is refused ten minutes after signing in', async () => {
    const { asked, admin, superadmin } = await marked()
    const entries = Object.entries(endpoints) as [RouteName, AnyEndpoint][]
    const names = entries
      .filter(([, { access }]) => access.kind === 'role' && access.fresh)
      .map(([name]) => name)
    expect(Object.keys(asked).toSorted()).toEqual(names.toSorted())
    server.clock.advance(10 * minute + 1)
    for (const name of names) {
      const { access }: AnyEndpoint = endpoints[name]
      const capability = access.kind === 'role' ? access.capability : null
      const as = capability === 'platform.run' || capability === 'orders.read' ? superadmin : admin
      const { status, body } = await server.call(name, { ...asked[name], as } as never)
      expect([name, status, body.errorCode]).toEqual([name, 403, 'FRESH_PROOF_REQUIRED'])
    }
    expect((await entriesFor(superadmin)).map(({ kind }) => kind)).toEqual(['secondFactor.on'])
  })

  test('a call that needs a fresh proof succeeds for ten minutes after the password was repeated', async () => {
    const admin = await server.person('admin')
    const change = () => server.call('updateChipCredentials', { body: chip, as: admin })
    expect((await change()).status).toBe(200)
    server.clock.advance(10 * minute + 1)
    expect((await change()).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect((await confirm(admin)).status).toBe(200)
    expect((await change()).status).toBe(200)
    server.clock.advance(10 * minute)
    expect((await change()).status).toBe(200)
    server.clock.advance(1)
    expect((await change()).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
  })

  test('signing out and ending the present session need no fresh proof', async () => {
    const admin = await server.person('admin')
    const { email } = admin
    const signIn = async () =>
      (await server.call('login', { body: { email, password: testPassword } })).body.data
    const [one, other] = [await signIn(), await signIn()]
    server.clock.advance(11 * minute)
    const sessions = (await server.call('listSessions', { as: one })).body.data
    const present = sessions.find(({ isCurrent }) => isCurrent)?.id ?? 0
    const another = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 0
    const end = (id: number) => server.call('endSession', { params: { id }, as: one })
    expect((await end(another)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect((await server.call('listSessions', { as: one })).body.data).toHaveLength(3)
    expect((await end(present)).status).toBe(200)
    expect((await server.call('logout', { as: other })).status).toBe(200)
  })

  test('a fresh proof applies to its own session only', async () => {
    const admin = await server.person('admin')
    const other = (await server.call('login', { body: { email: admin.email, password: testPassword } })).body
      .data
    server.clock.advance(11 * minute)
    await confirm(admin)
    const elsewhere = await server.call('updateChipCredentials', { body: chip, as: other })
    expect(elsewhere.body.errorCode).toBe('FRESH_PROOF_REQUIRED')
  })

  test('invalid input is refused before a fresh proof is required', async () => {
    const admin = await server.person('admin')
    server.clock.advance(11 * minute)
    const empty = await server.call('updateChipCredentials', { body: { ...chip, chipSecret: '' }, as: admin })
    expect(empty.body.errorCode).toBe('VALIDATION')
  })

  test('sending a person back unchanged needs no fresh proof, changing the role does', async () => {
    const admin = await server.person('admin')
    const member = await server.person('instructor', { businessId: admin.businessId })
    server.clock.advance(11 * minute)
    const change = (id: number, body: object) =>
      server.call('updateUser', { params: { id }, body, as: admin })
    const read = (await server.call('verifySession', { body: {}, as: admin })).body.data.decoded
    expect((await change(admin.id, { ...read, name: 'New' })).status).toBe(200)
    expect((await change(member.id, { role: 'instructor' })).status).toBe(200)
    expect((await change(member.id, { role: 'student' })).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
  })

  test('deleting another person needs a fresh proof, unless they are hidden or must stay', async () => {
    const admin = await server.person('admin')
    const superadmin = await server.person('superadmin')
    const learner = await server.person('student', { businessId: admin.businessId })
    server.clock.advance(11 * minute)
    const remove = async (id: number, as: TestPerson) =>
      (await server.call('deleteUser', { params: { id }, as })).body.errorCode
    expect(await remove(learner.id, admin)).toBe('FRESH_PROOF_REQUIRED')
    expect(await remove(superadmin.id, admin)).toBe('USER_NOT_FOUND')
    expect(await remove(admin.id, superadmin)).toBe('LAST_ADMIN')
    await confirm(admin)
    expect(await remove(learner.id, admin)).toBeUndefined()
  })
})

describe('proving who one is', () => {
  test('wrong passwords count per session, and ten of them block that session only', async () => {
    const admin = await server.person('admin')
    for (let turn = 0; turn < 10; turn++) {
      expect((await confirm(admin, 'Wrong-Password-1')).body.errorCode).toBe('WRONG_PASSWORD')
    }
    const limited = await confirm(admin)
    expect([limited.status, limited.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    const { email } = admin
    const owner = (await server.call('login', { body: { email, password: testPassword } })).body.data
    expect(
      (await server.call('confirmIdentity', { body: { password: testPassword }, as: owner })).status,
    ).toBe(200)
    const passwords = { currentPassword: testPassword, password: 'Apogee-Other-1' }
    expect((await server.call('changePassword', { body: passwords, as: owner })).status).toBe(200)
  })

  test('an account without a password is sent to its provider, and a new sign-in is a fresh proof', async () => {
    const admin = await server.person('admin')
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${admin.id}`.execute(server.database.kysely)
    expect((await confirm(admin)).status).toBe(200)
    server.clock.advance(11 * minute)
    expect((await confirm(admin)).body.errorCode).toBe('SIGN_IN_AGAIN')
  })

  test("proving one's identity needs a session", async () => {
    expect((await server.call('confirmIdentity', { body: { password: 'x' } })).status).toBe(401)
  })
})
