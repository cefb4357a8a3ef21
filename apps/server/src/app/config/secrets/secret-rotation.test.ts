/** Follows docs/decisions/secrets.md: a secret is replaced while the school sells. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { codeAt } from '#server/features/accounts/second-factor/authenticator-codes.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { createKeys } from '#server/platform/secrets/keys.ts'
import { resealTask } from '../../jobs.ts'
import { isSecretOfDatabase } from './secret.ts'
import { makeCourse } from '../../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../testing.ts'

const [old, next] = ['the former secret, long enough to be one', 'the next secret, long enough to be one!']
const chip = { chipSecret: 'chip-secret-of-the-school', chipBrandId: 'brand-1' }
const bank = {
  bank: 'Maybank' as const,
  otherBankName: '',
  accountNumber: '512345678901',
  accountHolder: 'Sekolah Angkasa',
}

let school: TestApp
let admin: TestPerson
let superadmin: TestPerson
let courseId: number
let invite: string
let sellerId: number
let appSecret: string
beforeAll(async () => {
  school = await startTestApp({
    payments: { ...unusedPayments, checkCredentials: async () => 'accepted' },
    keys: createKeys(old),
  })
  expect(await isSecretOfDatabase(school.database.kysely, createKeys(old))).toBe(true)
  admin = await school.person('admin', { isProven: true })
  superadmin = await school.person('superadmin')
  const kept = [
    await school.call('updateChipCredentials', { as: admin, body: chip }),
    await school.call('savePayoutBank', { as: admin, body: bank }),
    await school.call('createWebhook', {
      as: admin,
      body: { url: 'http://127.0.0.1:9/hook', events: ['order.paid'] },
    }),
  ]
  expect(kept.map(({ raw }) => (raw.statusCode < 300 ? 'kept' : raw.body))).toEqual(['kept', 'kept', 'kept'])
  appSecret = (await school.call('beginSecondFactor', { as: admin })).body.data.secret
  const { rows } = await sql<{ id: number }>`SELECT seller_id AS id FROM payout_banks`.execute(
    school.database.kysely,
  )
  sellerId = rows[0]?.id ?? 0
  courseId = (await makeCourse(school.database, { owner: admin, isPrivate: true })).id
  const made = await school.call('createInvite', { as: admin, params: { id: courseId }, body: {} })
  invite = new URL(made.body.data.url).searchParams.get('invite') ?? ''
})
afterAll(() => school.stop())

const sealedSecrets = async () => {
  const { rows } = await sql<{ sealed: Buffer }>`
    SELECT secret_encrypted AS sealed FROM payment_accounts
    UNION ALL SELECT details_encrypted FROM payout_banks
    UNION ALL SELECT secret_encrypted FROM webhook_endpoints
    UNION ALL SELECT secret_encrypted FROM authenticator_apps`.execute(school.database.kysely)
  return rows.map(({ sealed }) => sealed.toString('hex'))
}

type Process = Awaited<ReturnType<TestApp['startAgain']>>

/** Returns how a process handles the stored secrets, and a link that was signed with the former secret. */
async function answersOf(process: Process) {
  const read = await process.call('readSellerPayoutBank', { as: superadmin, params: { id: sellerId } })
  const learner = await school.person()
  const enrolled = await process.call('enroll', {
    as: learner,
    params: { courseId },
    body: { invite },
  })
  const account = await sql<{ id: number }>`SELECT id FROM payment_accounts`.execute(school.database.kysely)
  const chipAccount = await process.services.businesses
    .providerAccount(account.rows[0]?.id ?? 0)
    .catch(() => undefined)
  return {
    bank: read.body.data?.accountNumber ?? read.body.errorCode,
    chip: chipAccount?.secret,
    invite: enrolled.status,
    accounts: account.rows.length,
  }
}

async function sealAnew(process: Process): Promise<void> {
  await school.database.transaction((tx) => enqueue(tx, resealTask, {}))
  await process.jobs.runDueOnce()
}

test('a secret is replaced: both are accepted, all is sealed anew, and then the former one opens nothing', async () => {
  const { kysely } = school.database
  const before = await sealedSecrets()
  expect(before).toHaveLength(4)

  const changing = createKeys(next, old)
  expect(await isSecretOfDatabase(kysely, changing)).toBe(true)
  const second = await school.startAgain({ keys: changing })
  const whole = { bank: bank.accountNumber, chip: chip.chipSecret, invite: 200, accounts: 1 }
  expect(await answersOf(second)).toEqual(whole)
  // The same credentials are recognised as the same account, even while their stored fingerprint was made with the former secret.
  await second.call('updateChipCredentials', { as: admin, body: chip })
  expect(await answersOf(second)).toEqual(whole)

  await sealAnew(second)
  const after = await sealedSecrets()
  expect(after.filter((sealed) => before.includes(sealed))).toEqual([])
  await sealAnew(second)
  expect(await sealedSecrets()).toEqual(after)
  await second.call('updateChipCredentials', { as: admin, body: chip })
  expect(await answersOf(second)).toEqual(whole)
  await second.app.close()

  const third = await school.startAgain({ keys: createKeys(next) })
  expect(await isSecretOfDatabase(kysely, createKeys(next))).toBe(true)
  expect(await answersOf(third)).toEqual({ ...whole, invite: 404 })
  const code = codeAt(appSecret, school.clock.now())
  expect((await third.call('confirmSecondFactor', { as: admin, body: { code } })).status).toBe(200)
  await third.app.close()

  expect(await isSecretOfDatabase(kysely, createKeys(old))).toBe(false)
  const stolen = await school.startAgain({ keys: createKeys(old) })
  expect(await answersOf(stolen)).toEqual({
    bank: 'PAYOUT_BANK_UNREADABLE',
    chip: undefined,
    invite: 200,
    accounts: 1,
  })
  await stolen.app.close()
})

test('a row that no accepted secret opens is left as it is, and the database still asks for the former secret', async () => {
  const { kysely } = school.database
  await sql`UPDATE payout_banks SET details_encrypted = decode(repeat('00', 40), 'hex')`.execute(kysely)
  const process = await school.startAgain({ keys: createKeys('a third secret, long enough to be one', next) })
  await sealAnew(process)
  expect(await isSecretOfDatabase(kysely, createKeys('a third secret, long enough to be one'))).toBe(false)
  expect(await sealedSecrets()).toContain('00'.repeat(40))
  await process.app.close()
})
