/**
 * The person and another person each have a row in every table of the registry. Tests that the export contains the person's own
 * data only.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { readOwnData } from '#server/features/personal-data/own-data.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'
import { withZip } from '#server/platform/zip/read-zip.ts'
import { watchStatements } from '#server/platform/database/testing/sent-statements.testing.ts'
import { MarkedRows } from './marked-rows.testing.ts'
import { TableRows } from './table-rows.testing.ts'
import { makeCourse } from '../testing-courses.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '../testing.ts'

let server: TestApp
let owner: TestPerson
let avatar: Buffer
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  owner = await server.person()
  const stranger = await server.person()
  avatar = await picture('png')
  expect((await uploadFile(server, owner, avatar, 'My face.png', 'avatar')).status).toBe(201)
  const rows = await TableRows.on(server.database.pool)
  await sql`UPDATE users SET email_verified_at = now()`.execute(server.database.kysely)
  rows.setUsual('users', await rows.add('users', { text: 'Somebody' }))
  await new MarkedRows(rows, server.services.personalTables, { ...owner, mark: 'Mine' }).fill()
  await new MarkedRows(rows, server.services.personalTables, { ...stranger, mark: 'Stranger' }).fill()
})
afterAll(() => server.stop())

const limits = { entries: 100, entryBytes: 10_000_000, totalBytes: 20_000_000, ratio: 1000 }

async function download(as: TestPerson, language: 'en' | 'ms' = 'en'): Promise<Map<string, Buffer>> {
  const begun = await server.call('exportOwnData', { body: { language }, as })
  expect(begun.status).toBe(201)
  const answer = await server.app.inject({ url: begun.body.data.url })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="apogee-data-\d{4}-\d\d-\d\d\.zip"$/),
  })
  const path = join(server.uploadsDirectory, 'own-data.zip')
  await writeFile(path, answer.rawPayload)
  try {
    return await withZip(path, limits, async (archive) => {
      const files = new Map<string, Buffer>()
      for (const entry of archive.entries) files.set(entry.path, await archive.read(entry, limits.entryBytes))
      return files
    })
  } finally {
    await rm(path)
  }
}

type Section = Record<string, Record<string, unknown>[]>
const sectionOf = (files: Map<string, Buffer>, name: string): Section =>
  JSON.parse(files.get(`${name}.json`)?.toString() ?? '{}') as Section

test('every table that is exported has its rows in its section, and nothing of anybody else is in the archive', async () => {
  const files = await download(owner)
  const missing = Object.entries(server.services.personalTables).flatMap(([table, { export: given }]) =>
    'section' in given && !sectionOf(files, given.section)[table]?.length ? [table] : [],
  )
  expect(missing).toEqual([])

  const everything = [...files]
    .filter(([path]) => path.endsWith('.json'))
    .map(([, bytes]) => bytes.toString())
  expect(everything.join('\n')).toContain('Mine lesson_notes.owner_id')
  expect(everything.filter((text) => text.includes('Stranger'))).toEqual([])
  expect(sectionOf(files, 'account')['users']).toMatchObject([{ id: owner.id, email: owner.email }])
  // The bank account of a business is not exported, although the person has entered it as a member of the business.
  expect(sectionOf(files, 'teaching')['seller_bank_details']).toMatchObject([
    { bank_name: expect.stringContaining('Mine seller_bank_details.seller_id') },
  ])
  expect(everything.join('\n')).not.toMatch(/password_hash|token_sha256|secret_encrypted/)
})

test('a course is named beside its number', async () => {
  const { enrolments = [] } = sectionOf(await download(owner), 'learning')
  expect(enrolments[0]).toMatchObject({ course_title: expect.stringMatching(/./), source: 'free' })
})

/** Returns the courses and live sessions in a person's export. */
async function taughtBy(person: TestPerson): Promise<{ text: string; courses: unknown; sessions: unknown }> {
  const { courses, planned_sessions: sessions } = sectionOf(await download(person), 'teaching')
  return { text: JSON.stringify([courses, sessions]), courses, sessions }
}

/** Creates a course with a live session. Both contain the text `now`, as if colleagues had written it since. */
async function courseOf(maker: TestPerson, now: string): Promise<number> {
  const { id } = await makeCourse(server.database, { owner: maker, title: 'Orbits', description: now })
  await sql`
    INSERT INTO planned_sessions (course_id, created_by, title, starts_at, minutes, link, notes, changed_at)
    VALUES (${id}, ${maker.id}, 'Questions', '2030-01-02T03:04:00Z', 45, ${`https://meet.test/${now}`}, ${now}, now())`.execute(
    server.database.kysely,
  )
  return id
}

