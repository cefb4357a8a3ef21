/** Creates sellers with details to verify, for tests. */
import type { CheckKind, ChecksOfSeller } from '@apogee/contracts/businesses/seller-checks.ts'
import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { pdf, uploadFile } from '#server/features/media/testing.ts'

export const minute = 60_000
export const day = 24 * 60 * minute
const company = {
  kind: 'company' as const,
  legalName: 'Orbit Academy Sdn Bhd',
  registrationNumber: '202001012345',
}
export const all = (state: string) => ({ registration: state, bank: state, contact: state, documents: state })
let offices = 0

export async function startSellers(): Promise<Sellers> {
  const server = await startTestApp({ payments: unusedPayments, sellersNeedApproval: true })
  return new Sellers(server, await server.person('superadmin', { isProven: true }))
}

export class Sellers {
  readonly server: TestApp
  superadmin: TestPerson

  constructor(server: TestApp, superadmin: TestPerson) {
    this.server = server
    this.superadmin = superadmin
  }

  readonly rows = async <T>(statement: RawBuilder<T>): Promise<T[]> =>
    (await statement.execute(this.server.database.kysely)).rows

  readonly sellerIdOf = async ({ id, businessId }: TestPerson): Promise<number> => {
    const [seller] = await this.rows(
      sql<{ id: number }>`SELECT id FROM sellers WHERE business_id = ${businessId} OR user_id = ${id}`,
    )
    return seller?.id ?? 0
  }
  readonly read = async (as: TestPerson) => (await this.server.call('readSellerChecks', { as })).body.data
  readonly register = (as: TestPerson, given: object = {}) =>
    this.server.call('saveSellerRegistration', { as, body: { ...company, ...given } })
  readonly saveBank = (
    as: TestPerson,
    accountHolder = 'ORBIT ACADEMY SDN. BHD.',
    accountNumber = '514012345678',
  ) =>
    this.server.call('savePayoutBank', {
      as,
      body: { bank: 'Maybank', otherBankName: '', accountNumber, accountHolder },
    })
  readonly saveContact = (
    as: TestPerson,
    email = `office${(offices += 1)}@orbit.test`,
    phone = '03-1234 5678',
  ) => this.server.call('saveSellerContact', { as, body: { email, phone } })

  async codeTo(email: string): Promise<string> {
    await this.server.jobs.runDueOnce()
    const mail = this.server.mails.filter(({ to }) => to === email).at(-1)
    return /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? ''
  }
  readonly confirm = (as: TestPerson, code: string) =>
    this.server.call('confirmContactCode', { as, body: { code } })
  async proveContact(as: TestPerson, email?: string): Promise<string> {
    const { body } = await this.saveContact(as, email)
    const address = body.data.contact?.email ?? ''
    await this.server.call('sendContactCode', { as })
    expect((await this.confirm(as, await this.codeTo(address))).status).toBe(200)
    return address
  }
  async addDocument(as: TestPerson, content: Buffer = pdf(1), name = 'ssm.pdf') {
    const { url } = await uploadFile(this.server, as, content, name, 'seller-document')
    return this.server.call('addSellerDocument', { as, body: { url, purpose: 'registration' } })
  }
  readonly send = (as: TestPerson) => this.server.call('sendSellerChecks', { as })
  readonly readOf = async (of: TestPerson): Promise<ChecksOfSeller> =>
    (
      await this.server.call('readChecksOfSeller', {
        params: { id: await this.sellerIdOf(of) },
        as: this.superadmin,
      })
    ).body.data

  async decide(
    of: TestPerson,
    kind: CheckKind,
    given: { outcome?: 'verified' | 'returned'; note?: string; revision?: number } = {},
  ) {
    const id = await this.sellerIdOf(of)
    const now = (await this.readOf(of)).checks.find((check) => check.kind === kind)
    const body = {
      outcome: given.outcome ?? ('verified' as const),
      note: given.note ?? 'Called, and compared',
      revision: given.revision ?? now?.revision ?? -1,
    }
    return this.server.call('decideSellerCheck', { params: { id, kind }, body, as: this.superadmin })
  }
  readonly statesOf = async (of: TestPerson) =>
    Object.fromEntries((await this.readOf(of)).checks.map(({ kind, state }) => [kind, state]))
  readonly missingOf = async (of: TestPerson) =>
    this.server.services.businesses.verification.checks.missingChecks(
      this.server.database.kysely,
      await this.sellerIdOf(of),
    )

  /** Enters and sends all details. */
  async sent(given: { legalName?: string } = {}): Promise<TestPerson> {
    const admin = await this.server.person('admin', { isProven: true })
    await this.register(admin, given)
    await this.saveBank(admin)
    await this.proveContact(admin)
    await this.addDocument(admin)
    expect((await this.send(admin)).status).toBe(200)
    return admin
  }
  async verified(): Promise<TestPerson> {
    const admin = await this.sent()
    for (const kind of ['registration', 'bank', 'contact', 'documents'] as const)
      expect((await this.decide(admin, kind)).status).toBe(200)
    return admin
  }
  readonly mailsTo = async ({ email }: TestPerson) => {
    await this.server.jobs.runDueOnce()
    return this.server.mails.filter(({ to }) => to === email)
  }

  readonly signedInAgain = async (person: TestPerson): Promise<TestPerson> => {
    const { email } = person
    const { body } = await this.server.call('login', { body: { email, password: testPassword } })
    return { ...person, token: body.data.token }
  }
}
