import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

const day = 86_400_000

let server: TestApp
let admin: TestPerson
let colleague: TestPerson
let stranger: TestPerson
let superadmin: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  admin = await server.person('admin')
  colleague = await server.person('instructor', { businessId: admin.businessId })
  stranger = await server.person('admin')
  superadmin = await server.person('superadmin')
  const { securityLog } = server.services
  for (const [place, actor] of [admin, colleague, stranger, superadmin].entries()) {
    server.clock.advance(2 * day)
    await server.database.transaction(async (tx) => {
      const { businessId } = actor.id === superadmin.id ? admin : actor
      const by = { userId: actor.id, address: `192.0.2.${place}` }
      await securityLog.recordSecurityEvent(tx, { kind: 'bank.changed', actor: by, businessId })
      await securityLog.recordActivity(tx, {
        kind: 'refund.asked',
        actor: by,
        businessId,
        subjectId: colleague.id,
        details: { order: 'ABCDEF', cents: 100 },
      })
    })
  }
})
afterAll(() => server.stop())

const search = async (as: TestPerson, query: Record<string, unknown> = {}) =>
  server.call('searchSecurityLog', { query, as })
const found = async (as: TestPerson, query: Record<string, unknown> = {}) =>
  (await search(as, query)).body.data.filter(({ kind }) => /^(?:bank|refund)\./.test(kind))
const actorsOf = async (as: TestPerson, query: Record<string, unknown> = {}) => [
  ...new Set((await found(as, query)).map(({ actor }) => actor?.id)),
]

test('an admin finds what concerns their business, a superadmin everything, others nothing', async () => {
  expect(await actorsOf(admin)).toEqual([superadmin.id, colleague.id, admin.id])
  expect(await actorsOf(stranger)).toEqual([stranger.id])
  expect(await actorsOf(superadmin)).toEqual([superadmin.id, stranger.id, colleague.id, admin.id])
  expect((await search(colleague)).status).toBe(403)
  expect((await search(await server.person())).status).toBe(403)
  expect((await server.call('searchSecurityLog', { query: {} })).status).toBe(401)
})

test('a filter shows an admin nothing of another business', async () => {
  expect(await found(stranger, { businessId: admin.businessId })).toEqual([])
  expect(await found(stranger, { person: String(admin.id) })).toEqual([])
  expect(await found(stranger, { person: admin.email })).toEqual([])
})

test('an admin does not see and cannot search the address of somebody outside of the business', async () => {
  const addresses = (await found(admin)).map(({ address }) => address)
  expect(addresses).toEqual([null, null, '192.0.2.1', '192.0.2.1', '192.0.2.0', '192.0.2.0'])
  expect((await search(admin, { address: '192.0.2.3' })).status).toBe(403)
  expect(await actorsOf(superadmin, { address: '192.0.2.3' })).toEqual([superadmin.id])
})

test('a search by group, person, business and days finds what matches all of them', async () => {
  const kinds = async (query: Record<string, unknown>) =>
    (await found(superadmin, query)).map(({ kind, actor }) => `${kind} ${actor?.id}`)
  expect(await found(superadmin, { group: 'views' })).toEqual([])
  expect(await found(superadmin, { group: 'money' })).toHaveLength(8)
  expect(await kinds({ person: stranger.email })).toEqual([
    `refund.asked ${stranger.id}`,
    `bank.changed ${stranger.id}`,
  ])
  expect(await found(superadmin, { person: String(colleague.id), group: 'money' })).toHaveLength(5)
  expect(await found(superadmin, { person: 'nobody@nowhere.test' })).toEqual([])
  expect(await found(superadmin, { businessId: stranger.businessId })).toHaveLength(2)
  const today = dayInMalaysia(server.clock.now())
  const before = dayInMalaysia(new Date(server.clock.now().getTime() - 4 * day))
  expect(await actorsOf(superadmin, { from: today })).toEqual([superadmin.id])
  expect(await actorsOf(superadmin, { from: before, to: before })).toEqual([colleague.id])
  expect(await actorsOf(superadmin, { to: before, businessId: admin.businessId })).toEqual([
    colleague.id,
    admin.id,
  ])
  expect(await found(superadmin, { from: '2999-01-01' })).toEqual([])
  expect(await found(superadmin, { to: '1999-01-01' })).toEqual([])
})

test('pages follow each other by cursor without a gap or a repetition', async () => {
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const answered: Awaited<ReturnType<typeof search>> = await search(superadmin, {
      limit: '3',
      group: 'money',
      ...(cursor && { cursor }),
    })
    const { data, meta } = answered.body
    expect(data.length).toBeLessThanOrEqual(3)
    ids.push(...data.map(({ id }) => id))
    cursor = meta.nextCursor
  } while (cursor !== null)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  expect(ids).toHaveLength(8)
  const second = (await search(superadmin, { limit: '3', page: '2', group: 'money' })).body.data
  expect(second.map(({ id }) => id)).toEqual(ids.slice(3, 6))
})

test('a kind of a newer release is listed as it is', async () => {
  await sql`
    INSERT INTO security_log (at, kind, business_id) VALUES (${server.clock.now()}, 'teleport.used', ${admin.businessId})`.execute(
    server.database.kysely,
  )
  expect((await search(admin)).body.data[0]?.kind).toBe('teleport.used')
  expect((await server.call('listSecurityLog', { query: {}, as: admin })).body.data[0]?.kind).toBe(
    'teleport.used',
  )
})

test('the state of the chain is shown only to superadmins', async () => {
  await server.services.securityLogChain.seal()
  while (!(await server.services.securityLogChain.checkPart()));
  const { body } = await server.call('readSecurityLogState', { as: superadmin })
  expect(body.data).toMatchObject({ check: { breakCount: 0, breaks: [] }, head: { block: 1 } })
  expect((await server.call('readSecurityLogState', { as: admin })).status).toBe(403)
  expect(await server.services.securityLogChain.figures()).toMatchObject({ breaks: 0, headBlock: 1 })
})