test('a person who was removed from a team gets title and dates of its courses, and the texts of their own', async () => {
  const admin = await server.person('admin')
  const member = await server.person('instructor', { businessId: admin.businessId })
  const left = await courseOf(member, 'team-text')
  const own = await courseOf({ ...member, businessId: null }, 'own-text')
  const before = (await taughtBy(member)).text
  expect([before.includes('own-text'), before.includes('team-text')]).toEqual([true, true])

  const removed = await server.call('deleteUser', { params: { id: member.id }, query: {}, as: admin })
  expect(removed.body.data.outcome).toBe('leftTeam')
  const { body } = await server.call('login', { body: { email: member.email, password: testPassword } })
  const { text, courses, sessions } = await taughtBy({ ...member, token: body.data.token, businessId: null })
  expect(text).not.toContain('team-text')
  const dates = { created_at: expect.any(String) as string, archived_at: null }
  expect(courses).toContainEqual({ id: left, title: 'Orbits', ...dates })
  expect(courses).toContainEqual(expect.objectContaining({ id: own, description: 'own-text' }))
  const session = { title: 'Questions', starts_at: '2030-01-02T03:04:00+00:00', minutes: 45 }
  expect(sessions).toContainEqual({ course_id: left, course_title: 'Orbits', ...session })
  expect(sessions).toContainEqual(expect.objectContaining({ course_id: own, notes: 'own-text' }))
})

test('a person who sold alone keeps the texts of their courses as a student', async () => {
  const lone = await server.person('instructor')
  await courseOf(lone, 'lone-text')
  await sql`UPDATE users SET role = 'student' WHERE id = ${lone.id}`.execute(server.database.kysely)
  expect((await taughtBy(lone)).text).toContain('lone-text')
})

test('the archive has the person’s own files and an overview in the language of the page', async () => {
  const files = await download(owner, 'ms')
  const [path = ''] = [...files.keys()].filter((name) => name.endsWith('My-face.png'))
  expect(files.get(path)?.length).toBeGreaterThan(0)
  const page = files.get('index.html')?.toString() ?? ''
  expect(page).toContain('<html lang="ms">')
  expect(page).toContain('Data anda di Apogee')
  expect(page).toContain(`href="${path}"`)
  expect(page).not.toContain('Mine')
  expect(page).toContain(':root{color-scheme:light dark;')
  expect(page).toContain('(waktu Malaysia)')
})

test('the archive has no link of a mail that still waits, no address of a webhook, and no name of a signer', async () => {
  await sql`
    INSERT INTO mail_outbox (recipient, subject, body)
    VALUES (${owner.email}, 'A new password', 'https://apogee.test/reset#waiting-link')`.execute(
    server.database.kysely,
  )
  const files = await download(owner)
  expect(sectionOf(files, 'messages')['mail_outbox']).toContainEqual(
    expect.objectContaining({ subject: 'A new password' }),
  )
  const text = [...files.values()].map(String).join('\n')
  expect(text).not.toContain('waiting-link')
  expect(text).not.toMatch(/"(?:url|signer_name|signer_role)":/)
})

test('an export takes as many bytes as it may, and says what it has cut', async () => {
  const person = await server.person()
  const { rows: courses } = await sql<{ id: number }>`SELECT id FROM courses LIMIT 1`.execute(
    server.database.kysely,
  )
  for (const letter of ['a', 'b', 'c'])
    await sql`
      INSERT INTO learner_messages (course_id, user_id, author_id, body, is_mailed, created_at)
      VALUES (${courses[0]?.id}, ${person.id}, ${owner.id}, ${letter.repeat(2000)}, false, now())`.execute(
      server.database.kysely,
    )
  const owned = { id: person.id, provenEmail: null, role: 'student', businessId: null } as const
  const messagesWithin = async (bytes: number) => {
    const sections = await readOwnData(server.database.kysely, owned, server.services.personalTables, bytes)
    const { tables = [] } = sections.find(({ section }) => section === 'messages') ?? {}
    const found = tables.find(({ table }) => table === 'learner_messages')
    return [found?.rows.length, found?.isCut]
  }
  expect(await messagesWithin(1_000_000)).toEqual([3, false])
  // Each table returns at least its first row, however little space is left.
  expect(await messagesWithin(1000)).toEqual([1, true])
})

test('rows that name only an address are not given to an account that has not proved it', async () => {
  const person = await server.person()
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${person.id}`.execute(server.database.kysely)
  await sql`INSERT INTO mail_outbox (recipient, subject, body) VALUES (${person.email}, 'For the true owner', '')`.execute(
    server.database.kysely,
  )
  const text = [...(await download(person)).values()].map(String).join('\n')
  expect(text).not.toContain('For the true owner')
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.id}`.execute(
    server.database.kysely,
  )
  const { mail_outbox: mails = [] } = sectionOf(await download(person), 'messages')
  const subjects = new Set(mails.map(({ subject }) => subject))
  expect(subjects).toEqual(new Set(['A copy of your Apogee data was asked for', 'For the true owner']))
})

