import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

const day = 86_400_000

let server: TestApp
let admin: TestPerson
let colleague: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => 'accepted' } })
  admin = await server.person('admin', { isProven: true })
  colleague = await server.person('admin', { businessId: admin.businessId, isProven: true })
})
afterAll(() => server.stop())

const log = async (as: TestPerson, query = {}) =>
  (await server.call('listSecurityLog', { query, as })).body.data
const secret = 'a-secret-key-9876'
const connect = (as: TestPerson) =>
  server.call('updateChipCredentials', { body: { chipSecret: secret, chipBrandId: 'brand-7' }, as })
/** Delivers events, runs their listeners and sends mails. Each of these steps may enqueue further jobs. */
async function runJobs() {
  for (let turn = 0; turn < 3; turn++) await server.jobs.runDueOnce()
}
const connectBank = (as: TestPerson, otherBankName: string) =>
  server.call('savePayoutBank', {
    body: { bank: 'other', otherBankName, accountNumber: '514012345678', accountHolder: 'A' },
    as,
  })
const rows = () =>
  sql<{ text: string }>`SELECT security_log::text AS text FROM security_log`.execute(server.database.kysely)

describe('a change of CHIP credentials', () => {
  test("a change of CHIP credentials is in the business's security log with person, time and network, without the secret", async () => {
    expect((await connect(admin)).status).toBe(200)
    const [entry] = await log(colleague)
    expect(entry).toMatchObject({
      kind: 'chip.changed',
      at: server.clock.now().toISOString(),
      actor: { id: admin.id },
      business: { id: admin.businessId },
      details: { brandId: 'brand-7', secretEndsWith: '9876', isVerified: true },
      address: '127.0.0.1',
    })
    expect((await rows()).rows.some(({ text }) => text.includes(secret))).toBe(false)
  })

  test('a change of CHIP credentials notifies all admins of the business by mail and in the app, each in their language', async () => {
    await sql`UPDATE users SET language = 'ms' WHERE id = ${colleague.id}`.execute(server.database.kysely)
    await runJobs()
    server.mails.length = 0
    await connect(admin)
    await runJobs()
    const mailTo = (person: TestPerson) =>
      server.mails.filter(({ to, subject }) => to === person.email && /Security|Keselamatan/.test(subject))
    expect(mailTo(admin).map(({ subject }) => subject)).toEqual(['Security: the CHIP account was changed'])
    expect(mailTo(colleague).map(({ subject }) => subject)).toEqual(['Keselamatan: akaun CHIP telah ditukar'])
    const [mail] = mailTo(admin)
    expect(mail?.body).toContain('brand-7')
    expect(mail?.body).toContain('/settings')
    expect(mail?.body).not.toContain(secret)
    const notifications = (await server.call('listNotifications', { query: {}, as: colleague })).body.data
    expect(notifications[0]).toMatchObject({ kind: 'security.changed', data: { change: 'chip.changed' } })
  })
})

test('a change of role notifies the admins and the person, and is in the log', async () => {
  const member = await server.person('student', { businessId: admin.businessId })
  await server.call('updateUser', { params: { id: member.id }, body: { role: 'instructor' }, as: admin })
  expect((await log(admin))[0]).toMatchObject({
    kind: 'role.changed',
    subject: { id: member.id },
    details: { before: 'student', role: 'instructor' },
  })
  const { people } = await notifications()
  expect(people).toEqual([admin.id, colleague.id, member.id].toSorted((a, b) => a - b))

  async function notifications() {
    await runJobs()
    const found = await sql<{ id: number }>`
      SELECT user_id AS id FROM notifications WHERE kind = 'security.changed' AND data->>'change' = 'role.changed'
       ORDER BY user_id`.execute(server.database.kysely)
    return { people: found.rows.map(({ id }) => id) }
  }
})

test("admins read their business's log entries, people their own, superadmins all, strangers none", async () => {
  const stranger = await server.person('admin')
  const superadmin = await server.person('superadmin')
  await connect(stranger)
  const businessesOf = async (as: TestPerson) => [
    ...new Set((await log(as)).map(({ business }) => business?.id)),
  ]
  expect(await businessesOf(admin)).toEqual([admin.businessId])
  expect(await businessesOf(stranger)).toEqual([stranger.businessId])
  expect(new Set(await businessesOf(superadmin))).toEqual(new Set([admin.businessId, stranger.businessId]))
  expect((await log(superadmin, { businessId: stranger.businessId })).length).toBe(1)
  // A filter by another business shows none of its entries.
  expect(
    (await log(stranger, { businessId: admin.businessId })).every(
      ({ business }) => business?.id === stranger.businessId,
    ),
  ).toBe(true)
  expect(await log(await server.person())).toEqual([])
})

test("repeated registrations of somebody's address mail them one fixed text a day and change little", async () => {
  const email = 'victim@apogee.test'
  const link = 'https://evil.example'
  const registered = await server.call('registerBusiness', {
    body: {
      name: `Win at ${link}/prize now`,
      email,
      password: 'Apogee-Test-1',
      businessName: link,
      businessEmail: email,
      businessPhone: '03-1234 5678',
      businessAddress: link,
    },
  })
  const { user, token } = registered.body.data
  const as: TestPerson = { ...user, token }
  const statuses: number[] = []
  for (let turn = 0; turn < 22; turn++) statuses.push((await connectBank(as, `${link}/${turn}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
  for (let turn = 0; turn < 22; turn++) statuses[turn] = (await connect(as)).status
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429])
  await runJobs()
  const mails = server.mails.filter(({ to }) => to === email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Confirm your email address',
    'Security: a change in your Apogee account',
  ])
  for (const mail of mails)
    expect(`${mail.subject} ${mail.body} ${mail.html}`).not.toMatch(/evil|Win at|brand/)
})

test('log entries cannot be changed or deleted, and addresses are erased after 90 days', async () => {
  const { kysely } = server.database
  await expect(sql`UPDATE security_log SET kind = 'other.kind'`.execute(kysely)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`DELETE FROM security_log`.execute(kysely)).rejects.toThrow('append-only')
  await expect(sql`TRUNCATE security_log`.execute(kysely)).rejects.toThrow('append-only')
  const addresses = async () =>
    (await sql<{ n: number }>`SELECT count(address)::int AS n FROM security_log`.execute(kysely)).rows[0]?.n
  const before = await addresses()
  expect(before).toBeGreaterThan(0)
  server.clock.advance(89 * day)
  await server.sweep()
  expect(await addresses()).toBe(before)
  server.clock.advance(2 * day)
  await server.sweep()
  expect(await addresses()).toBe(0)
})
