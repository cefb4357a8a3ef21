/** Tests payouts that one superadmin prepares and another one approves: docs/decisions/payouts.md. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  shopForTests,
  minute,
  day,
  shop,
  first,
  second,
  newKey,
  owed,
  prepare,
  approve,
  decline,
  withdraw,
  transfer,
  prepared,
  approved,
  stateOf,
  bookOf,
  payoutsIn,
  provenAgain,
  signedIn,
} from './payouts-by-two.testing.ts'

shopForTests()

describe('the whole way', () => {
  test('one superadmin prepares, another approves, and either enters the transfer', async () => {
    const { sellerId } = await owed()
    const payout = await prepared(sellerId)
    expect(payout).toMatchObject({
      state: 'prepared',
      amount: 2_000,
      seller: { id: sellerId },
      preparedBy: { id: first.id },
      bank: { bankName: 'Maybank', accountEndsWith: '5678' },
      notes: ['first_payout'],
      expiresAt: new Date(shop.server.clock.now().getTime() + 7 * day).toISOString(),
    })
    expect((await approve(payout.id)).body.data).toMatchObject({
      state: 'approved',
      approvedBy: { id: second.id },
      expiresAt: null,
    })
    const done = await transfer(sellerId, { payoutId: payout.id, as: second })
    expect([done.status, done.body.data]).toEqual([201, { balance: 3_000 }])
    expect(await stateOf(payout.id)).toMatchObject({
      state: 'paid',
      reference: 'MBB 123',
      endedBy: { id: second.id },
      cause: null,
    })
    expect(await payoutsIn(sellerId)).toHaveLength(1)
  })

  test('the other superadmins are notified and mailed once, and the seller learns nothing before the transfer', async () => {
    const { seller, sellerId } = await owed()
    // This amount identifies the payout, because no other payout has it.
    const unique = { key: newKey(), amount: 1_234 }
    const { id } = await prepared(sellerId, unique)
    expect((await prepared(sellerId, unique)).id).toBe(id)
    await approve(id)
    for (let turn = 0; turn < 3; turn += 1) await shop.runJobs()
    const mailsTo = (email: string) =>
      shop.server.mails.filter(({ to, body }) => to === email && body.includes('RM 12.34'))
    const [mail, ...more] = mailsTo(second.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('A payout of RM 12.34 waits for your approval')
    expect(mail?.body).toContain('/admin/payouts')
    expect(mailsTo(first.email)).toEqual([])
    expect(mailsTo(seller.email)).toEqual([])
    const told = await shop.server.call('listNotifications', { query: {}, as: second })
    const about = told.body.data.filter(
      ({ data }) => 'details' in data && data.details['payoutId'] === id && data.change === 'payout.prepared',
    )
    expect(about).toMatchObject([{ data: { details: { cents: 1_234 } } }])
    const own = await bookOf(sellerId, seller)
    expect([own.payable, own.payouts]).toEqual([5_000, null])
    const log = await shop.server.call('listSecurityLog', { query: {}, as: seller })
    expect(log.body.data.filter(({ kind }) => kind.startsWith('payout.'))).toEqual([])
  })

  test('each step is in the security log', async () => {
    const { sellerId } = await owed()
    const paid = await approved(sellerId)
    await transfer(sellerId, { payoutId: paid })
    const declined = await prepared(sellerId, { expectedBalance: 3_000, amount: 100 })
    await decline(declined.id)
    const withdrawn = await prepared(sellerId, { expectedBalance: 3_000, amount: 100 })
    await withdraw(withdrawn.id)
    const log = await shop.rows(sql<{ kind: string; actor_id: number; business_id: number | null }>`
      SELECT kind, actor_id, business_id FROM security_log
       WHERE kind LIKE 'payout.%' AND details->>'sellerId' = ${String(sellerId)} ORDER BY id`)
    expect(log.map(({ kind, actor_id: by }) => [kind, by === first.id ? 'first' : 'second'])).toEqual([
      ['payout.prepared', 'first'],
      ['payout.approved', 'second'],
      ['payout.paid', 'first'],
      ['payout.prepared', 'first'],
      ['payout.declined', 'second'],
      ['payout.prepared', 'first'],
      ['payout.withdrawn', 'first'],
    ])
    expect(log.every(({ business_id: business }) => business === null)).toBe(true)
  })

  test('the list shows one group at a time with the number of open ones, and the studio counts these', async () => {
    const { sellerId } = await owed()
    const waiting = await prepared(sellerId, { amount: 100 })
    const ready = await approved(sellerId, { amount: 200 })
    const ended = await prepared(sellerId, { amount: 300 })
    await withdraw(ended.id)
    const group = async (name: 'prepared' | 'approved' | 'ended') => {
      const { body } = await shop.server.call('listPayouts', {
        query: { group: name, limit: '1' },
        as: first,
      })
      return body.data.map(({ id }) => id)
    }
    expect([await group('prepared'), await group('approved'), await group('ended')]).toEqual([
      [waiting.id],
      [ready],
      [ended.id],
    ])
    const { open } = (await shop.server.call('listPayouts', { query: {}, as: first })).body.meta
    const studio = await shop.server.call('readStudio', { as: first })
    expect(studio.body.data.waiting.find(({ kind }) => kind === 'payouts')?.count).toBe(
      open.prepared + open.approved,
    )
  })

  test('a payout names what is special: a new bank account, the first payout, an amount far above the others', async () => {
    const { seller, sellerId } = await owed()
    const small = await approved(sellerId, { amount: 100 })
    await transfer(sellerId, { payoutId: small, amount: 100 })
    await sql`UPDATE payout_banks SET saved_at = ${shop.server.clock.now()} WHERE seller_id = ${sellerId}`.execute(
      shop.server.database.kysely,
    )
    const courseId = await shop.course(400_000, seller)
    const { purchase, id } = await shop.buy(await shop.server.person(), courseId)
    await shop.pay(purchase)
    await shop.check(id)
    const large = await prepared(sellerId, { amount: 404_900, expectedBalance: 404_900 })
    expect([large.notes, large.largestFormer]).toEqual([['bank_changed', 'far_above'], 100])
  })
})

describe('two people', () => {
  test('whoever prepared a payout neither approves nor declines it', async () => {
    const { sellerId } = await owed()
    const { id } = await prepared(sellerId)
    expect((await approve(id, first)).body.errorCode).toBe('PAYOUT_OF_TWO')
    expect((await decline(id, first)).body.errorCode).toBe('PAYOUT_OF_TWO')
    expect((await transfer(sellerId, { payoutId: id })).body.errorCode).toBe('PAYOUT_NOT_APPROVED')
    expect((await stateOf(id))?.state).toBe('prepared')
  })

  test('a superadmin of less than a week decides nothing, on either side', async () => {
    const { sellerId } = await owed()
    const person = await shop.server.person()
    await shop.server.call('updateUser', {
      as: first,
      params: { id: person.id },
      body: { role: 'superadmin' },
    })
    let made = await signedIn(person)
    const { id } = await prepared(sellerId)
    expect((await approve(id, made)).body.errorCode).toBe('PAYOUT_NEW_SUPERADMIN')
    await withdraw(id)
    const other = await prepared(sellerId, { as: made })
    expect((await approve(other.id)).body.errorCode).toBe('PAYOUT_NEW_SUPERADMIN')
    shop.server.clock.advance(7 * day - minute)
    await Promise.all([first, second].map(provenAgain))
    made = await signedIn(person)
    const third = await prepared(sellerId)
    expect((await approve(third.id, made)).body.errorCode).toBe('PAYOUT_NEW_SUPERADMIN')
    shop.server.clock.advance(minute)
    expect((await approve(third.id, made)).status).toBe(200)
  })

  test('preparing and deciding needs a fresh proof of identity', async () => {
    const { sellerId } = await owed()
    const { id } = await prepared(sellerId)
    shop.server.clock.advance(11 * minute)
    expect((await prepare(sellerId)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect((await approve(id)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect((await decline(id)).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
    expect((await withdraw(id)).status).toBe(200)
  })

  test('one of two concurrent approvals of a payout counts, and its repetition changes nothing', async () => {
    const { sellerId } = await owed()
    const third = await shop.server.person('superadmin', { isProven: true })
    const { id } = await prepared(sellerId)
    const both = await Promise.all([approve(id, second), approve(id, third)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = both[0].status === 200 ? second : third
    expect((await approve(id, winner)).status).toBe(200)
    const log = await shop.rows(sql<{ id: number }>`
      SELECT id FROM security_log WHERE kind = 'payout.approved' AND details->>'payoutId' = ${String(id)}`)
    expect(log).toHaveLength(1)
  })

  test('an approval and a withdrawal at once end withdrawn', async () => {
    const { sellerId } = await owed()
    const { id } = await prepared(sellerId)
    const [yes, back] = await Promise.all([approve(id), withdraw(id)])
    expect(back.status).toBe(200)
    expect([200, 409]).toContain(yes.status)
    expect(await stateOf(id)).toMatchObject({ state: 'withdrawn', cause: 'person', reason: 'Wrong amount' })
    expect((await bookOf(sellerId)).payable).toBe(5_000)
  })

  test('a transfer and a withdrawal at once have one winner', async () => {
    const { sellerId } = await owed()
    const id = await approved(sellerId)
    const [moved, back] = await Promise.all([transfer(sellerId, { payoutId: id }), withdraw(id)])
    expect([moved.status, back.status].toSorted((a, b) => a - b)).toEqual(
      moved.status === 201 ? [201, 409] : [200, 409],
    )
    expect((await stateOf(id))?.state).toBe(moved.status === 201 ? 'paid' : 'withdrawn')
    expect(await payoutsIn(sellerId)).toHaveLength(moved.status === 201 ? 1 : 0)
  })

  test('a superadmin who has lost the role meanwhile has decided nothing', async () => {
    const { sellerId } = await owed()
    const id = await approved(sellerId)
    await sql`UPDATE users SET role = 'student' WHERE id = ${second.id}`.execute(shop.server.database.kysely)
    expect((await transfer(sellerId, { payoutId: id })).body.errorCode).toBe('PAYOUT_PEOPLE_CHANGED')
    expect(await stateOf(id)).toMatchObject({ state: 'withdrawn', cause: 'people_changed', endedBy: null })
  })
})

describe('money is paid out once', () => {
  test('a transfer without an approved payout is refused, and one from a seller needs none', async () => {
    const { sellerId } = await owed()
    expect((await transfer(sellerId)).body.errorCode).toBe('PAYOUT_NOT_APPROVED')
    expect((await transfer(sellerId, { kind: 'payment_in' })).body.errorCode).toBe('TRANSFER_TOO_LARGE')
    expect(await payoutsIn(sellerId)).toEqual([])
  })

  test('a transfer is refused for another amount, another seller, and a payment from the seller', async () => {
    const [{ sellerId }, other] = [await owed(), await owed()]
    const id = await approved(sellerId)
    const refusals = [
      await transfer(sellerId, { payoutId: id, amount: 2_001 }),
      await transfer(sellerId, { payoutId: id, kind: 'payment_in' }),
      await transfer(other.sellerId, { payoutId: id }),
      await transfer(sellerId, { payoutId: 999_999_999 }),
    ]
    expect(refusals.map(({ body }) => body.errorCode)).toEqual([
      'PAYOUT_NOT_APPROVED',
      'PAYOUT_NOT_APPROVED',
      'PAYOUT_NOT_FOUND',
      'PAYOUT_NOT_FOUND',
    ])
    expect((await stateOf(id))?.state).toBe('approved')
  })

  test('two transfers of one payout at once record one, and the same key is one transfer', async () => {
    const { sellerId } = await owed()
    const id = await approved(sellerId)
    const key = newKey()
    const three = await Promise.all([
      transfer(sellerId, { payoutId: id, key }),
      transfer(sellerId, { payoutId: id, key }),
      transfer(sellerId, { payoutId: id }),
    ])
    expect(await payoutsIn(sellerId)).toHaveLength(1)
    const codes = three.map(({ status, body }) => body.errorCode ?? status)
    expect([
      [201, 201, 'PAYOUT_CHANGED'],
      ['PAYOUT_CHANGED', 'PAYOUT_CHANGED', 201],
    ]).toContainEqual(codes)
  })

  test('prepared money is not payable a second time, at once or later', async () => {
    const { sellerId } = await owed()
    const both = await Promise.all([
      prepare(sellerId, { amount: 3_000 }),
      prepare(sellerId, { amount: 3_000, as: second }),
    ])
    const codes = both.map(({ status, body }) => body.errorCode ?? String(status))
    expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(['201', 'PAYOUT_IN_OTHERS'])
    expect(await bookOf(sellerId)).toMatchObject({
      balance: 5_000,
      payable: 2_000,
      payouts: { approvals: 'two', isOneByChoice: false, open: 3_000 },
    })
    expect((await prepare(sellerId, { amount: 2_001 })).body.errorCode).toBe('PAYOUT_IN_OTHERS')
    expect((await prepare(sellerId, { amount: 2_000 })).status).toBe(201)
  })

  test('a payout is refused beyond the balance, with another balance, a reused key, or without a bank account', async () => {
    const { sellerId } = await owed()
    const key = newKey()
    const codes = [
      await prepare(sellerId, { amount: 5_001 }),
      await prepare(sellerId, { expectedBalance: 4_999 }),
      await prepare(sellerId, { key }),
      await prepare(sellerId, { key, amount: 2_001 }),
      await prepare((await owed({ hasBank: false })).sellerId),
    ].map(({ status, body }) => body.errorCode ?? status)
    expect(codes).toEqual(['TRANSFER_TOO_LARGE', 'BALANCE_CHANGED', 201, 'PAYOUT_PREPARED', 'PAYOUT_NO_BANK'])
    const platform = await bookOf(sellerId).then(() =>
      shop.rows(sql<{ id: number }>`SELECT id FROM sellers WHERE is_platform`),
    )
    expect((await prepare(platform[0]?.id ?? 0)).body.errorCode).toBe('SELLER_NOT_FOUND')
  })

  test('a payout excludes what buyers may still ask back', async () => {
    const { seller, sellerId } = await owed()
    await sql`UPDATE sellers SET money_back_days = 30 WHERE id = ${sellerId}`.execute(
      shop.server.database.kysely,
    )
    const courseId = await shop.course(1_000, seller)
    const { purchase, id } = await shop.buy(await shop.server.person(), courseId)
    await shop.pay(purchase)
    await shop.check(id)
    const refused = await prepare(sellerId, { amount: 5_001, expectedBalance: 6_000 })
    expect(refused.body.errorCode).toBe('PAYOUT_RESERVED')
    expect((await prepare(sellerId, { amount: 5_000, expectedBalance: 6_000 })).status).toBe(201)
  })
})

test('where one superadmin is enough, a payout is recorded as before, and open ones are not paid twice', async () => {
  const { sellerId } = await owed()
  const { id } = await prepared(sellerId, { amount: 4_000 })
  const alone = await shop.server.startAgain({ payoutApprovals: 'one', acceptTestPayments: false })
  const record = (amount: number) =>
    alone.call('recordTransfer', {
      as: first,
      body: {
        sellerId,
        kind: 'payout',
        amount,
        expectedBalance: 5_000,
        reference: 'MBB 1',
        paidOn: dayInMalaysia(shop.server.clock.now()),
        key: newKey(),
      },
    })
  expect((await record(1_001)).body.errorCode).toBe('PAYOUT_IN_OTHERS')
  expect((await record(1_000)).status).toBe(201)
  const book = await alone.call('readLedger', { query: { sellerId: String(sellerId) }, as: first })
  expect(book.body.data).toMatchObject({
    balance: 4_000,
    payable: 0,
    payouts: { approvals: 'one', isOneByChoice: true, open: 4_000 },
  })
  expect((await withdraw(id)).status).toBe(200)
  await alone.app.close()
})
