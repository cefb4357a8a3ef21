import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'

let server: TestApp
let superadmin: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  superadmin = await server.person('superadmin')
})
beforeEach(async () => {
  await sql`DELETE FROM messages`.execute(server.database.kysely)
})
afterAll(() => server.stop())

const letter = {
  topic: 'contact',
  name: 'Nurul Izzah',
  email: 'nurul@example.test',
  text: 'Do you run workshops in Ipoh?',
} as const

const write = (body: object = {}, as: { token: string } | null = null) =>
  server.call('sendMessage', { body: { ...letter, ...body }, as })
const inbox = async (query: object = {}) =>
  (await server.call('listMessages', { query, as: superadmin })).body
async function noMailYet() {
  await server.jobs.runDueOnce()
  server.mails.length = 0
}

describe('writing to the platform', () => {
  test('anybody may write to the platform without an account, and superadmins read it', async () => {
    const { status, body } = await write()
    expect({ status, body }).toEqual({ status: 201, body: { success: true } })
    const { data, meta } = await inbox()
    expect(meta.total).toBe(1)
    expect(data[0]).toMatchObject({ ...letter, state: 'unread', sender: null, looksAutomated: false })
  })

  test.each(['contact', 'support', 'testimonial', 'partner'] as const)(
    'a message about %s is stored under its topic',
    async (topic) => {
      await write({ topic })
      expect((await inbox({ topic })).meta.total).toBe(1)
    },
  )

  test("the sender's account is read from the session", async () => {
    const student = await server.person()
    await write({}, student)
    const { data } = await inbox()
    expect(data[0]?.sender).toMatchObject({ id: student.id, email: student.email })
  })

  test.each([['userId'], ['senderId'], ['sender']])(
    'a sender named in the body as %s is refused, and nothing is stored',
    async (field) => {
      const student = await server.person()
      const other = await server.person()
      const before = (await inbox()).meta.total
      expect((await write({ [field]: other.id }, student)).status).toBe(400)
      expect((await inbox()).meta.total).toBe(before)
    },
  )

  test('an address typed by a stranger is not linked to its account', async () => {
    const student = await server.person()
    await write({ email: student.email })
    expect((await inbox()).data[0]).toMatchObject({ email: student.email, sender: null })
  })

  test('a message is mailed to every superadmin, and to nobody else', async () => {
    await noMailYet()
    await write({ text: 'One line.\r\nBcc: all@example.test' })
    await server.jobs.runDueOnce()
    const [mail, ...others] = server.mails.filter(({ subject }) => subject.startsWith('New message'))
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: superadmin.email, subject: 'New message: a question' })
    expect(mail?.body).toContain('Nurul Izzah <nurul@example.test>')
  })

  test('the sender of a message is mailed nothing', async () => {
    await noMailYet()
    await write()
    await server.jobs.runDueOnce()
    expect(server.mails.filter(({ to }) => to === letter.email)).toEqual([])
  })

  test('a message with the honeypot field is stored, marked, and not mailed', async () => {
    await noMailYet()
    await write({ website: 'https://spam.example' })
    await server.jobs.runDueOnce()
    expect((await inbox()).data[0]).toMatchObject({ looksAutomated: true, state: 'unread' })
    expect(server.mails.filter(({ subject }) => subject.startsWith('New message'))).toEqual([])
  })

  test.each<[string, object, string]>([
    ['no text', { text: '  ' }, 'text: Message is required'],
    ['a text of 5,001 characters', { text: 'x'.repeat(5001) }, 'text: Must be at most 5000 characters'],
    ['no name', { name: '' }, 'name: Name is required'],
    ['a name of two lines', { name: 'A\r\nBcc: b@c.dd' }, 'name: Control characters are not allowed'],
    ['no address', { email: '' }, 'email: Email is required'],
    ['half an address', { email: 'nurul@' }, 'email: Please enter a valid email address'],
    [
      'a topic that is none',
      { topic: 'complaint' },
      'topic: must be one of contact, support, testimonial, partner',
    ],
  ])('a message with %s is refused with a code', async (_case, wrong, sentence) => {
    const { status, body } = await write(wrong)
    expect({ status, error: body.error }).toEqual({ status: 400, error: sentence })
    expect((await inbox()).meta.total).toBe(0)
  })
})

