import { sql, type RawBuilder } from 'kysely'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { DemoFiles } from '../demo-files.ts'
import { loadDemoSchool } from '../load-demo-school.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { seedDemoSchool } from './seed-demo.ts'

const demoSchool = loadDemoSchool()
let server: TestApp
let outcomes: string[]
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => 'accepted' } })
  await server.services.businesses.connectPlatformAccount({ chipSecret: 'platform', chipBrandId: 'platform' })
  outcomes = await Promise.all([1, 2, 3].map(() => seedDemoSchool(server.services, server.dependencies)))
})
afterAll(() => server.stop())

const count = async (table: string) => {
  const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.count
}
/** Counts people without the many learners who exist only for the statistics. */
const countNamed = async (people: RawBuilder<unknown>) => {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${people} WHERE u.email NOT LIKE ${`%@${demoSchool.learners.domain}`}`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.count
}
const signIn = async (email: string) => {
  const { body } = await server.call('login', { body: { email, password: publishedPassword } })
  return body.data
}

describe('the demo school in a new database', () => {
  test('the demo school is seeded once, however many processes start', async () => {
    expect(outcomes.toSorted()).toEqual(['already there', 'already there', 'seeded'])
    expect(await seedDemoSchool(server.services, server.dependencies)).toBe('already there')
    expect(await count('courses')).toBe(demoSchool.courses.length)
    expect(await countNamed(sql`users u`)).toBe(demoSchool.people.length)
    const places = sql`enrolments e JOIN users u ON u.id = e.user_id`
    expect(await countNamed(places)).toBe(demoSchool.enrolments.length)
  })

  test('copies of files that were begun early are removed when the school is there already', async () => {
    const stored = () =>
      readdirSync(server.uploadsDirectory, { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      ).length
    const before = stored()
    const early = new DemoFiles(server.dependencies.storage)
    await early.ready()
    expect(stored()).toBeGreaterThan(before + 100)
    expect(await seedDemoSchool(server.services, server.dependencies, early)).toBe('already there')
    expect(stored()).toBe(before)
  })

  test('a process that starts while another one seeds waits in no statement, however long that takes', async () => {
    const { database } = server
    const fact = 'demo-school.loaded'
    const kept = await sql<{ value: unknown }>`SELECT value FROM server_facts WHERE key = ${fact}`.execute(
      database.kysely,
    )
    expect(kept.rows).toHaveLength(1)
    const other = await database.pool.connect()
    try {
      await sql`UPDATE server_facts SET key = 'seeding' WHERE key = ${fact}`.execute(database.kysely)
      await other.query('BEGIN')
      await other.query('SELECT pg_advisory_xact_lock(4702011)')
      let asked = 0
      const transaction = database.transaction.bind(database)
      const askedTwice = Promise.withResolvers<void>()
      const watched: typeof database.transaction = async (work) => {
        const result = await transaction(work)
        asked += 1
        if (asked === 2) askedTwice.resolve()
        return result
      }
      const seeding = seedDemoSchool(server.services, {
        ...server.dependencies,
        database: Object.assign(Object.create(database), { transaction: watched }),
      })
      // A process that waits for the lock inside a statement asks only once.
      await Promise.race([askedTwice.promise, seeding])
      await sql`UPDATE server_facts SET key = ${fact} WHERE key = 'seeding'`.execute(database.kysely)
      await other.query('COMMIT')
      expect(await seeding).toBe('already there')
    } finally {
      other.release(true)
    }
  })

  test('a demo business is as old as the first of its people', async () => {
    const younger = await sql<{ name: string }>`
      SELECT b.name FROM businesses b
       WHERE b.created_at <> (SELECT min(u.created_at) FROM users u WHERE u.business_id = b.id)`.execute(
      server.database.kysely,
    )
    expect(await count('businesses')).toBeGreaterThan(0)
    expect(younger.rows).toEqual([])
  })

  test('every teacher of a public course has a portrait that everybody may open', async () => {
    const teachers = await sql<{ name: string; avatar: string | null }>`
      SELECT DISTINCT u.name, u.avatar_url AS avatar FROM courses c JOIN users u ON u.id = c.instructor_id WHERE c.is_listed`.execute(
      server.database.kysely,
    )
    expect(teachers.rows.length).toBeGreaterThan(5)
    for (const { name, avatar } of teachers.rows) {
      const { statusCode, headers } = await server.app.inject({ url: avatar ?? '' })
      expect([statusCode, headers['content-type']], name).toEqual([200, 'image/webp'])
    }
  })

  test('demo courses have the ids 1, 2, 3 … in the order of the school', async () => {
    const found = await sql<{ id: number; title: string }>`SELECT id, title FROM courses ORDER BY id`.execute(
      server.database.kysely,
    )
    expect(found.rows).toEqual(demoSchool.courses.map(({ title }, place) => ({ id: place + 1, title })))
  })

  test('all four demo accounts can sign in, each in its role', async () => {
    for (const role of ['student', 'instructor', 'admin', 'superadmin'] as const) {
      const { user } = await signIn(`${role}@apogee.test`)
      expect(user.role).toBe(role)
      expect(user.emailVerified).toBe(true)
    }
    expect((await signIn('student@apogee.test')).user.name).toBe('Aisyah Rahman')
    expect((await signIn('newcomer@apogee.test')).user.name).toBeNull()
  })

  test('the demo student can play a lesson, and nobody else can open its file', async () => {
    const student = await signIn('student@apogee.test')
    const courseId =
      demoSchool.courses.findIndex(({ key }) => key === demoSchool.highlights.paidInProgress) + 1
    const { status, body } = await server.call('listCourseContents', {
      params: { courseId },
      query: {},
      as: student,
    })
    expect(status).toBe(200)
    const videos = body.data
      .flatMap(({ resources }) => resources)
      .filter(({ fileType }) => fileType === 'video')
    expect(videos.length).toBeGreaterThan(0)
    const url = videos[0]?.filePath ?? ''
    expect(videos[0]?.seconds).toBeGreaterThan(0)
    const part = await server.app.inject({ url, headers: { range: 'bytes=0-11' } })
    expect(part.statusCode).toBe(206)
    expect(part.body.slice(4, 8)).toBe('ftyp')
    expect((await server.app.inject({ url: url.split('?')[0] ?? '' })).statusCode).toBe(403)
    const other = await signIn('newcomer@apogee.test')
    const refused = await server.call('listCourseContents', { params: { courseId }, query: {}, as: other })
    expect(refused.status).toBe(403)
  })

  test('the demo student reads the text lessons of a course, and each counts for its length', async () => {
    const student = await signIn('student@apogee.test')
    const courseId =
      demoSchool.courses.findIndex(({ key }) => key === demoSchool.highlights.paidInProgress) + 1
    const { body } = await server.call('listCourseContents', { params: { courseId }, query: {}, as: student })
    const texts = body.data
      .flatMap(({ resources }) => resources)
      .filter(({ fileType }) => fileType === 'reading')
    expect(texts.map(({ title }) => title)).toEqual([
      'The shape of the answer: order, limit and CASE',
      'Three rows or three days? The frame of a window',
    ])
    for (const { id, words } of texts) {
      expect(words).toBeGreaterThan(400)
      const read = await server.call('readLessonText', { params: { id }, as: student })
      expect(read.status).toBe(200)
      expect(read.body.data.document.content.map(({ type }) => type)).toContain('codeBlock')
    }
  })

  test('one demo business has its own payment account, the others have none', async () => {
    const found = await sql<{ name: string }>`
      SELECT b.name FROM payment_accounts a JOIN sellers s ON s.id = a.seller_id
        JOIN businesses b ON b.id = s.business_id WHERE a.is_live`.execute(server.database.kysely)
    expect(found.rows).toEqual([{ name: 'Orbit Academy Sdn Bhd' }])
  })

  test('the owner of each demo course can edit it', async () => {
    const instructor = await signIn('instructor@apogee.test')
    const { status, body } = await server.call('updateCourse', {
      params: { id: 1 },
      body: { category: 'Programming' },
      as: instructor,
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: 1, category: 'Programming', price: 14_900 })
  })

  test("study groups and discussions come from the database, some in the demo student's courses", async () => {
    const student = await signIn('student@apogee.test')
    const groups = await server.call('listGroups', { query: {}, as: student })
    expect(groups.body.data).toHaveLength(6)
    expect(groups.body.data.every(({ memberCount }) => memberCount > 2)).toBe(true)
    const discussions = await server.call('listDiscussions', { query: {}, as: student })
    expect(discussions.body.data.length).toBeGreaterThan(10)
    expect(discussions.body.data.map(({ lastActivityAt }) => Date.parse(lastActivityAt))).not.toContain(NaN)
    expect(discussions.body.data.filter(({ course }) => course !== null).length).toBeGreaterThan(4)
  })

  test('demo reviews are by learners of the courses, and ratings are computed from them', async () => {
    const { rows } = await sql<{ reviews: number; counted: number; strangers: number; replies: number }>`
      SELECT count(*) AS reviews, count(r.reply) AS replies,
             count(*) FILTER (WHERE e.id IS NULL OR e.revoked_at IS NOT NULL OR e.granted_at > r.created_at) AS strangers,
             (SELECT sum(k.reviews)::int8 FROM course_ratings k) AS counted
        FROM reviews r LEFT JOIN enrolments e ON e.user_id = r.user_id AND e.course_id = r.course_id`.execute(
      server.database.kysely,
    )
    expect(rows[0]?.reviews).toBeGreaterThan(30)
    expect(rows[0]).toMatchObject({ counted: rows[0]?.reviews, strangers: 0 })
    expect(rows[0]?.replies).toBeGreaterThan(5)
    const { body } = await server.call('listCourses', { query: { limit: '100' }, as: null })
    const rated = body.data.filter(({ rating }) => rating !== null)
    expect(rated.length).toBeGreaterThan(10)
    expect(rated.length).toBeLessThan(body.data.length)
  })

  test('every purchased demo enrolment has an order', async () => {
    expect(await brokenInvariants(server.database)).toEqual([])
    const student = await signIn('student@apogee.test')
    const history = await server.call('paymentHistory', {
      params: { userId: student.user.id },
      query: {},
      as: student,
    })
    expect(history.body.data.length).toBeGreaterThan(1)
    for (const purchase of history.body.data) {
      expect(purchase).toMatchObject({ status: 'paid', lines: [{ status: 'granted' }] })
      expect((await server.call('checkPayment', { params: { purchaseId: purchase.id } })).body.status).toBe(
        'paid',
      )
    }
  })
})
