/** Tests the purchase of gifts and what becomes of them over HTTP, with the simulated provider. */
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { shownOffer, startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let buyer: TestPerson
let recipient: TestPerson
let courseId: number
beforeAll(async () => {
  shop = await startShop({ limitsOn: true })
})
beforeEach(async () => {
  buyer = await shop.server.person()
  recipient = await shop.server.person()
  courseId = await shop.course(20_000, shop.seller, 'Orbits')
})
afterEach(async () => {
  shop.clearFaults()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})
afterAll(() => shop.server.stop())

type Form = RequestOf<'updateGift'>['body']
const formFor = (email: string, more: Partial<Form> = {}): Form => ({
  recipientName: 'Aisyah',
  recipientEmail: email,
  message: 'Happy birthday',
  language: 'ms',
  sendOn: null,
  ...more,
})
const pay = (gift: Form, more: Partial<RequestOf<'payForGift'>['body']> = {}, offers?: string, as = buyer) =>
  shop.server.call('payForGift', {
    query: offers ? { offers } : {},
    body: { courseIds: [courseId], gift, ...more },
    as,
  })
const settle = async ({
  payment_url: url,
  purchase_id: id,
}: {
  payment_url: string
  purchase_id: string
}) => {
  await shop.pay(shop.purchaseIn(url))
  expect(await shop.check(id)).toBe('paid')
  await shop.runJobs()
  return id
}
const giftOf = async (id: string, as = buyer) =>
  (await shop.server.call('readGift', { params: { id }, as })).body.data
const given = async (
  form: Form = formFor(recipient.email),
  more: Partial<RequestOf<'payForGift'>['body']> = {},
) => {
  const id = await settle((await pay(form, more)).body)
  const gift = await giftOf(id)
  return { ...gift, code: gift.code ?? expect.fail('no code') }
}
const open = (code: string, as: TestPerson | null = recipient) =>
  shop.server.call('openGift', { body: { code }, as })
const take = (code: string, as = recipient) => shop.server.call('takeGift', { body: { code }, as })
const update = (id: string, body: Form, as = buyer) =>
  shop.server.call('updateGift', { params: { id }, body, as })
const send = (id: string) => shop.server.call('sendGift', { params: { id }, body: {}, as: buyer })
const noticesTo = async (as: TestPerson) => {
  await shop.runJobs()
  const { body } = await shop.server.call('listNotifications', { query: {}, as })
  return body.data.map(({ kind, data }) => ({ kind, data }))
}
const mailsTo = (email: string) =>
  shop.server.mails.filter(({ to, subject }) => to === email && /hadiah|gift/i.test(subject))
const mailDue = async () => {
  await shop.server.services.gifts.mailDue(new AbortController().signal)
  await shop.runJobs()
}
const erase = async (person: TestPerson) => {
  const at = new Date(shop.server.clock.now().getTime() - 1)
  await shop.rows(sql`UPDATE users SET erase_after = ${at} WHERE id = ${person.id} RETURNING id`)
  expect(await shop.server.services.people.eraseDue()).toBe(1)
  await shop.runJobs()
}
const proveAddress = (person: TestPerson) =>
  shop.rows(sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.id} RETURNING id`)
const inDays = (days: number) =>
  dayInMalaysia(new Date(shop.server.clock.now().getTime() + days * 86_400_000))

describe('buying a gift', () => {
  test('the recipient takes a paid gift once, and the buyer is not enrolled', async () => {
    const gift = await given()
    expect(gift).toMatchObject({ state: 'sent', recipientEmail: recipient.email, takenAt: null })
    expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
    const shown = await open(gift.code.toLowerCase().replaceAll('-', ' '), null)
    expect(shown.body.data).toMatchObject({ state: 'open', message: 'Happy birthday', isFromCaller: false })
    expect((await take(gift.code)).body.data).toEqual({ courseIds: [courseId] })
    expect((await take(gift.code)).body.data).toEqual({ courseIds: [courseId] })
    expect(await shop.isEnrolled(recipient, courseId)).toBe(true)
    expect(await shop.isEnrolled(buyer, courseId)).toBe(false)
    expect(await shop.eventsOf('enrolment.granted', recipient.id)).toBe(1)
    expect(await giftOf(gift.id)).toMatchObject({
      state: 'taken',
      recipientEmail: '',
      code: null,
      link: null,
    })
    expect((await take(gift.code, await shop.server.person())).body.errorCode).toBe('GIFT_TAKEN')
  })

  test('an order is marked as a gift, and its receipt goes to the buyer', async () => {
    const { id } = await given()
    const { body } = await shop.server.call('readPayment', { params: { id }, as: buyer })
    expect(body.data).toMatchObject({ gift: true, lines: [{ owned: false }] })
    expect(body.data.receiptUrl).not.toBeNull()
    expect((await shop.server.call('checkPayment', { params: { purchaseId: id }, as: null })).body.gift).toBe(
      true,
    )
  })

  test('an owner buys a gift of the course at the full price, also within a bundle', async () => {
    await settle((await shop.pressBuy(buyer, courseId)).body)
    const other = await shop.course(10_000, shop.seller, 'Comets')
    const made = await shop.server.call('createBundle', {
      body: { title: 'The sky', price: 24_000, courseIds: [courseId, other] },
      as: shop.seller,
    })
    const { id } = made.body.data
    await shop.server.call('updateBundle', { params: { id }, body: { state: 'published' }, as: shop.seller })
    const quote = await shop.server.call('quotePrices', {
      body: { courseIds: [], bundleIds: [id], gift: true },
      as: buyer,
    })
    expect(quote.body.data).toMatchObject({ total: 24_000, bundles: [{ state: 'buyable', deducted: 0 }] })
    const gift = await given(formFor(''), { courseIds: [], bundleIds: [id] })
    expect(new Set((await take(gift.code)).body.data.courseIds)).toEqual(new Set([courseId, other]))
  })

  test('a free course and an own gift are refused, and so is a price that was not shown', async () => {
    const free = await shop.course(0)
    expect((await pay(formFor(''), { courseIds: [free] })).body.errorCode).toBe('GIFT_OF_FREE_COURSE')
    const stale = await pay(formFor(''), {}, shownOffer(courseId, 100))
    expect(stale.body).toMatchObject({ errorCode: 'OFFER_CHANGED', quote: { total: 20_000 } })
    const gift = await given()
    expect((await take(gift.code, buyer)).body.errorCode).toBe('GIFT_IS_YOURS')
  })

  test('a private course is not given, because whoever has the code would take it', async () => {
    await shop.rows(sql`UPDATE courses SET is_private = true WHERE id = ${courseId} RETURNING id`)
    expect((await pay(formFor(''))).body.errorCode).toBe('COURSE_NOT_FOUND')
    await shop.server.database.transaction((tx) =>
      shop.server.services.enrolments.grant(tx, { userId: buyer.id, courseId, source: 'granted' }),
    )
    expect((await pay(formFor(''))).body.errorCode).toBe('COURSE_NOT_FOUND')
    const quote = await shop.server.call('quotePrices', {
      body: { courseIds: [courseId], gift: true },
      as: buyer,
    })
    expect(quote.body.data.courses).toMatchObject([{ state: 'gone' }])
  })

  test('a course whose gift waits stays published', async () => {
    await given()
    const state = await shop.server.call('readCourseState', { params: { id: courseId }, as: shop.seller })
    expect(state.body.data.mayBecomeDraft).toBe(false)
  })

  test('a second press after the payment sells no second gift', async () => {
    const { body } = await pay(formFor(recipient.email))
    await shop.pay(shop.purchaseIn(body.payment_url))
    expect((await pay(formFor(recipient.email))).body.errorCode).toBe('GIFT_JUST_PAID')
    expect((await giftOf(body.purchase_id)).state).not.toBe('unpaid')
  })

  test('a day that is past or too far away is refused at its field', async () => {
    for (const sendOn of [inDays(-1), inDays(367)])
      expect((await pay(formFor('', { sendOn }))).raw.json()).toMatchObject({
        issues: [{ path: 'gift.sendOn' }],
      })
  })

  test('a gift replaces an open purchase of the same course by the same person', async () => {
    const own = (await shop.pressBuy(buyer, courseId)).body
    await given()
    expect(await shop.check(own.purchase_id)).toBe('cancelled')
  })
})

describe('the mail of a gift', () => {
  test('the mail has the names and the message only if the buyer has proven their address', async () => {
    await given()
    const [plain] = mailsTo(recipient.email)
    expect(plain?.subject).toBe('Hadiah untuk anda daripada seseorang')
    expect(plain?.body).not.toContain('Happy birthday')
    await proveAddress(buyer)
    const other = await shop.server.person()
    await given(formFor(other.email, { message: 'Look at http://spam.example now', language: 'en' }))
    const [named] = mailsTo(other.email)
    expect(named?.body).toContain('Look at http:')
    expect(named?.body).not.toContain('http://spam.example')
    expect(named?.body).toContain('/gift/')
  })

  test('a gift with a day is mailed at eight in the morning of that day', async () => {
    const gift = await given(formFor(recipient.email, { sendOn: inDays(2) }))
    expect(gift.state).toBe('waiting')
    const mailed = async () => {
      await mailDue()
      return mailsTo(recipient.email).length
    }
    const morning = startOfDay(inDays(2)).getTime() + 8 * 3_600_000
    expect(await mailed()).toBe(0)
    shop.server.clock.advance(morning - 1_000 - shop.server.clock.now().getTime())
    expect(await mailed()).toBe(0)
    shop.server.clock.advance(2_000)
    expect(await mailed()).toBe(1)
    expect(await mailed()).toBe(1)
  })

  test('an address that nobody has proven gets one mail about gifts a day, and a changed address another code', async () => {
    const gift = await given()
    expect((await send(gift.id)).body.errorCode).toBe('GIFT_JUST_SENT')
    const other = await shop.server.person()
    const changed = (await update(gift.id, formFor(other.email))).body.data
    await shop.runJobs()
    expect(mailsTo(other.email)).toHaveLength(1)
    expect(changed.code).not.toBe(gift.code)
    expect((await open(gift.code)).body.errorCode).toBe('GIFT_CODE_UNKNOWN')
    expect((await open(changed.code ?? '')).status).toBe(200)
    await proveAddress(other)
    expect((await send(gift.id)).status).toBe(200)
  })

  test('a gift without an address has a card with its code in both languages', async () => {
    const gift = await given(formFor(''))
    expect(gift.state).toBe('waiting')
    expect((await send(gift.id)).body.errorCode).toBe('GIFT_WITHOUT_ADDRESS')
    for (const language of ['en', 'ms'] as const) {
      const answer = await shop.server.app.inject({
        url: `/api/gifts/${gift.id}/card?language=${language}`,
        headers: { authorization: `Bearer ${buyer.token}` },
      })
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })
})

describe('a gift that is not kept', () => {
  test('the buyer takes it back until it is taken, and then no code opens it', async () => {
    const gift = await given()
    const asked = await shop.server.call('requestRefund', {
      params: { id: gift.id },
      body: { reason: 'A mistake' },
      as: buyer,
    })
    expect(asked.status).toBe(201)
    expect((await take(gift.code)).body.errorCode).toBe('GIFT_RETURNED')
    await shop.server.call('refundOrder', {
      params: { id: gift.id },
      body: { courseIds: [courseId], reason: 'Asked for' },
      as: shop.seller,
    })
    expect(await giftOf(gift.id)).toMatchObject({ state: 'returned', code: null })
    expect((await open(gift.code)).body.data.state).toBe('returned')
  })

  test('the buyer cannot take back what was taken, and a refund by the seller ends the access of the learner', async () => {
    const gift = await given()
    const orderOf = async () =>
      (await shop.server.call('readOrder', { params: { id: gift.id }, as: shop.seller })).body.data
    expect(await orderOf()).toMatchObject({ gift: 'waiting' })
    await take(gift.code)
    expect(await orderOf()).toMatchObject({ gift: 'taken', buyer: { email: buyer.email } })
    const options = await shop.server.call('readRefundOptions', { params: { id: gift.id }, as: buyer })
    expect(options.body.data.lines).toMatchObject([{ state: 'taken' }])
    const refunded = await shop.server.call('refundOrder', {
      params: { id: gift.id },
      body: { courseIds: [courseId], reason: 'Goodwill' },
      as: shop.seller,
    })
    expect(refunded.status).toBe(201)
    expect(await shop.isEnrolled(recipient, courseId)).toBe(false)
    const data = { courseTitles: ['Orbits'] }
    expect(await noticesTo(recipient)).toContainEqual({ kind: 'gift.refunded', data })
    const taken = { kind: 'gift.taken', data: { purchaseId: gift.id, ...data } }
    expect(await noticesTo(buyer)).toContainEqual(taken)
  })

  test('somebody who has the course passes the gift on once, and the buyer does not see to whom', async () => {
    await settle((await shop.pressBuy(recipient, courseId)).body)
    const gift = await given()
    expect((await open(gift.code)).body.data).toMatchObject({
      canBePassedOn: true,
      courses: [{ isOwned: true }],
    })
    const friend = await shop.server.person()
    const passOn = (code: string, as: TestPerson) =>
      shop.server.call('passGiftOn', { body: { code, gift: formFor(friend.email) }, as })
    expect((await passOn(gift.code, friend)).body.errorCode).toBe('GIFT_NOT_PASSED_ON')
    const { code } = (await passOn(gift.code, recipient)).body.data
    expect((await open(gift.code, friend)).body.errorCode).toBe('GIFT_CODE_UNKNOWN')
    const owner = await shop.server.person()
    await settle((await shop.pressBuy(owner, courseId)).body)
    expect((await passOn(code, owner)).body.errorCode).toBe('GIFT_NOT_PASSED_ON')
    expect(await giftOf(gift.id)).toMatchObject({ isPassedOn: true, recipientEmail: '', code: null })
    expect((await update(gift.id, formFor(''))).body.errorCode).toBe('GIFT_NOT_OPEN')
    expect((await take(code, friend)).status).toBe(200)
    expect(await shop.isEnrolled(friend, courseId)).toBe(true)
    const taken = (purchaseId: string | null) => ({
      kind: 'gift.taken',
      data: { purchaseId, courseTitles: ['Orbits'] },
    })
    expect(await noticesTo(recipient)).toContainEqual(taken(null))
    expect(await noticesTo(buyer)).toContainEqual(taken(gift.id))
  })

  test('the passer reads the new link again and corrects the address, and the former code leads nobody else', async () => {
    await settle((await shop.pressBuy(recipient, courseId)).body)
    const gift = await given(formFor(''))
    const passOn = (email: string) =>
      shop.server.call('passGiftOn', { body: { code: gift.code, gift: formFor(email) }, as: recipient })
    const { code } = (await passOn('wrong@apogee.test')).body.data
    expect((await passOn('wrong@apogee.test')).body.data.code).toBe(code)
    const friend = await shop.server.person()
    const corrected = (await passOn(friend.email)).body.data
    expect(corrected.code).not.toBe(code)
    expect((await open(gift.code, friend)).body.errorCode).toBe('GIFT_CODE_UNKNOWN')
    expect((await take(gift.code)).body.errorCode).toBe('GIFT_IS_YOURS')
    expect((await take(corrected.code, friend)).status).toBe(200)
  })

  test('a recipient with the course for good is told to pass the gift on, and running access is extended', async () => {
    await settle((await shop.pressBuy(recipient, courseId)).body)
    const gift = await given()
    expect((await take(gift.code)).body.errorCode).toBe('GIFT_OWNED')
    expect((await giftOf(gift.id)).state).not.toBe('taken')
    const limited = await shop.course(9_900, shop.seller, 'Comets')
    await shop.rows(sql`UPDATE courses SET access_days = 60 WHERE id = ${limited} RETURNING id`)
    await settle((await shop.pressBuy(recipient, limited)).body)
    const endOf = async () =>
      (
        await shop.rows(sql<{ at: Date }>`
          SELECT access_ends_at AS at FROM enrolments WHERE user_id = ${recipient.id} AND course_id = ${limited}`)
      )[0]?.at.getTime() ?? 0
    const before = await endOf()
    const more = await given(formFor(''), { courseIds: [limited] })
    expect((await take(more.code)).status).toBe(200)
    expect(Math.round(((await endOf()) - before) / 86_400_000)).toBe(60)
  })

  test('a gift whose money the bank has taken back is not given', async () => {
    const { body } = await pay(formFor(recipient.email))
    const purchase = shop.purchaseIn(body.payment_url)
    const id = await settle(body)
    const { code } = await giftOf(id)
    await shop.simulator.portal.chargeBack(purchase)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
    expect((await take(code ?? '')).body.errorCode).toBe('GIFT_RETURNED')
  })

  test('the gift of an erased buyer is mailed at once, says nothing of the buyer and can be taken', async () => {
    const gift = await given(formFor(recipient.email, { sendOn: inDays(30) }))
    await erase(buyer)
    await mailDue()
    expect(mailsTo(recipient.email)).toHaveLength(1)
    expect((await open(gift.code)).body.data).toMatchObject({ from: null, recipientName: '', message: '' })
    expect((await take(gift.code)).status).toBe(200)
  })
})

test('somebody else neither reads nor changes a gift, and an unpaid one opens nothing', async () => {
  const { body } = await pay(formFor(recipient.email))
  expect((await giftOf(body.purchase_id)).state).toBe('unpaid')
  const other = { params: { id: body.purchase_id }, as: recipient }
  expect((await shop.server.call('readGift', other)).body.errorCode).toBe('GIFT_NOT_FOUND')
  expect((await update(body.purchase_id, formFor(''), recipient)).body.errorCode).toBe('GIFT_NOT_FOUND')
  expect((await update(body.purchase_id, formFor(''))).body.errorCode).toBe('GIFT_NOT_OPEN')
})

test('one of two people with the same code takes the gift', async () => {
  const gift = await given()
  const other = await shop.server.person()
  const statuses = await Promise.all([take(gift.code), take(gift.code, other)])
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 409]))
})
