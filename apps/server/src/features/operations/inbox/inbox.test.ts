/** Tests that the list, its counts and Home tell of the same items, and that each caller has only their own. */
import { inboxKinds, type InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFields } from '@apogee/chip-simulator/faults.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { invoicesOn } from '#server/features/invoices/invoices.testing.ts'
import { uploadFile } from '#server/features/media/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { tomorrowMorning } from './inbox.rules.ts'

let shop: Shop
let seller: TestPerson
let superadmin: TestPerson
let course: { id: number; contents: { id: number; resources: number[] }[] }

beforeAll(async () => {
  shop = await startShop()
  seller = await shop.server.person('admin')
  superadmin = await shop.server.person('superadmin')
  course = await makeCourse(shop.server.database, {
    owner: seller,
    priceCents: 6_000,
    contents: [{ resources: [{}] }],
  })
})
afterAll(() => shop.server.stop())

const sellerId = async () =>
  (await shop.rows<{ id: number }>(sql`SELECT id FROM sellers WHERE business_id = ${seller.businessId}`))[0]
    ?.id ?? 0

const list = async (as: TestPerson, query: { kind?: InboxKind; limit?: string; cursor?: string } = {}) =>
  (await shop.server.call('listInbox', { query, as })).body
const counts = async (as: TestPerson) => (await shop.server.call('countInbox', { as })).body.data
const home = async (as: TestPerson) => (await shop.server.call('readStudio', { as })).body.data.waiting

async function paid() {
  const buyer = await shop.server.person()
  const { id, purchase } = await shop.buy(buyer, course.id)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  return { buyer, id, purchase }
}

async function handIn(): Promise<void> {
  const { server } = shop
  const question = { type: 'hand-in', question: 'Write a plan', points: 10, guide: 'Three steps', files: 1 }
  const file = Buffer.from(JSON.stringify({ title: 'Plan', questions: [question] }))
  const { url } = await uploadFile(server, seller, file, 'q.json', 'quiz')
  const quiz = await server.call('createResource', {
    body: { courseContentId: course.contents[0]?.id ?? 0, filePath: url, fileType: 'quiz' },
    as: seller,
  })
  const { buyer: as } = await paid()
  const found = await server.call('readResourceAssessment', { params: { id: quiz.body.data.id }, as })
  const { id } = found.body.data
  const { number, questions } = (await server.call('startAttempt', { params: { id }, as })).body.data
  const params = { id, number, questionId: questions[0]?.id ?? 0 }
  await server.call('saveAnswer', { params, body: { answer: 'First, then, last' }, as })
  await server.call('submitAttempt', { params: { id, number }, as })
}

async function chargeback(): Promise<void> {
  const { purchase } = await paid()
  const change = withFields({ status: 'chargeback', refundable_amount: 0, updated_on: 2_000_000_000 })
  shop.simulator.faults.inject({ kind: 'alter', change })
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  shop.clearFaults()
}

async function overdueInvoice(): Promise<TestPerson> {
  const invoices = invoicesOn(shop.server)
  const one = await invoices.seller()
  const { id } = await invoices.issued(one)
  await shop.rows(sql`UPDATE invoices SET due_on = '2020-01-31' WHERE public_id = ${id}`)
  return one.admin
}

