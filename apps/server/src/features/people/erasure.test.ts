/** Searches every row of every table for an erased person's data, and checks that other people's records stay. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasedText } from '@apogee/contracts/community/erased-text.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let server: TestApp
beforeAll(async () => {
  shop = await startShop()
  server = shop.server
})
afterAll(() => server.stop())

/** The payment simulator stores its own data in these tables of the same database. */
const ofProvider = /^simulator_/

async function tablesThatSay(word: string): Promise<Record<string, number>> {
  const tables = await shop.rows<{ name: string }>(sql`
    SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    if (ofProvider.test(name.replace('public.', ''))) continue
    const inHex = Buffer.from(word).toString('hex')
    const [row] = await shop.rows<{ rows: number }>(sql`
      SELECT count(*)::int AS rows FROM ${sql.raw(name)} t
       WHERE row_to_json(t)::text ILIKE ${`%${word}%`} OR row_to_json(t)::text LIKE ${`%${inHex}%`}`)
    if (row && row.rows > 0) found[name] = row.rows
  }
  return found
}

async function canary(): Promise<TestPerson> {
  const email = 'zebrafinch@apogee.test'
  const body = { name: 'Zebrafinch Person', email, password: testPassword }
  const { user, token } = (await server.call('register', { body })).body.data
  await server.jobs.runDueOnce()
  return { id: user.id, email, token, role: 'student', businessId: null }
}

async function buys(person: TestPerson): Promise<number> {
  const courseId = await shop.course(4900)
  const { id, purchase } = await shop.buy(person, courseId)
  await shop.pay(purchase)
  await shop.check(id)
  return courseId
}

async function writesEverywhere(person: TestPerson, other: TestPerson) {
  const text = (what: string) => `${what} by Zebrafinch Person`
  const group = await server.call('createGroup', {
    body: { name: 'Group of birds', description: text('Group') },
    as: person,
  })
  await server.call('joinGroup', { params: { id: group.body.data.id }, as: other })
  const start = async (title: string, as: TestPerson) =>
    (await server.call('startDiscussion', { body: { title, body: title }, as })).body.data.id
  const answered = await start(text('Question'), person)
  const unanswered = await start(text('Lonely question'), person)
  const others = await start('A question of somebody else', other)
  const answer = (id: number, body: string, as: TestPerson) =>
    server.call('answerDiscussion', { params: { id }, body: { body }, as })
  expect((await answer(answered, 'An answer of somebody else', other)).status).toBe(201)
  expect((await answer(others, text('Answer'), person)).status).toBe(201)
  const report = await server.call('reportPost', {
    body: { discussionId: others, reason: text('Report') },
    as: person,
  })
  expect(report.status).toBe(200)
  const sent = await server.call('sendMessage', {
    body: { topic: 'contact', name: text('Message'), email: person.email, text: text('Message') },
    as: person,
  })
  expect(sent.status).toBe(201)
  return { answered, unanswered, others, groupId: group.body.data.id }
}

test('the accounts table alone, without a name, refers to an erased person, and others keep their texts', async () => {
  const [person, other] = [await canary(), await server.person()]
  const superadmin = await server.person('superadmin')
  const courseId = await buys(person)
  const review = await server.call('saveReview', {
    params: { courseId },
    body: { rating: 5, text: 'Review by Zebrafinch Person' },
    as: person,
  })
  expect(review.status).toBe(200)
  await sql`INSERT INTO lesson_notes (owner_id, id, course_id, resource_id, lesson_title, body, created_at, updated_at)
            VALUES (${person.id}, gen_random_uuid(), ${courseId}, 1, 'A lesson', 'Note by Zebrafinch', now(), now())`.execute(
    server.database.kysely,
  )
  const studied = await makeCourse(server.database, {
    owner: await server.person('instructor'),
    contents: [{ resources: [{}] }],
  })
  await sql`INSERT INTO exercise_work (user_id, resource_id, code, is_passing, set_at)
            VALUES (${person.id}, ${studied.contents[0]?.resources[0]}, 'Code by Zebrafinch', false, now())`.execute(
    server.database.kysely,
  )
  await server.call('saveLearningGoal', { body: { daysPerWeek: 3 }, as: person })
  const written = await writesEverywhere(person, other)
  await sql`UPDATE users SET role = 'instructor', bio = 'Biography of Zebrafinch' WHERE id = ${person.id}`.execute(
    server.database.kysely,
  )
  const theirs = await shop.course(0)
  await sql`INSERT INTO reviews (user_id, course_id, rating, body, created_at, reply, replied_by, replied_at)
            VALUES (${other.id}, ${theirs}, 4, 'Review of somebody else', now(), 'Reply by Zebrafinch', ${person.id}, now())`.execute(
    server.database.kysely,
  )
  await sql`INSERT INTO certificates (public_id, user_id, course_id, learner_name, course_title, seller_name, issued_at)
            VALUES (lpad('canary', 22, 'x'), ${person.id}, ${theirs}, 'Zebrafinch Person', 'B', 'C', now())`.execute(
    server.database.kysely,
  )
  await sql`INSERT INTO course_invitations (course_id, email, granted_by, name)
            VALUES (${theirs}, ${person.email}, ${other.id}, 'Zebrafinch Person')`.execute(
    server.database.kysely,
  )
  await sql`INSERT INTO invitations (email, role, invited_by, token_sha256, expires_at)
            VALUES (${person.email}, 'instructor', ${superadmin.id}, sha256('canary'), now())`.execute(
    server.database.kysely,
  )
  await server.call('login', { body: { email: person.email, password: 'wrong' } })
  await server.call('forgotPassword', { body: { email: person.email } })
  await server.jobs.runDueOnce()
  expect(Object.keys(await tablesThatSay('zebrafinch')).length).toBeGreaterThan(8)

  const gone = await server.call('deleteUser', { params: { id: person.id }, as: superadmin })
  expect(gone.body.data).toEqual({ outcome: 'erased' })
  await server.jobs.runDueOnce()
  // The seller typed this address. If the row disappeared, the seller would learn that an account had existed.
  expect(await tablesThatSay('zebrafinch')).toEqual({ 'public.course_invitations': 1 })

  const read = (id: number) => server.call('readDiscussion', { params: { id }, query: {}, as: other })
  const kept = (await read(written.answered)).body.data
  expect([kept.title, kept.body, kept.author.name]).toEqual([erasedText, erasedText, null])
  expect(kept.posts.map(({ body }) => body)).toEqual(['An answer of somebody else'])
  expect((await read(written.unanswered)).status).toBe(404)
  expect((await read(written.others)).body.data).toMatchObject({
    title: 'A question of somebody else',
    replyCount: 0,
    posts: [],
  })
  const group = await server.call('readGroup', { params: { id: written.groupId }, as: other })
  expect(group.body.data).toMatchObject({ name: 'Group of birds', description: erasedText })
  const reviews = await shop.rows<{ body: string; reply: string | null }>(
    sql`SELECT body, reply FROM reviews WHERE course_id = ${theirs}`,
  )
  expect(reviews).toEqual([{ body: 'Review of somebody else', reply: null }])
})

test('handling the erasure event twice changes nothing more', async () => {
  const [person, other] = [await server.person(), await server.person()]
  const started = await server.call('startDiscussion', { body: { title: 'T', body: 'B' }, as: person })
  const { id } = started.body.data
  await server.call('answerDiscussion', { params: { id }, body: { body: 'Mine' }, as: other })
  const forget = () =>
    server.database.transaction((tx) => server.services.community.discussions.forgetAuthor(tx, person.id))
  const row = () => shop.rows(sql`SELECT * FROM discussions WHERE id = ${id}`)
  await forget()
  const once = await row()
  await forget()
  expect(await row()).toEqual(once)
})

test('sent mail, events and provider records are kept as long as /privacy says', async () => {
  await buys(await server.person())
  await server.jobs.runDueOnce()
  const count = async () => {
    const [row] = await shop.rows<{
      mails: number
      events: number
      marks: number
      bodies: number
      callbacks: number
    }>(sql`
      SELECT (SELECT count(*)::int FROM mail_outbox WHERE sent_at IS NOT NULL) AS mails,
             (SELECT count(*)::int FROM domain_events) AS events,
             (SELECT count(*)::int FROM event_deliveries) AS marks,
             (SELECT count(*)::int FROM payment_events WHERE octet_length(body) > 0) AS bodies,
             (SELECT count(*)::int FROM payment_events) AS callbacks`)
    if (!row) throw new Error('nothing was counted')
    return row
  }
  const age = (table: string, column: string, ms: number) =>
    sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${new Date(server.clock.now().getTime() - ms)}
         WHERE ${sql.ref(column)} IS NOT NULL`.execute(server.database.kysely)
  await sql`INSERT INTO payment_events (payment_account_id, body_sha256, body, handled_at)
            SELECT id, sha256('x'), 'payer@apogee.test', now() FROM payment_accounts LIMIT 1`.execute(
    server.database.kysely,
  )
  const sweep = async () => {
    await server.database.transaction((tx) => enqueue(tx, 'retention.sweep', {}))
    await server.jobs.runDueOnce()
  }
  const second = 1000
  const day = 86_400 * second
  await age('mail_outbox', 'sent_at', 365 * day - second)
  await age('domain_events', 'at', 90 * day - second)
  await age('payment_events', 'handled_at', 180 * day - second)
  const before = await count()
  expect(Object.values(before).every((rows) => rows > 0)).toBe(true)
  await sweep()
  expect(await count()).toEqual(before)
  server.clock.advance(2 * second)
  await sweep()
  expect(await count()).toEqual({ ...before, mails: 0, events: 0, marks: 0, bodies: 0 })
})
