import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { brokenInvariants } from '../model/invariants.ts'
import {
  shopForTests,
  signInSuperadmin,
  shop,
  superadmin,
  price,
  reason,
  newSeller,
  overviewOf,
  change,
  changed,
  codeOf,
  quoteOf,
  enrol,
  listed,
  mailsTo,
} from './seller-states.testing.ts'

shopForTests()

describe('changing the state of a seller', () => {
  test('each change is in the history with its reason, in the log of the seller, and mailed once', async () => {
    const { admin, id } = await newSeller()
    const colleague = await shop.server.person('admin', { businessId: admin.businessId, isProven: true })
    await shop.rows(sql`UPDATE users SET language = 'ms' WHERE id = ${colleague.id} RETURNING id`)
    await changed(id, { state: 'limited', dailyLimit: 20_000, note: 'Second report' })
    await changed(id, { state: 'suspended' })
    await changed(id, { state: 'approved', reason: 'The lessons were replaced.' })
    const { history, state } = await overviewOf(id)
    expect(state).toBe('approved')
    expect(history.map(({ from, to, dailyLimit, note }) => [from, to, dailyLimit, note])).toEqual([
      ['suspended', 'approved', null, null],
      ['limited', 'suspended', null, null],
      ['approved', 'limited', 20_000, 'Second report'],
    ])
    const log = (await shop.server.call('listSecurityLog', { query: {}, as: admin })).body.data
    expect(log.map(({ kind }) => kind)).toEqual(['seller.restored', 'seller.suspended', 'seller.limited'])
    expect(JSON.stringify(log)).not.toContain('Second report')
    expect((await mailsTo(admin.email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Your sales on Apogee are limited',
      'Your seller account on Apogee is suspended',
    ])
    expect((await mailsTo(colleague.email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Akaun penjual anda di Apogee digantung',
      'Jualan anda di Apogee dihadkan',
    ])
  })

  test('the same change again changes nothing, and one that was decided on an older state is refused', async () => {
    const { admin, id } = await newSeller()
    const other = await shop.server.person('superadmin')
    const { state: expectedState, changeId: expectedChangeId } = await overviewOf(id)
    const seen = { expectedState, expectedChangeId }
    await changed(id, seen)
    expect((await change(id, seen)).status).toBe(200)
    const late = await change(id, { ...seen, state: 'limited', dailyLimit: 100, as: other })
    expect(codeOf(late)).toEqual([409, 'SELLER_STATE_CHANGED'])
    expect((await overviewOf(id)).history).toHaveLength(1)
    expect(await mailsTo(admin.email)).toHaveLength(1)
  })

  test('the same change with another note is not lost: it is refused', async () => {
    const { id } = await newSeller()
    const seen = { expectedState: 'approved' as const, expectedChangeId: null }
    await changed(id, { ...seen, note: 'Report 17' })
    const again = await change(id, { ...seen, note: 'Reports 17 and 18' })
    expect(codeOf(again)).toEqual([409, 'SELLER_STATE_CHANGED'])
    expect((await change(id, { ...seen, note: 'Report 17' })).status).toBe(200)
    expect((await overviewOf(id)).history.map(({ note }) => note)).toEqual(['Report 17'])
  })

  test('two superadmins at once: one change is made, the other one is refused', async () => {
    const { id } = await newSeller()
    const other = await shop.server.person('superadmin')
    const seen = { expectedState: 'approved' as const, expectedChangeId: null }
    const answers = await Promise.all([
      change(id, { ...seen, state: 'suspended' }),
      change(id, { ...seen, state: 'limited', dailyLimit: 500, as: other }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await overviewOf(id)).history).toHaveLength(1)
  })

  test('a seller changes only to allowed states, a limit belongs to limited sellers, and the platform has no state', async () => {
    const { admin, id } = await newSeller()
    expect(codeOf(await change(id, { state: 'approved' }))).toEqual([409, 'SELLER_STATE_NOT_ALLOWED'])
    expect((await change(id, { state: 'limited' })).status).toBe(400)
    expect((await change(id, { state: 'suspended', dailyLimit: 500 })).status).toBe(400)
    expect((await change(id, { reason: 'too short' })).status).toBe(400)
    expect((await change(id, { as: admin })).status).toBe(403)
    const [platform] = await shop.rows<{ id: number }>(sql`SELECT id FROM sellers WHERE is_platform`)
    for (const unknown of [platform?.id ?? 0, 999_999_999]) {
      const answer = await shop.server.call('changeSellerState', {
        params: { id: unknown },
        body: { state: 'suspended', reason, expectedState: 'approved', expectedChangeId: null },
        as: superadmin,
      })
      expect(codeOf(answer)).toEqual([404, 'SELLER_NOT_FOUND'])
      const overview = await shop.server.call('readSellerOverview', {
        params: { id: unknown },
        as: superadmin,
      })
      expect(codeOf(overview)).toEqual([404, 'SELLER_NOT_FOUND'])
    }
  })

  test('changes and notes can be neither changed nor deleted', async () => {
    const { id } = await newSeller()
    await changed(id, {})
    await shop.server.call('writeSellerNote', {
      params: { id },
      body: { text: 'Called the owner', key: 'key-0001' },
      as: superadmin,
    })
    for (const statement of [
      sql`UPDATE seller_state_changes SET reason = 'Something else' WHERE seller_id = ${id}`,
      sql`DELETE FROM seller_state_changes WHERE seller_id = ${id}`,
      sql`UPDATE seller_notes SET text = 'Something else' WHERE seller_id = ${id}`,
      sql`DELETE FROM seller_notes WHERE seller_id = ${id}`,
    ])
      await expect(statement.execute(shop.server.database.kysely)).rejects.toThrow('append-only')
  })
})

describe('a suspended seller', () => {
  test('nothing is sold, given or listed, and the rest of a cart can be paid', async () => {
    const { paid, free, id } = await newSeller()
    const other = await shop.course(price)
    const buyer = await shop.server.person()
    expect(await listed(paid)).toBe(true)
    await changed(id, {})
    for (const courseId of [paid, free]) {
      expect(codeOf(await shop.pressCheckout(buyer, [courseId]))).toEqual([409, 'COURSE_NOT_OFFERED'])
      const { course } = (
        await shop.server.call('courseSales', { params: { courseId }, query: {}, as: null })
      ).body.data
      expect([course.isNotOnSaleYet, course.isWithheld]).toEqual([true, true])
      expect(await listed(courseId)).toBe(false)
    }
    expect(codeOf(await shop.pressBuy(buyer, paid))).toEqual([409, 'COURSE_NOT_OFFERED'])
    expect(codeOf(await enrol(free, buyer))).toEqual([409, 'COURSE_NOT_OFFERED'])
    expect(await quoteOf(buyer, paid, free, other)).toEqual(['notOffered', 'notOffered', 'buyable', price])
    const bought = await shop.buy(buyer, other)
    await shop.pay(bought.purchase)
    expect(await shop.check(bought.id)).toBe('paid')
    await changed(id, { state: 'approved' })
    expect(await listed(paid)).toBe(true)
    expect((await enrol(free, buyer)).status).toBe(200)
  })

  test('courses paid to an own CHIP account are not sold either', async () => {
    const { admin, paid, id } = await newSeller()
    const connected = await shop.server.call('updateChipCredentials', {
      body: { chipSecret: `own-key-${admin.id}`, chipBrandId: 'own-brand' },
      as: admin,
    })
    expect(connected.body.status).toBe('verified')
    await changed(id, {})
    const refused = await shop.pressBuy(await shop.server.person(), paid)
    expect(codeOf(refused)).toEqual([409, 'COURSE_NOT_OFFERED'])
  })

  test('an open payment page stays payable, and learners keep their courses', async () => {
    const { paid, free, id } = await newSeller()
    const [buyer, learner] = [await shop.server.person(), await shop.server.person()]
    const { id: payment, url, purchase } = await shop.buy(buyer, paid)
    expect((await enrol(free, learner)).status).toBe(200)
    await changed(id, {})
    expect((await shop.buy(buyer, paid)).url).toBe(url)
    await shop.pay(purchase)
    expect(await shop.check(payment)).toBe('paid')
    expect(await shop.isEnrolled(buyer, paid)).toBe(true)
    expect((await enrol(free, learner)).status).toBe(200)
    for (const [as, courseId] of [
      [buyer, paid],
      [learner, free],
    ] as const) {
      const { body } = await shop.server.call('listEnrolledCourses', { query: {}, as })
      expect(body.data.map((course) => course.id)).toContain(courseId)
    }
  })

  test('no new payment page is opened for an order whose page has expired', async () => {
    const { paid, id } = await newSeller()
    const buyer = await shop.server.person()
    await shop.buy(buyer, paid)
    await changed(id, {})
    shop.server.clock.advance(24 * 3_600_000)
    expect(codeOf(await shop.pressBuy(buyer, paid))).toEqual([409, 'COURSE_NOT_OFFERED'])
  })

  test('its team reads everything, and can neither publish nor change prices, accounts, invitations or announcements', async () => {
    const { admin, paid, id } = await newSeller()
    await changed(id, {})
    const params = { id: paid }
    const refused = await Promise.all([
      shop.server.call('createCourse', { body: { title: 'New', description: 'New' }, as: admin }),
      shop.server.call('updateCourse', { params, body: { price: 9_900 }, as: admin }),
      shop.server.call('duplicateCourse', { params, body: {}, as: admin }),
      shop.server.call('createInvite', { params, body: {}, as: admin }),
      shop.server.call('enrolPeople', { params, body: { emails: ['a@apogee.test'] }, as: admin }),
      shop.server.call('updateTaxRate', { body: { taxBasisPoints: 800 }, as: admin }),
      shop.server.call('createInvitation', {
        body: { email: 'b@apogee.test', role: 'instructor' },
        as: admin,
      }),
      shop.server.call('writeAnnouncement', {
        params,
        body: { title: 'Hello', body: 'Hello' },
        as: admin,
      }),
      shop.server.call('updateChipCredentials', {
        body: { chipSecret: 'another-secret-key', chipBrandId: 'brand' },
        as: admin,
      }),
      shop.server.call('savePayoutBank', {
        body: { bank: 'Maybank', otherBankName: '', accountNumber: '514012345678', accountHolder: 'A' },
        as: admin,
      }),
    ])
    expect(refused.map(codeOf)).toEqual(refused.map(() => [403, 'SELLER_SUSPENDED']))
    const own = await shop.server.call('listCourses', {
      query: { createdBy: String(admin.id), limit: '100' },
      as: admin,
    })
    expect(own.body.data.map((course) => course.id)).toContain(paid)
    const { data } = (await shop.server.call('readSelling', { as: admin })).body
    expect(data).toMatchObject({ state: 'suspended', restriction: { reason, dailyLimit: null } })
    for (const call of ['listOrders', 'readChipAccount', 'readLedger'] as const)
      expect([call, (await shop.server.call(call, { query: {}, as: admin } as never)).status]).toEqual([
        call,
        200,
      ])
    const byPlatform = await shop.server.call('updateCourse', {
      params,
      body: { title: 'Corrected' },
      as: superadmin,
    })
    expect(byPlatform.status).toBe(200)
  })

  test('a course that is published or added by others meanwhile stays withheld', async () => {
    const { admin, paid, id } = await newSeller()
    await changed(id, {})
    const draft = await shop.rows<{ isListed: boolean }>(
      sql`UPDATE courses SET archived_at = now() WHERE id = ${paid} RETURNING is_listed AS "isListed"`,
    )
    const shown = await shop.rows<{ isListed: boolean }>(
      sql`UPDATE courses SET archived_at = NULL WHERE id = ${paid} RETURNING is_listed AS "isListed"`,
    )
    expect([draft, shown]).toEqual([[{ isListed: false }], [{ isListed: false }]])
    expect(await listed(await shop.course(price, admin))).toBe(false)
    await changed(id, { state: 'approved' })
    expect(await listed(paid)).toBe(true)
  })
})

describe('a limited seller', () => {
  test('sells up to the limit of 24 hours, also when two buyers press at once', async () => {
    const { admin, paid, id } = await newSeller()
    const second = await shop.course(price, admin)
    await changed(id, { state: 'limited', dailyLimit: price + 100 })
    const buyers = [await shop.server.person(), await shop.server.person()] as const
    const answers = await Promise.all([shop.pressBuy(buyers[0], paid), shop.pressBuy(buyers[1], second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      errorCode: 'COURSE_NOT_BUYABLE_TODAY',
      error: 'This course cannot be bought right now. Please try again tomorrow.',
    })
    shop.server.clock.advance(24 * 3_600_000 + 1)
    expect((await shop.pressBuy(await shop.server.person(), second)).status).toBe(201)
  })

  test('a new order in place of an own open one counts once, and other sellers are not limited', async () => {
    const { admin, paid, id } = await newSeller()
    const second = await shop.course(100, admin)
    await changed(id, { state: 'limited', dailyLimit: price + 100 })
    const buyer = await shop.server.person()
    expect((await shop.pressBuy(buyer, paid)).status).toBe(201)
    expect((await shop.pressCheckout(buyer, [paid, second])).status).toBe(201)
    expect(codeOf(await shop.pressBuy(await shop.server.person(), second))).toEqual([
      409,
      'COURSE_NOT_BUYABLE_TODAY',
    ])
    expect((await shop.pressBuy(await shop.server.person(), await shop.course(price))).status).toBe(201)
  })

  test('an order whose page has expired is within the limit again when it gets another page', async () => {
    const { admin, paid, id } = await newSeller()
    const second = await shop.course(price, admin)
    const buyer = await shop.server.person()
    await shop.buy(buyer, paid)
    shop.server.clock.advance(24 * 3_600_000 + 1)
    await signInSuperadmin()
    await changed(id, { state: 'limited', dailyLimit: price + 100 })
    await shop.buy(await shop.server.person(), second)
    expect(codeOf(await shop.pressBuy(buyer, paid))).toEqual([409, 'COURSE_NOT_BUYABLE_TODAY'])
    await changed(id, { state: 'limited', dailyLimit: 2 * price })
    expect((await shop.pressBuy(buyer, paid)).status).toBe(201)
  })

  test('a failed order counts while it can be paid on its page, and not afterwards', async () => {
    const { admin, paid, id } = await newSeller()
    const second = await shop.course(price, admin)
    await changed(id, { state: 'limited', dailyLimit: price + 100 })
    const [first, other] = [await shop.server.person(), await shop.server.person()]
    const declined = await shop.buy(first, paid)
    await shop.decline(declined.purchase)
    expect(await shop.check(declined.id)).toBe('failed')
    expect(codeOf(await shop.pressBuy(other, second))).toEqual([409, 'COURSE_NOT_BUYABLE_TODAY'])
    shop.server.clock.advance(3_600_000 + 1)
    expect((await shop.pressBuy(other, second)).status).toBe(201)
    // A new page for the failed order counts as another sale, which exceeds the limit.
    expect(codeOf(await shop.pressBuy(first, paid))).toEqual([409, 'COURSE_NOT_BUYABLE_TODAY'])
  })

  test('two buyers whose pages have failed and expired do not pass the limit together', async () => {
    const { admin, paid, id } = await newSeller()
    const second = await shop.course(price, admin)
    await changed(id, { state: 'limited', dailyLimit: 2 * price })
    const buyers = [await shop.server.person(), await shop.server.person()] as const
    for (const [buyer, courseId] of [
      [buyers[0], paid],
      [buyers[1], second],
    ] as const) {
      const declined = await shop.buy(buyer, courseId)
      await shop.decline(declined.purchase)
      expect(await shop.check(declined.id)).toBe('failed')
    }
    await signInSuperadmin()
    await changed(id, { state: 'limited', dailyLimit: price + 100 })
    shop.server.clock.advance(3_600_000 + 1)
    const answers = await Promise.all([shop.pressBuy(buyers[0], paid), shop.pressBuy(buyers[1], second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  test('a cancelled order counts until its page is closed at the provider', async () => {
    const { admin, paid, id } = await newSeller()
    const second = await shop.course(price, admin)
    const elsewhere = await shop.course(price)
    await changed(id, { state: 'limited', dailyLimit: 2 * price + 100 })
    const [first, other] = [await shop.server.person(), await shop.server.person()]
    await shop.buy(first, paid)
    shop.simulator.faults.inject({ kind: 'down' })
    expect((await shop.pressCheckout(first, [paid, elsewhere])).status).toBe(502)
    shop.clearFaults()
    expect(codeOf(await shop.pressBuy(other, second))).toEqual([409, 'COURSE_NOT_BUYABLE_TODAY'])
    await shop.runJobs()
    expect((await shop.pressBuy(other, second)).status).toBe(201)
  })

  test('sells without a limit through its own CHIP account', async () => {
    const { admin, paid, id } = await newSeller()
    await shop.server.call('updateChipCredentials', {
      body: { chipSecret: `own-key-${admin.id}`, chipBrandId: 'own-brand' },
      as: admin,
    })
    await changed(id, { state: 'limited', dailyLimit: 100 })
    expect((await shop.pressBuy(await shop.server.person(), paid)).status).toBe(201)
  })
})

test('the invariants of money hold afterwards', async () => {
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