/** Each entry makes one item, and returns the person whose item it is if that is not the seller. */
const made: Record<InboxKind, () => Promise<TestPerson | void>> = {
  chargebacks: chargeback,
  refunds: async () => {
    await shop.rows(
      sql`UPDATE sellers SET money_back_days = 14, money_back_percent = 50 WHERE id = ${await sellerId()}`,
    )
    const { buyer, id } = await paid()
    const asked = { params: { id }, body: { reason: 'Too easy' }, as: buyer }
    expect((await shop.server.call('requestRefund', asked)).status).toBe(201)
  },
  exceptions: async () => {
    const { id } = await paid()
    await shop.rows(sql`
      INSERT INTO review_items (public_id, topic, order_id, payment_id, seller_id)
      SELECT 'waiting-in-the-inbox', 'already_owned', o.id, p.id, ${await sellerId()}
        FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.public_id = ${id} LIMIT 1`)
  },
  account: async () => {
    await shop.rows(sql`
      INSERT INTO payment_accounts (seller_id, version, brand_id, secret_encrypted, secret_ends_with, fingerprint, is_verified, is_live)
      VALUES (${await sellerId()}, 7, 'brand', 'x', '1234', 'y', false, false)`)
  },
  questions: async () => {
    const { id } = await shop.server.person()
    await shop.rows(sql`
      INSERT INTO discussions (course_id, author_id, title, body) VALUES (${course.id}, ${id}, 'Why?', 'I wonder.')`)
  },
  handIns: handIn,
  overdue: overdueInvoice,
  reviews: async () => {
    const { id } = await shop.server.person()
    await shop.rows(sql`
      INSERT INTO reviews (course_id, user_id, rating, body, created_at)
      VALUES (${course.id}, ${id}, 4, 'Clear', ${shop.server.clock.now()})`)
  },
  lessons: async () => void (await makeCourse(shop.server.database, { owner: seller, contents: [] })),
  drafts: async () => {
    const { id } = await makeCourse(shop.server.database, { owner: seller, isDraft: true })
    await shop.rows(sql`
      UPDATE courses SET updated_at = now() - interval '9 days', contents_changed_at = now() - interval '9 days' WHERE id = ${id}`)
  },
  differences: async () => {
    await shop.rows(sql`
      WITH run AS (INSERT INTO reconciliation_runs (started_at, finished_at, stage) VALUES (now(), now(), 'done') RETURNING id)
      INSERT INTO reconciliation_differences (run_id, kind, subject, found_at) SELECT id, 'order_unpaid', 'order 1', now() FROM run`)
    return superadmin
  },
  sellers: async () => {
    const { businessId } = await shop.server.person('admin')
    await shop.rows(sql`
      INSERT INTO sellers (business_id, selling_state) VALUES (${businessId}, 'applied')
      ON CONFLICT (business_id) DO UPDATE SET selling_state = 'applied'`)
    return superadmin
  },
  signals: async () => {
    await shop.rows(sql`
      INSERT INTO seller_signals (seller_id, kind, facts, opened_at, last_seen_at)
      VALUES (${await sellerId()}, 'chargebacks', '{}', now(), now())`)
    return superadmin
  },
  payouts: async () => {
    await shop.rows(sql`
      INSERT INTO payouts (seller_id, key, amount_cents, bank_name, bank_account_ends_with, bank_saved_at, former_payouts,
                           largest_former_cents, prepared_by, prepared_at)
      VALUES (${await sellerId()}, 'one', 500, 'Maybank', '1234', now(), 0, 0, ${superadmin.id}, now())`)
    return superadmin
  },
}

test.each(inboxKinds)(
  'an item of the kind %s is in the list, in the counts and on Home, once each',
  async (kind) => {
    const as = (await made[kind]()) ?? seller
    const { data } = await list(as, { kind })
    expect(data.map((item) => item.kind)).toEqual([kind])
    expect((await list(as)).data.map(({ id }) => id)).toContain(data[0]?.id)
    const counted = await counts(as)
    expect(counted.find((one) => one.kind === kind)?.count).toBe(1)
    expect(await home(as)).toEqual(counted)
  },
)

test('the whole list has as many items as the counts, people before drafts, and its pages hold each item once', async () => {
  const { data } = await list(seller, { limit: '100' })
  const counted = await counts(seller)
  expect(data).toHaveLength(counted.reduce((sum, { count }) => sum + count, 0))
  const chores = ['reviews', 'lessons', 'drafts']
  expect(data.slice(-3).every(({ kind }) => chores.includes(kind))).toBe(true)
  const paged = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(seller, {
      limit: '2',
      ...(cursor && { cursor }),
    })
    paged.push(...page.data)
    cursor = page.meta.nextCursor
  } while (cursor)
  expect(paged).toEqual(data)
})

test('a seller sees no item of another seller', async () => {
  const other = await shop.server.person('admin')
  expect((await list(other)).data).toEqual([])
  expect(await counts(other)).toEqual([])
})

