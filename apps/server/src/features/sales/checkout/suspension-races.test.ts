/** Tests a suspension that is committed between the check of a call and its transaction: docs/decisions/sellers.md. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShop, type Shop } from '../sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ poolSize: 12 })
})
afterAll(() => shop.server.stop())

async function newSeller() {
  const admin = await shop.server.person('admin', { isProven: true })
  const paid = await shop.course(5_000, admin)
  const [row] = await shop.rows<{ id: number }>(
    sql`SELECT id FROM sellers WHERE business_id = ${admin.businessId}`,
  )
  return { admin, paid, id: row?.id ?? 0 }
}
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { errorCode?: string }).errorCode,
]
async function setState(id: number, state: 'approved' | 'suspended'): Promise<void> {
  await shop.rows(sql`UPDATE sellers SET selling_state = ${state} WHERE id = ${id} RETURNING id`)
}
/**
 * Sends the request while another transaction is suspending the seller. That transaction began before the request and commits
 * during it.
 */
async function duringSuspension(sellerId: number, request: () => Promise<{ status: number; body: unknown }>) {
  const { asked } = await shop.server.database.transaction(async (tx) => {
    // Takes the locks of a real change of state, in the same order.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('seller state', ${sellerId}))`.execute(tx)
    await sql`SELECT FROM courses WHERE seller_id = ${sellerId} ORDER BY id FOR NO KEY UPDATE`.execute(tx)
    await sql`UPDATE sellers SET selling_state = 'suspended' WHERE id = ${sellerId}`.execute(tx)
    let isAnswered = false
    const sent = request().finally(() => (isAnswered = true))
    await expect
      .poll(
        async () => isAnswered || (await shop.rows(sql`SELECT 1 FROM pg_locks WHERE NOT granted`)).length > 0,
      )
      .toBe(true)
    return { asked: sent }
  })
  return asked
}

test.each([
  'enrolPeople',
  'resendCourseInvitation',
  'createInvite',
  'announcement',
  'message',
  'live session',
  'removal',
  'team',
  'bank',
  'chip',
] as const)(
  'a suspension between the check of a call and its transaction is not passed: %s',
  async (name) => {
    const { admin, paid, id } = await newSeller()
    const params = { id: paid }
    const invite = (email: string) =>
      shop.server.call('enrolPeople', { params, body: { emails: [email] }, as: admin })
    await invite('first@apogee.test')
    const { data } = (await shop.server.call('listInvitedPeople', { params, query: {}, as: admin })).body
    const learner = await shop.server.person('student', { isProven: true })
    await shop.server.database.transaction((tx) =>
      shop.server.services.enrolments.grant(tx, { userId: learner.id, courseId: paid, source: 'granted' }),
    )
    const place = { ...params, userId: learner.id }
    const calls = {
      enrolPeople: () => invite('second@apogee.test'),
      resendCourseInvitation: () =>
        shop.server.call('resendCourseInvitation', {
          params: { ...params, personId: data[0]?.id ?? 0 },
          body: {},
          as: admin,
        }),
      createInvite: () => shop.server.call('createInvite', { params, body: {}, as: admin }),
      announcement: () =>
        shop.server.call('writeAnnouncement', {
          params,
          body: { title: 'Hello', body: 'Hello' },
          as: admin,
        }),
      message: () =>
        shop.server.call('writeLearnerMessage', { params: place, body: { body: 'Hello' }, as: admin }),
      'live session': () =>
        shop.server.call('createLiveSession', {
          params,
          body: {
            title: 'Questions',
            startsAt: new Date(shop.server.clock.now().getTime() + 3_600_000).toISOString(),
            minutes: 30,
            link: 'https://meet.example/orbits',
          },
          as: admin,
        }),
      removal: () =>
        shop.server.call('removeLearner', { params: place, body: { reason: 'Left' }, as: admin }),
      team: () =>
        shop.server.call('createInvitation', {
          body: { email: 'colleague@apogee.test', role: 'instructor' },
          as: admin,
        }),
      bank: () =>
        shop.server.call('savePayoutBank', {
          body: { bank: 'Maybank', otherBankName: '', accountNumber: '514012345678', accountHolder: 'A' },
          as: admin,
        }),
      chip: () =>
        shop.server.call('updateChipCredentials', {
          body: { chipSecret: `own-key-${admin.id}`, chipBrandId: 'own-brand' },
          as: admin,
        }),
    }
    expect(codeOf(await duringSuspension(id, calls[name]))).toEqual([403, 'SELLER_SUSPENDED'])
  },
)

test('an invitation of a team member waits when the address is verified, and is accepted after the restore', async () => {
  const { admin, paid, id } = await newSeller()
  const colleague = await shop.server.person('instructor', {
    businessId: admin.businessId,
    isProven: false,
  })
  const body = { emails: [colleague.email] }
  await shop.server.call('enrolPeople', { params: { id: paid }, body, as: admin })
  await setState(id, 'suspended')
  const { invitations } = shop.server.services.enrolments
  const claim = async () =>
    shop.server.database.transaction((tx) => invitations.claimWaiting(tx, colleague.id))
  expect([await claim(), await shop.isEnrolled(colleague, paid)]).toEqual([0, false])
  await setState(id, 'approved')
  expect([await claim(), await shop.isEnrolled(colleague, paid)]).toEqual([1, true])
})