test("messages written while signed in are deleted with the person; strangers' messages stay", async () => {
  const student = await server.person()
  await write({ text: 'mine' }, student)
  await write({ text: 'a stranger’s' })
  await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: student.id }))
  await server.jobs.runDueOnce()
  expect((await inbox()).data.map(({ text }) => text)).toEqual(['a stranger’s'])
})

describe('floods', () => {
  test('the eleventh message of one address within a quarter of an hour is refused', async () => {
    for (let count = 0; count < 10; count++) expect((await write()).status).toBe(201)
    const refused = await write()
    expect(refused.status).toBe(429)
    expect(refused.body.errorCode).toBe('TOO_MANY_ATTEMPTS')
    expect(Number(refused.raw.headers['retry-after'])).toBe(900)
    server.clock.advance(900_000)
    expect((await write()).status).toBe(201)
  })

  test('ten of thirty concurrent messages are accepted', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => write()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect((await inbox()).meta.total).toBe(10)
  })

  test('fifty messages a day are accepted at any pace', async () => {
    for (let count = 0; count < 50; count++) {
      expect((await write()).status).toBe(201)
      server.clock.advance(20 * 60_000)
    }
    expect((await write()).status).toBe(429)
  })

  test('other addresses are not limited', async () => {
    for (let count = 0; count < 10; count++) await write()
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/api/messages',
      payload: letter,
      remoteAddress: '203.0.113.9',
    })
    expect(elsewhere.statusCode).toBe(201)
  })
})

describe('the inbox', () => {
  test('the inbox is for superadmins: others are refused, visitors must sign in', async () => {
    for (const role of ['student', 'instructor', 'admin'] as const) {
      const person = await server.person(role)
      expect((await server.call('listMessages', { query: {}, as: person })).status).toBe(403)
      const marked = await server.call('updateMessage', {
        params: { id: 1 },
        body: { state: 'read' },
        as: person,
      })
      expect(marked.status).toBe(403)
    }
    expect((await server.call('listMessages', { query: {} })).status).toBe(401)
  })

  test('a message moves from unread to read to done and back', async () => {
    await write()
    const id = (await inbox()).data[0]?.id ?? 0
    for (const state of ['read', 'done', 'unread'] as const) {
      const marked = await server.call('updateMessage', { params: { id }, body: { state }, as: superadmin })
      expect(marked.body.data).toMatchObject({ id, state })
      expect((await inbox({ state })).data.map((one) => one.id)).toEqual([id])
    }
  })

  test('a missing message is not found', async () => {
    const marked = await server.call('updateMessage', {
      params: { id: 999_999_999 },
      body: { state: 'read' },
      as: superadmin,
    })
    expect(marked).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } })
  })

  test('the inbox is searched by name, address and text, literally', async () => {
    await write({ name: 'Tan Wei', text: 'Half price? 50% off' })
    await write({ email: 'devi@example.test' })
    expect((await inbox({ search: 'tan wei' })).meta.total).toBe(1)
    expect((await inbox({ search: 'DEVI@' })).meta.total).toBe(1)
    expect((await inbox({ search: '50%' })).meta.total).toBe(1)
    expect((await inbox({ search: '%_%' })).meta.total).toBe(0)
    expect((await inbox({ search: '  ' })).meta.total).toBe(2)
  })

  test('the inbox is paged, newest first', async () => {
    for (const text of ['first', 'second', 'third']) await write({ text })
    const page = await inbox({ limit: '2' })
    expect(page.data.map(({ text }) => text)).toEqual(['third', 'second'])
    const next = await inbox({ limit: '2', cursor: page.meta.nextCursor })
    expect(next.data.map(({ text }) => text)).toEqual(['first'])
    expect(next.meta).toEqual({ total: 3, nextCursor: null })
  })
})

// This test must be the last one, because it advances the clock by two years and all sessions expire.
test('address digests are kept for a day, and messages for two years', async () => {
  await write()
  const kept = async () =>
    (
      await sql<{ digest: Buffer | null }>`SELECT address_digest AS digest FROM messages`.execute(
        server.database.kysely,
      )
    ).rows
  expect((await kept())[0]?.digest?.toString()).not.toContain('127.0.0.1')
  await server.sweep()
  expect((await kept())[0]?.digest).toBeTruthy()
  server.clock.advance(24 * 3_600_000 + 1)
  await server.sweep()
  expect(await kept()).toEqual([{ digest: null }])
  server.clock.advance(730 * 24 * 3_600_000)
  await server.sweep()
  expect(await kept()).toEqual([])
})