test('an instructor of a business sees what waits in their own courses, without money', async () => {
  const teacher = await shop.server.person('instructor', { businessId: seller.businessId })
  expect((await list(teacher)).data).toEqual([])
  await shop.rows(sql`UPDATE courses SET instructor_id = ${teacher.id} WHERE id = ${course.id}`)
  const { data } = await list(teacher)
  expect(data.map(({ kind }) => kind).toSorted()).toEqual(['handIns', 'questions', 'reviews'])
  expect(data.filter(({ amount, orderId }) => amount !== null || orderId !== null)).toEqual([])
  await shop.rows(sql`UPDATE courses SET instructor_id = ${seller.id} WHERE id = ${course.id}`)
})

test('an answered question and a review with a reply no longer wait', async () => {
  const [question] = (await list(seller, { kind: 'questions' })).data
  const [review] = (await list(seller, { kind: 'reviews' })).data
  const posted = { params: { id: Number(question?.ref) }, body: { body: 'Because.' }, as: seller }
  expect((await shop.server.call('answerDiscussion', posted)).status).toBe(201)
  const replied = { params: { id: Number(review?.ref) }, body: { text: 'Thank you' }, as: seller }
  expect((await shop.server.call('replyToReview', replied)).status).toBe(200)
  expect((await counts(seller)).map(({ kind }) => kind)).not.toContain('questions')
  expect((await counts(seller)).map(({ kind }) => kind)).not.toContain('reviews')
})

test('a hidden item is hidden from its person alone, in all places, until tomorrow morning or until it is shown again', async () => {
  const colleague = await shop.server.person('admin', { businessId: seller.businessId })
  const [refund] = (await list(seller, { kind: 'refunds' })).data
  const hide = async (until: 'tomorrow' | 'now') => {
    const body = { kind: 'refunds', ref: refund?.ref ?? '', until } as const
    expect((await shop.server.call('hideInboxItem', { body, as: seller })).status).toBe(200)
  }
  const kinds = async (as: TestPerson) => [
    (await list(as)).data.some(({ kind }) => kind === 'refunds'),
    (await counts(as)).some(({ kind }) => kind === 'refunds'),
    (await home(as)).some(({ kind }) => kind === 'refunds'),
  ]
  await hide('tomorrow')
  await hide('tomorrow')
  expect(await kinds(seller)).toEqual([false, false, false])
  expect(await kinds(colleague)).toEqual([true, true, true])
  await hide('now')
  expect(await kinds(seller)).toEqual([true, true, true])
  await hide('tomorrow')
  shop.server.clock.advance(
    tomorrowMorning(shop.server.clock.now()).getTime() - shop.server.clock.now().getTime(),
  )
  expect((await counts(seller)).some(({ kind }) => kind === 'refunds')).toBe(true)
})

test('a draft is put away for good, and nothing that somebody waits for', async () => {
  const [draft] = (await list(seller, { kind: 'drafts' })).data
  const hide = (kind: InboxKind, ref: string) =>
    shop.server.call('hideInboxItem', { body: { kind, ref, until: 'done' }, as: seller })
  expect((await hide('drafts', draft?.ref ?? '')).status).toBe(200)
  expect((await list(seller, { kind: 'drafts' })).data).toEqual([])
  expect((await hide('refunds', 'x')).body.error).toBe(
    'until: must be tomorrow, because somebody waits for this',
  )
})

test('an item that does not wait for the caller is not stored as hidden', async () => {
  const body = { kind: 'drafts', ref: 'c999999', until: 'done' } as const
  expect((await shop.server.call('hideInboxItem', { body, as: seller })).status).toBe(200)
  expect(await shop.rows(sql`SELECT FROM inbox_deferrals WHERE ref = 'c999999'`)).toEqual([])
})

test('hidden items return at 8:00 of the next day in Malaysia', () => {
  expect(tomorrowMorning(new Date('2026-12-01T15:59:00Z')).toISOString()).toBe('2026-12-02T00:00:00.000Z')
  expect(tomorrowMorning(new Date('2026-12-01T16:01:00Z')).toISOString()).toBe('2026-12-03T00:00:00.000Z')
})