test('an address works for five minutes, and for nobody once the account is erased', async () => {
  const person = await server.person()
  const { body } = await server.call('exportOwnData', { body: {}, as: person })
  const open = async (url: string) => (await server.app.inject({ url })).statusCode
  expect(await open(body.data.url)).toBe(200)
  expect(await open(body.data.url.replace('key=', 'key=x'))).toBe(404)
  expect(await open('/data-exports')).toBe(404)
  await sql`UPDATE users SET erased_at = now() WHERE id = ${person.id}`.execute(server.database.kysely)
  expect(await open(body.data.url)).toBe(404)
  await sql`UPDATE users SET erased_at = NULL WHERE id = ${person.id}`.execute(server.database.kysely)
  server.clock.advance(5 * 60_000)
  expect(await open(body.data.url)).toBe(404)
})

test('an export needs a fresh proof, is recorded, and is made five times a day at most', async () => {
  const person = await server.person()
  const ask = () => server.call('exportOwnData', { body: {}, as: person })
  for (let made = 0; made < 5; made += 1) expect((await ask()).status).toBe(201)
  const refused = await ask()
  expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  const logged = await sql`
    SELECT FROM security_log WHERE kind = 'export.account' AND actor_id = ${person.id}`.execute(
    server.database.kysely,
  )
  expect(logged.rows).toHaveLength(5)
  server.clock.advance(11 * 60_000)
  expect((await ask()).body.errorCode).toBe('FRESH_PROOF_REQUIRED')
  server.clock.advance(-11 * 60_000)
})

test('each export is mailed to its owner, and never to an address that is not proved', async () => {
  const person = await server.person()
  const mails = async () => {
    const found = await sql<{ subject: string }>`
      SELECT subject FROM mail_outbox WHERE recipient = ${person.email} AND occasion LIKE 'data-exported:%'`.execute(
      server.database.kysely,
    )
    return found.rows
  }
  const ask = async (isProven: boolean) => {
    await sql`
      UPDATE users SET email_verified_at = ${isProven ? new Date() : null} WHERE id = ${person.id}`.execute(
      server.database.kysely,
    )
    expect((await server.call('exportOwnData', { body: {}, as: person })).status).toBe(201)
  }
  await ask(false)
  expect(await mails()).toEqual([])
  await ask(true)
  await ask(true)
  expect(await mails()).toEqual(Array(2).fill({ subject: 'A copy of your Apogee data was asked for' }))
})

test('an address ends with the session that asked for it', async () => {
  const person = await server.person()
  const { body } = await server.call('exportOwnData', { body: {}, as: person })
  const open = async () => (await server.app.inject({ url: body.data.url })).statusCode
  expect(await open()).toBe(200)
  await sql`DELETE FROM sessions WHERE user_id = ${person.id}`.execute(server.database.kysely)
  expect(await open()).toBe(404)
})

test('an index leads to the person’s rows in every table that may be large', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT c.relname::text AS "table", a.attname::text AS "column"
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
     WHERE c.relnamespace = 'public'::regnamespace
       AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))`.execute(
    server.database.kysely,
  )
  const indexed = new Set(rows.map(({ table, column }) => `${table}.${column}`))
  const searched = Object.entries(server.services.personalTables).flatMap(
    ([table, { people = {}, addresses = {}, parent, export: given }]) => {
      if (!('section' in given)) return []
      const named = given.by ?? [...Object.keys(people), ...Object.keys(addresses)]
      return [...named, ...(named.length === 0 && parent ? [parent.column] : [])].map(
        (column) => `${table}.${column}`,
      )
    },
  )
  // A course has at most a few rows with this column.
  const small = ['certificate_rules.changed_by', 'course_invites.created_by', 'planned_sessions.created_by']
  // A business has at most a few rows with this column.
  const whole = ['businesses.email', 'invitations.email', 'invoices.contact_email']
  // The index of this column is over an expression. The next test reads the plan of the query.
  const byExpression = ['mail_outbox.recipient']
  expect(searched.filter((column) => !indexed.has(column)).toSorted()).toEqual(
    [...small, ...whole, ...byExpression].toSorted(),
  )
})

test('an index leads to the rows that name an address', async () => {
  const person = await server.person()
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${person.id}`.execute(
    server.database.kysely,
  )
  const watch = watchStatements()
  const sent = await download(person)
    .then(() => watch.sent())
    .finally(watch.stop)
  const asked = sent
    .map(({ statement }) =>
      String(typeof statement === 'string' ? statement : (statement as { text: unknown }).text),
    )
    .filter((text) => /FROM "(?:course_invitations|invoice_seats|mail_outbox)" WHERE/.test(text))
    .map((text) => text.replaceAll(/\$\d+::citext/g, "'a@apogee.test'::citext").replaceAll(/\$\d+/g, '1'))
  const client = await server.database.pool.connect()
  try {
    await client.query('SET enable_seqscan = off')
    const plans: string[] = []
    for (const text of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    const names = ['course_invitations_email_idx', 'invoice_seats_email_idx', 'mail_outbox_recipient_idx']
    expect(plans).toHaveLength(names.length)
    for (const name of names) expect(plans.some((plan) => plan.includes(name))).toBe(true)
  } finally {
    await client.query('RESET enable_seqscan')
    client.release()
  }
})
